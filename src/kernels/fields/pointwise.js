/**
 * Operations that treat each index of some lists of elements alone.
 * @module kernels/fields/pointwise
 */
/** @import { ManyContext } from "./context.js" */
import { inFractions, passInSteps } from "../fractions.js";

/** Elements between two pauses: some ms. */
export const PAUSE_ELEMENTS = 1 << 15;

/**
 * z[i] = x[i] y[i], x[i] + y[i], x[i] - y[i], x[i] y[i] + c[i].
 *
 *   in      n  elements of each
 *           x, xStep, y, yStep, …  addresses, each with the bytes from one element to the next: 0 means that one
 *           element is taken for all indices
 *   out     z  n elements; may be an operand that is a list
 * @param {"mulEach" | "addEach" | "subEach" | "mulAddEach"} op
 */
export const pointwise = (op) =>
    /** @param {ManyContext} on @param {number} n @param {number} z @param {number[]} operands */
    function* (on, n, z, ...operands) {
        const { arena, many, size } = on, mark = arena.mark();
        const scratch = op === "mulAddEach" ? [arena.alloc(size)] : [];
        yield* inFractions(passInSteps(n, PAUSE_ELEMENTS, (from, count) => {
            const at = operands.map((value, k) => (k % 2 ? value : value + from * operands[k + 1]));
            many[op](...at, count, ...scratch, z + from * size, size);
        }), n);
        arena.release(mark);
    };
