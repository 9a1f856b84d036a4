/**
 * The errors of the prover, for the bundle of this room: it throws the same class as the prover.
 * @module queue/errors
 */
import { ProverError } from "../protocols/groth16/index.js";
export { messageOf } from "../files/errors.js";
export { ProverError };
/** @type {(ok: unknown, code: import("../files/errors.js").ProverCode, message: () => string) => asserts ok} */
export declare function ensure(ok: unknown, code: import("../util/prover_error.js").ProverCode, message: () => string): void;
