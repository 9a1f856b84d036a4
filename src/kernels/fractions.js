/**
 * How far a long kernel is. At each pause its steps count their work in some unit (additions,
 * quarters of a stage), and the kernel as a whole reports which fraction of the work is done.
 * @module kernels/fractions
 */

/**
 * What a pause yields: the work since the last one; for a whole kernel, the fraction in [0, 1].
 * @typedef {number | void} Step
 */

/**
 * Turns steps that count their work into steps that yield the fraction that is done, growing from
 * `from` to at most `to`.
 * @template T
 * @param {Generator<Step, T>} steps
 * @param {number} total - approximate amount of work
 * @param {number} [from]
 * @param {number} [to]
 * @returns {Generator<number, T>}
 */
export function* inFractions(steps, total, from = 0, to = 1) {
    let work = 0;
    try {
        for (;;) {
            const { done, value } = steps.next();
            if (done) return value;
            work += value ?? 0;
            yield from + (to - from) * Math.min(1, work / total);
        }
    } finally {
        // any: not read; what is not finished releases memory
        steps.return(/** @type {any} */ (undefined));
    }
}

/**
 * A pass over `count` things, with a pause after every `step` of them.
 * @param {number} count
 * @param {number} step
 * @param {(from: number, count: number) => void} run
 * @returns {Generator<number, void>} counts the things
 */
export function* passInSteps(count, step, run) {
    for (let from = 0; from < count; from += step) {
        const some = Math.min(step, count - from);
        run(from, some);
        yield some;
    }
}
