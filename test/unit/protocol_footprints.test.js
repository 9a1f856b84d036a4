/** What each protocol says of its proofs before they begin: memory, costs and facts of a key, at the borders. */
import { expect } from "chai";
import * as fflonk from "../../src/protocols/fflonk/memory.js";
import { costsOf as fflonkCosts } from "../../src/protocols/fflonk/costs.js";
import { costsOf as groth16Costs } from "../../src/protocols/groth16/costs.js";
import { factsOf as groth16Facts } from "../../src/protocols/groth16/info.js";
import * as groth16 from "../../src/protocols/groth16/memory.js";
import { transformBytes } from "../../src/protocols/key/memory.js";
import { costsOf as plonkCosts } from "../../src/protocols/plonk/costs.js";
import { factsOf as plonkFacts } from "../../src/protocols/plonk/info.js";
import * as plonk from "../../src/protocols/plonk/memory.js";

const SIZES = { sG1: 64, sG2: 128, curve: { n8r: 32 } }, BIT = 2 ** 20;

describe("what a proof holds", () => {
    for (const [what, nVars, domainSize, wanted] of [
        ["rows of a task", 100, 64,
            { fixed: 9344, columns: 3, points: 29_696, largest: 12_800, beside: 64 * 300 }],
        ["a task without the witness", BIT, 2 ** 18, { fixed: 58_720_256, largest: 2 ** 27, beside: 2 ** 22 }],
        ["a witness of 4 MiB goes along", 2 ** 17, 2 ** 19, { fixed: 54_525_952, largest: 2 ** 25, beside: 2 ** 23 }],
        ["one of what workers share as well", BIT - 3 * 2 ** 16, 2 ** 16,
            { fixed: 2 ** 25, points: 222_298_112, beside: 2 ** 16 * 300 }],
        ["no longer one", BIT - 3 * 2 ** 16 + 1, 2 ** 16, { fixed: 2 ** 25 + 32, beside: 2 ** 22 }],
    ]) it(`of Groth16: ${what}`, () =>
        expect(groth16.footprintOf({ nVars, domainSize, ...SIZES })).to.deep.include(wanted));

    for (const [what, nVars, domainSize, wanted] of [
        ["lists of a coset", 1000, 1024,
            {
                fixed: 426_816, columns: 8, points: 65_920, largest: 65_920, again: 328_064, inTurn: 131_072,
                beside: 528_384,
            }],
        ["and a transform", 1000, 2 ** 17,
            { fixed: 50_365_248, again: 41_943_424, beside: 9 * 2 ** 22 + transformBytes(2 ** 17) }],
        ["wires with their additions", 2 * BIT, 2 ** 17, { beside: (2 * BIT + 50) * 32 + 50 * 72 }],
    ]) it(`of PLONK: ${what}`, () => {
        const powers = { points: domainSize + 6 };
        expect(plonk.footprintOf({ nVars, nAdditions: 50, domainSize, powers, ...SIZES })).to.deep.include(wanted);
    });

    for (const [what, domainSize, points, wanted] of [
        ["all rows", 1024, 9234, {
            fixed: 1_506_560, columns: 3, points: 590_976, largest: 590_976, again: 9 * 1024 * 64, beside: 528_384,
        }],
        ["all rows of more", 8192, 90_000, { fixed: 11_828_480, points: 5_760_000, beside: 4_227_072 }],
    ]) it(`of FFLONK: ${what}`, () => {
        const powers = { points, pointBytes: 64 };
        expect(fflonk.footprintOf({ nVars: 1000, domainSize, powers, ...SIZES })).to.deep.include(wanted);
    });

    it("is of the key that was asked about", () => {
        const key = { nVars: 1, nAdditions: 0, domainSize: 8, powers: { points: 14, pointBytes: 64 }, ...SIZES };
        for (const { footprintOf } of [groth16, plonk, fflonk]) expect(footprintOf(key).key).to.equal(key);
    });
});

describe("what phases of a proof cost", () => {
    /** 1024 values, of which each fourth is looked at; 100 of these have a byte above the lowest eight. */
    const witness = new Uint8Array(1024 * 32);
    for (let i = 0; i < 1024; i++) witness.fill(255, i * 32, i * 32 + 8);
    for (let i = 0; i < 100; i++) witness[i * 4 * 32 + 8 + (i % 24)] = 1;
    const near = (costs) => Object.fromEntries(Object.entries(costs).map(([name, cost]) =>
        [name, Number(cost.toFixed(5))]));
    const checked = { check: true, paranoid: true };

    it("in Groth16", () => {
        const key = { nVars: 1024, domainSize: 2048, nCoefficients: 5000, ...SIZES };
        const wanted = { witness: 0.03072, coefficients: 1, fft: 1.08134, A: 1.69984, B2: 2.03981,
            C: 2.1248, H: 9.8304 };
        expect(near(groth16Costs(key, witness, {}))).to.deep.equal(wanted);
        expect(near(groth16Costs(key, witness, checked))).to.deep.equal({ ...wanted, check: 8, points: 204.8 });
        const present = { A: 1, B: 0.5 }, known = groth16Costs({ ...key, present }, witness, {});
        expect(near(known)).to.deep.equal({ ...wanted, A: 2.1248, B2: 2.54976 });
        const least = { nVars: 0, domainSize: 1, nCoefficients: 0, ...SIZES, sG1: 96 };
        expect(near(groth16Costs(least, new Uint8Array(0), checked))).to.deep.equal({
            witness: 0, coefficients: 0, fft: 0.00005, A: 0, B2: 0, C: 0, H: 0.01452, check: 16.59794,
            points: 0.08299,
        });
    });

    it("in PLONK", () => {
        const key = { nVars: 1024, domainSize: 2048, power: 11, powers: { points: 2054 }, ...SIZES };
        const sums = (each) => Object.fromEntries(["A", "B", "C", "Z", "T1", "T2", "T3", "Wxi", "Wxiw"].map((name) =>
            [name, each]));
        const wanted = { witness: 0.03072, quotient: 31.27706, ...sums(9.85747) };
        expect(near(plonkCosts(key, witness, {}))).to.deep.equal(wanted);
        expect(near(plonkCosts({ ...key, sG1: 96 }, witness, checked))).to.deep.equal({
            ...wanted, ...sums(20.45171), check: 16.59794, points: 170.46087,
        });
    });

    it("in FFLONK", () => {
        const key = { nVars: 1024, domainSize: 2048, powers: { points: 18_450 }, ...SIZES };
        const wanted = { witness: 0.03072, key: 0.52429, C1: 44.39669, C2: 44.39669, W1: 71.21272, W2: 76.78799 };
        expect(near(fflonkCosts(key, witness, {}))).to.deep.equal(wanted);
        expect(near(fflonkCosts(key, witness, checked))).to.deep.equal({ ...wanted, check: 8, points: 738 });
    });
});

describe("facts of a key", () => {
    /** The last coefficient of a Groth16 key names the last public signal, in a row after all constraints. */
    async function constraintsOf(record, nCoefficients = 9) {
        const asked = [], read = async (...where) => {
            asked.push(where);
            return new Uint8Array(Uint32Array.from(record).buffer);
        };
        const key = { file: { read }, nCoefficients, nPublic: 3, domainSize: 64, curve: { n8r: 32 } };
        const facts = await groth16Facts(key);
        expect(facts).to.include({ domainSize: 64, coefficients: nCoefficients });
        expect(asked).to.deep.equal(nCoefficients ? [[4, 4 + 8 * 44, 12]] : []);
        return facts.constraints;
    }

    for (const [what, record, constraints] of [
        ["rows before those of the public signals", [0, 10, 3], 7], ["none", [0, 3, 3], 0],
        ["of matrix B", [1, 10, 3], undefined], ["of another signal", [0, 10, 2], undefined],
        ["of too early a row", [0, 2, 3], undefined],
    ]) it(`Groth16, constraints, if the last coefficient says so: ${what}`, async () =>
        expect(await constraintsOf(record)).to.equal(constraints));

    it("Groth16, none without coefficients", async () => expect(await constraintsOf([0, 10, 3], 0)).to.equal(undefined));

    it("PLONK", async () => {
        const key = { domainSize: 16, nConstraints: 12, nAdditions: 3, more: true };
        expect(await plonkFacts(key)).to.deep.equal({ domainSize: 16, constraints: 12, additions: 3 });
    });
});
