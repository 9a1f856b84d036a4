/** The exit codes of the command: one table for scripts, `--help` and README. */
import { constants } from "node:os";
import { INSECURE } from "../../src/protocols/key/weakness.js";
import { plainMessage } from "./plain_words.mjs";

/**
 * @typedef {object} Ending
 * @property {number} exit
 * @property {string} meaning
 * @property {readonly string[]} codes - of the errors that lead to this exit code
 */

/** @type {readonly Ending[]} */
export const ENDINGS = Object.freeze([
    { exit: 0, meaning: "done", codes: [] },
    { exit: 1, meaning: "the proof, or the key, does not verify", codes: ["ERR_CHECK", "ERR_KEY", "ERR_MSM"] },
    { exit: 2, meaning: "invalid arguments or options", codes: ["ERR_OPTION"] },
    { exit: 3, meaning: "a file cannot be read or is damaged", codes: ["ERR_FILE", "ERR_READ", "ERR_POINT"] },
    { exit: 4, meaning: "files that do not belong together", codes: ["ERR_CURVE", "ERR_WITNESS"] },
    {
        exit: 5,
        meaning: "the circuit refuses its inputs, a constraint fails, or a limit is hit",
        codes: ["ERR_INPUT", "ERR_LIMIT"],
    },
    { exit: 6, meaning: "a result cannot be written", codes: ["ERR_WRITE"] },
    { exit: 7, meaning: "not enough memory, or workers cannot start", codes: ["ERR_MEMORY", "ERR_WORKER"] },
    { exit: 8, meaning: "copies of ffjavascript are left that ffturbo should replace (doctor)", codes: [] },
    { exit: 70, meaning: "any other error", codes: [] },
    { exit: 129, meaning: "stopped by SIGHUP", codes: [] },
    { exit: 130, meaning: "stopped by SIGINT", codes: [] },
    { exit: 143, meaning: "stopped by SIGTERM", codes: [] },
]);

/** Signals that let the command clean up before it stops. */
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
 * Says of a contribution that a signal stops that there is nothing to take up again.
 * @param {AbortSignal} signal
 */
export const sayForgotten = (signal) => signal.addEventListener("abort", () => {
    const words = "; the contribution cannot be taken up again, since its secret is forgotten: contribute anew";
    // not by its class: the bundle of the command has one of its own
    if (signal.reason?.exit) signal.reason.message += words;
}, { once: true });

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

/** The message; for an unexpected error, and on request, with the stack. @param {any} error */
export function describeFailure(error) {
    if (error instanceof Stopped || endingOf(error))
        return plainMessage(error).replace(INSECURE, "; --insecure takes it");
    return error instanceof Error && process.env.FFTURBO_DEBUG ? error.stack : String(error?.message ?? error);
}
