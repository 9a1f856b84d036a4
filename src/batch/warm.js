/**
 * Work for kernels that are about to get more of it.
 * @module batch/warm
 */
/** @import { Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { submit } from "./submit.js";

/** Two transforms of this size are enough for an engine to see what is worth its time. */
const BITS = 12;

/**
 * One task that leaves long transforms with the best code of their kernels: engines make it while slow code runs, and a kernel
 * that runs long meanwhile keeps the slow one. For a pool that nobody has used.
 * Processor time on Node 26, one thread, the compiler's included: three transforms of 2^15 in a row 41, 13, 10 ms; warmed 11, then 18, 12, 9.
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {{ signal?: AbortSignal }} options
 */
export async function warmTransforms(tm, Fr, options) {
    const n = 2 ** BITS, shift = Fr.w[BITS + 1], one = /** @type {Uint8Array} */ (Fr.one);
    const step = tasks.call("frm_ifftShiftFft", tasks.ref(0), tasks.val(n), tasks.ref(1), tasks.ref(2), tasks.val(1));
    await submit(tm, [tasks.allocSet(0, new Uint8Array(n * Fr.n8)), tasks.allocSet(1, one.slice()), tasks.allocSet(2, shift.slice()), step, step], options);
}
