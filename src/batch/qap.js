/**
 * Sums over the coefficients of a constraint system: one task per chunk.
 * @module batch/qap
 */
/** @import { Pool } from "./types.js" */
import * as tasks from "../pool/tasks.js";
import { submit } from "./submit.js";

/**
 * Coefficients with the witness values that they name.
 * @typedef {object} Chunk
 * @property {Uint8Array} records - { u32 matrix, u32 constraint, u32 index into values, Fr
 *   coefficient }
 * @property {number} count - of records
 * @property {Uint8Array} values - canonical, LE
 * @property {number} first - lowest constraint named
 * @property {number} last - highest constraint named
 */

/**
 * @typedef {Pick<import("../pool/job.js").QueueOptions, "signal" | "group" | "urgent">}
 *   SubmitOptions
 */

/**
 *   in      a chunk; into: where the results go, shared memory, or absent
 *   out     [A w, B w, their product] for the constraints first to last, LEM
 *   owns    records and values: transferred
 * @param {Pool} tm
 * @param {number} n8 - bytes of an element of Fr
 * @param {Chunk} chunk
 * @param {SubmitOptions} options
 * @param {Uint8Array[]} [into]
 * @returns {Promise<Uint8Array[]>}
 */
export async function sumCoefficients(tm, n8, { records, count, values, first, last }, options, into) {
    const rows = last - first + 1;
    const bytes = rows * n8;
    return submit(
        tm,
        [
            tasks.allocSet(0, records),
            tasks.allocSet(1, values),
            tasks.alloc(2, bytes),
            tasks.alloc(3, bytes),
            tasks.alloc(4, bytes),
            tasks.call(
                { op: "buildABC", group: "qap" },
                tasks.ref(0),
                tasks.val(count),
                tasks.ref(1),
                tasks.ref(2),
                tasks.ref(3),
                tasks.ref(4),
                tasks.val(first),
                tasks.val(rows),
                tasks.val(0),
                tasks.val(values.length / n8),
            ),
            ...[0, 1, 2].map((i) => (into ? tasks.getInto(i, i + 2, into[i]) : tasks.get(i, i + 2, bytes))),
        ],
        options,
    );
}

/**
 *   in      count records, ordered by constraint; witness: shared memory; into: where the results
 *           go, shared memory
 *   out     whether the records are right: of matrix 0 or 1, for constraints from first to last,
 *           with signals that the witness has. If not, the contents of `into` are undefined
 *   owns    records: transferred
 * @param {Pool} tm
 * @param {number} n8 - bytes of an element of Fr
 * @param {Omit<Chunk, "values"> & { witness: Uint8Array }} chunk
 * @param {SubmitOptions} options
 * @param {Uint8Array[]} into
 * @returns {Promise<boolean>}
 */
export async function sumInOrder(tm, n8, { records, count, witness, first, last }, options, into) {
    const rows = last - first + 1, word = 4;
    const out = await submit(
        tm,
        [
            tasks.allocSet(0, records),
            ...[1, 2, 3].map((i) => tasks.alloc(i, rows * n8)),
            tasks.alloc(4, word),
            tasks.call(
                { op: "sumRecords", group: "qap" },
                tasks.ref(0),
                tasks.val(count),
                tasks.outside(witness),
                tasks.val(first),
                tasks.val(rows),
                tasks.ref(1),
                tasks.ref(2),
                tasks.ref(3),
                tasks.ref(4),
            ),
            ...[0, 1, 2].map((i) => tasks.getInto(i, i + 1, into[i])),
            tasks.get(3, 4, word),
        ],
        options,
    );
    return new DataView(out[3].buffer, out[3].byteOffset).getUint32(0, true) === 1;
}

/**
 *   in      A w and B w from two chunks, for the same constraints
 *   out     [A w, B w, their product] of both together, LEM
 *   owns    all of them: transferred
 * @param {Pool} tm
 * @param {number} n8
 * @param {[Uint8Array, Uint8Array]} one
 * @param {[Uint8Array, Uint8Array]} other
 * @param {SubmitOptions} options
 * @returns {Promise<Uint8Array[]>}
 */
export async function addRows(tm, n8, one, other, options) {
    const bytes = one[0].length, rows = bytes / n8;
    const add = (/** @type {number} */ x, /** @type {number} */ y) =>
        tasks.call({ op: "batchAdd", group: "qap" }, tasks.ref(x), tasks.ref(y), tasks.val(rows), tasks.ref(x));
    return submit(
        tm,
        [
            tasks.allocSet(0, one[0]),
            tasks.allocSet(1, other[0]),
            tasks.allocSet(2, one[1]),
            tasks.allocSet(3, other[1]),
            tasks.allocSet(4, new Uint8Array(bytes)),
            add(0, 1),
            add(2, 3),
            // x y - 0
            tasks.call(
                { op: "joinABC", group: "qap" },
                tasks.ref(0),
                tasks.ref(2),
                tasks.ref(4),
                tasks.val(rows),
                tasks.ref(4),
            ),
            tasks.get(0, 0, bytes),
            tasks.get(1, 2, bytes),
            tasks.get(2, 4, bytes),
        ],
        options,
    );
}
