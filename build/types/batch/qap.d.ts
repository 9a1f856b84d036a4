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
export type SubmitOptions = {
    signal?: AbortSignal;
    group?: unknown;
};
/**
 * Coefficients with the witness values that they name.
 * @typedef {object} Chunk
 * @property {Uint8Array} records - { u32 matrix, u32 constraint, u32 index into values, Fr coefficient }
 * @property {number} count - of records
 * @property {Uint8Array} values - canonical, LE
 * @property {number} first - lowest constraint named
 * @property {number} last - highest constraint named
 */
/** @typedef {{ signal?: AbortSignal, group?: unknown }} SubmitOptions */
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
