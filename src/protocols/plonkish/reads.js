/**
 * Reads of a key that a proof needs more than once: kept if that much memory is allowed, and otherwise read again.
 * @module protocols/plonkish/reads
 */

/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { Buffers } from "../key/buffers.js" */
import { isShared } from "../../util/shared.js";
import { readPolynomial } from "./key.js";

/** @param {Buffers} buffers @param {Uint8Array} bytes */
function keepIn(buffers, bytes) {
    const list = buffers.take(bytes.length);
    list.set(bytes);
    return list;
}

/**
 * A section of points that several sums read side by side, the same ranges each: a range is read once for all of them,
 * and each gets bytes of its own.
 * @param {PointSection} section
 * @param {number} readers - sums of a round
 * @returns {PointSection}
 */
export function readTogether({ points, pointBytes, read }, readers) {
    /** @type {Map<string, { bytes: Promise<Uint8Array>, asked: number, taken: number }>} */
    const ranges = new Map();
    return Object.freeze({
        points,
        pointBytes,
        async read(from, count, signal) {
            const name = `${from}+${count}`;
            const range = ranges.get(name) ?? { bytes: read(from, count, signal), asked: 0, taken: 0 };
            ranges.set(name, range);
            if (++range.asked === readers) ranges.delete(name);
            const bytes = await range.bytes;
            return ++range.taken === readers ? bytes : bytes.slice(); // a task takes over what it gets
        },
    });
}

/**
 * The first points of a section, read at once and kept for all sums of a proof.
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
            const list = await all, [start, end] = [from * pointBytes, (from + some) * pointBytes];
            return isShared(list) ? list.subarray(start, end) : list.slice(start, end); // a task takes over the others
        },
    });
}

/**
 * Polynomials of a key, by their place: each is read once for a proof, or, if it may not keep that much, once for all
 * that is done between two calls of `forget`.
 * @param {Context<GateKey>} context
 * @param {Buffers} buffers
 */
export function keptPolynomials({ zkey, keep, signal }, buffers) {
    /** @type {Map<string, Promise<Uint8Array>>} */
    const kept = new Map();
    return Object.freeze({
        /** @param {readonly [number, number]} place @returns {Promise<Uint8Array>} which the caller only reads */
        read(place) {
            const name = String(place);
            const bytes = kept.get(name) ?? readPolynomial(zkey, place, signal).then((list) => keepIn(buffers, list));
            kept.set(name, bytes);
            return bytes;
        },
        /** When no task uses them any more. */
        async forget() {
            if (keep) return;
            const all = [...kept.values()];
            kept.clear();
            buffers.drop(...await Promise.all(all));
        },
    });
}
