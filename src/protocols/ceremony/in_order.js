/**
 * Work that is done part by part, with results that are taken in order: one part is written while the next ones are
 * calculated and read, so that memory does not grow with the number of parts.
 * @module protocols/ceremony/in_order
 */

/** Parts in memory at once. */
const AHEAD = 2;

/**
 * When a part fails, no other is begun, and this rejects after those under way have settled: none of its tasks is left
 * when the caller clears the memory of the workers.
 * @template T
 * @param {number} count - of parts
 * @param {(i: number) => Promise<T>} start - begun in order
 * @param {(result: T, i: number) => unknown} take - one after the other
 */
export async function inOrder(count, start, take) {
    /** @type {Promise<T>[]} */
    const under = [];
    let next = 0;
    const begin = () => {
        if (next >= count) return;
        const result = start(next++);
        result.catch(() => {}); // it is thrown where it is awaited, unless an earlier one fails first
        under.push(result);
    };
    try {
        for (let i = 0; i < AHEAD; i++) begin();
        for (let i = 0; i < count; i++) {
            const result = await /** @type {Promise<T>} */ (under.shift());
            begin();
            await take(result, i);
        }
    } finally {
        await Promise.allSettled(under);
    }
}

/**
 * How a section of points is cut into parts of `step` points.
 * @param {number} points
 * @param {number} step
 * @returns {[from: number, count: number][]}
 */
export const partsOf = (points, step) => Array.from({ length: Math.ceil(points / step) }, (_, i) =>
    [i * step, Math.min(step, points - i * step)]);
