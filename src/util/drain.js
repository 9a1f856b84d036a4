/**
 * Long work is written as a generator; each `yield` is a place where the thread may do something
 * else.
 * @module util/drain
 */

/**
 * Runs such a generator to its end without a pause.
 * @template S, T
 * @param {Generator<S, T>} steps
 * @param {(value: S) => void} [onStep] - called with the value of each `yield`
 * @returns {T}
 */
export function drain(steps, onStep) {
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        onStep?.(value);
    }
}
