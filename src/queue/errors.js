/**
 * The errors of the prover, for the bundle of this room: it throws the same class as the prover.
 * @module queue/errors
 */
import { ProverError } from "../protocols/groth16/index.js";

export { messageOf } from "../files/errors.js";
export { ProverError };

/** @type {(ok: unknown, code: import("../files/errors.js").ProverCode, message: () => string) => asserts ok} */
export function ensure(ok, code, message) {
    if (!ok) throw new ProverError(code, message());
}
