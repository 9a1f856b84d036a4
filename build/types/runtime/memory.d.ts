/**
 * The memory of one instance, and the arena in it. The u32 at address 0 is
 * the address of the next free byte, which the wasm code also reads and moves.
 * Allocations are not freed one by one; a task marks, allocates, and releases.
 * The u32 at address 4 is the end of what was ever used above the mark; kernels
 * that use scratch there raise it too.
 * @module runtime/memory
 */
export declare const PAGE = 65536;
export type Arena = {
    /**
     * - the next free byte
     */
    mark: () => number;
    /**
     * - everything above `mark` is free again
     */
    release: (mark: number) => void;
    /**
     * - address of that many bytes, 16-byte aligned, not cleared
     */
    alloc: (bytes: number) => number;
    /**
     * - the memory, valid until the next call into wasm or alloc
     */
    u8: () => Uint8Array;
    /**
     * - the same, as words
     */
    u32: () => Uint32Array;
};
/**
 * @typedef {object} Arena
 * @property {() => number} mark - the next free byte
 * @property {(mark: number) => void} release - everything above `mark` is free again
 * @property {(bytes: number) => number} alloc - address of that many bytes, 16-byte aligned, not cleared
 * @property {() => Uint8Array} u8 - the memory, valid until the next call into wasm or alloc
 * @property {() => Uint32Array} u32 - the same, as words
 */
/**
 * @param {number} [initial] - pages
 * @param {number} [maximum] - pages
 * @throws {RangeError} with code ERR_MEMORY when the host cannot reserve even the initial pages
 */
export declare function createMemory(initial?: number, maximum?: number): WebAssembly.Memory;
/** @param {WebAssembly.Memory} memory @returns {Arena} */
export declare function createArena(memory: WebAssembly.Memory): Arena;
/**
 * Clears secrets from a memory: returns a function that restores everything below the present mark, constants and the
 * scratch of kernels alike, to its present content, and clears what was used above the mark at the time of its call.
 * What was allocated in between and not released is kept.
 * Call this, and the returned function, only while no task uses the memory.
 *
 *   cost    clears about 130 KB, and the most bytes that tasks have used at once since the last time
 * @param {WebAssembly.Memory} memory
 * @returns {() => void}
 */
export declare function createWiper(memory: WebAssembly.Memory): () => void;
