import type { Pool } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
export type CosetOptions = {
    /**
     * - LEM; default: the primitive 2n-th root of unity, or Fr.shift when n is the largest domain
     */
    shift?: Uint8Array;
    /**
     * - the inputs are emptied instead of copied; in memory that our prover shares with workers they become the results
     */
    consume?: boolean;
    signal?: AbortSignal;
};
/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {number} us - estimated microseconds per product
 * @param {boolean} lanes - long transforms go in steps
 */
export declare function cosetTransforms(tm: Pool, Fr: WasmField1, us: number, lanes: boolean): {
    ifftShiftFft: (buff: Uint8Array, options?: CosetOptions) => Promise<Uint8Array>;
    cosetQuotient: (a: Uint8Array, b: Uint8Array, c: Uint8Array, options?: CosetOptions) => Promise<Uint8Array>;
};
