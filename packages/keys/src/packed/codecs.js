/**
 * Blocks of a packed key from ranges of a zkey, and back.
 * @module packed/codecs
 */
import { concat, deflate, inflate, inflateHere, sameBytes } from "../../../../src/internal/keys_packed.js";
import { KIND, VALUES } from "./format.js";
import { decodePoints, encodePoints } from "./points.js";
import { decodeRows, encodeRows } from "./rows.js";

/** @import { Curve } from "../../../../src/internal/keys_packed.js" */
/** @import { Block } from "./format.js" */

/**
 * A block that is not yet placed.
 * @typedef {Pick<Block, "kind" | "words" | "elements" | "deflated"> & { bytes: Uint8Array }}
 *   Encoded
 */

/**
 * The values of a polynomial on the domain that is VALUES times as large.
 * @param {Curve} curve
 * @param {Uint8Array} coefficients - LEM, those of a domain
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Uint8Array>}
 */
export async function valuesOf({ Fr }, coefficients, signal) {
    const padded = new Uint8Array(VALUES * coefficients.length);
    padded.set(coefficients);
    const values = await Fr.fft(padded, undefined, undefined, undefined, undefined, { consume: true, signal });
    return /** @type {Uint8Array} */ (values);
}

/** Bytes of the length of what is deflated, which comes first. */
const HEAD = 4;

/** Bytes of the content of a block, at most, where its range has so many. @param {number} length */
const mostContent = (length) => 2 * length + 64;

/** @param {Encoded} block @returns {Promise<Encoded>} deflated, if it gets shorter */
async function shortened(block) {
    const bytes = await deflate(block.bytes);
    if (!bytes || bytes.length + HEAD >= block.bytes.length) return block;
    const head = new Uint8Array(Uint32Array.of(block.bytes.length).buffer);
    return { ...block, bytes: concat([head, bytes]), deflated: true };
}

/**
 * @typedef {object} Content
 * @property {number} kind - of KIND
 * @property {number} [words] - u32 of a row
 * @property {number} [elements] - of Fr, of a row
 */

/**
 * @param {Curve} curve
 * @param {Content} content - what the range is said to have
 * @param {Uint8Array} range - of the zkey
 * @param {{ whole: boolean, signal: AbortSignal, before: () => Promise<Uint8Array> }} how - whole:
 *   points are left as they are; before: the coefficients in front of values
 * @returns {Promise<Encoded>} whose range decodeBlock gives back
 */
export async function encodeBlock(curve, { kind, words = 0, elements = 0 }, range, { whole, signal, before }) {
    const block = { kind, words, elements, deflated: false, bytes: range };
    const plain = { ...block, kind: KIND.PLAIN, words: 0, elements: 0 };
    if (kind === KIND.OMITTED) return { ...block, bytes: new Uint8Array(0) };
    if (kind === KIND.G1 || kind === KIND.G2) {
        const bytes = await encodePoints(curve, kind === KIND.G1 ? "G1" : "G2", range, { whole, signal });
        return bytes.length > range.length ? plain : { ...block, bytes };
    }
    if (kind === KIND.VALUES) {
        const values = await valuesOf(curve, await before(), signal);
        return sameBytes(values, range) ? { ...block, bytes: new Uint8Array(0) } : plain;
    }
    if (kind === KIND.ROWS) {
        const rows = await shortened({ ...block, bytes: encodeRows(range, { words, elements, n8r: curve.Fr.n8 }) });
        if (rows.bytes.length < range.length) return rows;
    }
    return shortened(plain);
}

/**
 * The content of a block before it was deflated.
 * @param {Block} block
 * @param {Uint8Array} bytes
 * @returns {Uint8Array | undefined}
 */
function inflated({ length, deflated }, bytes) {
    if (!deflated) return bytes;
    const size = bytes.length < HEAD ? Infinity : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    if (size > mostContent(length)) return undefined;
    try {
        return inflateHere(bytes.subarray(HEAD), size) ?? inflate(bytes.subarray(HEAD), size);
    } catch {
        return undefined;
    }
}

/**
 * @param {() => Curve} curveOf - asked for points and values alone
 * @param {Block} block
 * @param {Uint8Array} bytes - whose digest is right
 * @param {{ n8r: number, signal?: AbortSignal, before: () => Promise<Uint8Array> }} how
 * @returns {Promise<Uint8Array | undefined>} the range; undefined for what encodeBlock has not made
 */
export async function decodeBlock(curveOf, block, bytes, { n8r, signal, before }) {
    const { kind, length, words, elements } = block;
    if (kind === KIND.VALUES) return valuesOf(curveOf(), await before(), signal);
    if (kind === KIND.G1 || kind === KIND.G2)
        return decodePoints(curveOf(), kind === KIND.G1 ? "G1" : "G2", bytes, length, signal);
    const content = inflated(block, bytes);
    if (!content) return undefined;
    return kind === KIND.ROWS ? decodeRows(content, length, { words, elements, n8r })
        : content.length === length ? content : undefined;
}
