/**
 * The step of a Groth16 prover between its two domains: values of polynomials
 * of degree below n on the n-th roots of unity w^i become values on the coset
 * shift * w^i. One task per polynomial, in which the coefficients never leave
 * the worker.
 * @module batch/coset
 */
/** @import { Bytes, Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { isBytes } from "../engine/scratch.js";
import { isShared } from "../util/shared.js";
import { copyInTurns, takeOver } from "./buffers.js";
import { readSignal } from "./options.js";
import { cut, inFlight, runsHere, submit } from "./submit.js";

/**
 * @typedef {object} CosetOptions
 * @property {Uint8Array} [shift] - LEM; default: the primitive 2n-th root of unity, or Fr.shift when n is the largest domain
 * @property {boolean} [consume] - the inputs are emptied instead of copied; in memory that our prover shares with workers they become the results
 * @property {AbortSignal} [signal]
 */

/**
 * @param {string} where
 * @param {unknown} buff
 * @param {WasmField1} Fr
 * @returns {number} log2 of the number of elements
 */
function checkDomain(where, buff, { n8, s }) {
    if (!isBytes(buff)) throw new TypeError(`${where}: expected a Uint8Array, got ${typeof buff}`);
    const bits = Math.log2(buff.byteLength / n8);
    if (!Number.isInteger(bits) || bits < 0 || bits > s) throw new RangeError(`${where}: expected 2^k elements of ${n8} bytes with k from 0 to ${s}, got ${buff.byteLength} bytes`);
    return bits;
}

/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {number} us - estimated microseconds per product
 * @param {boolean} lanes - long transforms go in steps
 */
export function cosetTransforms(tm, Fr, us, lanes) {
    const one = /** @type {Uint8Array} */ (Fr.one);

    /** @param {number} bits @param {Uint8Array | undefined} wanted */
    const shiftFor = (bits, wanted) => {
        const root = bits < Fr.s ? Fr.w[bits + 1] : undefined;
        const shift = wanted ?? root ?? Fr.shift;
        return { shift, isRoot: root !== undefined && Fr.eq(shift, root) ? 1 : 0 };
    };

    /** The same as tasks, between which the thread has its turn. @param {Uint8Array} buff @param {Uint8Array} shift @param {{ consume?: boolean, signal?: AbortSignal }} options */
    const inTurns = async (buff, shift, { consume, signal }) => {
        const { fft, ifft, batchApplyKey } = /** @type {any} */ (Fr);
        const coefficients = await ifft(buff, "", "", undefined, "", { consume, signal });
        const shifted = await batchApplyKey(coefficients, one, shift, "", "", { signal });
        return fft(shifted, "", "", undefined, "", { consume: true, signal });
    };

    /**
     * Values on the domain to values on the coset: the same as
     * fft(batchApplyKey(ifft(buff), one, shift)).
     * @param {Uint8Array} buff - 2^k elements, LEM, natural order
     * @param {CosetOptions} [options]
     * @returns {Promise<Uint8Array>} 2^k elements, LEM, natural order
     * @throws {RangeError} a size that is no domain
     */
    const ifftShiftFft = async (buff, options = {}) => {
        const { shift: wanted, consume } = options;
        const bits = checkDomain("ifftShiftFft", buff, Fr), n = 2 ** bits, { shift, isRoot } = shiftFor(bits, wanted);
        if (shift.length !== Fr.n8) throw new RangeError(`ifftShiftFft: expected a shift of ${Fr.n8} bytes, got ${shift.length}`);
        const signal = readSignal("ifftShiftFft", options);
        if (runsHere(tm) && !lanes) return inTurns(buff, shift, { consume, signal });
        const bytes = buff.byteLength, inPlace = consume && isShared(buff);
        const own = inPlace ? buff : consume ? takeOver(buff) : await copyInTurns(buff, 0, bytes);
        const task = [
            tasks.allocSet(0, own), tasks.allocSet(1, one.slice()), tasks.allocSet(2, shift.slice()),
            tasks.call("frm_ifftShiftFft", tasks.ref(0), tasks.val(n), tasks.ref(1), tasks.ref(2), tasks.val(isRoot)),
            inPlace ? tasks.getInto(0, 0, buff) : tasks.get(0, 0, bytes),
        ];
        const [values] = await submit(tm, task, { signal });
        return inPlace ? buff : values;
    };

    /**
     * a b - c on the coset, canonical: the scalars of the sum over the H points
     * of a Groth16 key.
     * @param {Uint8Array} a - 2^k values on the domain, LEM
     * @param {Uint8Array} b - likewise
     * @param {Uint8Array} c - likewise
     * @param {CosetOptions} [options]
     * @returns {Promise<Uint8Array>} 2^k elements, LE, not Montgomery
     * @throws {RangeError} sizes that differ, or that are no domain
     */
    const cosetQuotient = async (a, b, c, options = {}) => {
        for (const buff of [a, b, c]) checkDomain("cosetQuotient", buff, Fr);
        const bytes = a.byteLength;
        if (b.byteLength !== bytes || c.byteLength !== bytes) throw new RangeError(`cosetQuotient: expected three buffers of one length, got ${bytes}, ${b.byteLength} and ${c.byteLength}`);
        const signal = readSignal("cosetQuotient", options);
        const values = await Promise.all([a, b, c].map((buff) => ifftShiftFft(buff, options)));
        const inPlace = values.every(isShared); // pieces read what they write, and nothing else
        const result = inPlace ? values[0] : new Uint8Array(bytes), pieces = cut(tm, bytes / Fr.n8, 5 * Fr.n8, 2 * us);
        await inFlight(tm, pieces.length, async (i) => {
            const [from, to] = pieces[i], count = to - from;
            const piece = (/** @type {Uint8Array} */ value) => value.subarray(from * Fr.n8, to * Fr.n8);
            const [out] = await submit(tm, [
                ...values.map((value, k) => tasks.allocSet(k, inPlace ? piece(value) : piece(value).slice())),
                tasks.call("qap_joinABC", tasks.ref(0), tasks.ref(1), tasks.ref(2), tasks.val(count), tasks.ref(0)),
                tasks.call("frm_batchFromMontgomery", tasks.ref(0), tasks.val(count), tasks.ref(0)),
                inPlace ? tasks.getInto(0, 0, piece(result)) : tasks.get(0, 0, count * Fr.n8),
            ], { signal });
            if (!inPlace) result.set(out, from * Fr.n8);
        });
        return result;
    };

    return { ifftShiftFft, cosetQuotient };
}
