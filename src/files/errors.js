/**
 * The errors that this room and those above throw.
 * @module files/errors
 */
import { messageOf } from "../util/check.js";
import { ensure, ProverError } from "../util/prover_error.js";

export { ensure, ProverError };

/** @typedef {import("../util/prover_error.js").ProverCode} ProverCode */

/** Codes of errors that the pool throws; the prover uses the same. @type {readonly string[]} */
const POOL_CODES = Object.freeze(["ERR_MEMORY", "ERR_WORKER"]);

/** @param {any} error @returns {unknown} the error that a caller of the prover gets */
export const toProverError = (error) =>
    POOL_CODES.includes(error?.code) && !(error instanceof ProverError)
        ? new ProverError(
              error.code,
              error.code === "ERR_MEMORY"
                  ? `${error.message}; fewer threads, or a smaller options.memory, take less`
                  : error.message,
              { cause: error },
          )
        : error;

/**
 * Memory for what a file says that it has, which may be more than the host gives.
 * @param {string} name - of the file
 * @param {number} bytes
 * @returns {Uint8Array} zeros
 * @throws {ProverError} ERR_MEMORY
 */
export function allocate(name, bytes) {
    try {
        return new Uint8Array(bytes);
    } catch (cause) {
        throw new ProverError("ERR_MEMORY", `${name}: expected memory of ${bytes} bytes, got ${messageOf(cause)}`, { cause });
    }
}
