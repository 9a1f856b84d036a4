/**
 * Puts the results of the tasks of an FFT in order: part j has every T-th element, from number
 * j on. In WebAssembly, window by window, with a memory of its own, this takes a quarter to a third
 * of the time of loops in JavaScript, and it is fast from the first element on.
 * @module batch/interleave
 */
import { fromBase64 } from "../util/base64.js";
import { threadPace } from "../util/pace.js";
import { bytes, layout } from "../wasm/interleave.js";
import { interleave } from "./gather.js";

/** Bytes of an element of Fr. */
const ELEMENT = 32;

/** Elements of all parts in a window, and of the result. */
const WINDOW = layout.window / ELEMENT;

/** Windows between two looks at the clock. */
const WINDOWS = 32;

/**
 * @typedef {object} Interleaver
 * @property {Uint8Array} input
 * @property {Uint8Array} output
 * @property {(rows: number, parts: number) => void} interleaveParts
 */

/** Opened at the first use. @type {Interleaver | null | undefined} */
let interleaver;

/** @returns {Interleaver | null} null where nothing may be compiled */
function open() {
    try {
        const module = new WebAssembly.Module(/** @type {BufferSource} */ (fromBase64(bytes)));
        const { exports } = new WebAssembly.Instance(module);
        const { memory, interleaveParts } =
            /** @type {{ memory: WebAssembly.Memory, interleaveParts: Interleaver["interleaveParts"] }} */ (exports);
        const { window } = layout;
        const [input, output] = [0, window].map((from) => new Uint8Array(memory.buffer, from, window));
        return { input, output, interleaveParts };
    } catch {
        return null;
    }
}

/**
 *   in      parts   of one length, elements of 32 bytes; their number divides WINDOW
 *   out     result  element r of part j is number r T + j
 * @param {readonly Uint8Array[]} parts
 * @param {Uint8Array} result - 4-byte aligned, as new buffers are
 */
export async function interleaveParts(parts, result) {
    const { length } = parts, pace = threadPace();
    const count = parts[0].length / ELEMENT;
    if (interleaver === undefined) interleaver = open();
    if (!interleaver) {
        for (const [j, part] of parts.entries()) await interleave(part, ELEMENT, length, j, result);
        return;
    }
    const most = WINDOW / length;
    for (let row = 0, turn = 1; row < count; row += most, turn++) {
        if (turn % WINDOWS === 0 && pace.due) await pace.turn();
        const rows = Math.min(most, count - row);
        window(interleaver, parts, row, rows);
        result.set(interleaver.output.subarray(0, rows * length * ELEMENT), row * length * ELEMENT);
    }
    for (const memory of [interleaver.input, interleaver.output]) memory.fill(0); // it may be of a witness
}

/**
 * @param {Interleaver} interleaver
 * @param {readonly Uint8Array[]} parts
 * @param {number} row
 * @param {number} rows
 */
function window({ input, interleaveParts }, parts, row, rows) {
    parts.forEach((part, j) => input.set(part.subarray(row * ELEMENT, (row + rows) * ELEMENT), j * rows * ELEMENT));
    interleaveParts(rows, parts.length);
}
