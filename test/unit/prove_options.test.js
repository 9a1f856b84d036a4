/** The options of proving and what they say of memory: defaults, borders, refusals. */
import { expect } from "chai";
import { footprintOf } from "../../src/protocols/groth16/memory.js";
import { checkMemory, expectedMemory, leastMemory, planMemory } from "../../src/protocols/key/memory.js";
import { readOptions } from "../../src/protocols/key/options.js";
import { runnerOptions } from "../../src/protocols/key/program.js";
import { brandProverCurve, isProverCurve } from "../../src/curves/brand.js";
import { configure } from "../../src/curves/config.js";
import { PROTOCOL } from "../../src/pool/protocol.js";

const read = (options) => readOptions("prove", options);
const code = (body) => { try { body(); return "nothing"; } catch (error) { return error.code; } };

describe("options of proving", () => {
    it("have defaults", () => {
        const defaults = {
            check: true, memory: 1073741824, readTimeout: 120000, witnessTimeout: 600000, witnessMemory: 4294967296,
            rewrite: true,
        };
        for (const options of [undefined, {}, { check: undefined, memory: null, threads: null }])
            expect(read(options)).to.deep.equal(defaults);
        expect(Object.isFrozen(read({}))).to.equal(true);
        expect(read({ check: false, threads: 0 })).to.deep.equal({ ...defaults, check: false, threads: 0 });
    });

    it("are a record of known names", () => {
        for (const options of [null, 5, "check", true]) expect(code(() => read(options))).to.equal("ERR_OPTION");
        for (const name of ["Check", "tier", "toString", "__proto__x"])
            expect(code(() => read({ [name]: true }))).to.equal("ERR_OPTION");
    });

    const call = () => {}, { signal } = new AbortController();
    for (const [name, good, bad] of [
        ["threads", [0, 1, 64], [-1, 0.5, NaN, Infinity, "2", true, 2 ** 53]],
        ["memory", [2 ** 24, 2 ** 24 + 0.5, Infinity], [2 ** 24 - 1, 0, -1, NaN, "1g", true]],
        ["onProgress", [call], [5, {}, "call"]],
        ["onLog", [call], [5, {}, "call"]],
        ["signal", [signal], [5, {}, "signal", { addEventListener: 1 }]],
        ["check", [true, false], [0, 1, "true"]],
        ["paranoid", [true, false], [0, 1, "true"]],
        ["timings", [true, false], [0, 1, "true"]],
        ["rewrite", [true, false], [0, 1, "true"]],
        ["gpu", ["auto", "enabled", "disabled"], [true, 1, "yes"]],
        ["readTimeout", [0.5, 1, Infinity], [0, -1, NaN, "5", true]],
        ["witnessTimeout", [0.5, 1, Infinity], [0, -1, NaN, "5", true]],
        ["witnessMemory", [65536, Infinity], [65535, 0, -1, NaN, "5", true]],
        ["curve", [], [5, {}, { name: "bn128", tm: {} }]],
    ]) it(`${name}: both sides of what passes`, () => {
        for (const value of good) expect(read({ [name]: value })[name]).to.equal(value);
        for (const value of bad) expect(code(() => read({ [name]: value })), String(value)).to.equal("ERR_OPTION");
    });
});

describe("the runner of a witness", () => {
    const alone = { tm: { singleThread: true } }, shared = { tm: { singleThread: false } };
    const isHere = (options) => runnerOptions(options).here;
    afterEach(() => configure({ singleThread: undefined, threads: undefined }));

    it("is this thread where the proof is, and a worker otherwise", () => {
        expect([{}, { curve: shared }, { threads: 2 }, { threads: 2, curve: alone }].map(isHere))
            .to.deep.equal([false, false, false, false]);
        expect([{ threads: 0 }, { curve: alone }, { threads: 0, curve: shared }].map(isHere))
            .to.deep.equal([true, true, true]);
    });

    it("is as the program is configured, where the proof does not say", () => {
        configure({ threads: 0 });
        expect([{}, { curve: shared }, { threads: 1 }].map(isHere)).to.deep.equal([true, true, false]);
        configure({ threads: undefined, singleThread: true });
        expect([{}, { threads: 1 }].map(isHere), "no workers for anything").to.deep.equal([true, true]);
    });
});

describe("the brand of a curve", () => {
    const branded = (tm) => { const curve = { name: "bn128", tm }; brandProverCurve(curve); return curve; };

    it("is what provers look for, on a pool that understands the same messages", () => {
        expect(isProverCurve(branded({ protocol: PROTOCOL }))).to.equal(true);
        for (const other of [branded({ protocol: "other" }), branded(undefined), { tm: { protocol: PROTOCOL } }, null])
            expect(isProverCurve(other)).to.equal(false);
        expect(Object.keys(branded({})), "not among its members").to.deep.equal(["name", "tm"]);
    });

    it("is known to other copies of this package, and has a version", () => {
        const key = Symbol.for("ffturbo.curve"), tm = { protocol: PROTOCOL };
        expect([1, 2].map((version) => isProverCurve({ tm, [key]: version }))).to.deep.equal([true, false]);
    });
});

describe("memory of a proof", () => {
    const mb = 2 ** 20, file = { name: "k.zkey" };
    const sizes = { sG1: 64, sG2: 128, curve: { n8r: 32 }, file };
    const keyOf = (nVars, lg) => footprintOf({ nVars, domainSize: 2 ** lg, ...sizes });
    const key = (lg) => keyOf(2 ** lg, lg);

    it("is at least the witness and three columns", () => {
        expect(keyOf(1000, 11).fixed).to.equal((1000 + 3 * 2048) * 32);
        const least = key(16).fixed;
        for (const enough of [least, 2 ** 30]) checkMemory("prove", key(16), enough);
        const [error] = [0, least - 1].map((few) => {
            try {
                return checkMemory("prove", key(16), few);
            } catch (refused) {
                return refused;
            }
        });
        expect(error.code).to.equal("ERR_LIMIT");
        expect(error.message).to.equal(
            `prove: expected memory of at least ${least} bytes for the witness and the columns of k.zkey, got 0; raise memory`,
        );
    });

    for (const lg of [8, 12, 16, 18, 20, 22]) for (const workers of [1, 2, 3, 8, 64]) {
        it(`2^${lg} with ${workers} workers: is within what is allowed, or the least`, () => {
            const least = planMemory(key(lg), 0, workers).held;
            let before = Infinity;
            for (let memory = 2 ** 33; memory >= mb; memory /= 2) {
                const { held, chunkBytes, budgetBytes } = planMemory(key(lg), memory, workers);
                expect(held).to.be.at.most(Math.max(memory, least));
                expect(held, "less where less is allowed").to.be.at.most(before);
                expect(chunkBytes).to.be.within(mb, 16 * mb);
                expect(budgetBytes, "room for every worker and one more").to.be.at.least(
                    Math.min((workers + 1) * chunkBytes, 2 ** lg * 64));
                before = held;
            }
        });
    }

    for (const [lg, mib] of [[8, 1], [12, 1], [13, 1], [14, 2], [15, 4], [16, 8], [18, 8], [19, 16], [20, 16]])
        it(`2^${lg}: chunks of ${mib} MiB where much is allowed, since larger ones are worth nothing`, () => {
            expect(planMemory(key(lg), 2 ** 40, 2).chunkBytes).to.equal(mib * mb);
        });

    it("has parts of the key that are needed again, where they may be kept", () => {
        const load = key(16), again = 50 * mb, twice = { ...load, again };
        const [little, much] = [0, 2 ** 40].map((memory) => planMemory(twice, memory, 2));
        expect([little.keep, little.held]).to.deep.equal([false, planMemory(load, 0, 2).held]);
        expect(much.keep).to.equal(true);
        expect(much.held).to.be.above(again + twice.fixed);
    });

    it("is at least the smallest plan, or what an option takes", () => {
        for (const workers of [0, 1, 2, 8]) {
            const least = leastMemory(key(20), workers);
            expect(least).to.equal(planMemory(key(20), 0, workers).held);
            expect(planMemory(key(20), least, workers).held).to.equal(least);
        }
        expect(leastMemory(key(4), 1)).to.equal(2 ** 24);
    });

    it("counts witness, columns, the memories of workers, and points with their scalars on their way", () => {
        const { held, chunkBytes, sequence, budgetBytes } = planMemory(key(20), 2 ** 30, 2);
        expect(chunkBytes).to.equal(16 * mb);
        expect(sequence).to.equal(true);
        expect(budgetBytes).to.equal(3 * 1.5 * 16 * mb);
        const sum = 10 * mb + Math.ceil(2.2 * 16 * mb), transform = (80 + 44) * mb + 240 * 4096;
        expect(held).to.equal(4 * 32 * mb + 2 * (2 * mb + sum) + (transform - sum) + budgetBytes);
    });

    it("has smaller chunks where less is allowed, and columns in turns where workers would wait for them", () => {
        expect(planMemory(key(20), 2 ** 28, 2).chunkBytes).to.equal(8 * mb);
        expect(planMemory(key(18), 0, 2).chunkBytes).to.equal(2 * mb);
        expect(planMemory(key(16), 2 ** 30, 2).sequence).to.equal(false);
        expect(planMemory(key(17), 2 ** 30, 2).sequence).to.equal(true);
        expect(planMemory(key(20), 2 ** 31, 8).sequence).to.equal(false);
        expect(planMemory(key(20), 2 ** 29, 8).sequence).to.equal(true);
    });

    it("of a process is what the plan holds, and the host's and the workers' own", () => {
        for (const workers of [2, 8]) for (const memory of [2 ** 28, 2 ** 30])
            expect(expectedMemory(key(17), memory, workers) - planMemory(key(17), memory, workers).held)
                .to.equal(Math.round((68 + 13 * workers + 0.4 * (40 - 32)) * mb));
        for (const [workers, own] of [[1, 1], [2, 1], [3, 2]])
            expect(expectedMemory(key(12), 2 ** 30, workers) - planMemory(key(12), 2 ** 30, workers).held, "a short proof")
                .to.equal((68 + 13 * own) * mb);
        const [many, one] = [8, 1].map((workers) => expectedMemory(key(8), 2 ** 30, workers));
        expect(many, "no worker starts for so little").to.equal(one);
    });
});
