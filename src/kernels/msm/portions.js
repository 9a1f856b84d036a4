/**
 * The points and scalars of an MSM, a portion at a time in the memory of the instance.
 * @module kernels/msm/portions
 */
/** @import { MsmContext } from "./context.js" */
import { portionPoints } from "../../util/chunk_sizes.js";

/**
 * Scalars and points of a portion, at their addresses.
 * @typedef {object} Input
 * @property {number} bases - affine points of the base module
 * @property {number} scalars - little-endian integers
 * @property {number} size - bytes of a scalar
 * @property {number} n
 */

/**
 * @typedef {object} Portions
 * @property {number} count
 * @property {number} step - points of every portion but the last
 * @property {(i: number) => Input} load - portion i, in memory until the next one is loaded
 */

/**
 * A reader of rows that are in memory already, or are copied there.
 * @param {MsmContext} on
 * @param {number | Uint8Array} rows
 * @param {number} size - bytes of a row
 * @param {number} step - rows of a portion
 * @returns {(from: number, n: number) => number} the address of n rows
 */
function rowsOf({ arena }, rows, size, step) {
    if (typeof rows === "number") return (from) => rows + from * size;
    const at = arena.alloc(step * size);
    let loaded = -1; // a sum of one portion reads it twice
    return (from, n) => {
        if (from !== loaded) arena.u8().set(rows.subarray(from * size, (from + n) * size), at);
        loaded = from;
        return at;
    };
}

/**
 * @param {MsmContext} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size - bytes of a scalar
 * @param {number} n
 * @returns {Portions}
 */
export function openPortions(on, bases, scalars, size, n) {
    const step = on.portionPoints ?? portionPoints(n);
    const points = rowsOf(on, bases, on.bytes.affine, step);
    const values = rowsOf(on, scalars, size, step);
    return {
        count: Math.max(1, Math.ceil(n / step)), step,
        load(i) {
            const from = i * step;
            const some = Math.min(step, n - from);
            return { bases: points(from, some), scalars: values(from, some), size, n: some };
        },
    };
}
