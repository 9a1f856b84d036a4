/** The bounds of sums that are reduced late: they hold for every field that we have, and refuse what would not fit. */
import { expect } from "chai";
import { largestTop, MOST, sumBounds, sumPlan } from "../../scripts/wasm/constraints/plan.js";
import { RECORDS } from "../../src/params/records.js";

const LIMIT = 2n ** 64n;

describe("sums of products that are reduced late", () => {
    for (const { name, fr: { p, n8 } } of RECORDS) it(`stay in their ranges: ${name}`, () => {
        const { columnMax, sideMax, lastMax } = sumBounds(sumPlan(n8), p);
        expect(columnMax < LIMIT, "columns").to.equal(true);
        expect(sideMax < 4n << BigInt(8 * n8), "sides").to.equal(true);
        expect(lastMax < 2n * p, "the last sum is compared with 0 and p alone").to.equal(true);
    });

    it("refuse one more product", () => {
        const { fr: { p, n8 } } = RECORDS.find(({ name }) => name === "bn128");
        expect(() => sumBounds(sumPlan(n8), p, MOST)).not.to.throw();
        expect(() => sumBounds(sumPlan(n8), p, MOST + 1)).to.throw(RangeError, /expected columns below 2\^64, got 65 bits/);
    });

    it("refuse a modulus that a last sum does not fit", () => {
        const p = 2n ** 229n - 1n; // with R = 2^232, 16 p^2 / R is above p
        expect(() => sumBounds({ ...sumPlan(32), n: 8 }, p)).to.throw(RangeError, /expected a last sum below 2 p/);
    });

    it("refuse products that one subtraction does not bring below 2 p", () => {
        expect(() => sumBounds(sumPlan(32), 2n ** 256n - 189n, 33)).to.throw(RangeError, /brings below 2 p/);
    });

    it("take sums with a top word up to four times that of the order, in a word", () => {
        expect(largestTop(5n << 192n, 4)).to.equal(20n);
        expect(largestTop(2n ** 64n - 59n, 1)).to.equal(LIMIT - 1n);
        expect(largestTop((2n ** 62n << 192n) - 1n, 4)).to.equal(4n * (2n ** 62n - 1n));
    });
});
