/**
 * Long work as a generator: each `yield` is a place where others may have their turn.
 * @module util/drain
 */

/**
 * Does all of it at once.
 * @template T
 * @param {Generator<void, T>} steps
 * @returns {T}
 */
export function drain(steps) {
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}
