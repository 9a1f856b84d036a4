/**
 * Sums over coefficients of a key whose witness is outside of the memory.
 * @module kernels/coefficients
 */
/** @import { Fallback } from "./types.js" */

/** Bytes of an element of Fr in every base module. */
const ELEMENT = 32;

/**
 * log2 of the values that are copied together: the signals of neighbouring constraints are near one
 * another.
 */
const PAGE_BITS = 8;

/**
 * Which pages of the witness the records name.
 * @param {Uint32Array} words - the memory
 * @param {number} at - of the first record, in words
 * @param {number} count
 * @param {number} first - the constraints that they may name are rows from this on
 * @param {number} rows
 * @param {number} signals
 * @returns {Uint8Array | undefined} 1 for each page that is needed; undefined if a record is not
 *   right
 */
function pagesOf(words, at, count, first, rows, signals) {
    const pages = new Uint8Array(Math.ceil(signals / 2 ** PAGE_BITS));
    const step = 3 + ELEMENT / 4;
    for (let i = 0; i < count; i++, at += step) {
        const row = words[at + 1] - first;
        const signal = words[at + 2];
        if (words[at] > 1 || row < 0 || row >= rows || signal >= signals) return undefined;
        pages[signal >>> PAGE_BITS] = 1;
    }
    return pages;
}

/**
 * Copies the pages of the witness that are needed, one after the other, and renames the signals of
 * the records to where their values are now: a chunk names few pages, so that this takes much less
 * memory than the witness.
 * @param {{ u8: () => Uint8Array, u32: () => Uint32Array }} arena
 * @param {Uint8Array} pages - 1 for each that is needed
 * @param {Uint8Array} witness
 * @param {number} to
 * @param {number} at - of the first record, in words
 * @param {number} count
 */
function gather(arena, pages, witness, to, at, count) {
    const memory = arena.u8();
    const words = arena.u32();
    const size = ELEMENT << PAGE_BITS;
    const step = 3 + ELEMENT / 4;
    const places = new Uint32Array(pages.length);
    const within = 2 ** PAGE_BITS - 1;
    for (let page = pages.indexOf(1), place = 0; page >= 0; page = pages.indexOf(1, page + 1), place++) {
        memory.set(witness.subarray(page * size, (page + 1) * size), to + place * size);
        places[page] = place << PAGE_BITS;
    }
    for (let i = 0, word = at + 2; i < count; i++, word += step)
        words[word] = places[words[word] >>> PAGE_BITS] + (words[word] & within);
}

/**
 * A w, B w and their product for some constraints, if all records are right: of matrix 0 or 1, for
 * one of these constraints, with a signal that the witness has.
 *
 *   in      records  count coefficients as a key has them; witness: bytes outside of the memory,
 *                    plain LE, of which
 *           only pages that records name are copied; first, rows: the constraints. Signals of
 *           records are renamed
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
export function sumRecords({ base, arena }, records, count, witness, first, rows, a, b, c, right) {
    const mark = arena.mark();
    const at = records >>> 2;
    const pages = pagesOf(arena.u32(), at, count, first, rows, witness.length / ELEMENT);
    arena.u32()[right >>> 2] = Number(pages !== undefined);
    if (pages) {
        const signals = pages.reduce((sum, one) => sum + one, 0) << PAGE_BITS;
        const values = arena.alloc(signals * ELEMENT);
        gather(arena, pages, witness, values, at, count);
        base.qap_buildABC(records, count, values, a, b, c, first, rows, 0, signals);
    }
    arena.release(mark);
}
