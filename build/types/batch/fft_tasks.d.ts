import type { Bytes, Logger, Pool, Task } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
export type Transform = {
    tm: Pool;
    Fr: WasmField1;
    prefix: string;
    /**
     * - estimated microseconds per butterfly
     */
    us: number;
    /**
     * - bytes per element as it comes
     */
    sIn: number;
    /**
     * - as it is transformed
     */
    sMid: number;
    /**
     * - as it goes
     */
    sOut: number;
    /**
     * - export that turns sIn into sMid
     */
    toJacobian: string | undefined;
    /**
     * - export that turns sMid into sOut, in place
     */
    toAffine: string | undefined;
    buff: Bytes;
    /**
     * - lanes can do every second result by itself
     */
    halves?: boolean;
    /**
     * - a transform on this thread lets others have their turn by itself
     */
    pauses?: boolean;
    /**
     * - the caller gave buff away: one task may take it as it is
     */
    owned?: boolean;
    n: number;
    /**
     * - log2 n
     */
    bits: number;
    logger: Logger;
    /**
     * - for the logger
     */
    text: string | undefined;
    signal: AbortSignal | undefined;
};
export type Costs = {
    /**
     * - microseconds per butterfly
     */
    us: number;
    /**
     * - milliseconds of work from which two tasks are sooner done
     */
    two: number;
    /**
     * - milliseconds that each of more tasks must keep
     */
    each: number;
    /**
     * - work of more than two tasks over that of two
     */
    joins: number;
};
export type Target = {
    bytes: Bytes;
    at: number;
};
/**
 * Where a result goes.
 * @typedef {{ bytes: Bytes, at: number }} Target
 */
/**
 * @param {Transform} job
 * @returns {number} tasks per round: the power of two that keeps the workers busiest, 1 when splitting does not pay
 */
export declare function taskCount({ tm, n, bits, sMid, us: base, pauses, halves }: Transform): number;
/**
 * @param {Transform} job
 * @param {"fft" | "ifft"} direction
 * @param {Target} [target] - by default a buffer of its own
 * @returns {Promise<Bytes>} what the result was written to
 */
export declare function wholeTransform(job: Transform, direction: "fft" | "ifft", target?: Target): Promise<Bytes>;
/** @param {number} length @returns {Bytes} */
export declare const allocateResult: (length: number) => Bytes;
/**
 * @param {Transform} job
 * @param {number} count - T
 * @param {boolean} inverse
 * @param {Bytes} result
 * @param {number} at - byte offset in result
 * @param {(j: number) => Task} firstRound - leaves the transform of the elements j, j + T, ... in variable 1
 */
export declare function rounds(job: Transform, count: number, inverse: boolean, result: Bytes, at: number, firstRound: (j: number) => Task): Promise<void>;
/**
 * One half of a transform of twice the size, as a transform of its own.
 * @param {Transform} job
 * @param {Bytes} buff - the half itself, or with `index` the whole
 * @param {Partial<Transform>} changes
 * @param {number} [index]
 * @returns {Transform}
 */
export declare function half(job: Transform, buff: Bytes, changes: Partial<Transform>, index?: number): Transform;
export type Elementwise = {
    sIn: number;
    inc: Uint8Array;
    first?: Uint8Array;
    /**
     * - conversion of both inputs into the form of the transform
     */
    before?: string;
    /**
     * - conversion of both results, in place
     */
    after?: string;
    sOut?: number;
    /**
     * - both halves go here, one after the other, instead of into two buffers
     */
    result?: Bytes;
};
/**
 * @typedef {object} Elementwise
 * @property {number} sIn
 * @property {Uint8Array} inc
 * @property {Uint8Array} [first]
 * @property {string} [before] - conversion of both inputs into the form of the transform
 * @property {string} [after] - conversion of both results, in place
 * @property {number} [sOut]
 * @property {Bytes} [result] - both halves go here, one after the other, instead of into two buffers
 */
/**
 * Runs `kernel(p1, p2, n, first * inc^i, inc, bits)` over pieces of the two halves.
 * @param {Transform} job
 * @param {"fftJoinExt" | "fftJoinExtInv" | "prepareLagrangeEvaluation"} kernel
 * @param {Elementwise} how
 * @returns {Promise<Bytes[]>} the two halves
 */
export declare function elementwise(job: Transform, kernel: "fftJoinExt" | "fftJoinExtInv" | "prepareLagrangeEvaluation", { sIn, inc, first, before, after, sOut, result }: Elementwise): Promise<Bytes[]>;
