/**
 * The step of a Groth16 prover between its two domains: takes the values of a
 * polynomial of degree below n on the n-th roots of unity w^i to its values on
 * the coset shift * w^i. There is one task per polynomial, and the coefficients
 * stay in the worker.
 * @module batch/coset
 */
/** @import { Bytes, Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { isBytes } from "../engine/scratch.js";
import { freeBuffers } from "../util/host_memory.js";
import { isShared } from "../util/shared.js";
import { copyInTurns, copyRange, isBuffer, kindOf, takeOver } from "./buffers.js";
import { readSignal } from "./options.js";
import { cut, inFlight, runsHere, submit } from "./submit.js";

/**
 * @typedef {object} CosetOptions
 * @property {Uint8Array} [shift] - LEM; default: the primitive 2n-th root of unity, or Fr.shift when n is the largest
 *   domain
 * @property {boolean} [consume] - the inputs are emptied instead of copied; in memory that our prover shares with
 *   workers they become the results
 * @property {AbortSignal} [signal]
 * @property {boolean} [sequence] - of a quotient: transforms one column after the other in one task, which takes a
 *   third of the memory in workers
 * @property {boolean} [urgent] - its tasks come before all waiting ones that are not urgent
 * @property {(fraction: number) => void} [onFraction] - called with the fraction that is done, in (0, 1]; it never
 *   decreases
 */

/**
 * @param {string} where
 * @param {Bytes} buff
 * @param {WasmField1} Fr
 * @returns {number} log2 of the number of elements
 */
function checkDomain(where, buff, { n8, s }) {
    if (!isBuffer(buff)) throw new TypeError(`${where}: expected a Uint8Array or a BigBuffer, got ${kindOf(buff)}`);
    const bits = Math.log2(buff.byteLength / n8);
    if (!Number.isInteger(bits) || bits < 0 || bits > s)
        throw new RangeError(
            `${where}: expected 2^k elements of ${n8} bytes with k from 0 to ${s}, got ${buff.byteLength} bytes`,
        );
    return bits;
}

/** @param {WasmField1} Fr @param {number} bits @param {Uint8Array | undefined} wanted */
const shiftFor = (Fr, bits, wanted) => {
    const root = bits < Fr.s ? Fr.w[bits + 1] : undefined;
    const shift = wanted ?? root ?? Fr.shift;
    return { shift, isRoot: root !== undefined && Fr.eq(shift, root) ? 1 : 0 };
};

/**
 * Where the work is done: the pool, the field, and whether lanes have transforms.
 * @typedef {object} Setting
 * @property {Pool} tm
 * @property {WasmField1} Fr
 * @property {number} us - estimated microseconds per product
 * @property {boolean} lanes - lanes have transforms, and run long ones in steps
 */

/**
 * Is a transform split into several tasks?
 * @param {Setting} setting
 * @param {Bytes} buff
 * @returns {buff is import("../util/bigbuffer.js").BigBuffer}
 */
const goesInTurns = ({ tm, lanes }, buff) => !isBytes(buff) || (runsHere(tm) && !lanes);

/**
 * Are the results written over the values that they are computed from?
 * @param {Setting} setting
 * @param {Bytes} buff
 * @param {boolean | undefined} consume
 */
const staysInPlace = (setting, buff, consume) => Boolean(consume) && isShared(buff) && !goesInTurns(setting, buff);

/** @param {WasmField1} Fr */
const oneOf = (Fr) => /** @type {Uint8Array} */ (Fr.one);

/**
 * The same in several tasks that each hold a part of the values, with turns of the event loop between them.
 * @param {WasmField1} Fr
 * @param {Bytes} buff
 * @param {Uint8Array} shift
 * @param {{ consume?: boolean, signal?: AbortSignal }} options
 */
async function inTurns(Fr, buff, shift, { consume, signal }) {
    const { fft, ifft, batchApplyKey } = /** @type {any} */ (Fr);
    const coefficients = await ifft(buff, "", "", undefined, "", { consume, signal });
    const shifted = await batchApplyKey(coefficients, oneOf(Fr), shift, "", "", { signal });
    return fft(shifted, "", "", undefined, "", { consume: true, signal });
}

/**
 * Elements `from` to `to` of a b - c, computed in place or on copies.
 * @param {Setting} setting
 * @param {Bytes[]} values - a, b and c
 * @param {number} from - in elements
 * @param {number} to
 * @param {boolean} inPlace
 */
function quotientTask({ Fr: { n8 } }, values, from, to, inPlace) {
    const count = to - from;
    const piece = (/** @type {Bytes} */ value) => /** @type {Uint8Array} */ (value).subarray(from * n8, to * n8);
    const [a, b, c, size] = [tasks.ref(0), tasks.ref(1), tasks.ref(2), tasks.val(count)];
    return [
        ...values.map((value, k) => tasks.allocSet(k, inPlace ? piece(value) : copyRange(value, from * n8, to * n8))),
        tasks.call({ op: "joinABC", group: "qap" }, a, b, c, size, a),
        tasks.call({ op: "batchFromMontgomery", group: "frm" }, a, size, a),
        inPlace ? tasks.getInto(0, 0, piece(values[0])) : tasks.get(0, 0, count * n8),
    ];
}

/**
 * Commands that take values on the domain to values on the coset, one column after the other in variable 0.
 * @param {WasmField1} Fr
 * @param {Uint8Array[]} columns - of one length; all but the last get their results, which stay in variable 0 for the
 *   last
 * @param {{ shift: Uint8Array, isRoot: number }} to
 * @returns {import("./types.js").Task}
 */
function shiftTask(Fr, columns, { shift, isRoot }) {
    const n = tasks.val(columns[0].length / Fr.n8), args = [tasks.ref(0), n, tasks.ref(1), tasks.ref(2)];
    return [
        tasks.allocSet(1, oneOf(Fr).slice()),
        tasks.allocSet(2, shift.slice()),
        ...columns.flatMap((bytes, i) => [
            i ? tasks.set(0, bytes) : tasks.allocSet(0, bytes), // last, so that the kernel can use the memory after it
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
async function ownOf(setting, buff, consume) {
    if (staysInPlace(setting, buff, consume)) return buff;
    return consume ? takeOver(buff) : copyInTurns(buff, 0, buff.byteLength);
}

/**
 * The quotient in one task, which needs the memory of one transform.
 * @param {Setting} setting
 * @param {Uint8Array[]} columns - a, b and c
 * @param {CosetOptions} options
 * @returns {Promise<Bytes[]>} the quotient, and what is left of b and c
 */
async function inSequence(setting, columns, { consume, signal, urgent, onFraction }) {
    const { tm, Fr } = setting, own = await Promise.all(columns.map((buff) => ownOf(setting, buff, consume)));
    const [a, b, c] = own, size = tasks.val(a.length / Fr.n8);
    const task = [
        ...shiftTask(Fr, [b, c, a], shiftFor(Fr, Math.log2(a.length / Fr.n8), undefined)),
        tasks.allocSet(3, b),
        tasks.allocSet(4, c),
        tasks.call({ op: "joinABC", group: "qap" }, tasks.ref(0), tasks.ref(3), tasks.ref(4), size, tasks.ref(0)),
        tasks.call({ op: "batchFromMontgomery", group: "frm" }, tasks.ref(0), size, tasks.ref(0)),
        tasks.getInto(0, 0, a),
    ];
    const values = await submit(tm, task, { signal, urgent, onFraction });
    return own.map((bytes, i) => (isShared(bytes) ? bytes : values[i]));
}

/**
 * @param {Setting} setting
 * @param {(column: Bytes, options: CosetOptions) => Promise<Bytes>} shift - one column
 * @param {Bytes[]} columns
 * @param {CosetOptions} options
 * @returns {Promise<Bytes[]>} the values of each on the coset
 */
function shifted(setting, shift, columns, options) {
    const done = columns.map(() => 0);
    return Promise.all(
        columns.map((buff, i) => shift(buff, { ...options, onFraction: options.onFraction && ((fraction) => {
            if (fraction === done[i]) return;
            done[i] = fraction;
            options.onFraction?.(done.reduce((sum, each) => sum + each) / columns.length);
        }) })),
    );
}

/**
 * Writes a b - c over a, in pieces; each reads only the elements that it writes.
 * @param {Setting} setting
 * @param {Bytes[]} values - a, b and c on the coset
 * @param {CosetOptions} options
 * @returns {Promise<Bytes[]>} the same three
 */
async function joined(setting, values, { signal, urgent }) {
    const { tm, Fr, us } = setting, [result] = values, inPlace = values.every(isShared);
    const pieces = cut(tm, result.byteLength / Fr.n8, 5 * Fr.n8, 2 * us);
    await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i];
        const [out] = await submit(tm, quotientTask(setting, values, from, to, inPlace), { signal, urgent });
        if (!inPlace) result.set(out, from * Fr.n8);
    });
    return values;
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
        const bits = checkDomain("ifftShiftFft", buff, Fr), { shift, isRoot } = shiftFor(Fr, bits, wanted);
        const signal = readSignal("ifftShiftFft", options);
        if (goesInTurns(setting, buff)) return inTurns(Fr, buff, shift, { consume, signal });
        const own = await ownOf(setting, buff, consume);
        const task = [...shiftTask(Fr, [own], { shift, isRoot }), tasks.getInto(0, 0, own)];
        const [values] = await submit(tm, task, { signal, urgent, onFraction: options.onFraction });
        options.onFraction?.(1);
        return isShared(own) ? own : values;
    };

    /**
     * a b - c on the coset, canonical: the scalars of the sum over the H points
     * of a Groth16 key.
     * @param {Bytes} a - 2^k values on the domain, LEM
     * @param {Bytes} b - likewise
     * @param {Bytes} c - likewise
     * @param {CosetOptions} [options]
     * @returns {Promise<Bytes>} 2^k elements, LE, not Montgomery
     * @throws {RangeError} when the sizes differ, or are not that of a domain
     */
    const cosetQuotient = async (a, b, c, options = {}) => {
        for (const buff of [a, b, c]) checkDomain("cosetQuotient", buff, Fr);
        const bytes = a.byteLength;
        if (b.byteLength !== bytes || c.byteLength !== bytes)
            throw new RangeError(
                `cosetQuotient: expected three buffers of one length, got ${bytes}, ${b.byteLength} and ${c.byteLength}`,
            );
        readSignal("cosetQuotient", options);
        const columns = [a, b, c], inOne = options.sequence && !runsHere(tm) && columns.every(isBytes);
        const values = await (inOne
            ? inSequence(setting, /** @type {Uint8Array[]} */ (columns), options)
            : joined(setting, await shifted(setting, ifftShiftFft, columns, options), options));
        const own = values.slice(1).filter(isBytes).filter((value) => !isShared(value));
        for (const value of own) value.fill(0); // they are mostly of a witness
        freeBuffers(own.map(({ buffer }) => buffer));
        return values[0];
    };

    return { ifftShiftFft, cosetQuotient };
}
