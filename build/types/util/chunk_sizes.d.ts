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
export declare const CHUNK_BYTES: number;
/**
 * Bytes of records per block: the records of one chunk take at most three times the bytes of its points (x, y and beta
 * x, on limbs).
 */
export declare const BLOCK_BYTES: number;
/** Points that kernels multiply together, each by its own scalar; tasks with fewer leave batches half empty. */
export declare const BLOCK_POINTS = 512;
/**
 * Bytes of a piece. It bounds the memory per worker however long the input is, and the calling thread copies a piece in
 * a few ms.
 */
export declare const PIECE_BYTES: number;
/**
 * How the memory that is allowed for points is divided.
 * @param {number} bytes - how much is allowed
 * @param {number} workers
 * @returns {Readonly<{ budgetBytes: number, rangeBytes: number }>} bytes of points that are on their way at once, and
 *   bytes of points per multi-exponentiation
 */
export declare function planPoints(bytes: number, workers: number): Readonly<{
    budgetBytes: number;
    rangeBytes: number;
}>;
