/**
 * Constraints of a circuit, in a module that a task links for them (scripts/wasm/constraints says what it does).
 * @module kernels/constraints
 */
/** @import { Functions, Linked, Machine } from "./types.js" */

/**
 * @typedef {object} ConstraintContext
 * @property {import("../runtime/memory.js").Arena} arena
 * @property {Functions} constraints - of that module
 * @property {number} size - bytes of an element
 */

/** Elements of scratch. */
const SCRATCH = 7;

/** @param {Machine} machine @param {Linked} linked @returns {ConstraintContext} */
export const openConstraints = ({ arena }, { kernels, layout }) =>
    ({ arena, constraints: kernels, size: layout.elementBytes });

/**
 *   in      terms   `count` constraints as in a file; values: of the wire of each term; both plain LE
 *           k       1, -1, R^2 and the order, plain LE
 *           most    how many that fail are written
 *   out     out     8 bytes, and 4 + 3 elements for each that is written
 * @param {ConstraintContext} on
 * @param {number} terms
 * @param {number} count
 * @param {number} values
 * @param {number} k
 * @param {number} out
 * @param {number} most
 */
export function checkConstraints({ arena, constraints, size }, terms, count, values, k, out, most) {
    const mark = arena.mark(), scratch = arena.alloc(SCRATCH * size);
    constraints.check(terms, count, values, size, k, out, most, scratch);
    arena.release(mark);
}
