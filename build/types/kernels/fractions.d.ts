/**
 * How far a long kernel is. At each pause its steps count their work in some unit (additions, quarters of a stage), and
 * the kernel as a whole reports which fraction of the work is done.
 * @module kernels/fractions
 */
export type Step = number | void;
/**
 * What a pause yields: the work since the last one; for a whole kernel, the fraction in [0, 1].
 * @typedef {number | void} Step
 */
/**
 * Turns steps that count their work into steps that yield the fraction that is done, growing from `from` to at most
 * `to`.
 * @template T
 * @param {Generator<Step, T>} steps
 * @param {number} total - approximate amount of work
 * @param {number} [from]
 * @param {number} [to]
 * @returns {Generator<number, T>}
 */
export declare function inFractions<T>(steps: Generator<Step, T>, total: number, from?: number, to?: number): Generator<number, T>;
