/**
 * Makes the engine optimize kernels before they get long work.
 * @module batch/warm
 */
/** @import { Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { submit } from "./submit.js";

/**
 * log2 of a size of which two FFTs are enough for an engine to find the kernels worth
 * optimizing.
 */
const BITS = 12;

/**
 * Runs one task after which long FFTs have optimized code. Engines optimize while the slow
 * code runs, and a call that takes long keeps running the slow code until it returns. Use it on a
 * pool that has had no work yet. Processor time on Node 26, one thread, the compiler's included:
 * three FFTs of 2^15 in a row take 41, 13, 10 ms; with this, it takes 11 ms, and the three
 * take 18, 12, 9 ms.
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {{ signal?: AbortSignal }} options
 */
export async function warmTransforms(tm, Fr, options) {
    const n = 2 ** BITS;
    const shift = Fr.w[BITS + 1], one = Fr.one;
    const step = tasks.call(
        { op: "ifftShiftFft", group: "frm" },
        tasks.ref(0),
        tasks.val(n),
        tasks.ref(1),
        tasks.ref(2),
        tasks.val(1),
    );
    await submit(
        tm,
        [
            tasks.allocSet(0, new Uint8Array(n * Fr.n8)),
            tasks.allocSet(1, one.slice()),
            tasks.allocSet(2, shift.slice()),
            step,
            step,
        ],
        options,
    );
}
