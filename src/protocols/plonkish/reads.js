/**
 * Reads of a key that a proof needs more than once: kept if that much memory is allowed, and otherwise read again.
 * @module protocols/plonkish/reads
 */

/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
import { readPolynomial } from "./key.js";

/**
 * A section of points that several sums read side by side, the same ranges each: a range is read once for all of them,
 * and each gets bytes of its own.
 * @param {PointSection} section
 * @param {{ readers: number, keep: boolean }} options - readers: sums of a round; keep: for later rounds too
 * @returns {PointSection}
 */
export function readTogether({ points, pointBytes, read }, { readers, keep }) {
    /** @type {Map<string, { bytes: Promise<Uint8Array>, left: number }>} */
    const ranges = new Map();
    return Object.freeze({
        points,
        pointBytes,
        async read(from, count, signal) {
            const name = `${from}+${count}`;
            const range = ranges.get(name) ?? { bytes: read(from, count, signal), left: keep ? Infinity : readers };
            ranges.set(name, range);
            if (--range.left === 0) ranges.delete(name);
            const bytes = await range.bytes;
            return range.left === 0 ? bytes : bytes.slice();
        },
    });
}

/**
 * Polynomials of a key, by their place.
 * @param {Context<GateKey>} context
 * @returns {(place: readonly [number, number]) => Promise<Uint8Array>} which the caller only reads
 */
export function keptPolynomials({ zkey, keep, signal }) {
    /** @type {Map<string, Promise<Uint8Array>>} */
    const kept = new Map();
    return (place) => {
        const bytes = kept.get(String(place)) ?? readPolynomial(zkey, place, signal);
        if (keep) kept.set(String(place), bytes);
        return bytes;
    };
}
