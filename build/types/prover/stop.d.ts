/**
 * Settles as `promise` does, or rejects when the signal is raised first.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export declare function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T>;
/**
 * Settles as `promise` does, or rejects after `ms` without an answer.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms - Infinity waits for ever
 * @param {() => string} complaint
 * @returns {Promise<T>}
 */
export declare function orStalled<T>(promise: Promise<T>, ms: number, complaint: () => string): Promise<T>;
/**
 * Runs body under a signal of its own, which the caller's raises too, and a failure.
 * @template T
 * @param {AbortSignal | undefined} outer - the caller's
 * @param {(controller: AbortController) => Promise<T>} body
 * @returns {Promise<T>}
 */
export declare function underSignal<T>(outer: AbortSignal | undefined, body: (controller: AbortController) => Promise<T>): Promise<T>;
/**
 * Waits for parts that run side by side. The first failure raises the signal for the others;
 * when all have settled, it is passed on: nothing is left running.
 * @template {readonly [Promise<any>, ...Promise<any>[]]} T
 * @param {AbortController} controller - raised by the first failure
 * @param {T} parts
 * @returns {Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>}
 */
export declare function joinFirstFailure<T extends readonly [Promise<any>, ...Promise<any>[]]>(controller: AbortController, parts: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]>; }>;
