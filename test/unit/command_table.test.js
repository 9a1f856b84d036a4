/** Every command of the table is one that can be called, wherever it is loaded from. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readArguments } from "../../bin/lib/arguments.mjs";
import { commands } from "../../bin/lib/commands.mjs";
import { circuitFacts } from "../../bin/lib/info_circuit.mjs";
import { COMMANDS } from "../../bin/lib/usage.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { itInAll } from "../support/extent.js";
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

describe("a command that prints", () => {
    const folder = temporaryFolder("printed"), at = (name) => join(folder, name), { fstatSync } = fs;
    before(() => { for (const name of ["a", "b", "c"]) fs.writeFileSync(at(name), name); });
    after(() => fs.rmSync(folder, { recursive: true }));
    afterEach(() => {
        fs.fstatSync = fstatSync;
        syncBuiltinESMExports();
    });

    for (const line of [
        "info a", "verify a b c", "verify a --many b", "check a b c", "r1cs print a b", "wtns check a b c",
        "zkey verify a b c", "zkey export soliditycalldata a b", "wtns a b -o new --json",
        "wtns debug a b new c --json", "optimize a -o new --json", "prove a b - new", "prove a b new --json",
        "fullprove a b c - new", "groth16 setup a b new --json", "zkey contribute a new --json",
        "pack a -o new --json", "r1cs export json a -", "zkey export verificationkey a -", "zkey export json a -",
        "zkey export solidityverifier a -", "powersoftau export json a -",
    ]) it(`refuses to print into a file that it reads: ${line}`, async () => {
        const words = line.split(" "), read = words.filter((word) => /^[abc]$/.test(word));
        for (const name of read) {
            const own = fs.statSync(at(name), { bigint: true });
            fs.fstatSync = (fd, options) => (fd === 1 ? own : fstatSync(fd, options));
            syncBuiltinESMExports();
            const asked = readArguments(words.map((word) => (/^([abc]|new)$/.test(word) ? at(word) : word)));
            const { signal } = new AbortController(), request = { ...asked, threads: 0, quiet: true };
            const error = await commands[asked.command](request, signal).catch((failed) => failed);
            expect([error.code, error.message], name).to.deep.equal(["ERR_OPTION",
                `standard output: expected a file of its own for each result, got the same as ${at(name)}; nothing was written`]);
        }
        expect(read).not.to.have.length(0);
        expect(fs.readdirSync(folder)).to.deep.equal(["a", "b", "c"]);
    });
});

itInAll("what proofs of a circuit take is said for as many threads as there are processors, or for those asked for", async () => {
    const r = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
    const system = r1csOf({ r, n8: 32 }, [[[[1, 1n]], [[2, 1n]], [[3, 1n]]]], { signals: 4, publicInputs: 1 });
    const { signal } = new AbortController();
    expect((await circuitFacts(system, undefined, {}, signal)).threads).to.equal(availableParallelism());
    expect((await circuitFacts(system, undefined, { threads: 7 }, signal)).threads).to.equal(7);
    const memoryOf = async (memory) =>
        (await circuitFacts(system, undefined, { memory, threads: 2 }, signal)).proofs.map((one) => one.memory);
    expect(await memoryOf(undefined)).to.deep.equal(await memoryOf(2 ** 30)).and.not.deep.equal(await memoryOf(1000));
    const other = r1csOf({ r: 97n, n8: 8 }, [[[[1, 1n]], [[2, 1n]], [[3, 1n]]]], { signals: 4, publicInputs: 1 });
    expect((await circuitFacts(other, undefined, {}, signal)).proofs, "of a field that no protocol has").to.deep.equal([]);
    const names = new TextEncoder().encode("1,1,0,main.out\n2,2,0,main.a\n3,3,0,main.b\n");
    expect((await circuitFacts(system, names, {}, signal)).circuit.names.outputs).to.deep.equal(["main.out"]);
    const reason = new Error("enough"), aborted = circuitFacts(system, undefined, {}, AbortSignal.abort(reason));
    expect(await aborted.catch((error) => error)).to.equal(reason);
});
