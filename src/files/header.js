/**
 * Reads the fields of a header one after the other, each checked to be within it.
 * @module files/header
 */
import { readLE } from "../util/bytes.js";
import { ensure } from "./errors.js";

/** @import { BinFile } from "./binfile.js" */

/** Bytes; no header is longer. */
const LONGEST = 4096;

/** Bytes of the longest modulus. */
const LONGEST_MODULUS = 128;

/**
 * @typedef {object} Fields
 * @property {(length: number, what: string) => Uint8Array} take - the next bytes
 * @property {(what: string) => number} u32
 * @property {(what: string) => number} u64 - exact, so below 2^53
 * @property {(what: string) => { n8: number, value: bigint }} modulus - its bytes (u32), and itself
 * @property {() => void} end - refuses a header that has more
 */

/**
 * Refuses a modulus that is surely not an odd prime: whoever calculates with it may divide by it.
 * @param {string} name - of the file
 * @param {string} what
 * @param {bigint} value
 * @throws {ProverError} ERR_FILE
 */
export const checkModulus = (name, what, value) => ensure(value > 2n && value % 2n === 1n, "ERR_FILE", () =>
    `${name}: expected ${what} to be odd and above 2, got ${value}; the file is damaged`);

/**
 * @param {BinFile} file
 * @param {number} type - a section that the file has
 * @returns {Promise<Fields>}
 */
export async function readHeader(file, type) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(type));
    const bytes = await file.read(type, 0, Math.min(LONGEST, size));
    let at = 0;
    const take = (/** @type {number} */ length, /** @type {string} */ what) => {
        ensure(at + length <= bytes.length, "ERR_FILE", () =>
            `${file.name}: expected ${what} in ${length} bytes at ${at} of the header, got a header of ${size} bytes; the file is damaged`);
        at += length;
        return bytes.slice(at - length, at);
    };
    const u32 = (/** @type {string} */ what) => Number(readLE(take(4, what)));
    return Object.freeze({
        take,
        u32,
        u64(/** @type {string} */ what) {
            const value = readLE(take(8, what));
            ensure(value <= BigInt(Number.MAX_SAFE_INTEGER), "ERR_FILE", () =>
                `${file.name}: expected ${what} below 2^53, got ${value}; the file is damaged`);
            return Number(value);
        },
        modulus(/** @type {string} */ what) {
            const n8 = u32(`the size of ${what}`);
            ensure(n8 > 0 && n8 <= LONGEST_MODULUS && n8 % 8 === 0, "ERR_FILE", () =>
                `${file.name}: expected ${what} in 8 to ${LONGEST_MODULUS} bytes, a multiple of 8, got ${n8}; the file is damaged`);
            const value = readLE(take(n8, what));
            checkModulus(file.name, what, value);
            return { n8, value };
        },
        end: () => ensure(at === size, "ERR_FILE", () =>
            `${file.name}: expected a header of ${at} bytes, got ${size}; the file is damaged`),
    });
}
