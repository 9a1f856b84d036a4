/**
 * What was read of a source, kept for whoever reads the same again.
 * @module files/kept_reads
 */
import { copyInTurns } from "../util/copies.js";

/** @import { Source } from "./source.js" */

/** Nothing is kept until `allow` says how much. */
export function keptReads() {
    /** By offset and length: whoever proves twice reads the same ranges twice. @type {Map<string, Uint8Array>} */
    const kept = new Map();
    let room = 0;
    return Object.freeze({
        /** @param {number} bytes - that may be kept from now on */
        allow(bytes) { room = bytes; },
        /** Forgets everything, and keeps nothing more. */
        clear() {
            room = 0;
            kept.clear();
        },
        /**
         * @param {Source} source
         * @returns {Source} as before; callers may change what they get, and transfer it
         */
        over: (source) => Object.freeze({
            ...source,
            /** @type {Source["read"]} */
            async read(offset, length, signal) {
                const range = `${offset}:${length}`, known = kept.get(range);
                if (known) return copyInTurns(known, 0, length);
                const bytes = await source.read(offset, length, signal);
                if (length > room || kept.has(range)) return bytes; // another may have read it meanwhile
                room -= length;
                kept.set(range, bytes);
                return copyInTurns(bytes, 0, length);
            },
        }),
    });
}
