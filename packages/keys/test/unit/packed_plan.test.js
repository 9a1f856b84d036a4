/** How a key is cut into ranges before it is packed. */
import { expect } from "chai";
import { KIND, MOST_RANGE } from "../../src/packed/format.js";
import { planRanges } from "../../src/packed/plan.js";

const curve = { n8q: 32, n8r: 32 }, START = 8192, POINTS = 50_000;

/** Ranges of a file that has one section of this content, and a byte before and behind it. */
const planOf = (content, length) => planRanges(
    { file: { sections: new Map([[5, { offset: START, size: length }]]) }, domainSize: 8, curve },
    { 5: content }, START + length + 1,
);

describe("the ranges of a key", () => {
    for (const [content, size] of [["G1", 64], ["G2", 128]])
        it(`have whole triples of ${content}, but for the last one, and no more bytes than a block may have`, () => {
            const ranges = planOf(content, POINTS * size).filter(({ kind }) => kind === KIND[content]);
            expect(ranges.length).to.be.above(2);
            expect(ranges.reduce((at, { start, length }) => {
                expect(start).to.equal(at);
                return at + length;
            }, START)).to.equal(START + POINTS * size);
            for (const { length } of ranges.slice(0, -1)) expect(length / size % 3).to.equal(0);
            for (const { length } of ranges) expect(length).to.be.at.most(MOST_RANGE);
            for (const { length } of ranges.slice(0, -1)) expect(length).to.be.above(MOST_RANGE / 2);
        });

    it("have rows of coefficients behind the number of them, and all bytes of the file once", () => {
        const ranges = planOf("coefficients", 4 + 44 * 30_000), rows = ranges.filter(({ kind }) => kind === KIND.ROWS);
        expect(rows[0].start).to.equal(START + 4);
        const counts = rows.map(({ length }) => length / 44);
        expect(counts, "as many as fit, a power of two").to.deep.equal([2 ** 14, 30_000 - 2 ** 14]);
        expect(ranges.reduce((at, { start, length }) => {
            expect(start).to.equal(at);
            return at + length;
        }, 0)).to.equal(START + 4 + 44 * 30_000 + 1);
    });
});
