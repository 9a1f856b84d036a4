/**
 * What pool and worker say to each other. To the worker: `{ id, task }`, the
 * first one being `[INIT]` with id 0. Back: `{ id, out }`, `{ id, error }` or
 * `{ status }`. One task at a time.
 * @module pool/protocol
 */
/** Copies of this package share a pool only when this is equal. */
export declare const PROTOCOL = "ffturbo/pool/1";
export declare const INITIALIZED = "initialized";
/** Idle for long: asks to leave. The pool answers with TERMINATE, or with a task, which is the veto. */
export declare const WANT_TO_TERMINATE = "want_to_terminate";
export declare const TERMINATED = "terminated";
/** Id in an answer to a message that could not be read, so that its own id is unknown: the task in flight. Some hosts send such a message without a word. */
export declare const UNREADABLE = -1;
export declare const UNREADABLE_ERROR = "DataError";
/** ms of idleness after which a worker asks to leave, so that its memory is given back. */
export declare const TERMINATION_TIMEOUT = 1500;
export type PlainError = {
    name: string;
    message: string;
    stack?: string;
};
/** @typedef {{ name: string, message: string, stack?: string }} PlainError an Error that any host can clone */
/** @param {any} error - whatever was thrown @returns {PlainError} */
export declare const toPlainError: (error: any) => PlainError;
/** @param {any} plain @returns {Error} with the name and stack of the original */
export declare function fromPlainError(plain: any): Error;
