/**
 * Decides how much is in memory at once, for the batch operations, which cut their input into
 * chunks for workers, and for the kernels, which convert the points of a chunk by blocks of
 * records.
 *
 *   chunk   the points that one task carries; they are read and posted, and stay outside of the
 *           memory of the worker
 *   portion the points of a chunk that are in its memory at once as the base module has them
 *   block   the points of a chunk that are in its memory at once as records on lanes
 *   piece   the elements that one task carries in an operation that treats each alone; input and
 *           output count together
 * @module util/chunk_sizes
 */

/** Bytes of points per chunk at most. Splitting above 2^18 points costs less than 1 %. */
export const CHUNK_BYTES = 1 << 25;

/**
 * Bytes of points up to which two workers share a chunk, if there is an even number of them. Each
 * gets all points and half of the windows, so that no bucket is reduced twice; the price is a
 * second copy of the points, and records of all of them in both workers. Above this size, two
 * halves of the points are nearly as good. Time of one task / of the longer of two, processor time,
 * Node 26, for shares (for halves of the points): bn128 G1 2^14 1.89 (1.86), 2^16 1.90 (1.83), G2
 * 2^14 1.91 (1.77), bls12381 G1 2^16 1.90 (1.77), G2 2^14 1.90 (1.83).
 */
export const SHARED_BYTES = 1 << 23;

/**
 * Bytes in the memory of a worker with the MSM of a chunk of points, about: records and items, buckets,
 * and scratch. Measured on tier fma for 2^14 to 2^18 points of G1 and G2 of bn128 and bls12381; G2
 * takes up to 1.3 of it.
 * @param {number} bytes - of the points, which stay outside
 */
export const msmBytes = (bytes) => Math.min(12 * bytes, (5 << 21) + Math.ceil(2.2 * bytes));

/** Points of a portion, at least: so many that calling the kernels for it costs nothing. */
const PORTION = 1 << 13;

/**
 * Points that kernels convert to records at once, of an MSM of n; the portions of an MSM are equal.
 * @param {number} n
 */
export const portionPoints = (n) => Math.max(1, Math.ceil(n / Math.max(1, Math.floor(n / PORTION))));

/**
 * Points that kernels multiply together, each by its own scalar; tasks with fewer leave batches
 * half empty.
 */
export const BLOCK_POINTS = 512;

/**
 * Products of one of many MSMs that are made together, at most: from some 100 on the buckets of a
 * MSM are faster.
 */
export const SUM_PRODUCTS = 64;

/**
 * Bytes of two elements of Fr between the two rounds of an FFT in several tasks: a pair as
 * lanes have it.
 */
export const PAIR_BYTES = 80;

/**
 * Bytes of a piece. It bounds the memory per worker however long the input is, and the calling
 * thread copies a piece in a few ms.
 */
export const PIECE_BYTES = 1 << 23;
