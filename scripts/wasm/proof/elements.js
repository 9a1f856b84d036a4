/**
 * Field elements of unknown limbs in the memory of a machine, in the layout of
 * a lane field, and their bounds: largest limb below the top, largest top limb.
 * @module scripts/wasm/proof/elements
 */
/** @import { Machine } from "./machine.js" */
/** @import { Value } from "./forms.js" */
import { abs, bitsOf, up } from "./forms.js";

/** @typedef {{ low: bigint, top: bigint }} Bound - of |limb| */

/**
 * Where limbs lie.
 * @typedef {object} Places
 * @property {"f64" | "i32"} type
 * @property {number} n - limbs
 * @property {number} w - bits per limb
 * @property {bigint} [nonResidue] - u^2 in Fp2
 * @property {number} lanes
 * @property {number} unitBytes
 * @property {number} bytes - of an element at rest
 * @property {(lane: number, i: number) => number} inUnit - offset of limb i
 * @property {(i: number) => number} atRest - the same in an element at rest
 */

/**
 * Bits of a bound that are kept, so that a proof meets few of them: more are slower to close, fewer
 * are too coarse.
 */
const KEPT = 9;

/** x rounded up. @param {bigint} x */
function coarse(x) {
    const shift = BigInt(Math.max(0, bitsOf(x) - KEPT));
    return ((x + (1n << shift) - 1n) >> shift) << shift;
}

/** @param {Bound} b */
export const rounded = ({ low, top }) => ({ low: coarse(low), top: coarse(top) });

/** @param {bigint} a @param {bigint} b */
export const larger = (a, b) => (a > b ? a : b);

/** @param {Bound[]} bounds @returns {Bound} */
export const hull = (...bounds) => bounds.reduce((a, b) => ({ low: larger(a.low, b.low), top: larger(a.top, b.top) }));

/** @param {Bound} a @param {Bound} b - is a within b? */
export const within = (a, b) => a.low <= b.low && a.top <= b.top;

/** Largest |value|. @param {Bound} b @param {{ n: number, w: number }} places */
export function largest({ low, top }, { n, w }) {
    let value = top;
    for (let i = 0; i < n - 1; i++) value = (value << BigInt(w)) + low;
    return value;
}

/** Bound of a constant's limbs. @param {bigint[]} digits @returns {Bound} */
export const boundOf = (digits) => ({
    low: digits.slice(0, -1).map(abs).reduce(larger, 0n),
    top: abs(digits[digits.length - 1]),
});

/** @param {Machine} m @param {Places} places @param {Bound} bound @returns {Value[]} limbs */
export const unknownLimbs = (m, { n }, { low, top }) =>
    Array.from({ length: n }, (_, i) => (i < n - 1 ? m.forms.unknown(-low, low) : m.forms.unknown(-top, top)));

/** @param {Machine} m @param {Places} places @param {Value[]} limbs */
const wordsOf = (m, { type }, limbs) => limbs.map((v) => (type === "f64" ? m.words.double(v) : m.words.int(v, 32)));

/**
 * @param {Machine} m
 * @param {Places} places
 * @param {number} address
 * @param {import("./words.js").Word[]} limbs
 * @param {(i: number) => number} offset
 */
function putLimbs(m, { type, n }, address, limbs, offset) {
    limbs.forEach((word, i) =>
        type === "f64" ? m.put(address + offset(i), { word }) : m.put32(address + offset(i), word),
    );
    // vectors hold an even number
    if (type === "i32" && n % 2) m.put32(address + offset(n), m.words.constant(0n, 32));
}

/**
 * @param {Machine} m
 * @param {Places} places
 * @param {number} address
 * @param {(i: number) => number} offset
 * @returns {Value[]}
 */
const getLimbs = (m, { type, n }, address, offset) => Array.from({ length: n }, (_, i) => {
    if (type === "i32") return m.words.fit(m.load32(address + offset(i)), true);
    const { word } = m.load(address + offset(i));
    return m.words.asDouble(/** @type {import("./words.js").Word} */ (word));
});

/**
 * An element at rest.
 * @param {Machine} m
 * @param {Places} places
 * @param {number} address
 * @param {Bound} bound
 */
export function putElement(m, places, address, bound) {
    const limbs = unknownLimbs(m, places, bound);
    putLimbs(m, places, address, wordsOf(m, places, limbs), places.atRest);
    return limbs;
}

/** @param {Machine} m @param {Places} places @param {number} address */
export const elementBound = (m, places, address) => limbsBound(getLimbs(m, places, address, places.atRest));

/**
 * A unit of unknowns, another in every lane: a kernel that takes a limb of the wrong lane computes
 * another value.
 * @param {Machine} m @param {Places} places @param {number} address @param {Bound} bound
 * @returns {Value[][]} limbs of each lane
 */
export function putUnit(m, places, address, bound) {
    return Array.from({ length: places.lanes }, (_, lane) => {
        const limbs = unknownLimbs(m, places, bound);
        putLimbs(m, places, address, wordsOf(m, places, limbs), (i) => places.inUnit(lane, i));
        return limbs;
    });
}

/**
 * @param {Machine} m
 * @param {Places} places
 * @param {number} address
 * @returns {Value[][]} limbs of each lane
 */
export const unitLimbs = (m, places, address) =>
    Array.from({ length: places.lanes }, (_, lane) => getLimbs(m, places, address, (i) => places.inUnit(lane, i)));

/** @param {Machine} m @param {Places} places @param {number} address */
export const unitBound = (m, places, address) => hull(...unitLimbs(m, places, address).map(limbsBound));

/** Largest |value|, rounded up to an integer. @param {Value} value */
export const sizeOf = ({ e, lo, hi }) => up(larger(abs(lo), abs(hi)), -e);

/** @param {Value[]} limbs @returns {Bound} */
export function limbsBound(limbs) {
    const sizes = limbs.map(sizeOf);
    return { low: sizes.slice(0, -1).reduce(larger, 0n), top: sizes[sizes.length - 1] };
}

/** Sum of limbs times their weights. @param {Machine} m @param {number} w @param {Value[]} limbs */
export const valueOf = (m, w, limbs) =>
    limbs.reduce((sum, x, i) => m.forms.add(sum, m.forms.times(x, 1n << BigInt(w * i))), m.forms.constant(0n));
