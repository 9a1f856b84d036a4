/**
 * Returns to the event loop in time on a thread that does other work as well: a page does not
 * notice eight copies of some MiB as separate tasks, but it does notice them as one task of a
 * second.
 * @module util/pace
 */
import { now, yieldToEventLoop } from "./host.js";

/**
 * Milliseconds of copying between two turns of the event loop: half a frame, since one more piece
 * may follow.
 */
const COPYING = 8;

/**
 * If several operations run side by side, they go on one at a time: the one that returns from
 * `turn` is alone until its next await.
 * @param {number} ms - of work between two turns of the event loop
 * @param {{ since?: number, steps?: number }} [how] - since: when the work began; steps: where
 *   there is no clock, how many times `due` is false before it is true; if absent, it is always
 *   false
 */
export function createPace(ms, { since = now(), steps = Infinity } = {}) {
    let last = since, asked = 0;
    /** @type {Promise<void>} */
    let tail = Promise.resolve();
    const pause = async () => {
        if (now() - last < ms) return; // another operation has just waited
        await yieldToEventLoop();
        last = now();
    };
    return {
        /** Is it time for a turn of the event loop? */
        get due() {
            const passed = now() - last;
            return Number.isNaN(passed) ? ++asked % steps === 0 : passed >= ms;
        },
        /** Resolves after a turn of the event loop. */
        turn() {
            tail = tail.then(pause);
            return tail;
        },
    };
}

/** @type {ReturnType<typeof createPace> | undefined} */
let ofThread;

/**
 * The pace that all of this thread shares, because many short copies in a row are one long task.
 */
export const threadPace = () => (ofThread ??= createPace(COPYING));
