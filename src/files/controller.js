/**
 * An AbortController for hosts that have none: compartments of wallets provide only the language itself.
 * @module files/controller
 */

/**
 * The part of an AbortSignal that this library uses. `fetch` would not accept it, but such hosts have no `fetch`
 * either.
 * @returns {AbortController}
 */
function ownController() {
    /** @type {Set<() => void>} */
    const listeners = new Set();
    const signal = {
        aborted: false,
        /** @type {unknown} */
        reason: undefined,
        addEventListener(/** @type {string} */ _type, /** @type {() => void} */ listener) {
            listeners.add(listener);
        },
        removeEventListener(/** @type {string} */ _type, /** @type {() => void} */ listener) {
            listeners.delete(listener);
        },
        throwIfAborted() {
            if (signal.aborted) throw signal.reason;
        },
    };
    const abort = (/** @type {unknown} */ reason = new Error("prove: expected to finish, got aborted")) => {
        if (signal.aborted) return;
        Object.assign(signal, { aborted: true, reason });
        for (const listener of [...listeners]) listener();
        listeners.clear();
    };
    return /** @type {any} */ (Object.freeze({ signal, abort }));
}

/** @returns {AbortController} that of the host, or one that does the same for this library */
export const createController = () => (typeof AbortController === "function" ? new AbortController() : ownController());
