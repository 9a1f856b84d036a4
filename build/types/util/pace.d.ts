/**
 * If several operations run side by side, they go on one at a time: the one that returns from `turn` is alone until its
 * next await.
 * @param {number} ms - of work between two turns of the event loop
 * @param {{ since?: number, steps?: number }} [how] - since: when the work began; steps: where there is no clock, how
 *   many times `due` is false before it is true; if absent, it is always false
 */
export declare function createPace(ms: number, { since, steps }?: {
    since?: number;
    steps?: number;
}): {
    /** Is it time for a turn of the event loop? */
    readonly due: boolean;
    /** Resolves after a turn of the event loop. */
    turn(): Promise<void>;
};
/** The pace that all of this thread shares, because many short copies in a row are one long task. */
export declare const threadPace: () => {
    /** Is it time for a turn of the event loop? */
    readonly due: boolean;
    /** Resolves after a turn of the event loop. */
    turn(): Promise<void>;
};
