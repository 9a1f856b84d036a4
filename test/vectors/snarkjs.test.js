/**
 * Proofs that snarkjs made on ffjavascript, of every protocol: Groth16 by our three verifiers, PLONK and fflonk by
 * snarkjs on our curve; with a signal or a point changed, none.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { getCurveFromName } from "../../src/index.js";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { VERIFIERS } from "../support/hostile_claims.js";
import { root } from "../support/scratch.js";

const { maker, proofs } = JSON.parse(readFileSync(join(root, "test", "vectors", "snarkjs", "proofs.json"), "utf8"));
const circuits = circuitsIn(fixtures);
const vkeyOf = ({ circuit, protocol }) =>
    circuits.find(({ name, system }) => name === circuit && system === protocol).vkey;

/** The same claim with one thing changed that is still a number, or a point of the curve. */
function changes({ publicSignals, proof, protocol }) {
    const signals = [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)];
    const points = {
        groth16: { pi_a: proof.pi_c, pi_c: proof.pi_a },
        plonk: { A: proof.B, B: proof.A },
        fflonk: { polynomials: { ...proof.polynomials, C1: proof.polynomials?.C2 } },
    }[protocol];
    return [[signals, proof], [publicSignals, { ...proof, ...points }]];
}

describe(`proofs of ${maker}`, function () {
    this.timeout(120_000);

    it("are there for each protocol, twice", () => {
        const kinds = {};
        for (const one of proofs) (kinds[`${one.circuit} ${one.protocol}`] ??= []).push(one);
        expect(Object.keys(kinds)).to.have.members(circuits.map(({ name, system }) => `${name} ${system}`));
        for (const both of Object.values(kinds))
            expect(new Set(both.map(({ proof }) => JSON.stringify(proof))).size).to.equal(2);
    });

    for (const [verifier, verify] of Object.entries(VERIFIERS)) it(`Groth16: ${verifier}`, async () => {
        const all = proofs.filter(({ protocol }) => protocol === "groth16");
        // BigInt takes long: the small circuit of each curve there, unchanged (what it refuses: hostile_claims)
        const few = ["mimc_tiny", "mimc_bls"].map((name) => all.find(({ circuit }) => circuit === name));
        for (const row of verifier === "ffturbo/bigint" ? few : all) {
            expect(await verify(vkeyOf(row), row.publicSignals, row.proof), row.circuit).to.equal(true);
            if (verifier === "ffturbo/bigint") continue;
            for (const [signals, proof] of changes(row))
                expect(await verify(vkeyOf(row), signals, proof), row.circuit).to.equal(false);
        }
    });

    for (const protocol of ["plonk", "fflonk"]) it(`${protocol}: snarkjs on our curve`, async () => {
        const { curve_bn128: before } = globalThis, own = await getCurveFromName("bn128", { singleThread: true });
        let asked = 0;
        // where snarkjs looks for its curve first
        globalThis.curve_bn128 = new Proxy(own, { get: (curve, name) => { asked++; return curve[name]; } });
        try {
            const rows = proofs.filter((row) => row.protocol === protocol);
            expect(rows).to.have.length(2);
            for (const row of rows) {
                expect(await snarkjs[protocol].verify(vkeyOf(row), row.publicSignals, row.proof)).to.equal(true);
                for (const [signals, proof] of changes(row))
                    expect(await snarkjs[protocol].verify(vkeyOf(row), signals, proof)).to.equal(false);
            }
            expect(asked, "what was asked of our curve").to.be.above(10);
        } finally {
            if (before === undefined) delete globalThis.curve_bn128;
            else globalThis.curve_bn128 = before;
        }
    });
});
