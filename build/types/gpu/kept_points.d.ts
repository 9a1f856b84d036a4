/**
 * Points that stay on a device between calls, in its form: those of a key are summed again and again. A caller may
 * change its memory at any time, or bring the same points in other memory, so points are recognised by what they are: a
 * sample finds them, and SHA-256 of all their bytes says whether they are the same. It is calculated by the host beside
 * the run on the device, so that nobody waits for it; where it says no, the run has been in vain.
 *
 * Points that are met once cost nothing but their sample; those that are met again are kept.
 * @module gpu/kept_points
 */
/** Fewer bytes are not worth keeping: they are uploaded in less than a millisecond. */
export declare const LEAST_BYTES: number;
export type Kept = {
    /**
     * - GPUBuffer
     */
    buffer: any;
    bytes: number;
    sample: string;
    /**
     * - what it took to bring them to the device
     */
    uploadMs: number;
    /**
     * - undefined if the host cannot calculate it
     */
    digest: Promise<Uint8Array | undefined>;
};
/** @param {Uint8Array} points @returns {Promise<Uint8Array | undefined>} never rejects */
export declare function digestOf(points: Uint8Array): Promise<Uint8Array | undefined>;
/** Points on one device. */
export declare class KeptPoints {
    budget: number;
    bytes: number;
    hits: number;
    late: number;
    /** @type {Set<string>} those of points that were met, the latest last */
    met: Set<string>;
    /** @type {Map<string, Kept>} by their samples, the latest used last */
    kept: Map<string, Kept>;
    /** @param {number} budget - bytes on the device; 0 keeps nothing */
    constructor(budget: number);
    /**
     * What to do with points.
     * @param {Uint8Array} points
     * @returns {{ kept?: Kept, sample?: string }} kept: on the device, if they are the same; sample: keep them
     */
    meet(points: Uint8Array): {
        kept?: Kept;
        sample?: string;
    };
    /** @param {Kept} kept @param {Promise<Uint8Array | undefined>} digest - of the points of a call */
    areSame(kept: Kept, digest: Promise<Uint8Array | undefined>): Promise<boolean>;
    /**
     * A host that hashes more slowly than it uploads gains nothing by keeping points.
     * @param {Kept} kept
     * @param {number} ms - that the sum waited for the hash of its points
     */
    judge({ uploadMs }: Kept, ms: number): void;
    /** Makes room. @param {number} bytes - that will be kept */
    makeRoom(bytes: number): void;
    /** @param {Kept} kept */
    add(kept: Kept): void;
    /** @param {Kept} kept */
    drop(kept: Kept): void;
    /** Frees everything. */
    clear(): void;
}
