/**
 * Operations on many elements, in a module that a task links for them (scripts/wasm/fr_ops says
 * what each does): a part of the indices at a time.
 * @module kernels/fields/many
 */
/** @import { ManyContext } from "./context.js" */
import { inFractions, passInSteps } from "../fractions.js";

/** Elements between two pauses: some ms. */
export const PAUSE_ELEMENTS = 1 << 15;

/** Their components begin at the last element, so they do all at once. */
const AT_ONCE = ["evaluate", "divide"];

/** What the module has. */
export const MANY = Object.freeze([
    "mulEach", "addEach", "subEach", "mulAddEach", "mulTotal", "addTotal", "mulScan", "addScan", "powers", "pick",
    "pickedSums", ...AT_ONCE,
]);

/**
 *   in      n         elements
 *           operands  addresses, each with the bytes from one index to the next: 0 for what all
 *                     indices share
 *   out     of the operation
 * @param {string} op - of MANY
 */
export const many = (op) =>
    /** @param {ManyContext} on @param {number} n @param {number[]} operands */
    function* ({ arena, many: kernels, size }, n, ...operands) {
        const mark = arena.mark();
        const scratch = arena.alloc(size);
        const step = AT_ONCE.includes(op) ? n : PAUSE_ELEMENTS;
        yield* inFractions(passInSteps(n, step, (from, count) => {
            const now = operands.map((value, k) => (k % 2 ? value : value + from * operands[k + 1]));
            kernels[op](count, scratch, ...now);
        }), n);
        arena.release(mark);
    };
