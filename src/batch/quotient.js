/**
 * a b - c on a coset of the domain, from the values of a, b and c on the domain: each is taken to
 * the coset, then they are joined in pieces; or all of that in one task, which needs the memory of
 * one FFT.
 * @module batch/quotient
 */
/** @import { Bytes } from "./types.js" */
/** @import { CosetOptions, Setting } from "./coset.js" */
import * as tasks from "../pool/tasks.js";
import { isByteView } from "../engine/scratch.js";
import { freeBuffers } from "../util/host_memory.js";
import { isShared } from "../util/shared.js";
import { copyRange } from "../util/copies.js";
import { checkDomain, ownOf, shiftFor, shiftTask } from "./coset.js";
import { columnMode, onGpu } from "./gpu_hooks.js";
import { readSignal } from "./options.js";
import { cut, inFlight, runsHere, submit } from "./submit.js";

/**
 * @typedef {object} OwnOptions
 * @property {boolean} [sequence] - FFTs one column after the other in one task, which takes a
 *   third of the memory in workers
 * @property {"auto" | "enabled" | "disabled"} [gpu] - the user's GPU, if useGpu of
 *   ffturbo-gpu gave the curve one; by default what that says
 */

/** @typedef {CosetOptions & OwnOptions} QuotientOptions */

/**
 * Takes one column to the coset.
 * @typedef {(column: Bytes, options: CosetOptions) => Promise<Bytes>} Shift
 */

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
 * The quotient in one task, which needs the memory of one FFT.
 * @param {Setting} setting
 * @param {Uint8Array[]} columns - a, b and c
 * @param {QuotientOptions} options
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
 * @param {Shift} shift
 * @param {Bytes[]} columns
 * @param {CosetOptions} options
 * @returns {Promise<Bytes[]>} the values of each on the coset
 */
function shifted(shift, columns, options) {
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

/**
 * The quotient on the GPU, if there is one for it.
 * @param {Setting} setting
 * @param {Bytes[]} columns - a, b and c
 * @param {QuotientOptions} options
 * @param {() => Promise<Bytes[]>} onCpu
 * @returns {Promise<Bytes[]>} the quotient, and what is left of b and c if they are to be emptied
 */
function whereItIsFaster({ Fr }, columns, { gpu, consume, signal }, onCpu) {
    const where = "cosetQuotient", mode = columnMode(where, Fr, gpu);
    const [column] = columns, n = column.byteLength / Fr.n8;
    const { shift } = shiftFor(Fr, Math.log2(n), undefined);
    /** @type {import("./gpu_hooks.js").ColumnJob["write"]} */
    const write = ({ fft, input, ifft, mul, plain, geometricScale, sub }) => {
        const [a, b, c] = columns.map((list) => fft(geometricScale(ifft(input(list)), Fr.one, shift)));
        return [plain(sub(mul(a, b), c))];
    };
    return onGpu(Fr, { where, mode, n, write, parts: columns.length, signal }, onCpu, ([values]) => {
        if (!consume || !isByteView(column)) return [values];
        column.set(values); // it may be memory that others read
        values.fill(0);
        return columns;
    });
}

/**
 * @param {Setting} setting
 * @param {Shift} shift
 */
export function cosetQuotients(setting, shift) {
    const { tm, Fr } = setting;

    /**
     * a b - c on the coset, canonical: the scalars of an MSM.
     * @param {Bytes} a - 2^k values on the domain, LEM
     * @param {Bytes} b - likewise
     * @param {Bytes} c - likewise
     * @param {QuotientOptions} [options]
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
        const columns = [a, b, c], inOne = options.sequence && !runsHere(tm) && columns.every(isByteView);
        const values = await whereItIsFaster(setting, columns, options, async () => (inOne
            ? inSequence(setting, /** @type {Uint8Array[]} */ (columns), options)
            : joined(setting, await shifted(shift, columns, options), options)));
        const own = values.slice(1).filter(isByteView).filter((value) => !isShared(value));
        for (const value of own) value.fill(0); // they are mostly of a witness
        freeBuffers(own.map(({ buffer }) => buffer));
        return values[0];
    };

    return { cosetQuotient };
}
