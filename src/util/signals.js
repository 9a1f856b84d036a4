/**
 * Signals: those of callers, and our own. A caller's may be of another realm, of an imitated page
 * or of a polyfill, so nothing here asks for a class, nor is one handed to what does. Our own are
 * of no host: not every host has them.
 * @module util/signals
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
 * One listener for each signal, however many wait: an MSM of many chunks has a single caller, and
 * Node warns of more than ten.
 * @param {AbortSignal | undefined} signal
 * @param {() => void} callback - called once, when the signal aborts; not if it has aborted before
 * @returns {() => void} stops waiting; may be called more than once
 */
export function onAbort(signal, callback) {
    if (!signal || signal.aborted) return () => {};
    const { waiting, listener } = heard.get(signal) ?? listen(signal);
    const own = () => callback();
    waiting.add(own);
    return () => {
        if (!waiting.delete(own) || waiting.size > 0) return;
        heard.delete(signal);
        signal.removeEventListener("abort", listener);
    };
}

/**
 * @param {any} value - any: anything of the caller
 * @returns {value is AbortSignal} of whatever class
 */
export const isSignal = (value) => typeof value?.aborted === "boolean" &&
    [value.addEventListener, value.removeEventListener].every((method) => typeof method === "function");

/** @type {WeakMap<AbortSignal, AbortSignal>} */
const completed = new WeakMap();

/**
 * A caller's signal with what this library asks of one: polyfills may lack `reason` and
 * `throwIfAborted`.
 * @param {AbortSignal} given
 * @returns {AbortSignal} the same for the same signal
 */
export function signalOf(given) {
    if (typeof given.throwIfAborted === "function" && "reason" in given) return given;
    const known = completed.get(given);
    if (known) return known;
    /** @type {unknown} */
    let unnamed;
    // any: what this library asks of a signal, and no more
    const signal = /** @type {any} */ (Object.freeze({
        get aborted() { return given.aborted; },
        get reason() {
            if (!given.aborted || given.reason !== undefined) return given.reason;
            return (unnamed ??= Object.assign(new Error("expected to finish, got aborted"), { name: "AbortError" }));
        },
        addEventListener: given.addEventListener.bind(given),
        removeEventListener: given.removeEventListener.bind(given),
        throwIfAborted() { if (given.aborted) throw signal.reason; },
    }));
    completed.set(given, signal);
    return signal;
}

/**
 * A controller for this library alone; see `fetchUntil`.
 * @returns {AbortController}
 */
export function createController() {
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
        for (const listener of listeners) listener();
        listeners.clear();
    };
    return /** @type {any} */ (Object.freeze({ signal, abort })); // any: see signalOf
}

/** The host's, if its fetch takes the signal. @returns {AbortController | undefined} */
function hostController() {
    try {
        const controller = new AbortController();
        return new Request("data:,", { signal: controller.signal }) && controller;
    } catch {
        return undefined; // fetch is of another realm than the class, or has no such signals
    }
}

/**
 * How answers that are not read yet stop listening to their signals.
 * @type {WeakMap<Response, () => void>}
 */
const reading = new WeakMap();

/**
 * fetch under a signal of any class, which also ends the body of the answer, until that is over.
 * @param {string} address
 * @param {RequestInit} init
 * @param {() => AbortController | undefined} [spare] - where the realm's own will not do
 * @returns {Promise<Response>}
 */
export async function fetchUntil(address, { signal, ...init }, spare = () => undefined) {
    signal?.throwIfAborted();
    const controller = signal ? hostController() ?? spare() : undefined;
    const unheard = onAbort(signal ?? undefined, () => controller?.abort(signal?.reason));
    try {
        const response = await fetch(address, controller ? { ...init, signal: controller.signal } : init);
        reading.set(response, unheard);
        return response;
    } catch (error) {
        unheard();
        throw error;
    }
}

/**
 * The body of an answer was read, or is not wanted: a signal may live much longer than one request.
 * @param {Response} response
 */
export const bodyOver = (response) => reading.get(response)?.();
