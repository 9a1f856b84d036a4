import type { Pool } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
/**
 * One task that leaves long transforms with the best code of their kernels: engines make it while slow code runs, and a kernel
 * that runs long meanwhile keeps the slow one. For a pool that nobody has used.
 * Processor time on Node 26, one thread, the compiler's included: three transforms of 2^15 in a row 41, 13, 10 ms; warmed 11, then 18, 12, 9.
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {{ signal?: AbortSignal }} options
 */
export declare function warmTransforms(tm: Pool, Fr: WasmField1, options: {
    signal?: AbortSignal;
}): Promise<void>;
