/**
 * Constraints of a circuit, in a module that a task links for them (scripts/wasm/constraints says
 * what it does).
 * @module kernels/constraints
 */
/** @import { Functions, Linked, Machine } from "./types.js" */
import { lookUp } from "../util/look_up.js";

/**
 * @typedef {object} ConstraintContext
 * @property {import("../runtime/memory.js").Arena} arena
 * @property {(...addresses: number[]) => void} check - of that module, for elements of this size
 * @property {number} size - bytes of an element
 * @property {number} scratch - bytes that `check` takes
 */

/** @param {Machine} machine @param {Linked} linked @returns {ConstraintContext} */
export const openConstraints = ({ arena }, { kernels, layout: { elementBytes: size, scratch } }) =>
    ({ arena, check: /** @type {Functions} */ (kernels)[`check${size}`], size, scratch: scratch[size] });

/**
 *   in      terms    bytes of `count` constraints with `total` terms, as in a file, plain LE
 *           witness  bytes outside of the memory: the values of all wires, or, if `listed`, the
 *                    value of each term, canonical
 *           k        the constants of the order
 *           most     how many that fail are written
 *   out     out      u32: 0, or one more than the number of the first combination with a wire that
 *                    the witness has not, or a coefficient that is not below the order; u32: how
 *                    many fail; the numbers of the first of them
 * @param {ConstraintContext} on
 * @param {number} terms
 * @param {number} bytes
 * @param {number} count
 * @param {number} total
 * @param {Uint8Array} witness
 * @param {number} listed - 0 or 1
 * @param {number} k
 * @param {number} out
 * @param {number} most
 */
export function checkConstraints(on, terms, bytes, count, total, witness, listed, k, out, most) {
    const { arena, check, size, scratch } = on;
    const mark = arena.mark();
    const values = arena.alloc(total * size);
    const room = arena.alloc(scratch);
    let wrong = -1;
    if (listed) arena.u8().set(witness, values);
    else {
        const words = arena.u32();
        const given = new Uint32Array(witness.buffer, witness.byteOffset, witness.length / 4);
        wrong = lookUp(words.subarray(terms / 4, (terms + bytes) / 4), given, words.subarray(values / 4), size / 4);
    }
    if (wrong < 0) check(terms, count, values, k, out, most, room);
    else arena.u32().set([wrong + 1, 0], out / 4);
    arena.release(mark);
}
