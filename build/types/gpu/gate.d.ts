/**
 * Whether a sum is faster on the graphics card, on the CPU, or on both. Only estimates: measured on this machine, by
 * the sums that were computed here.
 * @module gpu/gate
 */
/** A sum that takes the CPU less is not worth a trip to another processor, in milliseconds. */
export declare const LEAST_MS = 15;
export type Speed = {
    floor: number;
    slope: number;
};
/**
 * Milliseconds = floor + slope n, learnt from measurements.
 * @typedef {{ floor: number, slope: number }} Speed
 */
/**
 * @param {Speed} speed
 * @param {number} n - points; for the CPU, points with full scalars
 * @param {number} ms - measured
 * @returns {Speed}
 */
export declare function learn({ floor, slope }: Speed, n: number, ms: number): Speed;
/** @param {Speed} speed @param {number} n */
export declare const estimate: ({ floor, slope }: Speed, n: number) => number;
/**
 * The part of 16-bit windows that is not zero, in a sample of scalars. Zeros cost the CPU nothing.
 * @param {(i: number) => Uint8Array} scalar
 * @param {number} n
 * @param {number} [sample]
 */
export declare function densityOf(scalar: (i: number) => Uint8Array, n: number, sample?: number): number;
export type Question = {
    mode: "auto" | "enabled";
    /**
     * - of the card
     */
    state: string;
    /**
     * - for its state
     */
    reason?: string;
    /**
     * - the card is a processor
     */
    fallback: boolean;
    n: number;
    density: number;
    /**
     * - for scalars of this width, all windows full
     */
    cpu: Speed;
    gpu: Speed;
    /**
     * - what the card still has to do
     */
    queuedMs: number;
    /**
     * - allowed
     */
    split: boolean;
};
/**
 * @typedef {object} Question
 * @property {"auto" | "enabled"} mode
 * @property {string} state - of the card
 * @property {string} [reason] - for its state
 * @property {boolean} fallback - the card is a processor
 * @property {number} n
 * @property {number} density
 * @property {Speed} cpu - for scalars of this width, all windows full
 * @property {Speed} gpu
 * @property {number} queuedMs - what the card still has to do
 * @property {boolean} split - allowed
 */
/**
 * @param {Question} question
 * @returns {{ share: number, reason: string, cpuMs: number, gpuMs: number }} share: the part of the points for the
 *   card, 0 to 1
 */
export declare function decide({ mode, state, reason, fallback, n, density, cpu, gpu, queuedMs, split }: Question): {
    share: number;
    reason: string;
    cpuMs: number;
    gpuMs: number;
};
