/**
 * An AbortController where the host has none: compartments of wallets see the language alone.
 * @module prover/controller
 */

/**
 * The part of an AbortSignal that this library uses. `fetch` takes no such signal, and is not there either.
 * @returns {AbortController}
 */
function ownController() {
    /** @type {Set<() => void>} */
    const listeners = new Set();
    const signal = {
        aborted: false,
        /** @type {unknown} */
        reason: undefined,
        addEventListener(/** @type {string} */ _type, /** @type {() => void} */ listener) { listeners.add(listener); },
        removeEventListener(/** @type {string} */ _type, /** @type {() => void} */ listener) { listeners.delete(listener); },
        throwIfAborted() { if (signal.aborted) throw signal.reason; },
    };
    const abort = (/** @type {unknown} */ reason = new Error("prove: expected to finish, got aborted")) => {
        if (signal.aborted) return;
        Object.assign(signal, { aborted: true, reason });
        for (const listener of [...listeners]) listener();
        listeners.clear();
    };
    return /** @type {any} */ (Object.freeze({ signal, abort }));
}

/** @returns {AbortController} the host's, or one that does the same for us */
export const createController = () => (typeof AbortController === "function" ? new AbortController() : ownController());
