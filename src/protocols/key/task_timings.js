/**
 * When each thread was busy with which task, for those who ask a proof for its timings.
 * @module protocols/key/task_timings
 */
/** @import { Progress } from "../../files/progress.js" */

/**
 * @typedef {object} TaskTiming
 * @property {number} thread - 0 for the calling one, which takes tasks where there are no workers,
 *   and instead of one of them in the first short proof; else the number of the worker, from 1
 * @property {string} task - the functions that it calls
 * @property {number} start - milliseconds since the proof was requested
 * @property {number} end
 */

/**
 * Notes the tasks of a pool; those of other work at the same time are among them.
 * @param {import("../../batch/types.js").Pool} tm
 * @param {Progress} progress - whose clock is used
 * @returns {{ tasks: () => readonly TaskTiming[], end: () => void }} in the order in which they
 *   ended
 */
export function watchTasks(tm, progress) {
    /** @type {TaskTiming[]} */
    const tasks = [];
    // the curve of another copy of this package may have none
    const end = tm.watch?.((thread, task) => {
        const start = progress.elapsed();
        return () => { tasks.push(Object.freeze({ thread, task, start, end: progress.elapsed() })); };
    });
    return { tasks: () => Object.freeze([...tasks]), end: () => end?.() };
}
