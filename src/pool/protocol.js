/**
 * What pool and worker say to each other. To the worker: `{ id, task }`, the
 * first one being `[INIT]` with id 0. Back: `{ id, out }`, `{ id, error }` or
 * `{ status }`. One task at a time.
 * @module pool/protocol
 */

/** Copies of this package share a pool only when this is equal. */
export const PROTOCOL = "ffturbo/pool/1";

export const INITIALIZED = "initialized";
/** Idle for long: asks to leave. The pool answers with TERMINATE, or with a task, which is the veto. */
export const WANT_TO_TERMINATE = "want_to_terminate";
export const TERMINATED = "terminated";

/** Id in an answer to a message that could not be read, so that its own id is unknown: the task in flight. Some hosts send such a message without a word. */
export const UNREADABLE = -1;
export const UNREADABLE_ERROR = "DataError";

/** ms of idleness after which a worker asks to leave, so that its memory is given back. */
export const TERMINATION_TIMEOUT = 1500;

/** @typedef {{ name: string, message: string, stack?: string }} PlainError an Error that any host can clone */

/** @param {any} error - whatever was thrown @returns {PlainError} */
export const toPlainError = (error) => ({
    name: String(error?.name ?? "Error"),
    message: String(error?.message ?? error),
    stack: error?.stack === undefined ? undefined : String(error.stack),
});

/** @param {any} plain @returns {Error} with the name and stack of the original */
export function fromPlainError(plain) {
    const error = new Error(String(plain?.message ?? plain));
    for (const key of ["name", "stack"]) {
        if (plain?.[key] !== undefined) Object.defineProperty(error, key, { value: plain[key], configurable: true, writable: true });
    }
    return error;
}
