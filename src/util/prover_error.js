/**
 * The error of proving and verifying: a message, and a code that a program can act on.
 * @module util/prover_error
 */

/**
 * Of what the caller gave: an option, a file, what is in it.
 * @typedef {"ERR_OPTION" | "ERR_FILE" | "ERR_READ" | "ERR_WRITE" | "ERR_CURVE" | "ERR_WITNESS"
 *   | "ERR_POINT"
 *   | "ERR_KEY"} GivenCode
 */

/**
 * @typedef {GivenCode | "ERR_CHECK" | "ERR_INPUT" | "ERR_LIMIT" | "ERR_MEMORY" | "ERR_WORKER"
 *   | "ERR_MSM"} ProverCode
 * ERR_OPTION: a wrong argument or option; ERR_FILE: the wrong kind of file, or one that is damaged
 * or truncated; ERR_READ: reading failed or stalled; ERR_WRITE: writing failed; ERR_CURVE: a curve
 * that is not supported, or not that of the other file; ERR_WITNESS: a witness of another circuit,
 * values out of range, or values that a test does not expect; ERR_POINT: a point off its curve or
 * outside its subgroup; ERR_KEY: a key that anybody can forge proofs of, or powers of tau that make
 * one, by `reason`; ERR_CHECK: the proof made does not verify; ERR_INPUT: the circuit refuses its
 * inputs; ERR_LIMIT: more time or memory than the options allow; ERR_MEMORY: the host refuses
 * memory; ERR_WORKER: a worker died or was terminated; ERR_MSM: a partial MSM of a proof is not
 * what it claims to be, see combine.
 */

export class ProverError extends Error {
    /**
     * @param {ProverCode} code
     * @param {string} message
     * @param {ErrorOptions} [options]
     */
    constructor(code, message, options) {
        super(message, options);
        this.name = "ProverError";
        this.code = code;
    }
}

/**
 * @param {unknown} ok
 * @param {ProverCode} code
 * @param {() => string} message
 * @returns {asserts ok}
 */
export function ensure(ok, code, message) {
    if (!ok) throw new ProverError(code, message());
}
