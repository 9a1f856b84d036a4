/**
 * Decides how much is in memory at once, for the prover, which reads points by ranges, for the batch operations, which
 * cut ranges into chunks for workers, and for the kernels, which convert the points of a chunk by blocks of records.
 *
 *   range   the points of one multi-exponentiation: chunks for all workers
 *   chunk   the points that one task carries; they are read, posted and copied into the memory of a worker, whose
 *   kernel         needs as much again
 *   block   the records on lanes that a kernel makes of the points of a chunk at once; a large chunk takes several
 *   piece   the elements that one task carries in an operation that treats each alone; input and output count together
 * @module util/chunk_sizes
 */

/** Bytes of points per chunk at most. Splitting above 2^18 points costs less than 1 %. */
export const CHUNK_BYTES = 1 << 25;

/** A smaller chunk has too few points for buckets to pay off. */
const LEAST_CHUNK_BYTES = 1 << 20;

/**
 * How many copies of a chunk are in memory: as read, as posted, in the worker's memory, and in its kernel's scratch.
 */
const COPIES = 4;

/** How many chunks are on their way besides the one that each worker has. */
const AHEAD = 2;

/**
 * Points of a block of a sum: at least, so that the batches of additions stay full, and how many blocks a longer sum
 * has. A block should have several items for each bucket, or looking at all buckets for each block takes too long.
 */
const LEAST_BLOCK = 1 << 13, MOST_BLOCKS = 8;

/**
 * Points that kernels convert to records at once, of a sum of n; the blocks of a sum are equal.
 * @param {number} n
 */
export function blockPoints(n) {
    const blocks = Math.max(1, Math.min(MOST_BLOCKS, Math.floor(n / LEAST_BLOCK)));
    return Math.max(1, Math.ceil(n / blocks));
}

/** Points that kernels multiply together, each by its own scalar; tasks with fewer leave batches half empty. */
export const BLOCK_POINTS = 512;

/** Ranges are long, because each range ends with a wait for its last chunk. */
const CHUNKS_PER_RANGE = 64;

/**
 * Bytes of a piece. It bounds the memory per worker however long the input is, and the calling thread copies a piece in
 * a few ms.
 */
export const PIECE_BYTES = 1 << 23;

/**
 * How the memory that is allowed for points is divided.
 * @param {number} bytes - how much is allowed
 * @param {number} workers
 * @returns {Readonly<{ budgetBytes: number, rangeBytes: number }>} bytes of points that are on their way at once, and
 *   bytes of points per multi-exponentiation
 */
export function planPoints(bytes, workers) {
    const chunks = workers + AHEAD,
        chunk = Math.max(LEAST_CHUNK_BYTES, Math.min(CHUNK_BYTES, Math.floor(bytes / (COPIES * chunks))));
    return Object.freeze({
        budgetBytes: chunk * chunks,
        rangeBytes: chunk * workers * (chunk < CHUNK_BYTES ? 1 : CHUNKS_PER_RANGE),
    });
}
