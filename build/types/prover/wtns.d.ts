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
 * Fits this witness that key? Before anything is read of either.
 * @param {{ name: string, n8: number, r: bigint, count: number }} witness
 * @param {import("./zkey.js").Zkey} zkey
 */
export declare function checkWitnessFits({ name, n8, r, count }: {
    name: string;
    n8: number;
    r: bigint;
    count: number;
}, { curve, nVars, file }: import("./zkey.js").Zkey): void;
/**
 * @param {Wtns} wtns
 * @param {(bytes: number) => void} advance
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>} the values, side by side
 */
export declare function readValues({ file, n8, count }: Wtns, advance: (bytes: number) => void, signal?: AbortSignal): Promise<Uint8Array>;
/**
 * Every value is below the order, and the first one is the constant one.
 * @param {Uint8Array} values - in a buffer of their own
 * @param {{ name: string, n8: number, r: bigint }} witness
 * @returns {Promise<void>}
 */
export declare function checkValues(values: Uint8Array, { name, n8, r }: {
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
