#!/bin/sh
# Makes all files of vectors again; needs Go and its proxy. The seed is fixed: the same bytes come out, but for the proof.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for curve in bn254 bls12-377 bls12-381; do
    mkdir "$work/$curve"
    sed "s|ecc/bn254|ecc/$curve|; s|\"curve\": \"bn254\"|\"curve\": \"$curve\"|" main.go > "$work/$curve/main.go"
    (cd "$work/$curve" && go mod init vectors && go get github.com/consensys/gnark-crypto@v0.22.0 && go mod tidy && go run .) > "$curve.json" 2> "$work/log" || { cat "$work/log"; exit 1; }
done
# Curves without a pairing, and a field.
mkdir "$work/cycles"
cp cycles.go "$work/cycles/main.go"
(cd "$work/cycles" && go mod init vectors && go get github.com/consensys/gnark-crypto@v0.22.0 && go mod tidy && go run .) 2> "$work/log" || { cat "$work/log"; exit 1; }
cp "$work"/cycles/*.json .
# A proof, another one each time: made only where there is none.
if [ ! -e groth16_bls12-377.json ]; then
    mkdir "$work/groth16"
    cp groth16.go "$work/groth16/main.go"
    (cd "$work/groth16" && go mod init proof && go get github.com/consensys/gnark@v0.14.0 && go mod tidy && go run .) > groth16_bls12-377.json 2> "$work/log" || { cat "$work/log"; exit 1; }
fi
