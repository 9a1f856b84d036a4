/**
 * The errors of the prover, for the bundle of this room: it throws the same class as the prover.
 * @module provers/errors
 */
import { messageOf } from "../util/check.js";
import { ProverError } from "../protocols/index.js";

export { messageOf, ProverError };

/**
 * @type {(ok: unknown, code: import("../files/errors.js").ProverCode, message: () => string) =>
 *   asserts ok}
 */
export function ensure(ok, code, message) {
    if (!ok) throw new ProverError(code, message());
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
