/** Errors as a person at a terminal reads them, and as a script does. */

const EXIT_CODES = { ERR_CHECK: 1, ERR_OPTION: 2, ERR_FILE: 3, ERR_READ: 3, ERR_POINT: 3, ERR_CURVE: 4, ERR_WITNESS: 4, ERR_INPUT: 5 };

/** @param {any} error */
export const exitCodeOf = (error) => EXIT_CODES[error?.code] ?? 70;

/** The message; with the stack where it is no message of ours. */
export function describeFailure(error) {
    if (Object.hasOwn(EXIT_CODES, error?.code ?? "") || error?.expected) return error.message;
    return error instanceof Error && process.env.FFTURBO_DEBUG ? error.stack : String(error?.message ?? error);
}
