/**
 * One listener per signal, however many tasks wait for it: a sum of many chunks has a single caller,
 * and Node warns about more than ten listeners.
 * @module pool/aborts
 */

/** @type {WeakMap<AbortSignal, { waiting: Set<() => void>, listener: () => void }>} */
const heard = new WeakMap();

/** @param {AbortSignal} signal */
function listen(signal) {
    /** @type {Set<() => void>} */
    const waiting = new Set();
    const listener = () => {
        heard.delete(signal);
        for (const callback of waiting) callback();
    };
    const entry = { waiting, listener };
    heard.set(signal, entry);
    signal.addEventListener("abort", listener, { once: true });
    return entry;
}

/**
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback - called once, when the signal aborts
 * @returns {() => void} stops waiting; may be called more than once
 */
export function onAbort(signal, callback) {
    if (!signal) return () => {};
    const { waiting, listener } = heard.get(signal) ?? listen(signal);
    waiting.add(callback);
    return () => {
        if (!waiting.delete(callback) || waiting.size > 0) return;
        heard.delete(signal);
        signal.removeEventListener("abort", listener);
    };
}
