/**
 * The layout of a packed key, version 1; docs/packed.md describes it. All numbers are
 * little-endian.
 *
 *   section 1, header  bytes of q u32, q, bytes of the zkey u64, its SHA-256, blocks u32
 *   section 2, index   ENTRY bytes for each block
 *   section 3, blocks  one after the other
 *
 * Blocks are consecutive ranges of the zkey. The SHA-256 of sections 1 and 2 together is the root:
 * it names the file, since the index has the digest of each block.
 * @module packed/format
 */
import { ensure, identifyCurve, knownNames, MAGIC, readHeader, writeLE } from "../../../../src/internal/keys_packed.js";

/** @import { BinFile, BinKind, KnownCurve } from "../../../../src/internal/keys_packed.js" */

export const VERSION = 1;

export const SECTION = Object.freeze({ HEADER: 1, INDEX: 2, BLOCKS: 3 });

/** @type {BinKind} */
export const BIN_KIND = Object.freeze({
    magic: MAGIC,
    versions: [VERSION],
    sections: { 1: "header", 2: "index", 3: "blocks" },
    required: [1, 2, 3],
    closed: true,
});

/**
 * Bytes of an entry: bytes of the range u32, bytes of the block u32, kind, words, elements,
 * deflated, SHA-256.
 */
export const ENTRY = 44;

/** Bytes of a SHA-256. */
export const DIGEST = 32;

/** Bytes of a header without q. */
const HEAD = 4 + 8 + DIGEST + 4;

/**
 * What is in a block: its range as it is; points of one group, without those at infinity; rows of
 * numbers; or nothing, because the range has the values of the polynomial before it, or is left out
 * of a key that is only to prove with.
 */
export const KIND = Object.freeze({ PLAIN: 0, G1: 1, G2: 2, ROWS: 3, VALUES: 4, OMITTED: 5 });

/**
 * Bytes of a range, at most, so that any block can be held; but of values, which no proof reads.
 */
export const MOST_RANGE = 1 << 20;

/** Values of a polynomial, as a multiple of its coefficients. */
export const VALUES = 4;

/** Blocks of a file: those of a terabyte. The index is held whole. */
const MOST_BLOCKS = 1 << 20;

/** Bytes that a block may be longer than its range. */
const SLACK = 64;

/**
 * A block: [start, start + length) of the zkey is in [at, at + size) of the blocks.
 * @typedef {object} Block
 * @property {number} start
 * @property {number} length
 * @property {number} at
 * @property {number} size
 * @property {number} kind
 * @property {number} words - u32 of a row
 * @property {number} elements - of Fr, of a row
 * @property {boolean} deflated
 * @property {Uint8Array} digest
 */

/**
 * @typedef {object} Head
 * @property {KnownCurve} curve
 * @property {number} size - bytes of the zkey
 * @property {Uint8Array} digest - of the zkey
 * @property {number} blocks
 */

/** @param {Head} head @returns {Uint8Array} */
export function encodeHead({ curve: { n8q, q }, size, digest, blocks }) {
    const bytes = new Uint8Array(HEAD + n8q);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, n8q, true);
    writeLE(bytes, 4, q, n8q);
    view.setBigUint64(4 + n8q, BigInt(size), true);
    bytes.set(digest, 12 + n8q);
    view.setUint32(12 + n8q + DIGEST, blocks, true);
    return bytes;
}

/** @param {BinFile} file @returns {Promise<Head>} */
export async function readHead(file) {
    const header = await readHeader(file, SECTION.HEADER);
    const { n8, value: q } = header.modulus("q");
    const curve = identifyCurve(q);
    ensure(curve?.pairs && curve.n8q === n8, "ERR_CURVE", () =>
        `${file.name}: expected a key for ${knownNames()}, got one whose base field has the order ${q} in ${n8} bytes`);
    const size = header.u64("bytes of the zkey");
    const digest = header.take(DIGEST, "the SHA-256 of the zkey");
    const blocks = header.u32("the number of blocks");
    header.end();
    ensure(blocks <= MOST_BLOCKS, "ERR_FILE", () =>
        `${file.name}: expected at most ${MOST_BLOCKS} blocks, got ${blocks}; the file is damaged`);
    return { curve, size, digest, blocks };
}

/** @param {readonly Block[]} blocks @returns {Uint8Array} */
export function encodeIndex(blocks) {
    const bytes = new Uint8Array(blocks.length * ENTRY);
    const view = new DataView(bytes.buffer);
    blocks.forEach(({ length, size, kind, words, elements, deflated, digest }, i) => {
        const at = i * ENTRY;
        view.setUint32(at, length, true);
        view.setUint32(at + 4, size, true);
        bytes.set([kind, words, elements, Number(deflated)], at + 8);
        bytes.set(digest, at + 12);
    });
    return bytes;
}

/**
 * What a range of this kind consists of, in bytes.
 * @param {Pick<Block, "kind" | "words" | "elements">} block @param {KnownCurve} curve
 */
export function stepOf({ kind, words, elements }, { n8q, n8r }) {
    if (kind === KIND.G1) return 2 * n8q;
    if (kind === KIND.G2) return 4 * n8q;
    if (kind === KIND.ROWS) return 4 * words + n8r * elements;
    return kind === KIND.VALUES ? VALUES * n8r : 1;
}

/**
 * How often values are held while they are calculated: coefficients, their padding, the FFT,
 * its result.
 */
const HELD = 6;

/**
 * Values of a polynomial cost a packed key no bytes, so what they take is bounded by what the
 * caller allows.
 * @param {string} name - of the file
 * @param {{ start: number, length: number }} range
 * @param {number} memory - bytes
 */
export const checkValues = (name, { start, length }, memory) => ensure(HELD * length <= memory, "ERR_LIMIT", () =>
    `${name}: expected memory of ${HELD * length} bytes or more for the ${length} bytes of values from byte ${start} of the zkey, got ${memory}; raise memory`);

/** Is its range left out? @param {Pick<Block, "kind">} block */
export const isOmitted = ({ kind }) => kind === KIND.OMITTED;

/**
 * What is left out cannot be read.
 * @param {string} name - of the file
 * @param {readonly Block[]} blocks - that are to be read
 */
export function checkPresent(name, blocks) {
    const omitted = blocks.find(isOmitted);
    ensure(!omitted, "ERR_FILE", () =>
        `${name}: expected all of the zkey, got a packed key that is only to prove with, without byte ${omitted?.start} of it`);
}

/**
 * May these be values? Their coefficients are those of a domain, and come before them in blocks
 * that have bytes: otherwise values of values would make terabytes of a short file.
 * @param {Block} block
 * @param {KnownCurve} curve
 * @param {number} valuesEnd - of the values before
 */
function areValues({ start, length, size }, { n8r }, valuesEnd) {
    return size === 0 && Number.isInteger(Math.log2(length / n8r)) && start - length / VALUES >= valuesEnd;
}

/**
 * May this be a block of anything else?
 * @param {Block} block
 * @param {number} deflated - as the index says it
 */
function isBlock({ length, size, kind, words, elements }, deflated) {
    return length <= MOST_RANGE && size <= (kind === KIND.OMITTED ? 0 : length + SLACK) && deflated <= 1
        && (kind === KIND.ROWS || words + elements === 0)
        && (kind === KIND.ROWS || kind === KIND.PLAIN || deflated === 0);
}

/**
 * The blocks, whose ranges are all of the zkey and whose bytes are all of the section.
 * @param {BinFile} file
 * @param {Head} head
 * @param {Uint8Array} bytes - of section 2
 * @returns {Block[]}
 */
export function decodeIndex({ name, sections }, { curve, size: whole, blocks: count }, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), blocks = /** @type {Block[]} */ ([]);
    const damaged = (/** @type {string} */ expected, /** @type {unknown} */ got) =>
        `${name}: expected ${expected}, got ${got}; the index is damaged`;
    ensure(bytes.length === count * ENTRY, "ERR_FILE", () => damaged(`${count} blocks in the index`, `${bytes.length} bytes`));
    let start = 0, at = 0, valuesEnd = 0;
    for (let from = 0; from < bytes.length; from += ENTRY) {
        const length = view.getUint32(from, true);
        const size = view.getUint32(from + 4, true);
        const [kind, words, elements, deflated] = bytes.subarray(from + 8, from + 12);
        const block = { start, length, at, size, kind, words, elements, deflated: deflated === 1,
            digest: bytes.slice(from + 12, from + ENTRY) };
        const step = kind <= KIND.OMITTED ? stepOf(block, curve) : 0;
        const values = kind === KIND.VALUES;
        ensure(
            step > 0 && length > 0 && length % step === 0
                && (values ? areValues(block, curve, valuesEnd) : isBlock(block, deflated)),
            "ERR_FILE",
            () => damaged(`block ${blocks.length} to be one`, `kind ${kind}, ${length} bytes in ${size}`),
        );
        blocks.push(block);
        [start, at] = [start + length, at + size];
        if (values) valuesEnd = start;
    }
    const { size } = /** @type {{ size: number }} */ (sections.get(SECTION.BLOCKS));
    ensure(start === whole && at === size, "ERR_FILE", () =>
        damaged(`blocks of ${whole} bytes in ${size}`, `${start} in ${at}`));
    return blocks;
}
