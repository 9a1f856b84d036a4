/** The options of proving and what they say of memory: defaults, borders, refusals. */
import { expect } from "chai";
import { expectedMemory, fixedBytes, planMemory } from "../../src/protocols/groth16/memory.js";
import { readOptions } from "../../src/protocols/groth16/options.js";

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

describe("memory of a proof", () => {
    const zkey = { nVars: 1000, domainSize: 2048, sG1: 64, sG2: 128, curve: { n8r: 32 } };

    it("is at least the witness and five columns", () => expect(fixedBytes(zkey)).to.equal((1000 + 5 * 2048) * 32));

    it("is planned from what is left, and from nothing where nothing is", () => {
        const plan = planMemory(zkey, 2 ** 30, 4), less = planMemory(zkey, 2 ** 26, 4);
        expect(plan.budgetBytes).to.be.above(less.budgetBytes);
        expect(plan.budgetBytes).to.be.at.most(2 ** 30 - fixedBytes(zkey));
        expect(planMemory(zkey, 0, 4)).to.deep.equal(planMemory(zkey, fixedBytes(zkey), 4));
        expect(planMemory(zkey, 1, 4)).to.deep.equal(planMemory(zkey, 0, 4));
    });

    it("of a process counts host, workers, columns, transforms and points", () => {
        const mb = 2 ** 20, points = 6 * 2048 * 64, transform = 2 * 2048 * 32;
        expect(expectedMemory(zkey, 2 ** 30, 0)).to.equal(64 * mb + fixedBytes(zkey) + 3 * points);
        expect(expectedMemory(zkey, 2 ** 30, 2)).to.equal(88 * mb + fixedBytes(zkey) + 2 * transform + 3 * points);
        expect(expectedMemory(zkey, 2 ** 30, 8)).to.equal(160 * mb + fixedBytes(zkey) + 3 * transform + 3 * points);
        const large = { ...zkey, domainSize: 2 ** 24 }, { budgetBytes } = planMemory(large, 2 ** 30, 2);
        expect(expectedMemory(large, 2 ** 30, 2))
            .to.equal(88 * mb + fixedBytes(large) + 2 * 2 * 2 ** 24 * 32 + 3 * budgetBytes);
    });
});
