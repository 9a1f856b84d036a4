/**
 * Takes coefficients to values on a coset of the domain, and back: one task for each polynomial, whose data stays in
 * its worker between the steps. Functions of a curve, as in field_ops.js.
 * @module batch/coset_values
 */
/** @import { Curve } from "./field_tasks.js" */
/** @import { CallOptions } from "./options.js" */
import * as tasks from "../pool/tasks.js";
import { copyInTurns } from "./buffers.js";
import { checkDomain } from "./coset.js";
import { checkElement } from "./field_tasks.js";
import { readSignal } from "./options.js";
import { submit } from "./submit.js";

/**
 * @param {string} where
 * @param {Curve} curve
 * @param {Uint8Array} list
 * @param {Uint8Array} factor
 * @param {"fft" | "ifft"} transform - after the products with powers of the factor, or before
 * @param {CallOptions} [options]
 */
async function transformed(where, { tm, Fr }, list, factor, transform, options) {
    checkDomain(where, list, Fr);
    checkElement(where, Fr, factor, "shift");
    const signal = readSignal(where, options), n = tasks.val(list.length / Fr.n8);
    const [p, one, inc] = [0, 1, 2].map((variable) => tasks.ref(variable));
    const steps = [
        tasks.call({ op: "batchApplyKey", group: "frm" }, p, n, one, inc, p),
        tasks.call({ op: transform, group: "frm" }, p, n),
    ];
    const own = await copyInTurns(list, 0, list.length), first = /** @type {Uint8Array} */ (Fr.one).slice();
    const task = [
        tasks.allocSet(1, first),
        tasks.allocSet(2, factor.slice()),
        tasks.allocSet(0, own), // last, so that the kernel can use the memory after it
        ...(transform === "fft" ? steps : steps.reverse()),
        tasks.getInto(0, 0, own),
    ];
    return (await submit(tm, task, { signal }))[0];
}

/** @param {string} where @param {Curve} curve @param {Uint8Array} shift */
const inverseOf = (where, { Fr }, shift) => Fr.inv(checkElement(where, Fr, shift, "shift"));

/**
 * The values of a polynomial on the coset shift w^i of the domain.
 *
 *   in      coefficients  2^k elements, LEM, that of the lowest power first; shift: an element
 *   out     2^k elements, LEM, natural order
 *   owns    the list is read
 *   memory  what a transform takes, in one worker
 * @param {Curve} curve
 * @param {Uint8Array} coefficients
 * @param {Uint8Array} shift
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 * @throws {RangeError} when the size is not that of a domain
 */
export const toCoset = async (curve, coefficients, shift, options) =>
    transformed("toCoset", curve, coefficients, shift, "fft", options);

/**
 * The polynomial of degree below 2^k that has these values on the coset shift w^i.
 *
 *   in      values  2^k elements, LEM, natural order; shift: an element that is not 0
 *   out     2^k coefficients, LEM, that of the lowest power first
 *   owns    the list is read
 * @param {Curve} curve
 * @param {Uint8Array} values
 * @param {Uint8Array} shift
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 * @throws {RangeError} when the size is not that of a domain
 */
export const fromCoset = async (curve, values, shift, options) =>
    transformed("fromCoset", curve, values, inverseOf("fromCoset", curve, shift), "ifft", options);
