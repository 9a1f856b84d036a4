/**
 * The binary format of WebAssembly, as far as replacing functions requires it: numbers and sections.
 * @module util/wasm_binary
 */
/** @param {number} n - below 2^32 @returns {number[]} */
export declare function encodeUnsigned(n: number): number[];
/** @param {bigint} n - any bits of i64; read as a signed number @returns {number[]} */
export declare function encodeSigned(n: bigint): number[];
/** A position in a file, which advances with each number that is read. */
export declare class Cursor {
    bytes: Uint8Array<ArrayBufferLike>;
    at: number;
    /** @param {Uint8Array} bytes @param {number} at */
    constructor(bytes: Uint8Array, at: number);
    byte(): number;
    /** An unsigned number of up to 32 bits. */
    unsigned(): number;
    /** A signed number of up to 32 bits. */
    signed(): number;
    /** Skips a number of any size. */
    skipNumber(): void;
    /** @param {number} length */
    skip(length: number): void;
    /** @param {number} length @returns {Uint8Array} a view */
    take(length: number): Uint8Array;
}
export type Section = {
    id: number;
    /**
     * - of the section with its id and length
     */
    start: number;
    /**
     * - of its content
     */
    at: number;
    end: number;
};
/**
 * @typedef {object} Section
 * @property {number} id
 * @property {number} start - of the section with its id and length
 * @property {number} at - of its content
 * @property {number} end
 */
/**
 * @param {Uint8Array} bytes
 * @returns {Section[]}
 * @throws {RangeError} when it is not a module, or is truncated
 */
export declare function sectionsOf(bytes: Uint8Array): Section[];
