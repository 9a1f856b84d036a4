#!/bin/sh
# The vectors of go-ethereum for the precompiles of EIP-196 and EIP-197, without prices; needs Go and its proxy.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && go mod init vectors) 2> /dev/null
from=$(cd "$work" && go mod download -json github.com/ethereum/go-ethereum@v1.16.7 | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
for pair in Add:add ScalarMul:mul Pairing:pairing; do
    node -e '
        const [from, to] = process.argv.slice(1), fs = require("node:fs");
        const rows = JSON.parse(fs.readFileSync(from, "utf8")).map(({ Name, Input, Expected }) => ({ Name, Input, Expected }));
        fs.writeFileSync(to, `${JSON.stringify(rows, undefined, 1)}\n`);
    ' "$from/core/vm/testdata/precompiles/bn256${pair%:*}.json" "${pair#*:}.json"
done
