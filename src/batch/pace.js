/**
 * Turns of the event loop while this thread copies: what a page does not notice as eight copies of some MiB, one after the other,
 * it notices as one task of a second.
 * @module batch/pace
 */
import { now, yieldToEventLoop } from "../util/host.js";

/** Milliseconds of work after which others have their turn: half a frame, since one more piece may follow. */
const TURN = 8;

/**
 * Where several run side by side they go one by one: who comes back from `turn` is alone until its next await.
 */
export function createPace() {
    let last = now();
    /** @type {Promise<void>} */
    let tail = Promise.resolve();
    const pause = async () => {
        if (!pace.due) return;
        await yieldToEventLoop();
        last = now();
    };
    const pace = {
        /** Is it time for others? Never, where there is no clock. */
        get due() { return now() - last >= TURN; },
        /** Resolves after others had their turn, or at once when somebody else has just waited. */
        turn() {
            tail = tail.then(pause);
            return tail;
        },
    };
    return pace;
}

/** @type {ReturnType<typeof createPace> | undefined} */
let ofThread;

/** The one of this thread: many short copies in a row are one long task. */
export const threadPace = () => (ofThread ??= createPace());
