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
/**
 * A pass over `count` things, with a pause after every `step` of them.
 * @param {number} count
 * @param {number} step
 * @param {(from: number, count: number) => void} run
 * @returns {Generator<number, void>} counts the things
 */
export declare function passInSteps(count: number, step: number, run: (from: number, count: number) => void): Generator<number, void>;
