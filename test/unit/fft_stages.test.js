/** Which kernel reads what a loose stage leaves: elements that only kernels of the wide table are proven to take. */
import { expect } from "chai";
import { stagesInSteps } from "../../src/kernels/fft/stages.js";

const PAIR = 8, TWIDDLE = 4, WIDE = 16;

/**
 * The passes over each pair, in order, of a transform of 2^lg elements: is the table wide, is the result loose?
 * @param {number} lg
 * @param {number} wideEntries
 * @param {boolean} byRows - one kernel with an argument for what two have otherwise
 */
function passesOf(lg, wideEntries, byRows) {
    const passes = Array.from({ length: 2 ** (lg - 2) }, () => []);
    const note = (wide, loose) => (at, half, table, blocks) => {
        for (let i = 0; i < 2 * half * blocks; i++) passes[at / PAIR + i].push({ wide, loose });
    };
    const lane = {
        stage: note(false, false), wideColumns: note(true, false), wideColumnsLoose: note(true, true),
        wide: (at, half, table, blocks, loose) => note(true, Boolean(loose))(at, half, table, blocks),
        oddTimes() {},
    };
    const layout = { pairBytes: PAIR, twiddleBytes: TWIDDLE, wideBytes: WIDE, skipsOne: false };
    const on = { byRows, lane, layout, table: 0, wideTable: 0, wideEntries, roots: 0 };
    for (const block of [0, 1]) {
        passes.forEach((pass) => { pass.length = 0; });
        for (const work of stagesInSteps(on, 0, lg - 1, 1, block, lg)) void work;
        expect(new Set(passes.map((pass) => pass.length))).to.deep.equal(new Set([lg - 2]));
    }
    return passes;
}

describe("fft: stages", () => {
    for (const byRows of [true, false])
        it(`what a loose stage leaves is read by a wide one, not loose again, ${byRows ? "by rows" : "by columns"}`, () => {
            let some = 0;
            for (const lg of [4, 9, 12, 13]) for (const wideEntries of [0, 2, 2 ** 6, 2 ** 10, 2 ** 11]) {
                const loose = passesOf(lg, wideEntries, byRows).flatMap((pass) =>
                    pass.flatMap((one, i) => (one.loose ? [pass[i + 1]] : [])));
                const wrong = loose.filter((next) => !next?.wide || next.loose);
                expect(wrong, `2^${lg}, ${wideEntries} entries`).to.deep.equal([]);
                some += loose.length;
            }
            expect(some).to.be.above(0);
        });
});
