/** With r = 1 and s = 0 a proof is the one that snarkjs makes with r = s = 0, byte for byte. */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { prove } from "../../src/protocols/groth16/index.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { rowsInFull, rowsOf } from "../support/extent.js";

const BUILD = { bn128: buildBn128, bls12381: buildBls12381 };
const FEW = ["mimc_tiny", "mimc_bls"];

/** snarkjs's, with these as its random elements. */
async function proofOfSnarkjs({ zkey, wtns, vkey }) {
    const { Fr } = await snarkjs.curves.getCurveFromName(vkey.curve), { random } = Fr;
    Fr.random = () => Fr.zero;
    try {
        return await snarkjs.groth16.prove(zkey, wtns);
    } finally {
        Fr.random = random;
    }
}

/** Ours. */
async function proofOfOurs({ zkey, wtns, vkey }) {
    const curve = await BUILD[vkey.curve](), { Fr } = curve, draws = [1n, 0n];
    Fr.fromRng = () => Fr.e(draws.shift());
    try {
        return await prove(zkey, wtns, { curve });
    } finally {
        delete Fr.fromRng;
    }
}

describe("prover: without blinding", function () {
    this.timeout(300_000);
    after(async () => { for (const name of Object.keys(BUILD)) await globalThis[`curve_${name}`]?.terminate(); });
    const circuits = rowsInFull([fixtures, corpus], [fixtures]).flatMap(circuitsIn)
        .filter(({ system, name }) => system === "groth16" && rowsOf(true, FEW.includes(name)));

    for (const circuit of circuits) it(`${circuit.name}: the proof of snarkjs`, async () => {
        expect(await proofOfOurs(circuit)).to.deep.equal(await proofOfSnarkjs(circuit));
    });
});
