/**
 * A whole ceremony by snarkjs on this engine, on a curve that snarkjs has no name for: its list of curves, one file, is
 * replaced by ours, and nothing else. Arguments: the curve, a folder for the files. Prints what was found, as JSON.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, FIXTURES } from "../../../scripts/make-fixtures.mjs";
import { snarkjsWithOurCurves } from "./own_list.mjs";

const [name, folder] = process.argv.slice(2), file = (part) => join(folder, part);
const snarkjs = await snarkjsWithOurCurves();
const own = await import("../../../src/protocols/groth16/index.js");
const alone = await import("../../../src/protocols/groth16/verify_alone.js");
const { getCurveFromName } = await import("../../../src/index.js");
const { input } = FIXTURES.find((fixture) => fixture.name === "mimc_tiny"), { powersOfTau, zKey, wtns, groth16 } = snarkjs;
const found = {};

compile("mimc_tiny", name, folder);
await powersOfTau.newAccumulator(await getCurveFromName(name), 8, file("new.ptau"));
await powersOfTau.contribute(file("new.ptau"), file("more.ptau"), "somebody", "entropy");
await powersOfTau.beacon(file("more.ptau"), file("last.ptau"), "beacon", "0102030405060708".repeat(4), 10);
await powersOfTau.preparePhase2(file("last.ptau"), file("final.ptau"));
found.powersOfTau = await powersOfTau.verify(file("final.ptau"));
await zKey.newZKey(file("mimc_tiny.r1cs"), file("final.ptau"), file("new.zkey"));
await zKey.contribute(file("new.zkey"), file("key.zkey"), "somebody", "more entropy");
found.zkey = await zKey.verifyFromR1cs(file("mimc_tiny.r1cs"), file("final.ptau"), file("key.zkey"));
const vkey = await zKey.exportVerificationKey(file("key.zkey"));
writeFileSync(file("vkey.json"), JSON.stringify(vkey));
await wtns.calculate(input, file("mimc_tiny.wasm"), file("witness.wtns"));

const proofs = {
    theirs: await groth16.prove(file("key.zkey"), file("witness.wtns")),
    ours: await own.prove(file("key.zkey"), file("witness.wtns")),
    fromInputs: await own.fullProve(input, file("mimc_tiny.wasm"), file("key.zkey")),
};
for (const [by, { proof, publicSignals }] of Object.entries(proofs))
    found[by] = {
        curve: proof.curve,
        accepted: [
            await groth16.verify(vkey, publicSignals, proof),
            await own.verify(vkey, publicSignals, proof),
            await alone.verify(vkey, publicSignals, proof),
        ],
        refused: await own.verify(vkey, publicSignals.map((s) => `${BigInt(s) + 1n}`), proof),
    };
found.vkey = JSON.parse(readFileSync(file("vkey.json"), "utf8")).curve;
console.log(JSON.stringify(found));
process.exit(0); // snarkjs leaves files open
