/**
 * One listener per signal, however many tasks wait under it: a sum of many chunks is one caller,
 * and Node warns of more than ten listeners.
 * @module pool/aborts
 */
/**
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback - called once, when the signal is raised
 * @returns {() => void} stops waiting; may be called again and again
 */
export declare function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void;
