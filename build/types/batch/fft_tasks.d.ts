import type { Bytes, KernelKey, Logger, Pool, Task } from "./types.js";
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
     * - bytes per element as input
     */
    sIn: number;
    /**
     * - in the transform
     */
    sMid: number;
    /**
     * - as output
     */
    sOut: number;
    /**
     * - kernel that turns sIn into sMid
     */
    toJacobian: KernelKey | undefined;
    /**
     * - kernel that turns sMid into sOut, in place
     */
    toAffine: KernelKey | undefined;
    buff: Bytes;
    /**
     * - lanes can compute every second result alone
     */
    halves?: boolean;
    /**
     * - a transform on this thread returns to the event loop by itself
     */
    pauses?: boolean;
    /**
     * - the caller gave buff away: a single task may take it without a copy
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
     * - milliseconds of work from which on two tasks are faster than one
     */
    two: number;
    /**
     * - milliseconds of work that each of more than two tasks must have at least
     */
    each: number;
    /**
     * - the work of more than two tasks, divided by that of two
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
 * @returns {number} tasks per round: the power of two that keeps the workers busiest, or 1 if splitting does not pay
 */
export declare function taskCount({ tm, n, bits, sMid, us: base, pauses, halves }: Transform): number;
/**
 * @param {Transform} job
 * @param {"fft" | "ifft"} direction
 * @param {Target} [target] - by default a new buffer
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
 * One half of a transform of twice the size, as a separate transform.
 * @param {Transform} job
 * @param {Bytes} buff - the half itself, or the whole if `index` is given
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
    before?: KernelKey;
    /**
     * - conversion of both results, in place
     */
    after?: KernelKey;
    sOut?: number;
    /**
     * - where both halves go, one after the other; two new buffers by default
     */
    result?: Bytes;
};
/**
 * @typedef {object} Elementwise
 * @property {number} sIn
 * @property {Uint8Array} inc
 * @property {Uint8Array} [first]
 * @property {KernelKey} [before] - conversion of both inputs into the form of the transform
 * @property {KernelKey} [after] - conversion of both results, in place
 * @property {number} [sOut]
 * @property {Bytes} [result] - where both halves go, one after the other; two new buffers by default
 */
/**
 * Runs `kernel(p1, p2, n, first * inc^i, inc, bits)` over pieces of the two halves.
 * @param {Transform} job
 * @param {"fftJoinExt" | "fftJoinExtInv" | "prepareLagrangeEvaluation"} kernel
 * @param {Elementwise} how
 * @returns {Promise<Bytes[]>} the two halves
 */
export declare function elementwise(job: Transform, kernel: "fftJoinExt" | "fftJoinExtInv" | "prepareLagrangeEvaluation", { sIn, inc, first, before, after, sOut, result }: Elementwise): Promise<Bytes[]>;
