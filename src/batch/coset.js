/**
 * Takes the values of a polynomial of degree below n on the n-th roots of unity w^i to its values
 * on the coset shift * w^i. There is one task per polynomial, and the coefficients stay in the
 * worker.
 * @module batch/coset
 */
/** @import { Bytes, Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
/** @import { keyApplier } from "./apply_key.js" */
/** @import { fourierTransforms } from "./fft.js" */
import * as tasks from "../pool/tasks.js";
import { isByteView } from "../engine/scratch.js";
import { isShared } from "../util/shared.js";
import { isBuffer, kindOf, takeOver } from "./buffers.js";
import { copyInTurns } from "../util/copies.js";
import { readSignal } from "./options.js";
import { runsHere, submit } from "./submit.js";

/**
 * @typedef {object} CosetOptions
 * @property {Uint8Array} [shift] - LEM; default: the primitive 2n-th root of unity, or Fr.shift
 *   when n is the largest domain
 * @property {boolean} [consume] - the inputs are emptied instead of copied; in memory that our
 *   prover shares with workers they become the results
 * @property {AbortSignal} [signal]
 * @property {boolean} [urgent] - its tasks come before all waiting ones that are not urgent
 * @property {(fraction: number) => void} [onFraction] - called with the fraction that is done, in
 *   (0, 1]; it never decreases
 */

/**
 * @param {string} where
 * @param {Bytes} buff
 * @param {WasmField1} Fr
 * @returns {number} log2 of the number of elements
 */
export function checkDomain(where, buff, { n8, s }) {
    if (!isBuffer(buff)) throw new TypeError(`${where}: expected a Uint8Array or a BigBuffer, got ${kindOf(buff)}`);
    const bits = Math.log2(buff.byteLength / n8);
    if (!Number.isInteger(bits) || bits < 0 || bits > s)
        throw new RangeError(
            `${where}: expected 2^k elements of ${n8} bytes with k from 0 to ${s}, got ${buff.byteLength} bytes`,
        );
    return bits;
}

/** @param {WasmField1} Fr @param {number} bits @param {Uint8Array | undefined} wanted */
export const shiftFor = (Fr, bits, wanted) => {
    const root = bits < Fr.s ? Fr.w[bits + 1] : undefined;
    const shift = wanted ?? root ?? Fr.shift;
    return { shift, isRoot: root !== undefined && Fr.eq(shift, root) ? 1 : 0 };
};

/**
 * @typedef {WasmField1 & ReturnType<typeof fourierTransforms> & { batchApplyKey: ReturnType<typeof
 *   keyApplier> }} TransformedField
 */

/**
 * Where the work is done: the pool, the field, and whether lanes have FFTs.
 * @typedef {object} Setting
 * @property {Pool} tm
 * @property {TransformedField} Fr
 * @property {number} us - estimated microseconds per product
 * @property {boolean} lanes - lanes have FFTs, and run long ones in steps
 */

/**
 * Is an FFT split into several tasks?
 * @param {Setting} setting
 * @param {Bytes} buff
 * @returns {buff is import("../util/bigbuffer.js").BigBuffer}
 */
const goesInTurns = ({ tm, lanes }, buff) => !isByteView(buff) || (runsHere(tm) && !lanes);

/**
 * Are the results written over the values that they are computed from?
 * @param {Setting} setting
 * @param {Bytes} buff
 * @param {boolean | undefined} consume
 */
const staysInPlace = (setting, buff, consume) => Boolean(consume) && isShared(buff) && !goesInTurns(setting, buff);

/**
 * The same in several tasks that each hold a part of the values, with turns of the event loop
 * between them.
 * @param {TransformedField} Fr
 * @param {Bytes} buff
 * @param {Uint8Array} shift
 * @param {{ consume?: boolean, signal?: AbortSignal }} options
 */
async function inTurns(Fr, buff, shift, { consume, signal }) {
    const { fft, ifft, batchApplyKey } = Fr;
    const coefficients = await ifft(buff, "", "", undefined, "", { consume, signal });
    const shifted = await batchApplyKey(coefficients, Fr.one, shift, "", "", { signal });
    return fft(shifted, "", "", undefined, "", { consume: true, signal });
}

/**
 * Commands that take values on the domain to values on the coset, one column after the other in
 * variable 0.
 * @param {WasmField1} Fr
 * @param {Uint8Array[]} columns - of one length; all but the last get their results, which stay in
 *   variable 0 for the last
 * @param {{ shift: Uint8Array, isRoot: number }} to
 * @returns {import("./types.js").Task}
 */
export function shiftTask(Fr, columns, { shift, isRoot }) {
    const n = tasks.val(columns[0].length / Fr.n8);
    const args = [tasks.ref(0), n, tasks.ref(1), tasks.ref(2)];
    return [
        tasks.allocSet(1, Fr.one.slice()),
        tasks.allocSet(2, shift.slice()),
        ...columns.flatMap((bytes, i) => [
            // last, so that the kernel can use the memory after it
            i ? tasks.set(0, bytes) : tasks.allocSet(0, bytes),
            tasks.call({ op: "ifftShiftFft", group: "frm" }, ...args, tasks.val(isRoot)),
            ...(i < columns.length - 1 ? [tasks.getInto(i + 1, 0, bytes)] : []),
        ]),
    ];
}

/**
 * A column in memory that a task may write to.
 * @param {Setting} setting
 * @param {Uint8Array} buff
 * @param {boolean | undefined} consume
 */
export async function ownOf(setting, buff, consume) {
    if (staysInPlace(setting, buff, consume)) return buff;
    return consume ? takeOver(buff) : copyInTurns(buff, 0, buff.byteLength);
}

/** @param {Setting} setting */
export function cosetTransforms(setting) {
    const { tm, Fr } = setting;

    /**
     * Takes values on the domain to values on the coset; the same as
     * fft(batchApplyKey(ifft(buff), one, shift)).
     * @param {Bytes} buff - 2^k elements, LEM, natural order
     * @param {CosetOptions} [options]
     * @returns {Promise<Bytes>} 2^k elements, LEM, natural order; a BigBuffer above 1 GiB
     * @throws {RangeError} when the size is not that of a domain
     */
    const ifftShiftFft = async (buff, options = {}) => {
        const { shift: wanted, consume, urgent } = options;
        if (wanted != null && wanted.length !== Fr.n8)
            throw new RangeError(`ifftShiftFft: expected a shift of ${Fr.n8} bytes, got ${wanted.length}`);
        const bits = checkDomain("ifftShiftFft", buff, Fr);
        const { shift, isRoot } = shiftFor(Fr, bits, wanted);
        const signal = readSignal("ifftShiftFft", options);
        if (goesInTurns(setting, buff)) return inTurns(Fr, buff, shift, { consume, signal });
        const own = await ownOf(setting, buff, consume);
        const task = [...shiftTask(Fr, [own], { shift, isRoot }), tasks.getInto(0, 0, own)];
        const [values] = await submit(tm, task, { signal, urgent, onFraction: options.onFraction });
        options.onFraction?.(1);
        return isShared(own) ? own : values;
    };

    return { ifftShiftFft };
}
