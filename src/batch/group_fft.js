/**
 * The steps of an FFT of points, which ceremonies call one by one: an FFT of
 * bit-reversed points, one level of butterflies, the last step of an inverse FFT.
 * @module batch/group_fft
 */
/** @import { CallOptions } from "./options.js" */
/** @import { Bytes, Pool, Task } from "./types.js" */
/** @import { Transform } from "./fft_tasks.js" */
/** @import { WasmField1 } from "../engine/field.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import * as tasks from "../pool/tasks.js";
import { allocateLike, isBuffer, kindOf } from "./buffers.js";
import { copyRange } from "../util/copies.js";
import { bitReverse } from "../util/bits.js";
import { BLOCK_POINTS } from "../util/chunk_sizes.js";
import { readSignal } from "./options.js";
import { rounds, taskCount } from "./fft_tasks.js";
import { cut, inFlight, isSmall, submit } from "./submit.js";

/** @param {unknown} buff @param {string} where @returns {asserts buff is Bytes} */
function requireBuffer(buff, where) {
    if (!isBuffer(buff)) throw new TypeError(`${where}: expected a Uint8Array or BigBuffer, got ${kindOf(buff)}`);
}

/**
 * @param {WasmCurve} G
 * @param {Uint8Array} points
 * @param {number} count
 * @returns {Task} all levels of butterflies; the result is in variable 1
 */
const mixTask = (G, points, count) => {
    /** @type {Task} */
    const task = [tasks.allocSet(1, points)];
    for (let level = 1; 2 ** level <= count; level++)
        task.push(tasks.call({ op: "fftMix", group: G.prefix }, tasks.ref(1), tasks.val(count), tasks.val(level)));
    return task;
};

/**
 * @param {{ tm: Pool, Fr: WasmField1, G: WasmCurve, us: number, size: number }} on
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} n
 * @param {Bytes} result
 * @param {AbortSignal | undefined} signal
 */
const mixRun = async ({ tm, Fr, G, us, size }, buff, from, n, result, signal) => {
    const bits = Math.round(Math.log2(n)); // of another n it only estimates the cost
    /** @type {Transform} */
    const job = {
        tm,
        Fr,
        prefix: G.prefix,
        us,
        sIn: size,
        sMid: size,
        sOut: size,
        toJacobian: undefined,
        toAffine: undefined,
        buff,
        n,
        bits,
        logger: undefined,
        text: undefined,
        signal,
    };
    const count = 2 ** bits === n ? taskCount(job) : 1;
    if (count > 1) {
        // Run c of bit-reversed input holds the elements whose index is bitReverse(c) modulo the
        // number of runs.
        const m = n / count;
        const logCount = Math.log2(count);
        return rounds(job, count, false, result, from * size, (j) => {
            const at = from + bitReverse(j, logCount) * m;
            return mixTask(G, copyRange(buff, at * size, (at + m) * size), m);
        });
    }
    const task = mixTask(G, copyRange(buff, from * size, (from + n) * size), n);
    task.push(tasks.get(0, 1, n * size));
    const [out] = await submit(tm, task, { small: isSmall((n * bits * us) / 2000), signal });
    result.set(out, from * size);
};

/**
 * [b1 + t b2, b1 - t b2] of the points `from` to `to`, jacobian, t = first * inc^i.
 * @param {WasmCurve} G
 * @param {Bytes} b1
 * @param {Bytes} b2
 * @param {number} from
 * @param {number} to
 * @param {Uint8Array} first - LEM, for the point `from`
 * @param {Uint8Array} inc - LEM
 */
function joinTask(G, b1, b2, from, to, first, inc) {
    const size = G.F.n8 * 3;
    const n = to - from;
    const args = [tasks.ref(0), tasks.ref(1), tasks.val(n), tasks.ref(2), tasks.ref(3)];
    return [
        tasks.allocSet(0, copyRange(b1, from * size, to * size)),
        tasks.allocSet(1, copyRange(b2, from * size, to * size)),
        tasks.allocSet(2, first),
        tasks.allocSet(3, copyRange(inc, 0, inc.length)),
        tasks.call({ op: "fftJoin", group: G.prefix }, ...args),
        tasks.get(0, 0, n * size),
        tasks.get(1, 1, n * size),
    ];
}

/**
 * The points `from` to `to`, given as jacobian, times a factor; the results are affine, in reverse
 * order.
 * @param {WasmCurve} G
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @param {Uint8Array} factor - LEM
 */
function finalTask(G, buff, from, to, factor) {
    const size = G.F.n8 * 3;
    const n = to - from;
    return [
        tasks.allocSet(0, copyRange(buff, from * size, to * size)),
        tasks.allocSet(1, copyRange(factor, 0, factor.length)),
        tasks.call({ op: "fftFinal", group: G.prefix }, tasks.ref(0), tasks.val(n), tasks.ref(1)),
        tasks.call({ op: "batchToAffine", group: G.prefix }, tasks.ref(0), tasks.val(n), tasks.ref(0)),
        tasks.get(0, 0, n * G.F.n8 * 2),
    ];
}

/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {WasmCurve} G
 * @param {number} us - estimated microseconds per butterfly
 */
export function groupTransforms(tm, Fr, G, us) {
    const size = G.F.n8 * 3;

    /**
     *   in      points, jacobian, in bit-reversed order; if their number is not a power of two, the
     *           largest power of two below it and the rest are transformed separately
     *   out     jacobian, natural order, in a buffer of the same class, as with the other two
     */
    async function fftMix(/** @type {Bytes} */ buff, /** @type {CallOptions} */ options = {}) {
        requireBuffer(buff, "fftMix");
        if (buff.byteLength % size !== 0)
            throw new Error(
                `fftMix: Invalid buffer size: expected points of ${size} bytes, got ${buff.byteLength} bytes`,
            );
        const n = buff.byteLength / size;
        const signal = readSignal("fftMix", options);
        const result = allocateLike(buff, buff.byteLength);
        const run = 2 ** Math.floor(Math.log2(n));
        for (let from = 0; from < n; from += run)
            await mixRun({ tm, Fr, G, us, size }, buff, from, Math.min(run, n - from), result, signal);
        return result;
    }

    /**
     *   in      two buffers of equally many points, jacobian
     *   out     [b1 + t b2, b1 - t b2] with t = first * inc^i
     */
    async function fftJoin(
        /** @type {Bytes} */ b1,
        /** @type {Bytes} */ b2,
        /** @type {any} */ first,
        /** @type {any} */ inc,
        /** @type {CallOptions} */ options = {},
    ) {
        requireBuffer(b1, "fftJoin");
        requireBuffer(b2, "fftJoin");
        if (b1.byteLength !== b2.byteLength)
            throw new Error(
                `fftJoin: Invalid buffer size: expected two buffers of one length, got ${b1.byteLength} and ${b2.byteLength} bytes`,
            );
        const n = requirePoints(b1, "fftJoin", size);
        const signal = readSignal("fftJoin", options);
        const [start, step] = [Fr.e(first), Fr.e(inc)];
        const results = [allocateLike(b1, b1.byteLength), allocateLike(b2, b2.byteLength)];
        const pieces = cut(tm, n, 4 * size, us, { full: BLOCK_POINTS });
        const small = isSmall((n * us) / 1000);
        await inFlight(tm, pieces.length, async (i) => {
            const [from, to] = pieces[i], first = Fr.mul(start, Fr.exp(step, from));
            const outs = await submit(tm, joinTask(G, b1, b2, from, to, first, step), { small, signal });
            results.forEach((result, side) => result.set(outs[side], from * size));
        });
        return results;
    }

    /**
     *   in      points, jacobian
     *   out     points * factor, affine, in reverse order
     */
    async function fftFinal(
        /** @type {Bytes} */ buff,
        /** @type {any} */ factor,
        /** @type {CallOptions} */ options = {},
    ) {
        requireBuffer(buff, "fftFinal");
        const n = requirePoints(buff, "fftFinal", size);
        const signal = readSignal("fftFinal", options);
        const times = Fr.e(factor);
        const sOut = G.F.n8 * 2;
        const result = allocateLike(buff, n * sOut);
        const pieces = cut(tm, n, 2 * size, us, { full: BLOCK_POINTS });
        const small = isSmall((n * us) / 1000);
        await inFlight(tm, pieces.length, async (i) => {
            const [from, to] = pieces[i];
            const [out] = await submit(tm, finalTask(G, buff, from, to, times), { small, signal });
            result.set(out, (n - to) * sOut);
        });
        return result;
    }
    return { fftMix, fftJoin, fftFinal };
}

/**
 * @param {Bytes} buff
 * @param {string} where
 * @param {number} size
 * @returns {number} a power of two
 */
function requirePoints(buff, where, size) {
    const n = buff.byteLength / size;
    if (n < 1 || !Number.isInteger(Math.log2(n)))
        throw new Error(
            `${where}: Invalid number of points: expected a power of two of ${size} bytes each, got ${buff.byteLength} bytes`,
        );
    return n;
}
