/**
 * Releases memory before the garbage collector would. A worker that only runs
 * wasm allocates too little on the heap for a collection to start, and would keep
 * all buffers that it was ever sent, which may be as much as the proving key.
 * @module util/host_memory
 */
/**
 * Releases buffers that nobody will read again: they are transferred to a port
 * that is closed, which drops messages and what they carry.
 * @param {Iterable<ArrayBufferLike>} buffers - shared and detached ones are left alone
 */
export declare function freeBuffers(buffers: Iterable<ArrayBufferLike>): void;
