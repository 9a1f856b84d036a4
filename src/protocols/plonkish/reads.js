/**
 * Reads of a key that a proof needs more than once: kept if that much memory is allowed, and
 * otherwise read again.
 * @module protocols/plonkish/reads
 */

/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { Buffers } from "../key/buffers.js" */
import { ReadCache } from "../../files/read_cache.js";
import { isShared } from "../../util/shared.js";
import { readPolynomial } from "./key.js";

/** @param {Buffers} buffers @param {Uint8Array} bytes */
function keepIn(buffers, bytes) {
    const list = buffers.take(bytes.length);
    list.set(bytes);
    return list;
}

/**
 * A section of points that several MSMs read side by side, the same ranges each: a range is read
 * once for all of them, and each gets bytes of its own.
 * @param {PointSection} section
 * @param {number} readers - MSMs of a round
 * @returns {PointSection}
 */
export function readTogether({ points, pointBytes, read }, readers) {
    /** @type {ReadCache<string>} */
    const ranges = new ReadCache();
    return Object.freeze({
        points,
        pointBytes,
        async read(from, count, signal) {
            const load = () => read(from, count, signal);
            const range = await ranges.hold(`${from}+${count}`, { load, size: readers, takes: 1, signal });
            // a task takes over what it gets
            const own = range.isLast() ? range.value : range.value.slice();
            range.leave();
            return own;
        },
    });
}

/**
 * The first points of a section, read at once and kept for all MSMs of a proof.
 * @param {Context<GateKey>} context
 * @param {Buffers} buffers
 * @param {number} count
 * @returns {PointSection}
 */
export function keptPoints({ zkey: { powers: { read, pointBytes } }, signal }, buffers, count) {
    const all = read(0, count, signal).then((bytes) => keepIn(buffers, bytes));
    all.catch(() => {}); // the error is thrown where it is awaited
    return Object.freeze({
        points: count,
        pointBytes,
        async read(from, some) {
            const list = await all;
            const [start, end] = [from * pointBytes, (from + some) * pointBytes];
            // a task takes over the others
            return isShared(list) ? list.subarray(start, end) : list.slice(start, end);
        },
    });
}

/**
 * Polynomials of a key, by their position: each is read once for a proof, or, if it may not keep that
 * much, once for all that is done between two calls of `forget`.
 * @param {Context<GateKey>} context
 * @param {Buffers} buffers
 */
export function keptPolynomials({ zkey, keep, signal }, buffers) {
    /** @type {ReadCache<string>} */
    const cache = new ReadCache({ free: buffers.drop });
    return Object.freeze({
        /**
         * @param {readonly [number, number]} position
         * @returns {Promise<Uint8Array>} which the caller only reads
         */
        read(position) {
            const load = async () => keepIn(buffers, await readPolynomial(zkey, position, signal));
            return cache.read(String(position), { load, signal });
        },
        /** When no task uses them any more. */
        async forget() {
            if (!keep) cache.clear();
        },
    });
}
