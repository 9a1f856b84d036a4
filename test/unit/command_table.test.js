/** Every command of the table is one that can be called, wherever it is loaded from. */
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { commands } from "../../bin/lib/commands.mjs";
import { circuitFacts } from "../../bin/lib/info_circuit.mjs";
import { COMMANDS } from "../../bin/lib/usage.mjs";
import { r1csOf } from "../support/made_circuit.js";

/** What a command asks first is its request. */
const ASKED = new Error("asked"), ask = () => { throw ASKED; }, request = new Proxy({}, { get: ask, ownKeys: ask });

describe("the table of commands", () => {
    // help is answered before anything is looked up
    for (const name of Object.keys(COMMANDS).filter((one) => one !== "help")) it(`has ${name}`, async () => {
        expect(Object.keys(commands)).to.include(name);
        expect(await commands[name](request, new AbortController().signal).catch((error) => error)).to.equal(ASKED);
    });
});

it("what proofs of a circuit take is said for as many threads as there are processors, or for those asked for", async () => {
    const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
    const system = r1csOf({ r, n8: 32 }, [[[[1, 1n]], [[2, 1n]], [[3, 1n]]]], { signals: 4, publicInputs: 1 });
    const { signal } = new AbortController();
    expect((await circuitFacts(system, undefined, {}, signal)).threads).to.equal(availableParallelism());
    expect((await circuitFacts(system, undefined, { threads: 7 }, signal)).threads).to.equal(7);
});
