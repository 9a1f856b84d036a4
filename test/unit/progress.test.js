/** How far all phases together are, and what each of them costs. */
import { expect } from "chai";
import { createProgress } from "../../src/files/progress.js";
import { costsOf } from "../../src/protocols/groth16/costs.js";

const zkey = (more) => ({
    nVars: 2 ** 16, domainSize: 2 ** 16, nCoefficients: 2 ** 18, sG1: 64, curve: { n8r: 32 }, ...more,
});
const witness = (value, n = 2 ** 16) => new Uint8Array(32 * n).fill(value);
const bits = witness(0).map((_, i) => Number(i % 32 === 0));
const all = (costs) => Object.values(costs).reduce((a, b) => a + b);

describe("progress of a proof", () => {
    it("weighs phases by their costs, and is 1 when all are done", () => {
        const seen = [], progress = createProgress(({ phase, done, total, overall }) => {
            seen.push([phase, done, total, Number(overall.toFixed(6))]);
        });
        progress.begin("witness", 4).advance(4); // before anybody knows
        progress.plan({ witness: 1, A: 2, H: 7 });
        const a = progress.begin("A", 10), h = progress.begin("H", 0);
        a.advance(5);
        h.advance(0);
        a.advance(5);
        expect(seen).to.deep.equal([
            ["witness", 0, 4, 0], ["witness", 4, 4, 0],
            ["A", 0, 10, 0.1], ["H", 0, 0, 0.8],
            ["A", 5, 10, 0.9], ["H", 0, 0, 0.9], ["A", 10, 10, 1],
        ]);
    });

    it("is that of the phase where there is only one", () => {
        const seen = [], progress = createProgress(({ overall }) => seen.push(overall));
        progress.only("points", 4).advance(1);
        expect(seen).to.deep.equal([0, 0.25]);
    });

    it("times the phases that ended, in the order in which they began", () => {
        const progress = createProgress(undefined), before = progress.elapsed();
        expect(progress.timings()).to.deep.equal([]);
        const [one, two] = ["one", "two", "three"].map((phase) => progress.begin(phase, 1));
        two.end();
        one.end();
        const timings = progress.timings();
        expect(timings.map(({ phase }) => phase)).to.deep.equal(["one", "two"]);
        for (const { start, end } of timings) {
            expect(start).to.be.at.least(before);
            expect(end).to.be.at.least(start).and.at.most(progress.elapsed());
        }
        for (const value of [timings, ...timings]) expect(Object.isFrozen(value)).to.equal(true);
    });

    it("never goes back, also when plans change or a phase begins again", () => {
        const seen = [], progress = createProgress(({ overall }) => seen.push(overall));
        progress.plan({ A: 1, C: 1 });
        progress.begin("A", 2).advance(2);
        progress.begin("A", 2).advance(1);
        progress.plan({ A: 1, C: 9 });
        progress.begin("C", 3).advance(4); // more than was announced
        expect(seen).to.deep.equal([0, 0.5, 0.5, 0.5, 0.5, 0.95]);
    });

    it("knows that bits cost less than full values, long sums more than short ones, wide fields more", () => {
        const options = { check: false }, full = costsOf(zkey(), witness(7), options);
        const ofBits = costsOf(zkey(), bits, options);
        expect(ofBits.A).to.be.below(full.A / 4);
        expect(ofBits.H, "H never is short").to.equal(full.H);
        expect(all(costsOf(zkey({ nVars: 2 ** 12, domainSize: 2 ** 12, nCoefficients: 1 }), witness(7), options)))
            .to.be.below(all(full) / 8);
        expect(costsOf(zkey({ sG1: 96 }), witness(7), options).A).to.be.closeTo(2.07 * full.A, 0.1 * full.A);
        expect(full.B2).to.be.above(full.A);
    });

    it("plans what there will be", () => {
        const names = (options) => Object.keys(costsOf(zkey(), bits, options));
        expect(names({ check: false })).to.not.include("check").and.not.include("points");
        expect(names({ check: true, paranoid: true })).to.include.members(["check", "points"]);
        const tiny = costsOf(zkey({ nVars: 1, domainSize: 1, nCoefficients: 0 }), witness(1, 1), { check: true });
        for (const [phase, cost] of Object.entries(tiny)) expect(cost, phase).to.be.within(0, 1000);
    });
});
