/**
 * Points that stay on a device between calls, in its form: those of a key are summed again and again. A caller may
 * change its memory at any time, or bring the same points in other memory, so points are recognised by what they are: a
 * sample finds them, and SHA-256 of all their bytes says whether they are the same. It is calculated by the host beside
 * the run on the device, so that it delays nothing; where it says no, the run has been in vain.
 *
 * Points that are met once cost nothing but their sample; those that are met again are kept.
 * @module gpu/kept_points
 */

/** Fewer bytes are not worth keeping: they are uploaded in less than a millisecond. */
export const LEAST_BYTES = 1 << 18;

/** So often in a row the host may be later with the hash than an upload would have been. */
const LATE = 3;

/** Pieces of a sample, their bytes, and samples that are remembered. */
const PIECES = 64, PIECE = 32, SAMPLES = 256;

/**
 * @typedef {object} Kept
 * @property {any} buffer - GPUBuffer
 * @property {number} bytes
 * @property {string} sample
 * @property {number} uploadMs - what it took to bring them to the device
 * @property {Promise<Uint8Array | undefined>} digest - undefined if the host cannot calculate it
 */

/** @param {Uint8Array} points */
function sampleOf(points) {
    const pieces = [String(points.length)], last = points.length - PIECE;
    for (let k = 0; k < PIECES; k++) {
        const at = Math.floor((k * last) / (PIECES - 1));
        pieces.push(points.subarray(at, at + PIECE).join());
    }
    return pieces.join(";");
}

/** Insecure pages have no hash; they have no WebGPU either. */
const hasher = () => /** @type {any} */ (globalThis).crypto?.subtle;

/** @param {Uint8Array} points @returns {Promise<Uint8Array | undefined>} never rejects */
export async function digestOf(points) {
    const plain = Object.prototype.toString.call(points.buffer) === "[object ArrayBuffer]"; // not shared
    try {
        return new Uint8Array(await hasher().digest("SHA-256", plain ? points : points.slice()));
    } catch {
        return undefined;
    }
}

/** @param {Uint8Array | undefined} a @param {Uint8Array | undefined} b */
const areEqual = (a, b) => Boolean(a && b && a.every((byte, i) => byte === b[i]));

/** Points on one device. */
export class KeptPoints {
    /** @param {number} budget - bytes on the device; 0 keeps nothing */
    constructor(budget) {
        this.budget = budget;
        this.bytes = 0;
        this.hits = 0;
        this.late = 0;
        /** @type {Set<string>} those of points that were met, the latest last */
        this.met = new Set();
        /** @type {Map<string, Kept>} by their samples, the latest used last */
        this.kept = new Map();
    }

    /**
     * What to do with points.
     * @param {Uint8Array} points
     * @returns {{ kept?: Kept, sample?: string }} kept: on the device, if they are the same; sample: keep them
     */
    meet(points) {
        if (points.length < LEAST_BYTES || points.length > this.budget || !hasher()) return {};
        const sample = sampleOf(points), kept = this.kept.get(sample), again = this.met.delete(sample);
        this.met.add(sample);
        if (this.met.size > SAMPLES) this.met.delete(/** @type {string} */ (this.met.values().next().value));
        if (kept) {
            this.kept.delete(sample);
            this.kept.set(sample, kept);
            return { kept };
        }
        return again ? { sample } : {};
    }

    /** @param {Kept} kept @param {Promise<Uint8Array | undefined>} digest - of the points of a call */
    async areSame(kept, digest) {
        const same = areEqual(await kept.digest, await digest);
        if (same) this.hits++;
        else this.drop(kept);
        return same;
    }

    /**
     * A host that hashes more slowly than it uploads gains nothing by keeping points.
     * @param {Kept} kept
     * @param {number} ms - that the sum waited for the hash of its points
     */
    judge({ uploadMs }, ms) {
        this.late = ms > uploadMs ? this.late + 1 : 0;
        if (this.late < LATE) return;
        this.clear();
        this.budget = 0;
    }

    /** Makes room. @param {number} bytes - that will be kept */
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
