/**
 * PLONK beside co-plonk, an independent prover for the same keys: what its own tests expect of every round, where the
 * blinding is 0, 1, … 10, and the proofs that it verifies, on two curves.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { proveWith } from "../../src/protocols/key/prove.js";
import { prover } from "../../src/protocols/plonk/entry.js";
import { verify } from "../../src/protocols/plonk/index.js";
import { BLINDING, createProofWith } from "../../src/protocols/plonk/prove.js";

const read = (name) => readFileSync(new URL(`co-plonk/${name}`, import.meta.url));

describe("vectors of co-plonk", function () {
    this.timeout(60_000);

    it("every commitment and every value of multiplier2 on bn128", async () => {
        const make = (context, controller) => {
            const { Fr } = context.curve;
            return createProofWith(context, controller, Array.from({ length: BLINDING }, (_, i) => Fr.e(BigInt(i))));
        };
        const known = { ...prover, steps: { ...prover.steps, createProof: make } };
        const files = ["zkey", "wtns"].map((name) => new Uint8Array(read(`multiplier2.${name}`)));
        const { proof } = await proveWith([known], ...files, {});
        const want = JSON.parse(read("multiplier2.json"));
        expect(Object.keys(want).length, "nine commitments and six values").to.equal(15);
        expect({ ...proof }).to.include.all.keys(Object.keys(want));
        for (const [name, value] of Object.entries(want)) expect(proof[name], name).to.deep.equal(value);
    });

    for (const { name, key, signals, proof } of JSON.parse(read("proofs.json"))) it(`proof of ${name}`, async () => {
        expect(await verify(key, signals, proof)).to.equal(true);
        const other = [String(BigInt(signals[0]) + 1n), ...signals.slice(1)];
        expect(await verify(key, other, proof), "another signal").to.equal(false);
    });
});
