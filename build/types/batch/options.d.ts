/**
 * What callers may say per call, read and checked in one place.
 * @module batch/options
 */
export type Switch = "auto" | "enabled" | "disabled";
export type CallOptions = {
    /**
     * - rejects with its reason at once: what waits is not started, what runs in a worker is forgotten
     */
    signal?: AbortSignal;
};
export type MsmOptions = {
    /**
     * - batch-affine lane kernels; "disabled" is the base module
     */
    batch?: Switch | boolean;
    /**
     * - endomorphism of G1. "enabled" vouches that every point is in the subgroup
     */
    glv?: Switch | boolean;
    /**
     * - endomorphism of G2. "enabled" vouches that every point is in the subgroup
     */
    gls?: Switch | boolean;
    /**
     * - lane tier; another than the curve's own runs in a pool of its own
     */
    tier?: "auto" | "fma" | "simd" | "scalar";
    signal?: AbortSignal;
    /**
     * - points done, in the order of completion
     */
    onProgress?: (progress: {
        done: number;
        total: number;
    }) => void;
};
/**
 * The signal of a call, which stops here when it was raised before. Where ffjavascript knows no such parameter, anything but
 * a record says nothing, as there: `list.map(Fr.batchToMontgomery)` passes indices.
 * @param {string} where - the public function
 * @param {CallOptions | null | undefined} options
 * @returns {AbortSignal | undefined}
 */
export declare function readSignal(where: string, options: CallOptions | null | undefined): AbortSignal | undefined;
/**
 * @param {string} where - the public function
 * @param {MsmOptions | null | undefined} options
 */
export declare function readMsmOptions(where: string, options: MsmOptions | null | undefined): Readonly<{
    batch: Switch;
    glv: Switch;
    gls: Switch;
    tier: string;
    signal: AbortSignal | undefined;
    onProgress: ((progress: {
        done: number;
        total: number;
    }) => void) | undefined;
}>;
/**
 * What a worker is asked for: the whole sum, or a share of it. A worker without lanes answers a ...Batch name with the base
 * module; that has no shares to give, and does all of the work in the first one.
 * @param {string} prefix - "g1m" or "g2m"
 * @param {boolean} wholeCurve - every point of the curve is in the subgroup (cofactor 1)
 * @param {ReturnType<typeof readMsmOptions>} options
 * @returns {[whole: string, share: string]} "": no shares
 */
export declare function kernelNames(prefix: string, wholeCurve: boolean, options: ReturnType<typeof readMsmOptions>): [whole: string, share: string];
