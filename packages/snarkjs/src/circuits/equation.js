/**
 * A constraint as a person writes it: with names, signs, and nothing that is multiplied by 1.
 * @module circuits/equation
 */

/** @typedef {Pick<import("../../../../src/internal/snarkjs_circuits.js").Names, "nameOf">} Names */

/** One term of a combination. @typedef {{ wire: number, value: bigint }} Term */

/**
 * A value near the order is written as a negative number if it has at most this many bits, and half
 * of the field's.
 */
const SMALL_BITS = 64;

/**
 * Terms of a combination that are written, and characters after which no more of them are; how many
 * more there are is said. A name may have 2^16 characters, and a file may repeat it in every term.
 */
const MOST_TERMS = 64, MOST_TEXT = 2 ** 16;

/** Between -r / 2 and r / 2. @param {bigint} value @param {bigint} r */
export const signed = (value, r) => (2n * value > r ? value - r : value);

/**
 * A value: small negatives as negatives, others as what they are.
 * @param {bigint} value - canonical
 * @param {bigint} r
 */
export function valueText(value, r) {
    const bits = Math.min(SMALL_BITS, Math.floor(r.toString(2).length / 2));
    return String(r - value < 1n << BigInt(bits) ? value - r : value);
}

/**
 * @param {bigint} coefficient - above 0
 * @param {number} wire
 * @param {Names} names
 */
const termText = (coefficient, wire, { nameOf }) =>
    (wire === 0 ? String(coefficient) : coefficient === 1n ? nameOf(wire) : `${coefficient}*${nameOf(wire)}`);

/**
 * A sum, with constants at its end.
 * @param {readonly Term[]} terms - values between -r / 2 and r / 2
 * @param {Names} names
 * @returns {string} "0" if there are none
 */
function sumText(terms, names) {
    const ordered = [...terms.filter(({ wire }) => wire !== 0), ...terms.filter(({ wire }) => wire === 0)];
    let text = "", told = 0;
    for (const { wire, value } of ordered.slice(0, MOST_TERMS)) {
        if (text.length > MOST_TEXT) break;
        const sign = value < 0n ? (told === 0 ? "-" : " - ") : told === 0 ? "" : " + ";
        text += sign + termText(value < 0n ? -value : value, wire, names);
        told++;
    }
    const more = ordered.length - told;
    return more > 0 ? `${text} + … (${more} more terms)` : text || "0";
}

/** In a product, a sum has parentheses. @param {readonly Term[]} terms @param {Names} names */
const factorText = (terms, names) => (terms.length > 1 ? `(${sumText(terms, names)})` : sumText(terms, names));

/** @param {readonly Term[]} terms */
const negated = (terms) => terms.map(({ wire, value }) => ({ wire, value: -value }));

/**
 * Would fewer signals have a minus sign, or the first one none, if it were negated?
 * @param {readonly Term[]} all
 */
function isRatherNegative(all) {
    const signals = all.filter(({ wire }) => wire !== 0);
    const terms = signals.length > 0 ? signals : all;
    const negative = terms.filter(({ value }) => value < 0n).length;
    return 2 * negative > terms.length || (2 * negative === terms.length && terms.length > 0 && terms[0].value < 0n);
}

/**
 * A sum that is to be 0: positive terms on the left, the others on the right.
 * @param {readonly Term[]} terms
 * @param {bigint} sum - what they come to
 * @param {{ names: Names, valueOf: (wire: number) => bigint }} setting
 */
function linear(terms, sum, { names, valueOf }) {
    const turned = isRatherNegative(terms);
    const shown = turned ? negated(terms) : terms;
    const positive = shown.filter(({ value }) => value > 0n);
    const others = negated(shown.filter(({ value }) => value < 0n));
    const left = positive.reduce((total, { wire, value }) => total + value * valueOf(wire), 0n);
    return {
        equation: `${sumText(positive, names)} = ${sumText(others, names)}`,
        left,
        right: turned ? left + sum : left - sum,
    };
}

/**
 * The equation of a constraint, and what its two sides come to. A linear constraint 0 = C has the
 * negative terms of C on its right side.
 * @param {readonly [readonly Term[], readonly Term[], readonly Term[]]} sides - A, B and C,
 *   canonical
 * @param {{ r: bigint, names: Names, valueOf: (wire: number) => bigint }} setting
 * @returns {{ equation: string, left: bigint, right: bigint }} left and right: canonical
 */
export function equationOf(sides, { r, names, valueOf }) {
    const [A, B, C] = sides.map((terms) =>
        terms.map(({ wire, value }) => ({ wire, value: signed(value, r) })).filter(({ value }) => value !== 0n));
    const [a, b, c] = [A, B, C].map((terms) =>
        terms.reduce((total, { wire, value }) => total + value * valueOf(wire), 0n));
    const mod = (/** @type {bigint} */ value) => ((value % r) + r) % r;
    if (A.length === 0 || B.length === 0) {
        const { equation, left, right } = linear(C, c, { names, valueOf });
        return { equation, left: mod(left), right: mod(right) };
    }
    const [turnA, turnB] = [A, B].map(isRatherNegative);
    const turnC = turnA !== turnB;
    const turn = (/** @type {readonly Term[]} */ terms, /** @type {boolean} */ yes) => (yes ? negated(terms) : terms);
    const product = [turn(A, turnA), turn(B, turnB)].map((terms) => factorText(terms, names)).join(" * ");
    const sign = turnC ? -1n : 1n;
    return { equation: `${product} = ${sumText(turn(C, turnC), names)}`, left: mod(sign * a * b), right: mod(sign * c) };
}
