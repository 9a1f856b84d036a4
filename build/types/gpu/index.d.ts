import type { Curve } from "../curves/types.js";
export type GpuInfo = {
    /**
     * - "opening", "compiling", "testing", "ready", "off", or "waiting": a processor that plays a
     * card waits until a call insists
     */
    state: string;
    /**
     * - for being off or waiting
     */
    reason: string;
    /**
     * - its name
     */
    adapter: string;
    /**
     * - it is a processor
     */
    fallback: boolean;
    /**
     * - on the card, left to the CPU, done again on the CPU
     */
    calls: {
        gpu: number;
        cpu: number;
        again: number;
    };
    /**
     * - points that are on the card now; sums that found theirs there
     */
    kept: {
        bytes: number;
        hits: number;
    };
    /**
     * - call
     */
    last: {
        where: "gpu" | "cpu" | "both";
        points: number;
        ms: number;
        reason: string;
    } | undefined;
};
export type GpuOptions = {
    /**
     * - for calls that do not say; default "disabled". snarkjs says
     * nothing
     */
    calls?: "auto" | "enabled" | "disabled";
    /**
     * - test each result against the CPU at random; the card then does twice the work
     */
    check?: boolean;
    /**
     * - with "auto" a sum may be split between card and CPU; default true
     */
    split?: boolean;
    /**
     * - milliseconds after which a short sum counts as hanging; default ten seconds
     */
    timeout?: number;
    /**
     * - how many bytes of points may stay on the card between calls, so that those of a key
     * are uploaded once; default 256 MiB, 0 for none
     */
    keepBytes?: number;
    /**
     * - bits of a limb, 8 to 13; default 13
     */
    limbBits?: number;
    /**
     * - unroll the rows of products; default false
     */
    rows?: boolean;
    /**
     * - of additions; by default "mixed", and "table" on a processor
     */
    form?: "table" | "straight" | "mixed";
    /**
     * - invocations; default 64
     */
    workgroup?: number;
};
/**
 * Lets a curve use a graphics card for sums over G1. It opens in the background, compiles its kernels, and must give
 * the known answer before it is used; the promise is settled when that is done. Calls then say `gpu: "auto"` or
 * `gpu: "enabled"`, and curve.gpuInfo() says what became of them. Nothing is said by rejecting: a curve without a card
 * computes as before.
 * @param {Curve} curve - of this package
 * @param {any} [gpu] - navigator.gpu, or `create([])` of the package webgpu; "auto" finds one of them
 * @param {GpuOptions} [options]
 * @returns {Promise<GpuInfo>}
 * @throws {TypeError | RangeError} for a curve without kernels, and for unknown options
 */
export declare function useGpu(curve: Curve, gpu?: any, options?: GpuOptions): Promise<GpuInfo>;
