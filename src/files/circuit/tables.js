/**
 * What a circuit's code does, and its tables of constants. circom fills an array of constants with a call of Fr_copy
 * for each entry, in each component that has the array. This is half of the time of a Poseidon hash, and most of its
 * code. Here such a run of calls is replaced by one `memory.init` from a passive segment, which holds every table once.
 * @module files/circuit/tables
 */
import { layout } from "../../wasm/circom.js";
import { artifact } from "./artifact.js";

/** @import { Anatomy } from "./anatomy.js" */

const { tables: at } = layout;

/** Bytes of a page of memory. */
const PAGE = 65536;

/**
 * The functions that read code, and the memory that they read it from, which has only code of circuits.
 * @typedef {object} Reader
 * @property {Uint8Array} bytes
 * @property {(end: number) => number} shorten
 * @property {(from: number, end: number) => number} plain
 * @property {(from: number, end: number, top: number) => number} odd_element
 */

/** Kept for the bodies of all files. @type {Reader | undefined} */
let opened;

/** Compiled once. @type {WebAssembly.Module | undefined} */
let compiled;

/** @param {number} [more] - bytes behind those that the functions use @returns {Reader} */
function open(more = 0) {
    const memory = new WebAssembly.Memory({ initial: at.pages + Math.ceil(more / PAGE) });
    compiled ??= new WebAssembly.Module(/** @type {BufferSource} */ (artifact().subarray(at.code)));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
    return { bytes: new Uint8Array(memory.buffer), .../** @type {any} */ (exports) };
}

/**
 * Functions that read a part of a file.
 * @param {Uint8Array} file
 * @param {number} from
 * @param {number} end
 * @returns {{ reader: Reader, move: number }} and how much further it lies in their memory
 */
export function openAt(file, from, end) {
    const top = at.pages * PAGE, reader = open(end - from + at.spare);
    reader.bytes.set(file.subarray(from, end), top);
    return { reader, move: top - from };
}

/**
 * Whether all code is of instructions that compilers of circuits write, which change nothing but the memory and
 * globals.
 * @param {Anatomy} anatomy
 * @param {number} first - body that is looked at
 */
export function hasPlainCode({ bytes, bodies }, first) {
    if (bodies.length <= first) return true;
    const { reader, move } = openAt(bytes, bodies[first].start, bodies[bodies.length - 1].end);
    for (let i = first; i < bodies.length; i++)
        if (!reader.plain(bodies[i].at + move, bodies[i].end + move)) return false;
    return true;
}

/** What precedes the number of an instruction that newer versions added; and which of these name segments. */
const NEWER = 0xfc, SEGMENTS = Object.freeze([8, 9]);

/**
 * Whether code may name segments by their numbers: it would become valid with a count of segments, which we add.
 * @param {Anatomy} anatomy
 * @param {number} first - body that is looked at
 */
export function namesSegments(anatomy, first) {
    const { bytes, bodies } = anatomy, last = bodies[bodies.length - 1].end;
    const next = (/** @type {number} */ from) => bytes.indexOf(NEWER, from);
    for (let at = next(bodies[first]?.start ?? last); at >= 0 && at < last; at = next(at + 1))
        if (SEGMENTS.includes(bytes[at + 1] & 127)) return !hasPlainCode(anatomy, first); // not mere bytes of a number
    return false;
}

/**
 * Where the file contains the constants of entries, with their values at the start of the program.
 * @param {Anatomy} anatomy
 * @param {Uint32Array} entries - addresses, at least one
 * @returns {number | undefined} the difference between a constant's address and its place in the file; undefined if
 *   they are not all in one segment, or another segment overlaps them
 */
function distance({ data }, entries) {
    let first = entries[0], last = first;
    for (let i = 0; i < entries.length; i++) {
        if (entries[i] < first) first = entries[i];
        if (entries[i] > last) last = entries[i];
    }
    const behind = last + at.element, near = data.filter(
        ({ address, at: from, end }) => end > from && address < behind && address + end - from > first,
    );
    const [home] = near;
    if (near.length !== 1 || home.address > first || home.address + home.end - home.at < behind) return undefined;
    return home.at - home.address;
}

/**
 * Bodies in which each run of copies is replaced by one instruction, and the segment that these instructions read.
 * @param {Anatomy} anatomy - recognised
 * @param {number} first - body that may have runs
 * @returns {{ bodies: Map<number, Uint8Array>, segment: Uint8Array } | undefined} undefined if there are none
 */
export function tablesOf(anatomy, first) {
    const { bytes: file, bodies, data } = anatomy, { bytes, shorten, plain } = (opened ??= open());
    const found = /** @type {Map<number, Uint8Array>} */ (new Map()), numbers = new Uint32Array(bytes.buffer);
    bytes.fill(0, at.state, at.stateEnd);
    numbers[at.segment >> 2] = data.length;
    for (let i = first; i < bodies.length; i++) {
        const { at: from, end } = bodies[i], length = end - from;
        if (length < at.shortest || length > at.longest) continue;
        bytes.set(file.subarray(from, end), at.body);
        bytes.fill(0, at.body + length, at.body + length + at.spare);
        const to = shorten(at.body + length);
        if (to > 0 && plain(at.body, at.body + length)) found.set(i, bytes.slice(at.out, to));
    }
    if (found.size === 0) return undefined;
    const entries = numbers.subarray(at.entries >> 2, (at.entries >> 2) + numbers[at.count >> 2]),
        move = distance(anatomy, entries);
    if (move === undefined) return undefined;
    const segment = new Uint8Array(at.element * entries.length);
    for (let i = 0; i < entries.length; i++) {
        const place = entries[i] + move;
        segment.set(file.subarray(place, place + at.element), at.element * i);
    }
    return { bodies: found, segment };
}
