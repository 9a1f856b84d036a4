/**
 * The messages between pool and worker. To the worker: `{ id, task }`, of which
 * the first is `[INIT]` with id 0; or `{ wipe: true }`, which is handled after the
 * task in flight and not answered. From the worker: `{ id, out }`, `{ id, error }` or
 * `{ status }`. A worker has one task at a time. With `{ fractions: true }` a task is also answered
 * by `{ id, fraction }` now and then, before its end: how much of it is done, in [0, 1].
 * @module pool/protocol
 */

/** Copies of this package share a pool only when this is equal. */
export const PROTOCOL = "ffturbo/pool/7";

/**
 * The first answer to INIT, before anything is compiled: a worker that is slow is none that the
 * host has refused.
 */
export const STARTED = "started";
export const INITIALIZED = "initialized";
/**
 * Sent by a worker that was idle for long. The pool answers with TERMINATE; or with a task, or not
 * at all, and the worker stays. It asks again only after a task.
 */
export const WANT_TO_TERMINATE = "want_to_terminate";
export const TERMINATED = "terminated";

/**
 * The id in the answer to a message that could not be read, whose own id is therefore unknown; it
 * stands for the task in flight. Some hosts post such a message without an error.
 */
export const UNREADABLE = -1;
export const UNREADABLE_ERROR = "DataError";

/** Milliseconds of idleness after which a worker asks to end, so that its memory is released. */
export const TERMINATION_TIMEOUT = 1500;

/**
 * @typedef {{ name: string, message: string, stack?: string, code?: string }} PlainError an Error
 *   in a form that every host can clone
 */

/** @param {any} error - whatever was thrown @returns {PlainError} */
export const toPlainError = (error) => ({
    name: String(error?.name ?? "Error"),
    message: String(error?.message ?? error),
    stack: error?.stack === undefined ? undefined : String(error.stack),
    code: typeof error?.code === "string" ? error.code : undefined,
});

/** @param {any} plain @returns {Error} with the name, stack and code of the original */
export function fromPlainError(plain) {
    const error = new Error(String(plain?.message ?? plain));
    for (const key of ["name", "stack", "code"]) {
        if (plain?.[key] !== undefined)
            Object.defineProperty(error, key, { value: plain[key], configurable: true, writable: true });
    }
    return error;
}
