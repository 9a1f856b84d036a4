/**
 * Witness files: one value of the scalar field per signal, canonical, little-endian.
 * @module files/wtns
 */
import { readLE, writeLE } from "../util/bytes.js";
import { counted } from "../util/check.js";
import { yieldToEventLoop } from "../util/host.js";
import { freeBuffers } from "../util/host_memory.js";
import { checkSectionSize, openBinFile } from "./binfile.js";
import { allocate, ensure } from "./errors.js";
import { checkModulus } from "./header.js";
import { encodeSections } from "./sections.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { Source } from "./source.js" */

const KIND = Object.freeze({
    magic: "wtns",
    versions: [2],
    sections: Object.freeze({ 1: "header", 2: "values" }),
    required: [1, 2],
});

/**
 * Bytes per read, so that progress is reported, an abort ends it soon, and the event loop gets
 * turns in between.
 */
const STRETCH = 1 << 22;

/** Values checked between two turns of the event loop, which takes a few ms. */
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
    ensure(
        size >= 8 && size <= 256,
        "ERR_FILE",
        () => `${file.name}: expected section 1 (header) to have 40 bytes, got ${size}; the file is damaged`,
    );
    const header = await file.read(1, 0, size);
    const n8 = Number(readLE(header, 0, 4));
    ensure(
        n8 > 0 && n8 % 8 === 0 && size === 8 + n8,
        "ERR_FILE",
        () =>
            `${file.name}: expected a header of 8 + ${n8} bytes for values of ${n8} bytes, got ${size}; the file is damaged`,
    );
    const r = readLE(header, 4, n8);
    const count = Number(readLE(header, 4 + n8, 4));
    checkModulus(file.name, "the prime", r);
    checkSectionSize(file, 2, `values, ${count} of ${n8} bytes`, count * n8);
    return Object.freeze({ file, n8, r, count });
}

/**
 * Does this witness fit the key? Checked before the rest of either is read.
 * @param {{ name: string, n8: number, r: bigint, count: number }} witness
 * @param {{ file: { name: string }, curve: { name?: string, n8r: number, r: bigint }, nVars: number
 *   }} key - or a constraint system, whose field may be that of no curve
 */
export function checkWitnessFits({ name, n8, r, count }, { curve, nVars, file }) {
    const field = curve.name ? `scalar field of ${curve.name}` : `field of order ${curve.r}`;
    ensure(
        r === curve.r && n8 === curve.n8r,
        "ERR_CURVE",
        () =>
            `${name}: expected a witness over the ${field}, as ${file.name} asks for, got one over the field of order ${r}; compile the circuit for ${curve.name ?? "that field"}`,
    );
    ensure(
        count === nVars,
        "ERR_WITNESS",
        () =>
            `${name}: expected a witness of ${counted(nVars, "signal")}, as the circuit of ${file.name} has, got ${count}; it is the witness of another circuit`,
    );
}

/**
 * @param {Wtns} wtns
 * @param {(bytes: number) => void} advance
 * @param {AbortSignal} [signal]
 * @param {number} [from] - number of the first value
 * @param {number} [to] - number after that of the last value
 * @param {Uint8Array} [room] - for these values
 * @returns {Promise<Uint8Array>} the values, one after the other, in `room` or a buffer; the caller
 *   clears it
 * @throws {ProverError} ERR_MEMORY where the host has no such buffer
 */
export async function readValues({ file, n8, count }, advance, signal, from = 0, to = count, room) {
    const total = (to - from) * n8;
    const values = room ?? allocate(file.name, total);
    for (let at = 0; at < total; at += STRETCH) {
        const length = Math.min(STRETCH, total - at);
        const stretch = await file.read(2, from * n8 + at, length, signal);
        values.set(stretch, at);
        if (file.fresh) {
            stretch.fill(0); // a witness is a secret
            freeBuffers([stretch.buffer]);
        }
        advance(length);
    }
    return values;
}

/**
 * The first value in [from, to) whose top word does not decide whether it is below the order; that
 * is one in millions of valid values. The loop is a separate function, so that engines compile it
 * while it runs for the first time.
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
 * Checks that every value is below the order.
 * @param {Uint8Array} values - in a buffer of their own
 * @param {{ name: string, n8: number, r: bigint }} witness
 * @param {number} [first] - number of the first value, for messages
 * @returns {Promise<void>}
 */
export async function checkReduced(values, { name, n8, r }, first = 0) {
    const words = new Uint32Array(values.buffer, values.byteOffset, values.length / 4);
    const count = values.length / n8;
    const layout = { step: n8 / 4, top: Number(r >> BigInt(8 * n8 - 32)) };
    for (let from = 0; from < count; from += TURN) {
        if (from > 0) await yieldToEventLoop();
        const to = Math.min(count, from + TURN);
        for (let i = nextDoubtful(words, from, to, layout); i < to; i = nextDoubtful(words, i + 1, to, layout)) {
            const value = readLE(values, i * n8, n8);
            ensure(
                value < r,
                "ERR_WITNESS",
                () =>
                    `${name}: expected signal ${first + i} to be below the order of the field, got ${value}; the witness is damaged`,
            );
        }
    }
}

/**
 * Checks that every value is below the order, and that the first one is 1.
 * @param {Uint8Array} values - in a buffer of their own
 * @param {{ name: string, n8: number, r: bigint }} witness
 * @returns {Promise<void>}
 */
export async function checkValues(values, witness) {
    const { name, n8 } = witness;
    await checkReduced(values, witness);
    const one = readLE(values, 0, n8);
    ensure(
        one === 1n,
        "ERR_WITNESS",
        () => `${name}: expected signal 0 to be the constant 1, got ${one}; the witness is damaged`,
    );
}

/**
 * @param {Uint8Array} values
 * @param {number} n8
 * @param {bigint} r
 * @returns {Uint8Array} the file
 */
export function encodeWtns(values, n8, r) {
    const header = new Uint8Array(8 + n8);
    writeLE(header, 0, BigInt(n8), 4);
    writeLE(header, 4, r, n8);
    writeLE(header, 4 + n8, BigInt(values.length / n8), 4);
    return encodeSections("wtns", 2, [[1, header], [2, values]]);
}
