/**
 * Strided copies, which the rounds of an FFT in several tasks need.
 * @module batch/gather
 */
/** @import { Bytes } from "./types.js" */
import { isByteView } from "../engine/scratch.js";
import { copyRange } from "../util/copies.js";
import { threadPace } from "../util/pace.js";

/**
 * Bytes read at a time, so that a BigBuffer is never copied as a whole, with turns of the event
 * loop in between.
 */
const WINDOW = 1 << 21;

/**
 *   in      buff: n elements of `size` bytes, size a multiple of 4, read
 *   out     `stride` buffers; number j holds the elements j, j + stride, j + 2 stride, ...
 * @param {Bytes} buff
 * @param {number} size
 * @param {number} n
 * @param {number} stride - divides n
 * @returns {Promise<Uint8Array[]>}
 */
export async function gather(buff, size, n, stride) {
    const outs = Array.from({ length: stride }, () => new Uint32Array(((n / stride) * size) / 4));
    const rows = n / stride;
    const step = Math.max(1, Math.floor(WINDOW / (size * stride)));
    const pace = threadPace();
    for (let row = 0; row < rows; row += step) {
        if (row > 0 && pace.due) await pace.turn();
        const end = Math.min(rows, row + step);
        spread(words(buff, row * stride * size, end * stride * size), size / 4, stride, outs, row);
    }
    return outs.map((out) => new Uint8Array(out.buffer));
}

/**
 * Undoes gather for one of its buffers: element r of `part` goes to index r stride + j of `whole`.
 * @param {Uint8Array} part
 * @param {number} size - bytes per element, a multiple of 4
 * @param {number} stride
 * @param {number} j
 * @param {Uint8Array} whole - 4-byte aligned, as new buffers are
 */
export async function interleave(part, size, stride, j, whole) {
    const width = size / 4;
    const source = words(part, 0, part.length);
    const pace = threadPace();
    const target = new Uint32Array(whole.buffer, whole.byteOffset, whole.length / 4);
    const step = Math.floor(WINDOW / size) * width;
    for (let start = 0; start < source.length; start += step) {
        if (start > 0 && pace.due) await pace.turn();
        put(source, start, Math.min(source.length, start + step), width, stride, j, target);
    }
}

/**
 * @param {Uint32Array} source
 * @param {number} from - the start of an element
 * @param {number} end
 * @param {number} width - words per element
 * @param {number} stride
 * @param {number} j
 * @param {Uint32Array} target
 */
function put(source, from, end, width, stride, j, target) {
    for (let to = from * stride + j * width; from < end; to += (stride - 1) * width) {
        for (let i = 0; i < width; i++) target[to++] = source[from++];
    }
}

/**
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Uint32Array} a view where alignment allows it, otherwise a copy
 */
function words(buff, from, to) {
    const aligned = isByteView(buff) && (buff.byteOffset + from) % 4 === 0;
    const bytes = aligned ? buff.subarray(from, to) : copyRange(buff, from, to);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/**
 * @param {Uint32Array} source - whole rows of `stride` elements
 * @param {number} width - words per element
 * @param {number} stride
 * @param {Uint32Array[]} outs
 * @param {number} row - of the first element
 */
function spread(source, width, stride, outs, row) {
    const rows = source.length / width / stride;
    for (let j = 0; j < stride; j++) {
        const out = outs[j];
        for (let r = 0; r < rows; r++) {
            let from = (r * stride + j) * width;
            let to = (row + r) * width;
            for (let i = 0; i < width; i++) out[to++] = source[from++];
        }
    }
}
