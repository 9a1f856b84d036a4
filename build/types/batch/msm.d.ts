import type { Bytes, Logger, Pool } from "./types.js";
import type { MsmOptions } from "./options.js";
import type { WasmCurve } from "../engine/group.js";
import { readMsmOptions } from "./options.js";
/**
 * Bounds of the chunks: every worker gets the same number of equal chunks.
 * @param {number} n - points
 * @param {number} pointBytes
 * @param {number} workers
 * @param {number} [turns] - rounds at least
 * @returns {number[]} count + 1 bounds
 */
export declare function chunkBounds(n: number, pointBytes: number, workers: number, turns?: number): number[];
export type Job = {
    /**
     * - for messages: logText, or the function
     */
    where: string;
    logText: string | undefined;
    n: number;
    pointBytes: number;
    scalarBytes: number;
    fnName: string;
    /**
     * - the same for one of several shares, on lanes; "" where there is none
     */
    fnShare: string;
    scalars: Bytes;
    /**
     * - bases, in a buffer of their own
     */
    read: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>;
    options: ReturnType<typeof readMsmOptions>;
    logger: Logger;
};
/**
 * @param {Pool} tm
 * @param {WasmCurve} G
 * @param {boolean} wholeCurve - cofactor 1
 * @param {(where: string, tier: string) => Promise<Pool> | undefined} tierPool - the pool of a tier that a call names; undefined: `tm`
 */
export declare function multiExponentiation(tm: Pool, G: WasmCurve, wholeCurve: boolean, tierPool: (where: string, tier: string) => Promise<Pool> | undefined): {
    /**
     *   in      bases: N points, jacobian LEM; scalars: N integers of equal width, LE, any size, any width
     *   out     sum of scalar * point, jacobian; G.zero itself for no points
     *   owns    nothing: inputs are copied chunk by chunk
     *   memory  per worker one chunk, at most 32 MiB of bases
     */
    multiExp: (bases: Bytes, scalars: Bytes, logger: Logger, logText: string | undefined, options?: Pick<MsmOptions, "signal" | "onProgress">) => Promise<Uint8Array<ArrayBufferLike>>;
    /** The same for affine bases; a base of zero bytes is the point at infinity. */
    multiExpAffine: (/** @type {Bytes} */ bases: Bytes, /** @type {Bytes} */ scalars: Bytes, /** @type {Logger} */ logger: Logger, /** @type {string | undefined} */ logText: string | undefined, /** @type {MsmOptions} */ options?: MsmOptions) => Promise<Uint8Array<ArrayBufferLike>>;
    /**
     * The same with bases that need not be in memory at once.
     *   in      basesReader(byteOffset, byteLength): exactly those bytes, now or later; what it returns
     *           is copied when it is part of a larger buffer or holds all bases, and transferred when it is a
     *           buffer of its own; a reader with `fresh: true` says that nobody else has what it returns
     *   memory  at most concurrency + 2 chunks of bases
     */
    multiExpAffineChunked: (/** @type {((byteOffset: number, byteLength: number) => Uint8Array | Promise<Uint8Array>) & { fresh?: boolean }} */ basesReader: ((byteOffset: number, byteLength: number) => Uint8Array | Promise<Uint8Array>) & {
        fresh?: boolean;
    }, /** @type {number} */ totalBasesBytes: number, /** @type {Bytes} */ scalars: Bytes, /** @type {Logger} */ logger: Logger, /** @type {string | undefined} */ logText: string | undefined, /** @type {MsmOptions} */ options?: MsmOptions) => Promise<Uint8Array<ArrayBufferLike>>;
};
