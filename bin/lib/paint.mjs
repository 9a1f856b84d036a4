/** Colours, where a person reads: on a terminal, unless NO_COLOR says otherwise, and anywhere that FORCE_COLOR says. */

/** What a text is, and the codes around it. @type {Readonly<Record<string, readonly [number, number]>>} */
const STYLES = Object.freeze({ good: [32, 39], bad: [31, 39], title: [1, 22], less: [2, 22] });

/**
 * FORCE_COLOR comes first, as in Node; NO_COLOR counts unless it is empty (no-color.org).
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
 * @param {keyof typeof STYLES} style
 * @param {string} text
 * @returns {string}
 */
export function paint(stream, style, text) {
    const [on, off] = STYLES[style];
    return isPainted(stream) ? `\x1b[${on}m${text}\x1b[${off}m` : text;
}
