/**
 * Points that stay on a device between calls, in its form, because the points of a key are summed
 * again and again. A caller may change its memory at any time, or pass the same points in other
 * memory, so points are recognised by their bytes: a sample finds a candidate, and the SHA-256 of
 * all bytes confirms it. The host calculates the hash while the device computes the MSM, so it
 * causes no delay; if the hash differs, the result is dropped.
 *
 * Points that are used once cost only their sample; those that are used again are kept.
 * @module gpu/point_cache
 */
import { globals, sameBytes } from "../../../src/internal/gpu.js";

/** Fewer bytes are not worth keeping: their upload takes less than a millisecond. */
export const LEAST_BYTES = 1 << 18;

/** How often in a row the hash may take longer than an upload would have taken. */
const LATE = 3;

/**
 * The number of places that a sample reads, the bytes of each, and how many samples are remembered.
 */
const PIECES = 64, PIECE = 32, SAMPLES = 256;

/**
 * @typedef {object} Kept
 * @property {any} buffer - GPUBuffer
 * @property {number} bytes
 * @property {string} sample
 * @property {number} uploadMs - how long their upload took
 * @property {Promise<Uint8Array | undefined>} digest - undefined if the host cannot calculate it
 */

/** @param {Uint8Array} points */
function sampleOf(points) {
    const pieces = [String(points.length)];
    const last = points.length - PIECE;
    for (let k = 0; k < PIECES; k++) {
        const at = Math.floor((k * last) / (PIECES - 1));
        pieces.push(points.subarray(at, at + PIECE).join());
    }
    return pieces.join(";");
}

/** Insecure pages have no crypto.subtle; they have no WebGPU either. */
const hasher = () => globals.crypto?.subtle;

/** @param {Uint8Array} points @returns {Promise<Uint8Array | undefined>} never rejects */
export async function digestOf(points) {
    // not shared
    const plain = Object.prototype.toString.call(points.buffer) === "[object ArrayBuffer]";
    try {
        return new Uint8Array(await hasher().digest("SHA-256", plain ? points : points.slice()));
    } catch {
        return undefined;
    }
}

/** @param {Uint8Array | undefined} a @param {Uint8Array | undefined} b */
const areEqual = (a, b) => Boolean(a && b && sameBytes(a, b));

/** Points on one device. */
export class PointCache {
    /** @param {number} budget - bytes on the device; 0 keeps nothing */
    constructor(budget) {
        this.budget = budget;
        this.bytes = 0;
        this.hits = 0;
        this.late = 0;
        /** @type {Set<string>} those of points that were used before, the latest last */
        this.met = new Set();
        /** @type {Map<string, Kept>} by their samples, the latest used last */
        this.kept = new Map();
    }

    /**
     * Looks for points on the device, and decides whether to keep them.
     * @param {Uint8Array} points
     * @returns {{ kept?: Kept, sample?: string }} kept: on the device, unless their hash differs;
     *   sample: present if they are to be kept, under this sample
     */
    meet(points) {
        if (points.length < LEAST_BYTES || points.length > this.budget || !hasher()) return {};
        const sample = sampleOf(points);
        const kept = this.kept.get(sample);
        const again = this.met.delete(sample);
        this.met.add(sample);
        if (this.met.size > SAMPLES) this.met.delete(/** @type {string} */ (this.met.values().next().value));
        if (kept) {
            this.kept.delete(sample);
            this.kept.set(sample, kept);
            return { kept };
        }
        return again ? { sample } : {};
    }

    /**
     * @param {Kept} kept
     * @param {Promise<Uint8Array | undefined>} digest - of the points of a call
     */
    async areSame(kept, digest) {
        const same = areEqual(await kept.digest, await digest);
        if (same) this.hits++;
        else this.drop(kept);
        return same;
    }

    /**
     * Stops keeping points on a host that hashes more slowly than it uploads: it gains nothing.
     * @param {Kept} kept
     * @param {number} ms - how long the MSM waited for the hash of its points
     */
    judge({ uploadMs }, ms) {
        this.late = ms > uploadMs ? this.late + 1 : 0;
        if (this.late < LATE) return;
        this.clear();
        this.budget = 0;
    }

    /** Makes room. @param {number} bytes - for points that will be kept */
    makeRoom(bytes) {
        for (const kept of this.kept.values()) if (this.bytes + bytes > this.budget) this.drop(kept);
    }

    /** @param {Kept} kept */
    add(kept) {
        this.kept.set(kept.sample, kept);
        this.bytes += kept.bytes;
    }

    /** @param {Kept} kept */
    drop(kept) {
        if (this.kept.get(kept.sample) !== kept) return;
        this.kept.delete(kept.sample);
        this.bytes -= kept.bytes;
        kept.buffer.destroy();
    }

    /** Frees everything. */
    clear() {
        for (const kept of this.kept.values()) this.drop(kept);
        this.met.clear();
    }
}
