/**
 * Errors that are sent between machines: the error of a worker is stored in Redis as text, and
 * becomes an error with its code again. This file also decides what is tried again, and what is
 * left out of messages.
 * @module server/failures
 */
import { messageOf, ProverError } from "../../../src/internal/server.js";

/**
 * ERR_CANCELLED: cancelled by the submitter; ERR_DEADLINE: not done in time; ERR_LOST: more workers
 * were lost with the job than allowed; ERR_CONFLICT: the key of another request; ERR_QUEUE: Redis
 * did not answer in time; ERR_FAILED: any error without a code.
 * @typedef {"ERR_CANCELLED" | "ERR_DEADLINE" | "ERR_LOST" | "ERR_CONFLICT" | "ERR_QUEUE"
 *   | "ERR_FAILED"} JobCode
 */

/** @typedef {import("../../../src/internal/server.js").ProverCode | JobCode} QueueCode */

/** The error that a job of the queue fails with. */
export class QueueError extends Error {
    /** @param {QueueCode} code @param {string} message @param {ErrorOptions} [options] */
    constructor(code, message, options) {
        super(message, options);
        this.name = "QueueError";
        this.code = code;
    }
}

/** @param {string} id */
export const cancelled = (id) => new QueueError("ERR_CANCELLED", `job ${id}: expected to finish, got cancelled`);

/** @param {string} id */
export const late = (id) => new QueueError("ERR_DEADLINE", `job ${id}: expected to finish in time, got its deadline`);

export const conflict = () =>
    new QueueError("ERR_CONFLICT", "submit: expected a key of this request alone, got that of another request");

/** A failed read that would fail in the same way a minute later. */
export class PermanentReadError extends ProverError {
    /** @param {string} message */
    constructor(message) {
        super("ERR_READ", message);
    }
}

/**
 * @param {string} what
 * @param {unknown} error
 * @returns {ProverError} what was thrown already, or ERR_READ
 */
export const unreadable = (what, error) =>
    error instanceof ProverError
        ? error
        : new ProverError("ERR_READ", `${what}: expected to read it, got ${messageOf(error)}`, { cause: error });

/** Too many jobs wait; there is room again when some of them are done. */
export class FullError extends ProverError {
    /** @param {number} most */
    constructor(most) {
        super("ERR_LIMIT", `submit: expected at most ${most} waiting jobs, got one more`);
    }
}

/**
 * Failures that another attempt, perhaps elsewhere, may avoid: storage, memory, threads, Redis, and
 * unknown ones.
 */
const AGAIN = Object.freeze(["ERR_READ", "ERR_MEMORY", "ERR_WORKER", "ERR_QUEUE", "ERR_FAILED"]);

/** @param {any} error @returns {QueueCode} */
export const codeOf = (error) =>
    typeof error?.code === "string" && error.code.startsWith("ERR_") && !(error instanceof TypeError)
        ? error.code
        : "ERR_FAILED";

/** @param {unknown} error @returns {boolean} */
export const mayTryAgain = (error) => !(error instanceof PermanentReadError) && AGAIN.includes(codeOf(error));

/**
 * Characters of a message that are searched for addresses, because the time grows with the square
 * of their number.
 */
const LOOKED_AT = 4096;

/**
 * The beginning of a text, without a word cut in two, which would not be recognised.
 * @param {string} text
 */
const beginOf = (text) => (text.length > LOOKED_AT ? text.slice(0, text.lastIndexOf(" ", LOOKED_AT) + 1) : text);

/**
 * A message without possible secrets: URLs, which may be signed, and long numbers, which may be of
 * a witness.
 * @param {unknown} error
 */
export const publicMessage = (error) =>
    beginOf(messageOf(error))
        .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"']+/gi, "(address)")
        .replace(/\b(?:0x)?[0-9a-f]{12,}\b|[A-Za-z0-9+/_-]{64,}={0,2}/gi, "(value)")
        .slice(0, 1000);

/** @param {unknown} error @returns {string} the text that is stored */
export const encodeFailure = (error) => `${codeOf(error)}: ${publicMessage(error)}`;

/** The message of BullMQ for lost workers. */
const STALLED = /stalled more than allowable limit/;

/** @param {string | undefined} text @returns {QueueError} */
export function decodeFailure(text) {
    const [, code, message] = /^(ERR_[A-Z]+): ([\s\S]*)$/.exec(text ?? "") ?? [];
    if (code) return new QueueError(/** @type {QueueCode} */ (code), message);
    if (STALLED.test(text ?? "")) return new QueueError("ERR_LOST", "worker: expected to finish, got lost each time");
    return new QueueError("ERR_FAILED", String(text));
}
