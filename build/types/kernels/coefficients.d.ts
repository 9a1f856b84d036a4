/**
 * Sums over coefficients of a key whose witness is outside of the memory.
 * @module kernels/coefficients
 */
/** @import { Fallback } from "./types.js" */
import type { Fallback } from "./types.js";
/**
 * A w, B w and their product for some constraints, if all records are right: of matrix 0 or 1, for one of these
 * constraints, with a signal that the witness has.
 *
 *   in      records  count coefficients as a key has them; witness: bytes outside of the memory, plain LE, of which
 *           only pages that records name are copied; first, rows: the constraints. Signals of records are renamed
 *   out     a, b, c  rows elements of Fr, LEM
 *           right    u32: 1 if all records are right; otherwise 0, and a, b and c are not set
 * @param {Fallback} on
 * @param {number} records
 * @param {number} count
 * @param {Uint8Array} witness
 * @param {number} first
 * @param {number} rows
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} right
 */
export declare function sumRecords({ base, arena }: Fallback, records: number, count: number, witness: Uint8Array, first: number, rows: number, a: number, b: number, c: number, right: number): void;
