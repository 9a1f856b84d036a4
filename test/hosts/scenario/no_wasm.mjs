/**
 * A host without WebAssembly: verifies proofs on BigInt. `no_wasm.mjs <folder of a circuit>...`, through import and
 * require.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as imported from "ffturbo/bigint";

assert.equal(typeof WebAssembly, "undefined");
const required = createRequire(import.meta.url)("ffturbo/bigint");
assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).sort());

for (const { verify, bigintBn128 } of [imported, required]) {
    for (const folder of process.argv.slice(2)) {
        const [vkey, publicSignals, proof] = ["vkey.json", "public.json", "proof.json"].map((name) =>
            JSON.parse(readFileSync(join(folder, name), "utf8")),
        );
        assert.equal(verify(vkey, publicSignals, proof), true);
        assert.equal(verify(vkey, [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)], proof), false);
        console.log(`ok ${vkey.curve}`);
    }
    const { G1, G2, Fr, pairingEq } = bigintBn128();
    assert.equal(pairingEq(G1.timesScalar(G1.g, 6), G2.g, G1.neg(G1.g), G2.timesScalar(G2.g, 6)), true);
    assert.equal(pairingEq(G1.g, G2.g), false);
    assert.equal(Fr.mul(Fr.inv(7n), 7n), 1n);
    console.log("ok pairing");
}
