/**
 * The steps of a point transform that ceremonies call one by one: a transform of
 * bit-reversed points, one butterfly level, the last step of an inverse.
 * @module batch/group_fft
 */
/** @import { CallOptions } from "./options.js" */
/** @import { Pool, Task } from "./types.js" */
/** @import { Transform } from "./fft_tasks.js" */
/** @import { WasmField1 } from "../engine/field.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import * as tasks from "../pool/tasks.js";
import { isBytes } from "../engine/scratch.js";
import { copyRange } from "./buffers.js";
import { bitReverse } from "../util/bits.js";
import { readSignal } from "./options.js";
import { rounds, taskCount } from "./fft_tasks.js";
import { cut, FULL_BLOCK, inFlight, isSmall, submit } from "./submit.js";

/** @param {unknown} buff @param {string} where @returns {asserts buff is Uint8Array} */
function requireBytes(buff, where) {
    if (!isBytes(buff)) throw new TypeError(`${where}: expected a Uint8Array, got ${typeof buff}`);
}

/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {WasmCurve} G
 * @param {number} us - estimated microseconds per butterfly
 */
export function groupTransforms(tm, Fr, G, us) {
    const size = G.F.n8 * 3;

    /** @param {Uint8Array} points @param {number} count @returns {Task} all levels of butterflies; the result is in variable 1 */
    const mixTask = (points, count) => {
        /** @type {Task} */
        const task = [tasks.allocSet(1, points)];
        for (let level = 1; 2 ** level <= count; level++) task.push(tasks.call(`${G.prefix}_fftMix`, tasks.ref(1), tasks.val(count), tasks.val(level)));
        return task;
    };

    /** @param {Uint8Array} buff @param {number} from @param {number} n @param {Uint8Array} result @param {AbortSignal | undefined} signal */
    const mixRun = async (buff, from, n, result, signal) => {
        const bits = Math.floor(Math.log2(n));
        /** @type {Transform} */
        const job = { tm, Fr, prefix: G.prefix, us, sIn: size, sMid: size, sOut: size, toJacobian: undefined, toAffine: undefined, buff, n, bits, logger: undefined, text: undefined, signal };
        const count = 2 ** bits === n ? taskCount(job) : 1;
        if (count > 1) {
            // Run c of bit-reversed input holds the elements that are bitReverse(c) modulo the number of runs.
            const m = n / count, logCount = Math.log2(count);
            return rounds(job, count, false, result, from * size, (j) => {
                const at = from + bitReverse(j, logCount) * m;
                return mixTask(copyRange(buff, at * size, (at + m) * size), m);
            });
        }
        const task = mixTask(copyRange(buff, from * size, (from + n) * size), n);
        task.push(tasks.get(0, 1, n * size));
        const [out] = await submit(tm, task, { small: isSmall((n * bits * us) / 2000), signal });
        result.set(out, from * size);
    };

    /**
     *   in      points, jacobian, in bit-reversed order; of a number that is no power of two, runs of
     *           the largest power of two below it, each transformed by itself
     *   out     jacobian, natural order
     */
    async function fftMix(/** @type {Uint8Array} */ buff, /** @type {CallOptions} */ options = {}) {
        requireBytes(buff, "fftMix");
        if (buff.byteLength % size !== 0) throw new Error(`fftMix: Invalid buffer size: expected points of ${size} bytes, got ${buff.byteLength} bytes`);
        const n = buff.byteLength / size, signal = readSignal("fftMix", options);
        const result = new Uint8Array(buff.byteLength);
        const run = 2 ** Math.floor(Math.log2(n));
        for (let from = 0; from < n; from += run) await mixRun(buff, from, Math.min(run, n - from), result, signal);
        return result;
    }

    /**
     *   in      two buffers of equally many points, jacobian
     *   out     [b1 + t b2, b1 - t b2] with t = first * inc^i
     */
    async function fftJoin(/** @type {Uint8Array} */ b1, /** @type {Uint8Array} */ b2, /** @type {any} */ first, /** @type {any} */ inc, /** @type {CallOptions} */ options = {}) {
        requireBytes(b1, "fftJoin");
        requireBytes(b2, "fftJoin");
        if (b1.byteLength !== b2.byteLength) throw new Error(`fftJoin: Invalid buffer size: expected two buffers of one length, got ${b1.byteLength} and ${b2.byteLength} bytes`);
        const n = requirePoints(b1, "fftJoin", size), signal = readSignal("fftJoin", options);
        const [start, step] = [Fr.e(first), Fr.e(inc)];
        const results = [new Uint8Array(b1.byteLength), new Uint8Array(b1.byteLength)];
        const pieces = cut(tm, n, 4 * size, us, { full: FULL_BLOCK });
        const small = isSmall((n * us) / 1000);
        await inFlight(tm, pieces.length, async (i) => {
            const [from, to] = pieces[i];
            const outs = await submit(tm, [
                tasks.allocSet(0, copyRange(b1, from * size, to * size)),
                tasks.allocSet(1, copyRange(b2, from * size, to * size)),
                tasks.allocSet(2, Fr.mul(start, Fr.exp(step, from))),
                tasks.allocSet(3, copyRange(step, 0, Fr.n8)),
                tasks.call(`${G.prefix}_fftJoin`, tasks.ref(0), tasks.ref(1), tasks.val(to - from), tasks.ref(2), tasks.ref(3)),
                tasks.get(0, 0, (to - from) * size),
                tasks.get(1, 1, (to - from) * size),
            ], { small, signal });
            results.forEach((result, side) => result.set(outs[side], from * size));
        });
        return results;
    }

    /**
     *   in      points, jacobian
     *   out     points * factor, affine, in reverse order
     */
    async function fftFinal(/** @type {Uint8Array} */ buff, /** @type {any} */ factor, /** @type {CallOptions} */ options = {}) {
        requireBytes(buff, "fftFinal");
        const n = requirePoints(buff, "fftFinal", size), signal = readSignal("fftFinal", options);
        const times = Fr.e(factor), sOut = G.F.n8 * 2;
        const result = new Uint8Array(n * sOut);
        const pieces = cut(tm, n, 2 * size, us, { full: FULL_BLOCK });
        const small = isSmall((n * us) / 1000);
        await inFlight(tm, pieces.length, async (i) => {
            const [from, to] = pieces[i], count = to - from;
            const [out] = await submit(tm, [
                tasks.allocSet(0, copyRange(buff, from * size, to * size)),
                tasks.allocSet(1, copyRange(times, 0, Fr.n8)),
                tasks.call(`${G.prefix}_fftFinal`, tasks.ref(0), tasks.val(count), tasks.ref(1)),
                tasks.call(`${G.prefix}_batchToAffine`, tasks.ref(0), tasks.val(count), tasks.ref(0)),
                tasks.get(0, 0, count * sOut),
            ], { small, signal });
            result.set(out, (n - to) * sOut);
        });
        return result;
    }
    return { fftMix, fftJoin, fftFinal };
}

/** @param {Uint8Array} buff @param {string} where @param {number} size @returns {number} a power of two */
function requirePoints(buff, where, size) {
    const n = buff.byteLength / size;
    if (n < 1 || !Number.isInteger(Math.log2(n))) throw new Error(`${where}: Invalid number of points: expected a power of two of ${size} bytes each, got ${buff.byteLength} bytes`);
    return n;
}
