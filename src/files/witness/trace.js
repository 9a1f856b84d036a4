/**
 * Which signals a circuit's program has set. Before the inputs are given, every signal's place gets
 * a mark: a zero, as the program finds it there, whose unused bytes name the signal. A program
 * writes whole elements, so what it sets loses its mark; what it copies from a signal that is not
 * set has the mark of another.
 * @module files/witness/trace
 */
import { readLE } from "../../util/bytes.js";

/**
 * Where a program has its signals, and how many there are: an element has its short value i32, its
 * type u32, and its long value.
 * @typedef {object} Trace
 * @property {number} numbers - address of the labels of the witness's signals
 * @property {number} elements - address of the element of label 0, the constant 1
 * @property {number} size - bytes of an element
 * @property {number} [labels] - how many; by default one more than the largest of the witness
 * @property {number} most - how many of the labels that were not set to list
 */

/**
 * Labels that were not set: how many, and the first of them.
 * @typedef {{ count: number, first: number[] }} Unset
 */

/**
 * What a program had in its signals when it stopped: template, line and call stack as circom gives
 * them; the elements, a secret; how large one is; the order of the field.
 * @typedef {{ locations: string[], cells: Uint8Array, size: number, r: bigint }} Stopped
 */

/** Bytes before the long value. */
export const HEAD = 8;

/** Bits of the type of an element. */
export const LONG = 0x80000000, MONTGOMERY = 0x40000000;

/** Bytes of the elements of a program that stopped which are handed out, at most. */
const MOST_CELLS = 2 ** 28;

/** A number that no other label has at this word. @param {number} label @param {number} word */
const markOf = (label, word) => (Math.imul(label ^ 0x9e3779b9, 0x85ebca6b + 2 * word) ^ (0xc2b2ae35 + word)) >>> 0;

/**
 * @param {Uint32Array} words - of all elements
 * @param {number} label
 * @param {number} step - words of an element
 */
function isMarked(words, label, step) {
    const at = label * step;
    if (words[at] !== 0 || words[at + 1] !== 0) return false;
    for (let i = HEAD / 4; i < step; i++) if (words[at + i] !== markOf(label, i)) return false;
    return true;
}

/**
 * The elements of a program's memory.
 * @param {ArrayBuffer} buffer
 * @param {Trace} trace
 * @param {number} count - signals of the witness
 * @returns {Uint32Array | undefined} undefined if they do not lie there
 */
function elementsIn(buffer, { numbers, elements, size, labels }, count) {
    if (numbers % 4 !== 0 || elements % 4 !== 0 || numbers + 4 * count > buffer.byteLength) return undefined;
    const all = labels ?? new Uint32Array(buffer, numbers, count).reduce((most, label) => Math.max(most, label), 0) + 1;
    if (elements + all * size > buffer.byteLength) return undefined;
    return new Uint32Array(buffer, elements, (all * size) / 4);
}

/**
 * Marks all signals but the constant.
 * @param {ArrayBuffer} buffer - the memory of a program that waits for its inputs
 * @param {Trace} trace
 * @param {number} count - signals of the witness
 */
export function markSignals(buffer, trace, count) {
    const words = elementsIn(buffer, trace, count);
    const step = trace.size / 4;
    if (!words) return;
    for (let label = 1; label * step < words.length; label++)
        for (let i = HEAD / 4; i < step; i++) words[label * step + i] = markOf(label, i);
}

/**
 * @param {ArrayBuffer} buffer - of a program that has ended
 * @param {Trace} trace
 * @param {number} count - signals of the witness
 * @returns {Unset | undefined} undefined if it is not known
 */
export function unsetSignals(buffer, trace, count) {
    const words = elementsIn(buffer, trace, count);
    const step = trace.size / 4;
    if (!words) return undefined;
    const unset = { count: 0, first: /** @type {number[]} */ ([]) };
    for (let label = 1; label * step < words.length; label++)
        if (isMarked(words, label, step) && unset.count++ < trace.most) unset.first.push(label);
    return unset;
}

/**
 * A copy of all elements.
 * @param {ArrayBuffer} buffer - of a program that has stopped
 * @param {Trace} trace
 * @param {number} count - signals of the witness
 * @returns {Uint8Array | undefined} the caller clears it; undefined if they are not there, or too
 *   many
 */
export function cellsOf(buffer, trace, count) {
    const words = elementsIn(buffer, trace, count);
    return words && words.byteLength <= MOST_CELLS ? new Uint8Array(words.slice().buffer) : undefined;
}

/**
 * value / 2^times modulo r, which is odd.
 * @param {bigint} value
 * @param {number} times
 * @param {bigint} r
 */
function halved(value, times, r) {
    for (let i = 0; i < times; i++) value = (value & 1n ? value + r : value) >> 1n;
    return value;
}

/**
 * Reads the elements that `cellsOf` has copied.
 * @param {Omit<Stopped, "locations">} stopped
 */
export function cellReader({ cells, size, r }) {
    const words = new Uint32Array(cells.buffer, cells.byteOffset, cells.length / 4);
    const step = size / 4;
    return Object.freeze({
        isSet: (/** @type {number} */ label) => label * step < words.length && !isMarked(words, label, step),
        /** @param {number} label @returns {bigint} canonical */
        value(label) {
            const at = label * step;
            const type = words[at + 1];
            if ((type & LONG) === 0) return ((BigInt(words[at] | 0) % r) + r) % r;
            const long = readLE(cells, label * size + HEAD, size - HEAD) % r;
            return type & MONTGOMERY ? halved(long, 8 * (size - HEAD), r) : long;
        },
    });
}
