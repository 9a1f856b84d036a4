/**
 * Errors that are sent between machines: the error of a worker is stored in Redis as text, and becomes an error with
 * its code again. This file also decides what is tried again, and what is left out of messages.
 * @module queue/failures
 */
import { ProverError } from "../protocols/groth16/index.js";
export type QueueCode = import("../files/errors.js").ProverCode | "ERR_CANCELLED" | "ERR_DEADLINE" | "ERR_LOST" | "ERR_FAILED";
/**
 * ERR_CANCELLED: cancelled by the submitter; ERR_DEADLINE: not done in time; ERR_LOST: more workers were lost with the
 * job than allowed; ERR_FAILED: any error without a code.
 * @typedef {import("../files/errors.js").ProverCode | "ERR_CANCELLED" | "ERR_DEADLINE" | "ERR_LOST" | "ERR_FAILED"}
 *   QueueCode
 */
/** The error that a job of the queue fails with. */
export declare class QueueError extends Error {
    code: QueueCode;
    /** @param {QueueCode} code @param {string} message @param {ErrorOptions} [options] */
    constructor(code: QueueCode, message: string, options?: ErrorOptions);
}
/** @param {string} id */
export declare const cancelled: (id: string) => QueueError;
/** @param {string} id */
export declare const late: (id: string) => QueueError;
/** Answers of a storage that will be the same a minute later. */
export declare class PermanentReadError extends ProverError {
    /** @param {string} message */
    constructor(message: string);
}
/** Too many jobs wait; when some are done there is room again. */
export declare class FullError extends ProverError {
    /** @param {number} most */
    constructor(most: number);
}
/** @param {any} error @returns {QueueCode} */
export declare const codeOf: (error: any) => QueueCode;
/** @param {unknown} error @returns {boolean} */
export declare const mayTryAgain: (error: unknown) => boolean;
/**
 * A message without possible secrets: URLs, which may be signed, and long numbers, which may be of a witness.
 * @param {unknown} error
 */
export declare const publicMessage: (error: unknown) => string;
/** @param {unknown} error @returns {string} the text that is stored */
export declare const encodeFailure: (error: unknown) => string;
/** @param {string | undefined} text @returns {QueueError} */
export declare function decodeFailure(text: string | undefined): QueueError;
