/**
 * Memory given back before the garbage collector finds it. A worker that only
 * runs wasm allocates too little for a collection to start, and would keep all
 * buffers it was ever sent: as much as the proving key.
 * @module util/host_memory
 */
/**
 * Empties buffers that nobody will read again: they travel to a port that is
 * closed, where messages are dropped with what they carry.
 * @param {Iterable<ArrayBufferLike>} buffers - shared and detached ones are left alone
 */
export declare function freeBuffers(buffers: Iterable<ArrayBufferLike>): void;
