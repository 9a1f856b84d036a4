import type { Bytes, KernelKey, Pool } from "./types.js";
import type { CallOptions } from "./options.js";
import type { WasmCurve } from "../engine/group.js";
export type Conversion = {
    /**
     * - (in, n, out)
     */
    kernel: KernelKey;
    /**
     * - bytes per element
     */
    sIn: number;
    sOut: number;
    /**
     * - estimated microseconds per element; decides where it runs and how it is cut
     */
    us: number;
    /**
     * - the kernel may overwrite its input
     */
    inPlace?: boolean;
};
export type PieceTask = (input: Uint8Array, from: number, count: number, result: (variable: number) => import("./types.js").Command) => import("./types.js").Task;
/**
 *   in      buff: n elements of sIn bytes, Uint8Array or BigBuffer, read
 *   out     n elements of sOut bytes, of the same class
 *   memory  per worker at most one piece, input and output
 * @param {Pool} tm
 * @param {Bytes} buff
 * @param {Conversion} conversion
 * @param {CallOptions | undefined} options
 * @param {PieceTask} [build]
 * @returns {Promise<Bytes>}
 */
export declare function convert(tm: Pool, buff: Bytes, conversion: Conversion, options: CallOptions | undefined, build?: PieceTask): Promise<Bytes>;
/**
 * Runs one task per piece and joins the results in order. Several pieces go through shared memory where there is any,
 * each to and from a place of its own; the result of a single piece of a Uint8Array is not copied.
 * @param {Pool} tm
 * @param {[number, number][]} pieces - [from, to) of each
 * @param {{ buff: Bytes, n: number, sIn: number, sOut: number }} shape - n elements of sIn bytes that become elements
 *   of sOut bytes, in a buffer of the same class
 * @param {{ small: boolean, signal: AbortSignal | undefined }} options
 * @param {PieceTask} build
 * @returns {Promise<Bytes>}
 */
export declare function inPieces(tm: Pool, pieces: [number, number][], { buff, n, sIn, sOut }: {
    buff: Bytes;
    n: number;
    sIn: number;
    sOut: number;
}, options: {
    small: boolean;
    signal: AbortSignal | undefined;
}, build: PieceTask): Promise<Bytes>;
/**
 * @param {Pool} tm
 * @param {Conversion} conversion
 */
export declare function batchConverter(tm: Pool, conversion: Conversion): (/** @type {Bytes} */ buffIn: Bytes, /** @type {CallOptions} */ options?: CallOptions) => Promise<Bytes>;
/**
 * Decodes compressed points. For bytes that encode none, the kernel returns a mark (x, 0), which is no point of
 * the curve; it is refused.
 * @param {Pool} tm
 * @param {WasmCurve} G
 */
export declare function batchDecompressor(tm: Pool, G: WasmCurve): (/** @type {Bytes} */ buffIn: Bytes, /** @type {CallOptions} */ options?: CallOptions) => Promise<Bytes>;
/**
 * @param {Pool} tm
 * @param {string} prefix
 * @param {number} n8
 * @returns {(buffIn: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<Bytes | Uint8Array[]>} the
 *   inverse of zero is zero; for an array it returns an array
 */
export declare function batchInverter(tm: Pool, prefix: string, n8: number): (buffIn: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<Bytes | Uint8Array[]>;
