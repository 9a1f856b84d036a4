/**
 * What a circuit's code does, and its tables of constants. circom fills an array of constants with
 * a call of Fr_copy for each entry, in each component that has the array. This is half of the time
 * of a Poseidon hash, and most of its code. Here such a run of calls is replaced by one
 * `memory.init` from a passive segment, which holds every table once.
 * @module files/circuit/tables
 */
import { layout } from "../../wasm/circom.js";
import { isPlain, load, reader } from "./reader.js";

/** @import { ModuleSections } from "./module_sections.js" */

const { tables: at } = layout;

/**
 * Where the file contains the constants of entries, with their values at the start of the program.
 * @param {ModuleSections} parsed
 * @param {Uint32Array} entries - addresses, at least one
 * @returns {number | undefined} the difference between a constant's address and its place in the
 *   file; undefined if they are not all in one segment, or another segment overlaps them
 */
function distance({ data }, entries) {
    let first = entries[0], last = first;
    for (let i = 0; i < entries.length; i++) {
        if (entries[i] < first) first = entries[i];
        if (entries[i] > last) last = entries[i];
    }
    const behind = last + at.element;
    const near = data.filter(
        ({ address, at: from, end }) => end > from && address < behind && address + end - from > first,
    );
    const [home] = near;
    if (near.length !== 1 || home.address > first || home.address + home.end - home.at < behind) return undefined;
    return home.at - home.address;
}

/**
 * Bodies that were shortened, in the reader's memory the entries that they copy.
 * @param {ModuleSections} parsed
 * @param {number} first - body that is looked at
 * @returns {Map<number, Uint8Array> | undefined} undefined if code is not plain: it could name
 *   segments by their numbers, which would be valid with the count of segments that ours need
 */
function shortened({ bytes: file, bodies, data }, first) {
    const { bytes, shorten } = reader();
    const found = /** @type {Map<number, Uint8Array>} */ (new Map());
    bytes.fill(0, at.state, at.stateEnd);
    new DataView(bytes.buffer).setUint32(at.segment, data.length, true);
    const bodyOf = (/** @type {number} */ i) => file.subarray(bodies[i].at, bodies[i].end), long = [];
    for (let i = first; i < bodies.length; i++) {
        const body = bodyOf(i);
        if (body.length > at.longest) {
            long.push(body);
            continue;
        }
        const to = shorten(load(body));
        if (to < 0) return undefined;
        if (to > 0) found.set(i, bytes.slice(at.out, to));
    }
    return found.size > 0 && long.every(isPlain) ? found : undefined;
}

/**
 * Bodies in which each run of copies is replaced by one instruction, and the segment that these
 * instructions read.
 * @param {ModuleSections} parsed - recognised
 * @param {number} first - body that may have runs
 * @returns {{ bodies: Map<number, Uint8Array>, segment: Uint8Array } | undefined} undefined if
 *   there are none, or there is code that is not plain
 */
export function tablesOf(parsed, first) {
    const found = shortened(parsed, first);
    if (!found) return undefined;
    const { bytes: file } = parsed, numbers = new Uint32Array(reader().bytes.buffer);
    const entries = numbers.subarray(at.entries >> 2, (at.entries >> 2) + numbers[at.count >> 2]),
        move = distance(parsed, entries);
    if (move === undefined) return undefined;
    const segment = new Uint8Array(at.element * entries.length);
    for (let i = 0; i < entries.length; i++) {
        const from = entries[i] + move;
        segment.set(file.subarray(from, from + at.element), at.element * i);
    }
    return { bodies: found, segment };
}
