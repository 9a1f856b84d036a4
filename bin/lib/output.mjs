/** Writes texts to standard output and standard error. */
import { failure } from "./exit_codes.mjs";

/** The error after which standard output accepts no more. @type {any} */
let refused;

/**
 * The streams that were needed so far. Opening one takes 2 ms, and a quiet proof needs none. They
 * have an error listener from the start, because an error event without a listener would end the
 * process.
 * @type {{ out?: NodeJS.WriteStream, error?: NodeJS.WriteStream }}
 */
let opened = {};

/** Standard output and standard error, unless something else is to have what they would get. */
let streams = { out: () => process.stdout, error: () => process.stderr };

/** From now on, these get what is printed and said. @param {typeof streams} others */
export function printTo(others) {
    streams = others;
    opened = {};
    refused = undefined;
}

const standardOutput = () =>
    (opened.out ??= streams.out().on("error", (/** @type {unknown} */ error) => { refused ??= error; }));

/** An error on standard error cannot be reported anywhere. */
export const standardError = () => (opened.error ??= streams.error().on("error", () => {}));

/**
 * Codes of our own styles, and characters that would move, clear, hide or turn around what a
 * terminal shows, but for tab and newline. What is printed has names from files that anybody may
 * have written.
 */
const CODES = new RegExp([
    String.raw`\x1b\[(?:[0-2]|22|3[1-369])(?:;22)?m`,
    String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]`,
].join("|"), "g");

/**
 * A text in which such characters are written out, as JSON may have them, so that JSON stays what
 * it is.
 * @param {string} text
 * @returns {string}
 */
const harmless = (text) => text.replace(CODES, (found) =>
    (found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`));

/** Prints results. @param {string} text */
export const print = (text) => void standardOutput().write(`${harmless(text)}\n`);

/** Prints everything else. @param {string} text */
export const say = (text) => void standardError().write(`${harmless(text)}\n`);

/** @typedef {"good" | "bad" | "title" | "less"} Style */

/**
 * Codes around a text, by what it is.
 * @type {Readonly<Record<Style, readonly [number, number]>>}
 */
const STYLES = Object.freeze({ good: [32, 39], bad: [31, 39], title: [1, 22], less: [2, 22] });

/**
 * Colours are where a person reads: on a terminal, unless NO_COLOR says otherwise, and anywhere
 * that FORCE_COLOR says. FORCE_COLOR comes first, as in Node; NO_COLOR counts unless it is empty
 * (no-color.org).
 * @param {{ isTTY?: boolean }} stream
 * @param {Record<string, string | undefined>} [env]
 * @returns {boolean}
 */
export function isPainted(stream, { FORCE_COLOR: force, NO_COLOR: none, TERM: term } = process.env) {
    if (force !== undefined) return force !== "0" && force !== "false";
    return !none && term !== "dumb" && stream.isTTY === true;
}

/**
 * @param {{ isTTY?: boolean }} stream - that the text is for
 * @param {Style} style
 * @param {string} text
 * @returns {string}
 */
export function paint(stream, style, text) {
    const [on, off] = STYLES[style];
    return isPainted(stream) ? `\x1b[${on}m${text}\x1b[${off}m` : text;
}

/** A part of what is printed, as it looks there. @param {Style} style @param {string} text */
export const styled = (style, text) => paint(standardOutput(), style, text);

/** A part of what is said, as it looks there. @param {Style} style @param {string} text */
export const styledNote = (style, text) => paint(standardError(), style, text);

/**
 * @typedef {import("../../src/protocols/key/weakness.js").Weakness} Weakness why anybody can forge
 *   proofs of a key
 */

/**
 * Says it of a file, also to those who want no more than results.
 * @param {string} name
 * @param {Weakness} weakness
 */
export const sayWeak = (name, { message }) => say(`${styledNote("bad", "warning:")} ${name}: ${message}`);

/**
 * Columns of text that are comfortable to read, at least and at most, and where there is no
 * terminal.
 */
const NARROW = 60, WIDE = 100, USUAL = 80;

/** Whether a person reads what is printed. */
export const isTerminal = () => Boolean(standardOutput().isTTY);

/** @returns {number} the columns that printed text may have */
export const columns = () => Math.min(WIDE, Math.max(NARROW, standardOutput().columns || USUAL));

/**
 * Settles when everything printed has been handed to the system. It is not a failure if the reader
 * stops early (`ffturbo info key | head`); the rest is dropped.
 */
export async function flush() {
    const written = Object.values(opened).map((stream) => new Promise((resolve) => { stream.write("", resolve); }));
    await Promise.all(written);
    if (refused && refused.code !== "EPIPE")
        throw failure("ERR_WRITE", `standard output: expected to write the result, got ${refused.message}`, refused);
}
