/**
 * Tables of constants. circom fills an array of constants with a call of Fr_copy for each entry, in each component that
 * has the array. This is half of the time of a Poseidon hash, and most of its code. Here such a run of calls is
 * replaced by one `memory.init` from a passive segment, which holds every table once.
 * @module files/circuit/tables
 */
import { layout } from "../../wasm/circom.js";
import { artifact } from "./artifact.js";

/** @import { Anatomy } from "./anatomy.js" */

const { tables: at } = layout;

/**
 * The function that reads code, and the memory that it reads it from, which has only code of circuits.
 * @type {{ bytes: Uint8Array, shorten: (end: number) => number } | undefined}
 */
let opened;

function open() {
    const memory = new WebAssembly.Memory({ initial: at.pages });
    const module = new WebAssembly.Module(/** @type {BufferSource} */ (artifact().subarray(at.code)));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    return { bytes: new Uint8Array(memory.buffer), shorten: /** @type {any} */ (exports.shorten) };
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
    const { bytes: file, bodies, data } = anatomy, { bytes, shorten } = (opened ??= open());
    const found = /** @type {Map<number, Uint8Array>} */ (new Map()), numbers = new Uint32Array(bytes.buffer);
    bytes.fill(0, at.state, at.stateEnd);
    numbers[at.segment >> 2] = data.length;
    for (let i = first; i < bodies.length; i++) {
        const { at: from, end } = bodies[i], length = end - from;
        if (length < at.shortest || length > at.longest) continue;
        bytes.set(file.subarray(from, end), at.body);
        bytes.fill(0, at.body + length, at.body + length + at.spare);
        const to = shorten(at.body + length);
        if (to > 0) found.set(i, bytes.slice(at.out, to));
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
