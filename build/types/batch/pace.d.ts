/**
 * Where several run side by side they go one by one: who comes back from `turn` is alone until its next await.
 */
export declare function createPace(): {
    /** Is it time for others? Never, where there is no clock. */
    readonly due: boolean;
    /** Resolves after others had their turn, or at once when somebody else has just waited. */
    turn(): Promise<void>;
};
/** The one of this thread: many short copies in a row are one long task. */
export declare const threadPace: () => {
    /** Is it time for others? Never, where there is no clock. */
    readonly due: boolean;
    /** Resolves after others had their turn, or at once when somebody else has just waited. */
    turn(): Promise<void>;
};
