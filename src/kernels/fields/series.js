/**
 * Running products and sums, powers, evaluation and division: an index needs those before it, or those after it. What
 * is carried on lies at `acc`, where a caller puts what was carried to a list, and finds what comes out of it. So a
 * list may be cut anywhere, and its parts go through different tasks.
 * @module kernels/fields/series
 */
/** @import { ManyContext } from "./context.js" */
import { inFractions, passInSteps } from "../fractions.js";
import { PAUSE_ELEMENTS } from "./pointwise.js";

/**
 * Calls `run` for all of n elements, some at a time, with room for one element.
 * @param {ManyContext} on
 * @param {number} n
 * @param {(from: number, count: number, scratch: number) => void} run
 * @param {number} [parts] - from the last elements to the first, and each time from one whose index `parts` divides
 */
function* inSteps({ arena, size }, n, run, parts) {
    const step = parts ? parts * Math.ceil(PAUSE_ELEMENTS / parts) : PAUSE_ELEMENTS, steps = Math.ceil(n / step);
    const mark = arena.mark(), scratch = arena.alloc(size);
    yield* inFractions(passInSteps(steps, 1, (k) => {
        const from = step * (parts ? steps - 1 - k : k);
        run(from, Math.min(step, n - from), scratch);
    }), steps);
    arena.release(mark);
}

/**
 * acc = acc x[0] … x[n - 1], or with sums.
 *
 *   in      x    n elements; acc: one
 *   out     acc
 * @param {"mulTotal" | "addTotal"} op
 */
export const total = (op) =>
    /** @param {ManyContext} on @param {number} x @param {number} n @param {number} acc */
    (on, x, n, acc) =>
        inSteps(on, n, (from, count) => void on.many[op](x + from * on.size, count, on.size, acc));

/**
 * z[i] = acc x[0] … x[i - 1], then acc as of `total`; or with sums.
 *
 *   in      x    n elements; acc: one
 *   out     z    n elements, may be x; acc
 * @param {"mulScan" | "addScan"} op
 */
export const scan = (op) =>
    /** @param {ManyContext} on @param {number} x @param {number} n @param {number} acc @param {number} z */
    (on, x, n, acc, z) => inSteps(on, n, (from, count, scratch) => {
        const at = from * on.size;
        on.many[op](x + at, count, on.size, acc, scratch, z + at);
    });

/**
 * z[i] = acc ratio^i, then acc = acc ratio^n.
 *
 *   in      ratio, acc  elements
 *   out     z           n elements; acc
 * @param {ManyContext} on
 * @param {number} ratio
 * @param {number} n
 * @param {number} acc
 * @param {number} z
 */
export const powers = (on, ratio, n, acc, z) =>
    inSteps(on, n, (from, count) => void on.many.powers(ratio, count, on.size, acc, z + from * on.size));

/**
 * The polynomial with the coefficients x is the sum of X^j P_j(X^parts), j < parts: acc[j] = acc[j] point^m +
 * P_j(point), where P_j has m coefficients.
 *
 *   in      x    n elements, that of the lowest power first; acc: `parts` elements, from the coefficients above
 *   out     acc
 * @param {ManyContext} on
 * @param {number} x
 * @param {number} n
 * @param {number} parts
 * @param {number} point
 * @param {number} acc
 */
export const evaluate = (on, x, n, parts, point, acc) =>
    inSteps(on, n, (from, count) => {
        on.many.evaluate(x + from * on.size, count, parts, on.size, point, acc);
    }, parts);

/**
 * Division by X^parts - point: with acc = 0 at first, z gets the quotient, and acc the remainder.
 *
 *   in      x    n elements, that of the lowest power first; acc: `parts` elements, from the coefficients above
 *   out     z    n elements, may be x; acc, as of `evaluate`
 * @param {ManyContext} on
 * @param {number} x
 * @param {number} n
 * @param {number} parts
 * @param {number} point
 * @param {number} acc
 * @param {number} z
 */
export const divide = (on, x, n, parts, point, acc, z) =>
    inSteps(on, n, (from, count, scratch) => {
        const at = from * on.size;
        on.many.divide(x + at, count, parts, on.size, point, acc, scratch, z + at);
    }, parts);
