import { expect } from "chai";
import { BLOCK_BYTES, CHUNK_BYTES, planPoints } from "../../src/util/chunk_sizes.js";

const MB = 2 ** 20;

describe("chunk sizes", () => {
    for (const workers of [1, 2, 8, 64]) for (const bytes of [0, MB, 16 * MB, 100 * MB, 1000 * MB, 2 ** 34]) {
        it(`${workers} workers and ${bytes / MB} MB: stay within the allowance, and within what pays`, () => {
            const { budgetBytes, rangeBytes } = planPoints(bytes, workers), chunk = budgetBytes / (workers + 2);
            expect(chunk).to.be.within(MB, CHUNK_BYTES);
            if (chunk > MB) expect(4 * budgetBytes, "read, posted, in the worker, in its kernel").to.be.at.most(bytes);
            if (chunk < CHUNK_BYTES) {
                expect(4 * (chunk + 1) * (workers + 2), "as large as allowed").to.be.above(bytes);
                expect(rangeBytes, "a range is a chunk for each worker").to.equal(chunk * workers);
            } else {
                expect(rangeBytes).to.equal(64 * CHUNK_BYTES * workers);
            }
        });
    }
    it("leave room for the records of a whole chunk in a block", () => expect(BLOCK_BYTES).to.equal(96 * MB));
});
