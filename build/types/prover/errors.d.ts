/**
 * What goes wrong while proving, in words, and with a code that a program can act on.
 * @module prover/errors
 */
export type ProverCode = "ERR_OPTION" | "ERR_FILE" | "ERR_READ" | "ERR_CURVE" | "ERR_WITNESS" | "ERR_POINT" | "ERR_CHECK" | "ERR_INPUT";
/**
 * @typedef {"ERR_OPTION" | "ERR_FILE" | "ERR_READ" | "ERR_CURVE" | "ERR_WITNESS" | "ERR_POINT" | "ERR_CHECK" | "ERR_INPUT"} ProverCode
 * ERR_OPTION: an argument or option; ERR_FILE: not the file it should be, damaged or truncated; ERR_READ: reading failed
 * or stalled; ERR_CURVE: a curve that is not supported, or not the one of the other file; ERR_WITNESS: of another circuit,
 * or out of range; ERR_POINT: off its curve; ERR_CHECK: the proof made does not verify; ERR_INPUT: the circuit refuses its inputs.
 */
export declare class ProverError extends Error {
    code: ProverCode;
    /**
     * @param {ProverCode} code
     * @param {string} message
     * @param {ErrorOptions} [options]
     */
    constructor(code: ProverCode, message: string, options?: ErrorOptions);
}
/**
 * @param {unknown} ok
 * @param {ProverCode} code
 * @param {() => string} message
 * @returns {asserts ok}
 */
export declare function ensure(ok: unknown, code: ProverCode, message: () => string): asserts ok;
/** @param {unknown} error @returns {string} */
export declare const messageOf: (error: unknown) => string;
