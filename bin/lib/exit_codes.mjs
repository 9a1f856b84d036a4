/** The exit codes of the command: one table, for scripts, for --help and for README. */
import { constants } from "node:os";

/**
 * @typedef {object} Ending
 * @property {number} exit
 * @property {string} meaning
 * @property {readonly string[]} codes - of the errors that lead to this exit code
 */

/** @type {readonly Ending[]} */
export const ENDINGS = Object.freeze([
    { exit: 0, meaning: "done", codes: [] },
    { exit: 1, meaning: "the proof does not verify", codes: ["ERR_CHECK", "ERR_SUM"] },
    { exit: 2, meaning: "wrong use", codes: ["ERR_OPTION"] },
    { exit: 3, meaning: "a file that cannot be read, or is damaged", codes: ["ERR_FILE", "ERR_READ", "ERR_POINT"] },
    { exit: 4, meaning: "files that do not fit each other", codes: ["ERR_CURVE", "ERR_WITNESS"] },
    {
        exit: 5,
        meaning: "inputs that the circuit refuses, or a calculation beyond its limits",
        codes: ["ERR_INPUT", "ERR_LIMIT"],
    },
    { exit: 6, meaning: "a result that cannot be written", codes: ["ERR_WRITE"] },
    { exit: 7, meaning: "memory or workers that the machine does not give", codes: ["ERR_MEMORY", "ERR_WORKER"] },
    { exit: 8, meaning: "copies of ffjavascript are left that ffturbo should replace (doctor)", codes: [] },
    { exit: 70, meaning: "anything else", codes: [] },
    { exit: 129, meaning: "stopped by SIGHUP", codes: [] },
    { exit: 130, meaning: "stopped by SIGINT", codes: [] },
    { exit: 143, meaning: "stopped by SIGTERM", codes: [] },
]);

/** Signals that stop the command in good order. */
export const SIGNALS = Object.freeze(/** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"]));

/** Thrown when a signal stops the command. */
export class Stopped extends Error {
    /** @param {"SIGHUP" | "SIGINT" | "SIGTERM"} signal */
    constructor(signal) {
        super(`stopped by ${signal}`);
        this.exit = 128 + constants.signals[signal];
    }
}

/**
 * An error with the code that decides how the command ends.
 * @param {string} code
 * @param {string} message
 * @param {unknown} [cause]
 */
export const failure = (code, message, cause) => Object.assign(new Error(message, { cause }), { code });

const endingOf = (/** @type {any} */ error) => ENDINGS.find(({ codes }) => codes.includes(error?.code));

/** @param {any} error @returns {number} */
export const exitCodeOf = (error) => (error instanceof Stopped ? error.exit : endingOf(error)?.exit ?? 70);

/** The message; with the stack, on request, if it is not one of our errors. @param {any} error */
export function describeFailure(error) {
    if (error instanceof Stopped || endingOf(error)) return error.message;
    return error instanceof Error && process.env.FFTURBO_DEBUG ? error.stack : String(error?.message ?? error);
}
