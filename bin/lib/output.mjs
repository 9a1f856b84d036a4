/** Standard output and standard error, a text at a time. */
import { failure } from "./exit_codes.mjs";

/** Why standard output accepts no more. @type {any} */
let refused;

/**
 * Listens for errors of both streams from the start: an error event without a listener would end the process. An error
 * of standard error cannot be reported.
 */
export function watchStreams() {
    process.stdout.on("error", (error) => { refused ??= error; });
    process.stderr.on("error", () => {});
}

/** Prints results. @param {string} text */
export const print = (text) => void process.stdout.write(`${text}\n`);

/** Prints everything else. @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`);

/**
 * Settles when all results are written. It is not a failure if the reader has seen enough (`ffturbo info key | head`);
 * the rest is dropped.
 */
export async function flush() {
    await new Promise((resolve) => { process.stdout.write("", resolve); });
    if (refused && refused.code !== "EPIPE")
        throw failure("ERR_WRITE", `standard output: expected to write the result, got ${refused.message}`, refused);
}
