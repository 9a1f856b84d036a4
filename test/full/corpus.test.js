/**
 * Real circuits, where the corpus is at hand: every circuit under every proof system it has keys for, proofs crossing
 * both ways.
 */
import { existsSync } from "node:fs";
import { expect } from "chai";
import { circuitsIn, corpus } from "../support/circuits.js";
import { openClient } from "../support/client.js";
import { proveAndCross, verifyBothWays } from "../support/cross.js";
import { root, turboProject } from "../support/scratch.js";

/** What the corpus holds: six circuits under groth16, one of them under plonk and fflonk too. */
const CIRCUITS = 8;

describe(`the corpus of real circuits (${existsSync(corpus) ? "present" : "absent: set CORPUS to its folder"})`, function () {
    this.timeout(600_000);
    const circuits = circuitsIn(corpus);
    let turbo, plain;
    before(function () {
        if (!existsSync(corpus)) return this.skip();
        turbo = openClient(turboProject());
        plain = openClient(root);
    });
    after(() => Promise.all([turbo?.close(), plain?.close()]));

    it("is complete", () => expect(circuits).to.have.length(CIRCUITS));
    for (const circuit of circuits) {
        it(`${circuit.title}: proved by ffturbo, verified by both`, () =>
            proveAndCross(circuit, turbo, [turbo, plain]));
        it(`${circuit.title}: proved by ffjavascript, verified by ffturbo`, () =>
            proveAndCross(circuit, plain, [turbo]));
        it(`${circuit.title}: the proof that came with the corpus verifies`, () => verifyBothWays(circuit, turbo));
    }
});
