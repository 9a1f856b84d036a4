import type { Pool } from "./types.js";
export type Chunk = {
    /**
     * - { u32 matrix, u32 constraint, u32 index into values, Fr coefficient }
     */
    records: Uint8Array;
    /**
     * - of records
     */
    count: number;
    /**
     * - canonical, LE
     */
    values: Uint8Array;
    /**
     * - lowest constraint named
     */
    first: number;
    /**
     * - highest constraint named
     */
    last: number;
};
export type SubmitOptions = Pick<import("../pool/job.js").QueueOptions, "signal" | "group" | "urgent">;
/**
 * Coefficients with the witness values that they name.
 * @typedef {object} Chunk
 * @property {Uint8Array} records - { u32 matrix, u32 constraint, u32 index into values, Fr coefficient }
 * @property {number} count - of records
 * @property {Uint8Array} values - canonical, LE
 * @property {number} first - lowest constraint named
 * @property {number} last - highest constraint named
 */
/** @typedef {Pick<import("../pool/job.js").QueueOptions, "signal" | "group" | "urgent">} SubmitOptions */
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
export declare function sumCoefficients(tm: Pool, n8: number, { records, count, values, first, last }: Chunk, options: SubmitOptions, into?: Uint8Array[]): Promise<Uint8Array[]>;
/**
 *   in      count records, ordered by constraint; witness: shared memory; into: where the results go, shared memory
 *   out     whether the records are right: of matrix 0 or 1, for constraints from first to last, with signals that the
 *           witness has. If not, nobody knows what is in `into`
 *   owns    records: transferred
 * @param {Pool} tm
 * @param {number} n8 - bytes of an element of Fr
 * @param {Omit<Chunk, "values"> & { witness: Uint8Array }} chunk
 * @param {SubmitOptions} options
 * @param {Uint8Array[]} into
 * @returns {Promise<boolean>}
 */
export declare function sumInOrder(tm: Pool, n8: number, { records, count, witness, first, last }: Omit<Chunk, "values"> & {
    witness: Uint8Array;
}, options: SubmitOptions, into: Uint8Array[]): Promise<boolean>;
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
export declare function addRows(tm: Pool, n8: number, one: [Uint8Array, Uint8Array], other: [Uint8Array, Uint8Array], options: SubmitOptions): Promise<Uint8Array[]>;
