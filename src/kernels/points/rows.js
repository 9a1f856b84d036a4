/**
 * Arithmetic on rows of coordinates: a whole row is added, multiplied, raised at once, on lanes a
 * unit of coordinates at a time, or in the base module one after the other. A formula is written
 * once for both.
 * @module kernels/points/rows
 */
/** @import { Functions } from "../types.js" */
/** @import { PointContext } from "./context.js" */

/** Lanes that a unit has at most: what is read and written beyond a row. */
export const BEYOND = 8;

/**
 * Rows of one field. An operand is an address that `row` gave; the result of a product must be
 * another one.
 * @typedef {object} Rows
 * @property {(n: number) => void} begin - from now on rows have n coordinates; before anything
 *   else, and again after rows of another field were in use
 * @property {() => number} row - room for one
 * @property {(from: number, step: number, row: number) => void} enter - coordinates, `step` bytes
 *   apart; up to BEYOND that follow are read, and must be coordinates
 * @property {(row: number, to: number, step: number) => void} leave - the opposite; up to BEYOND
 *   more are written
 * @property {(x: number, y: number, z: number) => void} mul
 * @property {(x: number, z: number) => void} square
 * @property {(x: number, y: number, z: number) => void} add - z may be an operand
 * @property {(x: number, y: number, z: number) => void} sub - likewise
 */

/**
 * @param {PointContext} points
 * @param {1 | 2} degree - of the field
 * @param {number} most - coordinates of a row
 * @returns {Rows}
 */
export function rowsOnLanes({ arena, lane, together, layout: { lanes, unitBytes } }, degree, most) {
    let units = 0;
    return {
        begin(n) {
            units = Math.ceil(n / lanes);
            lane.use(degree, together ? 1 : 0);
        },
        row: () => arena.alloc(Math.ceil(most / lanes) * degree * unitBytes),
        enter: (from, step, row) => void lane.enterRow(from, step, units, row),
        leave: (row, to, step) => void lane.leaveRow(row, units, to, step),
        mul: (x, y, z) => void lane.mulRow(x, y, units, z),
        square: (x, z) => void lane.sqrRow(x, units, z),
        add: (x, y, z) => void lane.addRow(x, y, units, z),
        sub: (x, y, z) => void lane.subRow(x, y, units, z),
    };
}

/**
 * @param {import("../../runtime/memory.js").Arena} arena
 * @param {Functions} field - of the base module
 * @param {number} size - bytes of a coordinate
 * @param {number} most - coordinates of a row
 * @returns {Rows}
 */
export function rowsInBase(arena, field, size, most) {
    let end = 0;
    const each = (/** @type {(x: number, y: number, z: number) => unknown} */ run) =>
        (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => {
            for (let at = 0; at < end; at += size) run(x + at, y + at, z + at);
        };
    const [mul, add, sub] = [field.mul, field.add, field.sub].map(each);
    return {
        begin(n) { end = n * size; },
        row: () => arena.alloc(most * size),
        enter(from, step, row) { for (let at = 0; at < end; at += size, from += step) field.copy(from, row + at); },
        leave(row, to, step) { for (let at = 0; at < end; at += size, to += step) field.copy(row + at, to); },
        mul, add, sub,
        square: (x, z) => { for (let at = 0; at < end; at += size) field.square(x + at, z + at); },
    };
}

/**
 * What is raised, and how. Steps are bytes: 0 squares the result, k multiplies it by entry k - 1 of
 * a table, or begins with it. The table has the first `odd` odd powers.
 * @typedef {object} Powers
 * @property {Uint8Array} steps
 * @property {number} odd
 */

/**
 * Room for the table, and for results in turn.
 * @param {Rows} rows
 * @param {Powers} powers
 * @returns {number[]}
 */
export const roomToRaise = (rows, { odd }) => Array.from({ length: odd + 2 }, () => rows.row());

/**
 * @param {Rows} rows
 * @param {Powers} powers
 * @param {number} x
 * @param {readonly number[]} room - see roomToRaise
 * @returns {number} the row of the powers, in that room; x is overwritten
 */
export function raise(rows, { steps, odd }, x, room) {
    const table = [x, ...room.slice(2, odd + 1)];
    const spare = room.slice(0, 2);
    const [twice] = room.slice(odd + 1);
    rows.square(x, twice);
    for (let k = 1; k < odd; k++) rows.mul(table[k - 1], twice, table[k]);
    let acc = table[steps[0] - 1], next = 0;
    for (let i = 1; i < steps.length; i++, next ^= 1) {
        if (steps[i]) rows.mul(acc, table[steps[i] - 1], spare[next]);
        else rows.square(acc, spare[next]);
        acc = spare[next];
    }
    return acc;
}
