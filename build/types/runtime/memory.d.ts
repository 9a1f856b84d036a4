/**
 * The memory of one instance, and the arena in it: the u32 at address 0 is
 * the next free byte, which the wasm code reads and moves as well. Nothing is
 * freed one by one; a task marks, allocates, and releases.
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
     * - address of so many bytes, 16-byte aligned, not cleared
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
 * @property {(bytes: number) => number} alloc - address of so many bytes, 16-byte aligned, not cleared
 * @property {() => Uint8Array} u8 - the memory, valid until the next call into wasm or alloc
 * @property {() => Uint32Array} u32 - the same, as words
 */
/**
 * @param {number} [initial] - pages
 * @param {number} [maximum] - pages
 * @throws {RangeError} when the host cannot reserve even the initial pages
 */
export declare function createMemory(initial?: number, maximum?: number): WebAssembly.Memory;
/** @param {WebAssembly.Memory} memory @returns {Arena} */
export declare function createArena(memory: WebAssembly.Memory): Arena;
