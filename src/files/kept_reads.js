/**
 * What was read of a source, kept for whoever reads the same again.
 * @module files/kept_reads
 */
import { copyInTurns } from "../util/copies.js";
import { ReadCache } from "./read_cache.js";

/** @import { Source } from "./source.js" */

/**
 * Nothing is kept until `allow` says how much, and what is kept stays: whoever proves twice reads
 * the same ranges.
 */
export function keptReads() {
    /** By offset and length. @type {ReadCache<string>} */
    const cache = new ReadCache();
    let room = 0;
    return Object.freeze({
        /** @param {number} bytes - that may be kept */
        allow(bytes) { room = bytes; },
        /** Forgets everything, and keeps nothing more. */
        clear() {
            room = 0;
            cache.clear();
        },
        /**
         * @param {Source} source
         * @returns {Source} as before; callers may change what they get, and transfer it
         */
        over: (source) => Object.freeze({
            ...source,
            /** @type {Source["read"]} */
            async read(offset, length, signal) {
                const range = `${offset}:${length}`;
                const load = () => source.read(offset, length, signal);
                if (!cache.has(range) && cache.size + length > room) return load();
                return copyInTurns(await cache.read(range, { load, size: length, signal }), 0, length);
            },
        }),
    });
}
