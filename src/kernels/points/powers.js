/**
 * Powers of many coordinates, all with one exponent, whose steps the caller gives: on lanes a row of units at a time,
 * or in the base module one coordinate after the other.
 * @module kernels/points/powers
 */
/** @import { Functions } from "../types.js" */
/** @import { PointContext } from "./context.js" */

/**
 * What is raised, and how. Steps are bytes: 0 squares the result, k multiplies it by entry k - 1 of a table, or begins
 * with it. The table has the first `odd` odd powers of each base: of the coordinate and, in Fp2, of its conjugate.
 * @typedef {object} Powers
 * @property {number} size - bytes of a coordinate
 * @property {number} n8 - bytes of an element of Fp
 * @property {Uint8Array} steps
 * @property {number} odd
 */

/**
 * What it works with.
 * @typedef {object} On
 * @property {import("../../runtime/memory.js").Arena} arena
 * @property {Functions} field - of the coordinates, in the base module
 * @property {Functions} prime - the prime field, likewise
 */

/**
 * Conjugates in Fp2, which are p-th powers.
 * @param {On} on @param {Powers} powers @param {number} from @param {number} n @param {number} to
 */
function conjugates({ field, prime }, { size, n8 }, from, n, to) {
    for (let at = 0; at < n * size; at += size) {
        field.copy(from + at, to + at);
        prime.neg(to + at + n8, to + at + n8);
    }
}

/**
 * Addresses of the bases: coordinates, one list after the other.
 * @param {On} on @param {Powers} powers @param {number} from @param {number} n @returns {number[]}
 */
function basesOf(on, powers, from, n) {
    if (powers.size === powers.n8) return [from];
    const second = on.arena.alloc(n * powers.size);
    conjugates(on, powers, from, n, second);
    return [from, second];
}

/**
 * Follows the steps: the place of the result.
 * @param {Uint8Array} steps
 * @param {(entry: number) => number} entry - place of an entry of the table
 * @param {readonly number[]} spare - two places
 * @param {(x: number, y: number, z: number) => void} mul
 * @param {(x: number, z: number) => void} square
 */
function follow(steps, entry, spare, mul, square) {
    let acc = entry(steps[0] - 1), next = 0;
    for (let i = 1; i < steps.length; i++, next ^= 1) {
        if (steps[i]) mul(acc, entry(steps[i] - 1), spare[next]);
        else square(acc, spare[next]);
        acc = spare[next];
    }
    return acc;
}

/**
 * In the base module.
 *   in      from  n coordinates
 *   out     from  their powers
 * @param {On} on
 * @param {Powers} powers
 * @param {number} from
 * @param {number} n
 */
export function raiseInBase(on, powers, from, n) {
    const { arena, field } = on, { size, odd, steps } = powers, mark = arena.mark();
    const bases = basesOf(on, powers, from, n), table = arena.alloc((bases.length * odd + 3) * size);
    const entry = (/** @type {number} */ k) => table + k * size, top = bases.length * odd;
    const spare = [0, 1, 2].map((k) => entry(top + k));
    for (let i = 0; i < n; i++) {
        bases.forEach((base, b) => {
            field.copy(base + i * size, entry(b * odd));
            field.square(entry(b * odd), spare[2]);
            for (let k = 1; k < odd; k++) field.mul(entry(b * odd + k - 1), spare[2], entry(b * odd + k));
        });
        field.copy(follow(steps, entry, spare, field.mul, field.square), from + i * size);
    }
    arena.release(mark);
}

/**
 * On lanes.
 *   in      from  n coordinates; what follows up to a multiple of the lanes is read, and must be coordinates
 *   out     from  their powers; what follows likewise
 * @param {On & { points: PointContext }} on
 * @param {Powers} powers
 * @param {number} from
 * @param {number} n
 */
export function raiseOnLanes(on, powers, from, n) {
    const { arena, points: { lane, degree, together, layout: { lanes, unitBytes } } } = on;
    const { size, odd, steps } = powers;
    const mark = arena.mark(), units = Math.ceil(n / lanes), row = units * degree * unitBytes;
    const bases = basesOf(on, powers, from, units * lanes), table = arena.alloc((bases.length * odd + 3) * row);
    const entry = (/** @type {number} */ k) => table + k * row, top = bases.length * odd;
    const spare = [0, 1, 2].map((k) => entry(top + k));
    lane.use(degree, together ? 1 : 0);
    bases.forEach((base, b) => {
        lane.enterRow(base, size, units, entry(b * odd));
        lane.sqrRow(entry(b * odd), units, spare[2]);
        for (let k = 1; k < odd; k++) lane.mulRow(entry(b * odd + k - 1), spare[2], units, entry(b * odd + k));
    });
    const result = follow(steps, entry, spare, (x, y, z) => void lane.mulRow(x, y, units, z),
        (x, z) => void lane.sqrRow(x, units, z));
    lane.leaveRow(result, units, from, size);
    arena.release(mark);
}
