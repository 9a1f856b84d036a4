/**
 * The options of single calls, read and checked in one place.
 * @module batch/options
 */
export type Switch = "auto" | "enabled" | "disabled";
export type CallOptions = {
    /**
     * - on abort the call rejects with its reason at once; tasks that wait are not
     * started, and the results of tasks that run are dropped
     */
    signal?: AbortSignal;
};
export type MsmOptions = {
    /**
     * - batch-affine lane kernels; "disabled" is the base module
     */
    batch?: Switch | boolean;
    /**
     * - endomorphism of G1; with "enabled" the caller guarantees that every point is in
     * the subgroup
     */
    glv?: Switch | boolean;
    /**
     * - endomorphism of G2; with "enabled" the caller guarantees that every point is in
     * the subgroup
     */
    gls?: Switch | boolean;
    /**
     * - lane tier; any other than the curve's runs in a
     * separate pool
     */
    tier?: "auto" | import("../runtime/tier_names.js").Tier;
    /**
     * - the user's graphics card, if useGpu of ffturbo/gpu gave the curve one; default "disabled".
     * "auto" takes it where it is faster, and "enabled" rejects if there is none. Only for affine points of G1
     */
    gpu?: Switch;
    signal?: AbortSignal;
    /**
     * - points done, about, also within a task
     * that takes long; all of them in the end
     */
    onProgress?: (progress: {
        done: number;
        total: number;
    }) => void;
};
/**
 * The signal of a call; throws if it has already aborted. Where ffjavascript has no such parameter, anything but an
 * object is ignored, as it is there: `list.map(Fr.batchToMontgomery)` passes indices.
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
    gpu: Switch | undefined;
    tier: string;
    signal: AbortSignal | undefined;
    onProgress: ((progress: {
        done: number;
        total: number;
    }) => void) | undefined;
}>;
/**
 * The kernel of a sum.
 * @param {string} group - "g1m" or "g2m"
 * @param {boolean} wholeCurve - every point of the curve is in the subgroup (cofactor 1)
 * @param {ReturnType<typeof readMsmOptions>} options
 * @returns {import("./types.js").KernelKey}
 */
export declare function sumKernel(group: string, wholeCurve: boolean, { batch, glv, gls }: ReturnType<typeof readMsmOptions>): import("./types.js").KernelKey;
