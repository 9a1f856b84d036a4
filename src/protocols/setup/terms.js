/**
 * The terms of a constraint system by wire: a set-up has a sum for each wire, over the rows that
 * name it. In the matrix A there is a row more for the constant wire and for each public signal, so
 * that no one can change these in a proof.
 * @module protocols/setup/terms
 */
import { readConstraints } from "../../files/r1cs.js";

/** @import { R1cs } from "../../files/r1cs.js" */

/** Matrices. */
export const A = 0, B = 1, C = 2;

/** Bytes of a term: its row, and its value. @param {R1cs} system */
const termBytes = ({ n8 }) => 4 + n8;

/**
 * The terms of some wires in one matrix: those of wire `from` + i are [starts[i], starts[i + 1]).
 * @typedef {Readonly<{ starts: Uint32Array, rows: Uint32Array, values: Uint8Array }>} Terms
 */

/**
 * Terms of the wires [from, to), by matrix.
 * @typedef {Readonly<{ from: number, to: number, of: Terms[] }>} Range
 */

/** @param {R1cs} system @returns {number} public signals */
export const publicsOf = ({ outputs, publicInputs }) => outputs + publicInputs;

/**
 * How many terms each wire has in each matrix.
 * @param {R1cs} system
 * @param {AbortSignal} signal
 * @returns {Promise<Uint32Array[]>}
 */
export async function countTerms(system, signal) {
    const counts = [A, B, C].map(() => new Uint32Array(system.signals));
    for await (const { starts, wires } of readConstraints(system, signal))
        for (let k = 0; k + 1 < starts.length; k++) {
            const of = counts[k % 3];
            for (let t = starts[k]; t < starts[k + 1]; t++) of[wires[t]]++;
        }
    for (let wire = 0; wire <= publicsOf(system); wire++) counts[A][wire]++;
    return counts;
}

/**
 * Cuts the wires into ranges whose terms fit in a number of bytes.
 * @param {R1cs} system
 * @param {Uint32Array[]} counts
 * @param {number} bytes
 * @returns {[from: number, to: number][]}
 */
export function rangesOf(system, counts, bytes) {
    const most = Math.floor(bytes / termBytes(system)), ranges = /** @type {[number, number][]} */ ([]);
    let from = 0, terms = 0;
    for (let wire = 0; wire < system.signals; wire++) {
        const more = counts[A][wire] + counts[B][wire] + counts[C][wire];
        if (wire > from && terms + more > most) {
            ranges.push([from, wire]);
            [from, terms] = [wire, 0];
        }
        terms += more;
    }
    ranges.push([from, system.signals]);
    return ranges;
}

/**
 * Room for the terms of a range; `next` says where the next term of each wire goes.
 * @param {Uint32Array} counts
 * @param {number} n8
 */
function roomFor(counts, n8) {
    const starts = new Uint32Array(counts.length + 1);
    for (let i = 0; i < counts.length; i++) starts[i + 1] = starts[i] + counts[i];
    const total = starts[counts.length], values = new Uint8Array(total * n8);
    return {
        terms: Object.freeze({ starts, rows: new Uint32Array(total), values }),
        next: starts.slice(),
        words: new Uint32Array(values.buffer),
    };
}

/**
 * @param {R1cs} system
 * @param {Uint32Array[]} counts
 * @param {readonly [from: number, to: number]} range
 * @param {AbortSignal} signal
 * @returns {Promise<Range>}
 */
export async function collectTerms(system, counts, [from, to], signal) {
    const { n8, constraints } = system, width = n8 / 4;
    const rooms = counts.map((of) => roomFor(of.subarray(from, to), n8));
    for await (const { first, starts, wires, values } of readConstraints(system, signal)) {
        const given = new Uint32Array(values.buffer, values.byteOffset, values.length / 4);
        for (let k = 0; k + 1 < starts.length; k++) {
            const { terms: { rows }, next, words } = rooms[k % 3];
            const row = first + Math.floor(k / 3);
            for (let t = starts[k]; t < starts[k + 1]; t++) {
                const wire = wires[t];
                if (wire < from || wire >= to) continue;
                const slot = next[wire - from]++;
                rows[slot] = row;
                for (let i = 0; i < width; i++) words[slot * width + i] = given[t * width + i];
            }
        }
    }
    const { terms: { rows, values }, next } = rooms[A];
    for (let wire = from; wire < to && wire <= publicsOf(system); wire++) {
        const slot = next[wire - from]++;
        rows[slot] = constraints + wire;
        values[slot * n8] = 1;
    }
    return Object.freeze({ from, to, of: rooms.map(({ terms }) => terms) });
}
