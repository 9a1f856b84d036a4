/**
 * Settles like `promise`, or rejects if the signal aborts first.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export declare function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T>;
/**
 * Calls back after `ms`, or a little later if this thread was busy then, so that waiting messages are handled first.
 * @param {number} ms - Infinity means never
 * @param {() => void} callback
 * @returns {() => void} cancels it
 */
export declare function startDeadline(ms: number, callback: () => void): () => void;
/**
 * Settles like `promise`, or rejects after `ms` without an answer.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms - Infinity means no limit
 * @param {() => string} complaint
 * @returns {Promise<T>}
 */
export declare function orStalled<T>(promise: Promise<T>, ms: number, complaint: () => string): Promise<T>;
/**
 * A controller that also aborts when the signal does, until it is unlinked.
 * @param {AbortSignal} [signal]
 * @returns {{ controller: AbortController, unlink: () => void }}
 */
export declare function linked(signal?: AbortSignal): {
    controller: AbortController;
    unlink: () => void;
};
/**
 * Runs body under a new signal, which aborts when the caller's does and when body fails.
 * @template T
 * @param {AbortSignal | undefined} outer - the caller's
 * @param {(controller: AbortController) => Promise<T>} body
 * @returns {Promise<T>}
 */
export declare function underSignal<T>(outer: AbortSignal | undefined, body: (controller: AbortController) => Promise<T>): Promise<T>;
/**
 * Waits for parts that run side by side. The first failure aborts the others, and is thrown
 * when all have settled, so that nothing is left running.
 * @template {readonly [Promise<any>, ...Promise<any>[]]} T
 * @param {AbortController} controller - aborted by the first failure
 * @param {T} parts
 * @returns {Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>}
 */
export declare function joinFirstFailure<T extends readonly [Promise<any>, ...Promise<any>[]]>(controller: AbortController, parts: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]>; }>;
