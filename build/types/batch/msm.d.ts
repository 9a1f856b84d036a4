import type { Bytes, KernelKey, Logger, Pool } from "./types.js";
import type { MsmOptions } from "./options.js";
import type { WasmCurve } from "../engine/group.js";
import { readMsmOptions } from "./options.js";
/**
 * Bounds of the chunks, which are equal; every worker gets the same number of them.
 * @param {number} n - points
 * @param {number} pointBytes
 * @param {number} workers
 * @param {number} [turns] - chunks per worker, at least
 * @param {number} [most] - bytes of a chunk
 * @returns {number[]} count + 1 bounds
 */
export declare function chunkBounds(n: number, pointBytes: number, workers: number, turns?: number, most?: number): number[];
export type BasesReader = ((byteOffset: number, byteLength: number) => Uint8Array | Promise<Uint8Array>) & {
    fresh?: boolean;
    release?: (byteLength: number) => void;
    chunkBytes?: number;
};
export type Job = {
    /**
     * - for messages: logText, or the function
     */
    where: string;
    logText: string | undefined;
    n: number;
    pointBytes: number;
    scalarBytes: number;
    kernel: KernelKey;
    /**
     * - the kernel can compute a share of the sum, and pauses for the event loop
     */
    shares: boolean;
    scalars: Bytes;
    /**
     * - reads bases into a new buffer
     */
    read: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>;
    /**
     * - of the caller's bases, if they are in
     * one piece of memory
     */
    view?: (offset: number, length: number) => Uint8Array | undefined;
    release: ((byteLength: number) => void) | undefined;
    /**
     * - of bases, at most
     */
    chunkBytes?: number;
    options: ReturnType<typeof readMsmOptions>;
    logger: Logger;
};
export type Card = {
    /**
     * - for calls that do not say
     */
    calls: "auto" | "enabled" | "disabled";
    sum: (job: Job & {
        mode: "auto" | "enabled";
    }, onCpu: (part: Partial<Job>) => Promise<Uint8Array>) => Promise<Uint8Array>;
};
export type Setting = {
    tm: Pool;
    G: WasmCurve;
    /**
     * - cofactor 1
     */
    wholeCurve: boolean;
    /**
     * - the pool of a tier that a call
     * names; undefined means `tm`
     */
    tierPool: (where: string, tier: string) => Promise<Pool> | undefined;
};
/** @param {Setting} setting */
export declare function multiExponentiation(setting: Setting): {
    /**
     *   in      bases: N points, jacobian LEM; scalars: N integers of the same width, LE, of any width
     *   out     sum of scalar * point, jacobian; G.zero itself for no points
     *   owns    nothing: inputs are copied chunk by chunk
     *   memory  per worker one chunk, at most 32 MiB of bases
     */
    multiExp: (bases: Bytes, scalars: Bytes, logger: Logger, logText: string | undefined, options?: Pick<MsmOptions, "signal" | "onProgress">) => Promise<Uint8Array<ArrayBufferLike>>;
    /** The same for affine bases; a base of zero bytes is the point at infinity. */
    multiExpAffine: (
    /** @type {Bytes} */ bases: Bytes, 
    /** @type {Bytes} */ scalars: Bytes, 
    /** @type {Logger} */ logger: Logger, 
    /** @type {string | undefined} */ logText: string | undefined, 
    /** @type {MsmOptions} */ options?: MsmOptions) => Promise<Uint8Array<ArrayBufferLike>>;
    /**
     * The same for bases that need not all be in memory at once.
     *   in      basesReader(byteOffset, byteLength): exactly those bytes, or a promise of them; they are
     *           copied if they are part of a larger buffer or hold all bases, and transferred if they fill
     *           their buffer; with `fresh: true` the reader says that nobody else uses what it returns
     *   memory  at most concurrency + 2 chunks of bases
     */
    multiExpAffineChunked: (
    /** @type {BasesReader} */ basesReader: BasesReader, 
    /** @type {number} */ totalBasesBytes: number, 
    /** @type {Bytes} */ scalars: Bytes, 
    /** @type {Logger} */ logger: Logger, 
    /** @type {string | undefined} */ logText: string | undefined, 
    /** @type {MsmOptions} */ options?: MsmOptions) => Promise<Uint8Array<ArrayBufferLike>>;
};
