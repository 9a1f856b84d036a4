import type { BinFile } from "./binfile.js";
import type { Source } from "./source.js";
export type Wtns = {
    file: BinFile;
    n8: number;
    /**
     * - the order of the field
     */
    r: bigint;
    /**
     * - signals
     */
    count: number;
};
/**
 * @typedef {object} Wtns
 * @property {BinFile} file
 * @property {number} n8
 * @property {bigint} r - the order of the field
 * @property {number} count - signals
 */
/** @param {Source} source @returns {Promise<Wtns>} */
export declare function openWtns(source: Source): Promise<Wtns>;
/**
 * Does this witness fit the key? Checked before the rest of either is read.
 * @param {{ name: string, n8: number, r: bigint, count: number }} witness
 * @param {import("../protocols/groth16/zkey.js").Zkey} zkey
 */
export declare function checkWitnessFits({ name, n8, r, count }: {
    name: string;
    n8: number;
    r: bigint;
    count: number;
}, { curve, nVars, file }: import("../protocols/groth16/zkey.js").Zkey): void;
/**
 * @param {Wtns} wtns
 * @param {(bytes: number) => void} advance
 * @param {AbortSignal} [signal]
 * @param {number} [from] - number of the first value
 * @param {number} [to] - number after that of the last value
 * @returns {Promise<Uint8Array>} the values, one after the other, in a buffer that the caller clears
 */
export declare function readValues({ file, n8, count }: Wtns, advance: (bytes: number) => void, signal?: AbortSignal, from?: number, to?: number): Promise<Uint8Array>;
/**
 * Checks that every value is below the order.
 * @param {Uint8Array} values - in a buffer of their own
 * @param {{ name: string, n8: number, r: bigint }} witness
 * @param {number} [first] - number of the first value, for messages
 * @returns {Promise<void>}
 */
export declare function checkReduced(values: Uint8Array, { name, n8, r }: {
    name: string;
    n8: number;
    r: bigint;
}, first?: number): Promise<void>;
/**
 * Checks that every value is below the order, and that the first one is 1.
 * @param {Uint8Array} values - in a buffer of their own
 * @param {{ name: string, n8: number, r: bigint }} witness
 * @returns {Promise<void>}
 */
export declare function checkValues(values: Uint8Array, witness: {
    name: string;
    n8: number;
    r: bigint;
}): Promise<void>;
/**
 * @param {Uint8Array} values
 * @param {number} n8
 * @param {bigint} r
 * @returns {Uint8Array} the file
 */
export declare function encodeWtns(values: Uint8Array, n8: number, r: bigint): Uint8Array;
