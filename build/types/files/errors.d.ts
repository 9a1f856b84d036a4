/**
 * The errors that this room and those above throw.
 * @module files/errors
 */
import { ensure, ProverError } from "../util/prover_error.js";
export { ensure, ProverError };
export type ProverCode = import("../util/prover_error.js").ProverCode;
/** @param {any} error @returns {unknown} the error that a caller of the prover gets */
export declare const toProverError: (error: any) => unknown;
/** @param {unknown} error @returns {string} */
export declare const messageOf: (error: unknown) => string;
