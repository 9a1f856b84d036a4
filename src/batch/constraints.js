/**
 * Which constraints of a circuit hold: one task for those of a stretch of a file.
 * @module batch/constraints
 */
/** @import { Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { readLE, writeLE } from "../util/bytes.js";
import * as module from "../wasm/constraints.js";
import { submit } from "./submit.js";

/**
 * Constraints, and the values that they name.
 * @typedef {object} Constraints
 * @property {Uint8Array} terms - as r1cs files have them: for A, B and C of each constraint the number of terms u32,
 *   then wire u32 and coefficient of each
 * @property {number} count - of constraints
 * @property {Uint8Array} values - of the wire of each term, canonical, LE
 */

/**
 * A constraint that does not hold: its number in the stretch, and what its combinations come to.
 * @typedef {Readonly<{ index: number, a: bigint, b: bigint, c: bigint }>} Failing
 */

/**
 * @typedef {object} Outcome
 * @property {number} damaged - the number of the first combination with a coefficient that is not below the order,
 *   where the evaluation ended; -1: there is none
 * @property {number} failing - how many constraints do not hold
 * @property {Failing[]} first - of these, in order
 */

/** What the kernel needs to know of the field. @param {WasmField1} Fr */
function constantsOf({ p, n8 }) {
    const bytes = new Uint8Array(4 * n8);
    [1n, p - 1n, (1n << BigInt(16 * n8)) % p, p].forEach((value, i) => writeLE(bytes, i * n8, value, n8));
    return bytes;
}

/**
 *   in      constraints; most: how many of those that fail to list
 *   out     which do not hold
 *   owns    terms and values: transferred
 *   memory  in the worker the terms and the values
 *   cost    a sum or a product per term, two products per constraint
 * @param {{ tm: Pool, Fr: WasmField1 }} curve
 * @param {Constraints} constraints
 * @param {number} most
 * @param {Pick<import("../pool/job.js").QueueOptions, "signal">} options
 * @returns {Promise<Outcome>}
 */
export async function checkConstraints({ tm, Fr }, { terms, count, values }, most, options) {
    const { n8 } = Fr, entry = 4 + 3 * n8, told = Math.min(most, count), bytes = 8 + told * entry;
    const [out] = await submit(tm, [
        tasks.link({
            name: "constraints", driver: "constraints", module: tm.codeOf("constraints", module.code), constants: "",
            layout: { elementBytes: n8 },
        }),
        tasks.allocSet(0, terms),
        tasks.allocSet(1, values),
        tasks.allocSet(2, constantsOf(Fr)),
        tasks.alloc(3, bytes),
        tasks.call(
            { op: "checkConstraints", group: "frm" },
            tasks.ref(0), tasks.val(count), tasks.ref(1), tasks.ref(2), tasks.ref(3), tasks.val(told),
        ),
        tasks.get(0, 3, bytes),
    ], options);
    const view = new DataView(out.buffer, out.byteOffset), failing = view.getUint32(4, true);
    const element = (/** @type {number} */ at) => readLE(out, at, n8);
    const first = Array.from({ length: Math.min(failing, told) }, (_, k) => {
        const at = 8 + k * entry;
        return Object.freeze({
            index: view.getUint32(at, true), a: element(at + 4), b: element(at + 4 + n8), c: element(at + 4 + 2 * n8),
        });
    });
    return { damaged: view.getUint32(0, true) - 1, failing, first };
}
