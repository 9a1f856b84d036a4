import type { Pool } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
/**
 * Runs one task after which long transforms have optimized code. Engines optimize while the slow code runs, and a call
 * that takes long keeps running the slow code until it returns. Use it on a pool that has had no work yet.
 * Processor time on Node 26, one thread, the compiler's included: three transforms of 2^15 in a row take 41, 13, 10 ms;
 * with this, it takes 11 ms, and the three take 18, 12, 9 ms.
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {{ signal?: AbortSignal }} options
 */
export declare function warmTransforms(tm: Pool, Fr: WasmField1, options: {
    signal?: AbortSignal;
}): Promise<void>;
