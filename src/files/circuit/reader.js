/**
 * The WebAssembly that reads parts of a circuit's file, a piece at a time, in memory of its own.
 * @module files/circuit/reader
 */
import { layout } from "../../wasm/circom.js";
import { artifact } from "./artifact.js";

/** @import { ModuleSections } from "./module_sections.js" */

const { tables: at } = layout;

/**
 * The functions that read, and their memory, which has only parts of files.
 * @typedef {object} Reader
 * @property {Uint8Array} bytes
 * @property {(end: number) => number} shorten
 * @property {(from: number, end: number) => number} locals
 * @property {(from: number, stop: number, end: number) => number} plain
 * @property {(from: number, end: number) => number} plain_elements
 */

/** Kept for all files. @type {Reader | undefined} */
let opened;

/** @returns {Reader} */
export function reader() {
    if (opened) return opened;
    const memory = new WebAssembly.Memory({ initial: at.pages });
    const module = new WebAssembly.Module(/** @type {BufferSource} */ (artifact().subarray(at.code)));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    const functions = /** @type {Omit<Reader, "bytes">} */ (/** @type {unknown} */ (exports));
    opened = { bytes: new Uint8Array(memory.buffer), ...functions };
    return opened;
}

/**
 * Puts bytes of a file where the functions read them, with zeros behind.
 * @param {Uint8Array} part - at most `longest` bytes
 * @returns {number} their end
 */
export function load(part) {
    const { bytes } = reader();
    const end = at.body + part.length;
    bytes.set(part, at.body);
    bytes.fill(0, end, end + at.spare);
    return end;
}

/**
 * The last bytes of a piece, which begins within an instruction perhaps: those that compilers write
 * are shorter.
 */
const MARGIN = 32;

/**
 * Whether a body has only instructions that compilers of circuits write, which change nothing but
 * the memory and globals. An instruction that is longer than a piece has room for is none of them.
 * @param {Uint8Array} body
 */
export function isPlain(body) {
    const { locals, plain } = reader();
    for (let from = 0; from < body.length;) {
        const part = body.subarray(from, from + at.longest);
        const end = load(part);
        const start = from === 0 ? locals(at.body, end) : at.body;
        const stop = from + part.length < body.length ? end - MARGIN : end;
        const next = start < 0 ? start : plain(start, stop, end);
        if (next < 0 || next > end) return false;
        from += next - at.body;
    }
    return true;
}
