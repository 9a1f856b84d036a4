/**
 * Where programs print that have nothing else to say it to.
 * @module util/host_console
 */

/** @param {string} line */
export function printLine(line) {
    globalThis.console?.log(line);
}
