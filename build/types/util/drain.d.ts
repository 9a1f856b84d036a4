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
export declare function drain<T>(steps: Generator<void, T>): T;
