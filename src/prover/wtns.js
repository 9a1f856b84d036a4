/**
 * Witness files: one value of the scalar field per signal, canonical, little-endian.
 * @module prover/wtns
 */
import { readLE, writeLE } from "../util/bytes.js";
import { yieldToEventLoop } from "../util/host.js";
import { checkSectionSize, openBinFile } from "./binfile.js";
import { ensure } from "./errors.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { Source } from "./source.js" */

const KIND = Object.freeze({ magic: "wtns", versions: [2], sections: Object.freeze({ 1: "header", 2: "values" }), required: [1, 2] });

/** Bytes per read: progress is seen, a raised signal ends it soon, and others have their turn in between. */
const PIECE = 1 << 22;

/** Values looked at between two turns of the event loop, some ms. */
const TURN = 1 << 17;

/**
 * @typedef {object} Wtns
 * @property {BinFile} file
 * @property {number} n8
 * @property {bigint} r - the order of the field
 * @property {number} count - signals
 */

/** @param {Source} source @returns {Promise<Wtns>} */
export async function openWtns(source) {
    const file = await openBinFile(source, KIND);
    const { size } = /** @type {{ size: number }} */ (file.sections.get(1));
    ensure(size >= 8 && size <= 256, "ERR_FILE", () => `${file.name}: expected section 1 (header) to have 40 bytes, got ${size}; the file is damaged`);
    const header = await file.read(1, 0, size);
    const n8 = Number(readLE(header, 0, 4));
    ensure(n8 > 0 && n8 % 8 === 0 && size === 8 + n8, "ERR_FILE", () => `${file.name}: expected a header of 8 + ${n8} bytes for values of ${n8} bytes, got ${size}; the file is damaged`);
    const r = readLE(header, 4, n8), count = Number(readLE(header, 4 + n8, 4));
    checkSectionSize(file, 2, `values, ${count} of ${n8} bytes`, count * n8);
    return Object.freeze({ file, n8, r, count });
}

/**
 * Fits this witness that key? Before anything is read of either.
 * @param {{ name: string, n8: number, r: bigint, count: number }} witness
 * @param {import("./zkey.js").Zkey} zkey
 */
export function checkWitnessFits({ name, n8, r, count }, { curve, nVars, file }) {
    ensure(r === curve.r && n8 === curve.n8r, "ERR_CURVE", () => `${name}: expected a witness over the scalar field of ${curve.name}, as ${file.name} asks for, got one over the field of order ${r}; compile the circuit for ${curve.name}`);
    ensure(count === nVars, "ERR_WITNESS", () => `${name}: expected a witness of ${nVars} signals, as the circuit of ${file.name} has, got ${count}; it is the witness of another circuit`);
}

/**
 * @param {Wtns} wtns
 * @param {(bytes: number) => void} advance
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>} the values, side by side
 */
export async function readValues({ file, n8, count }, advance, signal) {
    const total = count * n8;
    if (total <= PIECE) {
        const bytes = await file.read(2, 0, total, signal);
        advance(total);
        return bytes;
    }
    const values = new Uint8Array(total);
    for (let at = 0; at < total; at += PIECE) {
        const length = Math.min(PIECE, total - at);
        values.set(await file.read(2, at, length, signal), at);
        advance(length);
    }
    return values;
}

/**
 * The first value from `from` on, before `to`, whose top word leaves it open whether it is below the order: one in millions of
 * those that are. A loop of its own, which engines compile while it runs the first time.
 * @param {Uint32Array} words
 * @param {number} from
 * @param {number} to
 * @param {{ step: number, top: number }} layout - words per value; the top word of the order
 * @returns {number} `to` when there is none
 */
function nextDoubtful(words, from, to, { step, top }) {
    for (let i = from, at = (from + 1) * step - 1; i < to; i++, at += step) if (words[at] >= top) return i;
    return to;
}

/**
 * Every value is below the order, and the first one is the constant one.
 * @param {Uint8Array} values - in a buffer of their own
 * @param {{ name: string, n8: number, r: bigint }} witness
 * @returns {Promise<void>}
 */
export async function checkValues(values, { name, n8, r }) {
    const words = new Uint32Array(values.buffer, values.byteOffset, values.length / 4), count = values.length / n8;
    const layout = { step: n8 / 4, top: Number(r >> BigInt(8 * n8 - 32)) };
    for (let from = 0; from < count; from += TURN) {
        if (from > 0) await yieldToEventLoop();
        const to = Math.min(count, from + TURN);
        for (let i = nextDoubtful(words, from, to, layout); i < to; i = nextDoubtful(words, i + 1, to, layout)) {
            const value = readLE(values, i * n8, n8);
            ensure(value < r, "ERR_WITNESS", () => `${name}: expected signal ${i} to be below the order of the field, got ${value}; the witness is damaged`);
        }
    }
    const one = readLE(values, 0, n8);
    ensure(one === 1n, "ERR_WITNESS", () => `${name}: expected signal 0 to be the constant 1, got ${one}; the witness is damaged`);
}

/**
 * @param {Uint8Array} values
 * @param {number} n8
 * @param {bigint} r
 * @returns {Uint8Array} the file
 */
export function encodeWtns(values, n8, r) {
    const bytes = new Uint8Array(12 + 12 + 8 + n8 + 12 + values.length);
    bytes.set([0x77, 0x74, 0x6e, 0x73]); // "wtns"
    /** @type {[number, number, number][]} offset, value, size */
    const fields = [[4, 2, 4], [8, 2, 4], [12, 1, 4], [16, 8 + n8, 8], [24, n8, 4], [28 + n8, values.length / n8, 4], [32 + n8, 2, 4], [36 + n8, values.length, 8]];
    for (const [offset, value, size] of fields) writeLE(bytes, offset, BigInt(value), size);
    writeLE(bytes, 28, r, n8);
    bytes.set(values, 44 + n8);
    return bytes;
}
