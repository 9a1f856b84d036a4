/**
 * One listener per signal, however many tasks wait for it: a sum of many chunks has a single caller,
 * and Node warns about more than ten listeners.
 * @module pool/aborts
 */
/**
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback - called once, when the signal aborts
 * @returns {() => void} stops waiting; may be called more than once
 */
export declare function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void;
