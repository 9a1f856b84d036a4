/**
 * The frame of a sectioned file: magic (4 letters), version u32, number of sections u32, then
 * sections { type u32, size u64, bytes }, all little-endian.
 * @module files/sections
 */
import { concat } from "../util/bytes.js";

/** Bytes before the first section. */
export const FILE_HEADER = 12;

/** Bytes before the content of a section. */
export const SECTION_HEADER = 12;

/** @param {string} magic @param {number} version @param {number} count - of sections */
export function fileHeader(magic, version, count) {
    const bytes = new Uint8Array(FILE_HEADER);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < 4; i++) bytes[i] = magic.charCodeAt(i);
    view.setUint32(4, version, true);
    view.setUint32(8, count, true);
    return bytes;
}

/** @param {number} type @param {number} size - bytes */
export function sectionHeader(type, size) {
    const bytes = new Uint8Array(SECTION_HEADER);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, type, true);
    view.setBigUint64(4, BigInt(size), true);
    return bytes;
}

/**
 * A whole file of sections that are all in memory.
 * @param {string} magic
 * @param {number} version
 * @param {readonly (readonly [type: number, bytes: Uint8Array])[]} sections
 * @returns {Uint8Array}
 */
export function encodeSections(magic, version, sections) {
    /** @type {Uint8Array[]} */
    const parts = [fileHeader(magic, version, sections.length)];
    for (const [type, bytes] of sections) parts.push(sectionHeader(type, bytes.length), bytes);
    return concat(parts);
}
