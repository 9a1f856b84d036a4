/**
 * Fourier transforms over Fr, G1 and G2: sizes and forms checked, the transform chosen,
 * results put into the form asked for. The work is in fft_tasks.js.
 *
 * Convention: fft(a)[k] = sum_i a[i] w^(ik), natural order in and out, w = Fr.w[log2 n].
 * @module batch/fft
 */
/** @import { Bytes, Logger, Pool } from "./types.js" */
/** @import { CallOptions } from "./options.js" */
/** @import { Transform } from "./fft_tasks.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import { isBytes } from "../engine/scratch.js";
import { BigBuffer } from "../util/bigbuffer.js";
import { isBuffer, joinArray, splitArray, takeOver } from "./buffers.js";
import { readSignal } from "./options.js";
import { allocateResult, elementwise, half, wholeTransform } from "./fft_tasks.js";

/**
 * @typedef {object} Group
 * @property {string} prefix - "frm", "g1m", "g2m"
 * @property {number} [n8] - of Fr
 * @property {{ n8: number }} [F] - of G1 and G2
 */

/**
 * What callers may say instead of `consume`.
 * @typedef {object} TransformOptions
 * @property {boolean} [consume] - the input is emptied instead of copied
 * @property {AbortSignal} [signal]
 */

/**
 * Sizes of the forms: as it comes, as it is transformed, as it goes.
 * @param {Group} G
 * @param {unknown} inType - "affine", also for nothing; anything else is jacobian
 * @param {unknown} outType
 */
function forms(G, inType, outType) {
    if (!G.F) return { sIn: /** @type {number} */ (G.n8), sMid: /** @type {number} */ (G.n8), sOut: /** @type {number} */ (G.n8), toJacobian: undefined, toAffine: undefined };
    const { n8 } = G.F;
    const affineIn = !inType || inType === "affine", affineOut = !outType || outType === "affine";
    return {
        sIn: n8 * (affineIn ? 2 : 3), sMid: n8 * 3, sOut: n8 * (affineOut ? 2 : 3),
        toJacobian: affineIn ? `${G.prefix}_batchToJacobian` : undefined,
        toAffine: affineOut ? `${G.prefix}_batchToAffine` : undefined,
    };
}

/**
 * @param {number} n
 * @returns {number} log2 n, or -1 when n is no power of two
 */
const exactLog2 = (n) => (n >= 1 && Number.isInteger(Math.log2(n)) ? Math.log2(n) : -1);

/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {Group} G - Fr itself, G1 or G2
 * @param {number} us - estimated microseconds per butterfly
 * @param {boolean} [halves] - lanes can do every second result by itself
 */
export function fourierTransforms(tm, Fr, G, us, halves = false) {
    /**
     * @param {string} where
     * @param {string} complaint - the old message
     * @param {Bytes | readonly Uint8Array[]} input
     * @param {unknown} inType
     * @param {unknown} outType
     * @param {Logger} logger
     * @param {string | undefined} loggerTxt
     * @param {unknown} options
     * @returns {Transform & { list: boolean }}
     */
    const open = (where, complaint, input, inType, outType, logger, loggerTxt, options) => {
        const shape = forms(G, inType, outType);
        const list = Array.isArray(input);
        const buff = list ? joinArray(/** @type {Uint8Array[]} */ (input), shape.sIn, where) : /** @type {Bytes} */ (input);
        if (!isBuffer(buff)) throw new TypeError(`${where}: expected a Uint8Array, a BigBuffer or an array of elements, got ${typeof input}`);
        const n = buff.byteLength / shape.sIn;
        const bits = exactLog2(n);
        if (bits < 0) throw new Error(`${where}: ${complaint}: expected a power of two elements of ${shape.sIn} bytes, got ${buff.byteLength} bytes`);
        return { tm, Fr, prefix: G.prefix, us, halves, pauses: halves || Boolean(G.F), ...shape, buff, n, bits, list, logger, text: loggerTxt, signal: readSignal(where, /** @type {CallOptions} */ (options)) };
    };

    /** @param {Transform & { list: boolean }} job @param {"fft" | "ifft"} direction @param {(job: Transform, result: Bytes) => Promise<void>} large - for twice the largest domain @returns {Promise<any>} */
    const run = async (job, direction, large) => {
        let result;
        if (job.bits > Fr.s) await large(job, result = allocateResult(job.n * job.sOut));
        else result = await wholeTransform(job, direction);
        return job.list ? splitArray(result, job.sOut) : result;
    };

    /** @param {Transform} job @param {Bytes} bytes @param {number} i @param {number} size */
    const place = (job, bytes, i, size) => ({ bytes, at: i * (job.n / 2) * size });

    /** @param {Transform} job @param {string} where */
    const requireDomain = (job, where) => {
        if (job.bits > Fr.s + 1) throw new RangeError(`${where}: expected at most 2^${Fr.s + 1} elements, got 2^${job.bits}`);
    };

    /** Called when all is checked: the job works on the caller's own bytes. @param {Transform & { list: boolean }} job @param {unknown} options */
    const own = (job, options) => {
        const consume = typeof options === "object" && options !== null ? /** @type {TransformOptions} */ (options).consume : options;
        if (!consume || job.list || !isBytes(job.buff)) return;
        job.buff = takeOver(job.buff);
        job.owned = true;
    };

    /**
     * Twice the largest domain: the subgroup and its coset shift * H, one half each.
     * fftJoinExt: (lo, hi) -> (lo + hi, (lo + shift^n hi) shift^i), n the half.
     * @param {Transform} job @param {Bytes} result
     */
    const extended = async (job, result) => {
        const parts = await elementwise(job, "fftJoinExt", { before: job.toJacobian, sIn: job.sIn, inc: Fr.shift });
        await Promise.all(parts.map((buff, i) => wholeTransform(half(job, buff, { toJacobian: undefined, sIn: job.sMid }), "fft", place(job, result, i, job.sOut))));
    };

    /** @param {Transform} job @param {Bytes} result */
    const extendedInverse = async (job, result) => {
        const middle = new BigBuffer(job.n * job.sMid);
        await Promise.all([0, 1].map((i) => wholeTransform(half(job, job.buff, { toAffine: undefined, sOut: job.sMid }, i), "ifft", place(job, middle, i, job.sMid))));
        await elementwise({ ...job, buff: middle }, "fftJoinExtInv", { sIn: job.sMid, inc: Fr.shiftInv, after: job.toAffine, sOut: job.sOut, result });
    };

    /**
     * Lagrange basis on the subgroup and its coset, from powers: with c = shift^n,
     * (lo, hi) -> ((hi - c lo) / (1 - c), (lo - hi) shift^-i / (1 - c)), then an ifft each.
     * @param {Transform} job @param {Bytes} result
     */
    const extendedLagrange = async (job, result) => {
        const first = Fr.inv(Fr.sub(/** @type {Uint8Array} */ (Fr.one), Fr.exp(Fr.shift, job.n / 2)));
        const parts = await elementwise({ ...job, text: `${job.text} prep` }, "prepareLagrangeEvaluation", { before: job.toJacobian, sIn: job.sIn, first, inc: Fr.shiftInv });
        await Promise.all(parts.map((buff, i) => wholeTransform(half({ ...job, text: `${job.text} t${i}` }, buff, { toJacobian: undefined, sIn: job.sMid }), "ifft", place(job, result, i, job.sOut))));
    };

    return {
        fft: async (/** @type {any} */ buff, /** @type {any} */ inType, /** @type {any} */ outType, /** @type {Logger} */ logger, /** @type {string | undefined} */ loggerTxt, /** @type {boolean | TransformOptions} */ options = false) => {
            const job = open("fft", "fft must be multiple of 2", buff, inType, outType, logger, loggerTxt, options);
            requireDomain(job, "fft");
            own(job, options);
            return run(job, "fft", extended);
        },
        ifft: async (/** @type {any} */ buff, /** @type {any} */ inType, /** @type {any} */ outType, /** @type {Logger} */ logger, /** @type {string | undefined} */ loggerTxt, /** @type {boolean | TransformOptions} */ options = false) => {
            const job = open("ifft", "fft must be multiple of 2", buff, inType, outType, logger, loggerTxt, options);
            requireDomain(job, "ifft");
            own(job, options);
            return run(job, "ifft", extendedInverse);
        },
        lagrangeEvaluations: async (/** @type {any} */ buff, /** @type {any} */ inType, /** @type {any} */ outType, /** @type {Logger} */ logger, /** @type {string | undefined} */ loggerTxt, /** @type {CallOptions} */ options = {}) => {
            const job = open("lagrangeEvaluations", "lagrangeEvaluations invalid Input size", buff, inType, outType, logger, loggerTxt, options);
            if (job.bits > Fr.s + 1) {
                logger?.error?.("lagrangeEvaluations input too big");
                throw new Error(`lagrangeEvaluations input too big: expected at most 2^${Fr.s + 1} elements, got 2^${job.bits}`);
            }
            return run(job, "ifft", extendedLagrange);
        },
    };
}
