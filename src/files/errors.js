/**
 * The errors that this room and those above throw.
 * @module files/errors
 */
import { errorCode, messageOf } from "../util/check.js";
import { ensure, ProverError } from "../util/prover_error.js";

export { ensure, ProverError };

/** @typedef {import("../util/prover_error.js").ProverCode} ProverCode */

/** Codes of errors that the pool throws; the prover uses the same. @type {readonly ProverCode[]} */
const POOL_CODES = Object.freeze(["ERR_MEMORY", "ERR_WORKER"]);

/** @param {unknown} error @returns {unknown} the error that a caller of the prover gets */
export function toProverError(error) {
    const code = POOL_CODES.find((own) => own === errorCode(error));
    if (!code || error instanceof ProverError) return error;
    const advice = code === "ERR_MEMORY" ? "; fewer threads, or a smaller options.memory, take less" : "";
    return new ProverError(code, `${messageOf(error)}${advice}`, { cause: error });
}

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
