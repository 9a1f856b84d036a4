/**
 * FFTs over Fr, G1 and G2: checks sizes and forms, chooses the FFT, and
 * puts the results into the form that was asked for. fft_tasks.js does the work.
 *
 * Convention: fft(a)[k] = sum_i a[i] w^(ik), natural order in and out, w = Fr.w[log2 n].
 * @module batch/fft
 */
/** @import { Bytes, Logger, Pool } from "./types.js" */
/** @import { KeyOptions } from "./options.js" */
/** @import { Transform } from "./fft_tasks.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import { isByteView } from "../engine/scratch.js";
import { BigBuffer } from "../util/bigbuffer.js";
import { isBuffer, joinArray, kindOf, splitArray, takeOver } from "./buffers.js";
import { onGpu } from "./gpu_hooks.js";
import { readGpu, readKeyOptions } from "./options.js";
import { allocateResult, elementwise, half, wholeTransform } from "./fft_tasks.js";

/**
 * @typedef {object} Group
 * @property {string} prefix - "frm", "g1m", "g2m"
 * @property {number} [n8] - of Fr
 * @property {{ n8: number }} [F] - of G1 and G2
 */

/**
 * The options that callers may pass instead of `consume`.
 * @typedef {object} TransformOptions
 * @property {boolean} [consume] - the input is emptied instead of copied
 * @property {AbortSignal} [signal]
 * @property {boolean} [inSubgroup] - as of KeyOptions; of points
 * @property {"auto" | "enabled" | "disabled"} [gpu] - of scalars: the user's GPU, if
 *   useGpu of ffturbo-gpu gave the curve one; default "disabled"
 */

/**
 * Sizes of an element in its three forms: as input, in the FFT, as output.
 * @param {Group} G
 * @param {unknown} inType - "affine" or undefined; anything else is jacobian
 * @param {unknown} outType
 */
function forms(G, inType, outType) {
    if (!G.F)
        return {
            sIn: /** @type {number} */ (G.n8),
            sMid: /** @type {number} */ (G.n8),
            sOut: /** @type {number} */ (G.n8),
            toJacobian: undefined,
            toAffine: undefined,
        };
    const { n8 } = G.F;
    const affineIn = !inType || inType === "affine";
    const affineOut = !outType || outType === "affine";
    return {
        sIn: n8 * (affineIn ? 2 : 3), sMid: n8 * 3, sOut: n8 * (affineOut ? 2 : 3),
        toJacobian: affineIn ? { op: "batchToJacobian", group: G.prefix } : undefined,
        toAffine: affineOut ? { op: "batchToAffine", group: G.prefix } : undefined,
    };
}

/**
 * @param {number} n
 * @returns {number} log2 n, or -1 when n is not a power of two
 */
const exactLog2 = (n) => (n >= 1 && Number.isInteger(Math.log2(n)) ? Math.log2(n) : -1);

/**
 * @param {Transform & { list: boolean }} job
 * @param {"fft" | "ifft"} direction
 * @param {(job: Transform, result: Bytes) => Promise<void>} large - for twice the largest domain
 * @returns {Promise<any>}
 */
const run = async (job, direction, large) => {
    let result;
    if (job.bits > job.Fr.s) await large(job, result = allocateResult(job.n * job.sOut));
    else result = await wholeTransform(job, direction);
    return job.list ? splitArray(result, job.sOut) : result;
};

/** @param {Transform} job @param {Bytes} bytes @param {number} i @param {number} size */
const destination = (job, bytes, i, size) => ({ bytes, at: i * (job.n / 2) * size });

/** @param {Transform} job @param {string} where */
const requireDomain = (job, where) => {
    if (job.bits > job.Fr.s + 1)
        throw new RangeError(`${where}: expected at most 2^${job.Fr.s + 1} elements, got 2^${job.bits}`);
};

/**
 * Called when everything is checked: lets the job work on the caller's own bytes.
 * @param {Transform & { list: boolean }} job
 * @param {unknown} options
 */
const own = (job, options) => {
    const consume =
        typeof options === "object" && options !== null ? /** @type {TransformOptions} */ (options).consume : options;
    if (!consume || job.list || !isByteView(job.buff)) return;
    job.buff = takeOver(job.buff);
    job.owned = true;
};

/**
 * An FFT on the GPU if the call asks for that and it is faster there, and else on
 * the CPU.
 * @template T
 * @param {Transform} job
 * @param {"fft" | "ifft"} what
 * @param {unknown} options
 * @param {() => Promise<T>} onCpu
 * @param {(values: Uint8Array) => T} take - from the GPU
 * @returns {Promise<T>}
 */
function whereItIsFaster({ Fr, prefix, bits, buff, signal }, what, options, onCpu, take) {
    const asked = /** @type {TransformOptions} */ (Object(options)).gpu;
    const mode = prefix === Fr.prefix && bits <= Fr.s ? readGpu(what, asked) ?? "disabled" : "disabled";
    /** @type {import("./gpu_hooks.js").ColumnJob["write"]} */
    const write = (ops) => [ops[what](ops.input(buff))];
    return onGpu(Fr, { where: what, mode, n: 2 ** bits, write, parts: 1, signal }, onCpu, ([values]) => take(values));
}

/**
 * What the FFTs of one group share.
 * @typedef {object} Setting
 * @property {Pool} tm
 * @property {WasmField1} Fr
 * @property {Group} G - Fr itself, G1 or G2
 * @property {number} us - estimated microseconds per butterfly
 * @property {boolean} halves - lanes can compute every second result alone
 */

/**
 * The arguments of a public FFT, in their order.
 * @typedef {[any, any, any, Logger, string | undefined]} Arguments
 */

/**
 * The checked input of a call, and everything else that its FFT needs.
 * @param {Setting} setting
 * @param {string} where
 * @param {string} complaint - the message of ffjavascript
 * @param {Arguments} call
 * @param {unknown} options
 * @returns {Transform & { list: boolean }}
 */
function open({ tm, Fr, G, us, halves }, where, complaint, [input, inType, outType, logger, loggerTxt], options) {
    const shape = forms(G, inType, outType);
    const list = Array.isArray(input);
    const buff = list ? joinArray(input, shape.sIn, where) : input;
    if (!isBuffer(buff))
        throw new TypeError(
            `${where}: expected a Uint8Array, a BigBuffer or an array of elements, got ${kindOf(input)}`,
        );
    const n = buff.byteLength / shape.sIn;
    const bits = exactLog2(n);
    if (bits < 0)
        throw new Error(
            `${where}: ${complaint}: expected a power of two elements of ${shape.sIn} bytes, got ${buff.byteLength} bytes`,
        );
    const { signal, inSubgroup } = readKeyOptions(where, /** @type {KeyOptions} */ (options));
    const pauses = halves || Boolean(G.F);
    const text = loggerTxt, { prefix } = G;
    return { tm, Fr, prefix, us, halves, pauses, ...shape, buff, n, bits, list, logger, text, signal, inSubgroup };
}

/**
 * Transforms both halves of a job separately, into the two halves of the result.
 * @param {Transform} job
 * @param {"fft" | "ifft"} direction
 * @param {Bytes[]} parts
 * @param {Bytes} result
 * @param {(i: number) => string | undefined} [name] - the name of a part, for the logger
 */
const transformParts = (job, direction, parts, result, name = () => job.text) =>
    Promise.all(
        parts.map((buff, i) => {
            const part = half({ ...job, text: name(i) }, buff, { toJacobian: undefined, sIn: job.sMid });
            return wholeTransform(part, direction, destination(job, result, i, job.sOut));
        }),
    );

/**
 * An FFT of twice the largest domain: one half on the subgroup H, one on its coset shift * H.
 * fftJoinExt: (lo, hi) -> (lo + hi, (lo + shift^n hi) shift^i), where n is the size of a half.
 * @param {Transform} job
 * @param {Bytes} result
 */
async function extended(job, result) {
    const inc = job.Fr.shift;
    const parts = await elementwise(job, "fftJoinExt", { before: job.toJacobian, sIn: job.sIn, inc });
    await transformParts(job, "fft", parts, result);
}

/** @param {Transform} job @param {Bytes} result */
async function extendedInverse(job, result) {
    const middle = new BigBuffer(job.n * job.sMid);
    await Promise.all(
        [0, 1].map((i) => {
            const part = half(job, job.buff, { toAffine: undefined, sOut: job.sMid }, i);
            return wholeTransform(part, "ifft", destination(job, middle, i, job.sMid));
        }),
    );
    const { sMid, sOut, toAffine, Fr } = job;
    const rest = { sIn: sMid, inc: Fr.shiftInv, after: toAffine, sOut, result };
    await elementwise({ ...job, buff: middle }, "fftJoinExtInv", rest);
}

/**
 * The Lagrange basis on the subgroup and its coset, from powers: with c = shift^n,
 * (lo, hi) -> ((hi - c lo) / (1 - c), (lo - hi) shift^-i / (1 - c)), then an ifft of each half.
 * @param {Transform} job
 * @param {Bytes} result
 */
async function extendedLagrange(job, result) {
    const { Fr, text, toJacobian, sIn } = job;
    const first = Fr.inv(Fr.sub(Fr.one, Fr.exp(Fr.shift, job.n / 2)));
    const how = { before: toJacobian, sIn, first, inc: Fr.shiftInv };
    const parts = await elementwise({ ...job, text: `${text} prep` }, "prepareLagrangeEvaluation", how);
    await transformParts(job, "ifft", parts, result, (i) => `${text} t${i}`);
}

/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {Group} G - Fr itself, G1 or G2
 * @param {number} us - estimated microseconds per butterfly
 * @param {boolean} [halves] - lanes can compute every second result alone
 */
export function fourierTransforms(tm, Fr, G, us, halves = false) {
    const setting = { tm, Fr, G, us, halves };
    /**
     * @param {"fft" | "ifft"} name
     * @param {typeof extended} large
     * @param {Arguments} call
     * @param {boolean | TransformOptions} options
     */
    const transform = async (name, large, call, options) => {
        const job = open(setting, name, "fft must be multiple of 2", call, options);
        requireDomain(job, name);
        return whereItIsFaster(job, name, options, async () => {
            own(job, options); // not before: a call that insists on a GPU may reject
            return run(job, name, large);
        }, (values) => {
            own(job, options);
            return job.list ? splitArray(values, job.sOut) : values;
        });
    };

    return {
        fft: async (
            /** @type {any} */ buff,
            /** @type {any} */ inType,
            /** @type {any} */ outType,
            /** @type {Logger} */ logger,
            /** @type {string | undefined} */ loggerTxt,
            /** @type {boolean | TransformOptions} */ options = false,
        ) => transform("fft", extended, [buff, inType, outType, logger, loggerTxt], options),
        ifft: async (
            /** @type {any} */ buff,
            /** @type {any} */ inType,
            /** @type {any} */ outType,
            /** @type {Logger} */ logger,
            /** @type {string | undefined} */ loggerTxt,
            /** @type {boolean | TransformOptions} */ options = false,
        ) => transform("ifft", extendedInverse, [buff, inType, outType, logger, loggerTxt], options),
        lagrangeEvaluations: async (
            /** @type {any} */ buff,
            /** @type {any} */ inType,
            /** @type {any} */ outType,
            /** @type {Logger} */ logger,
            /** @type {string | undefined} */ loggerTxt,
            /** @type {KeyOptions & { consume?: boolean }} */ options = {},
        ) => {
            const where = "lagrangeEvaluations", complaint = `${where} invalid Input size`;
            const job = open(setting, where, complaint, [buff, inType, outType, logger, loggerTxt], options);
            if (job.bits > Fr.s + 1) {
                logger?.error?.(`${where} input too big`);
                throw new Error(`${where} input too big: expected at most 2^${Fr.s + 1} elements, got 2^${job.bits}`);
            }
            job.signal?.throwIfAborted();
            own(job, { consume: Object(options).consume });
            return run(job, "ifft", extendedLagrange);
        },
    };
}
