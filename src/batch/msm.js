/**
 * Multi-scalar multiplication: cuts the points into chunks, runs one task per chunk, and adds the
 * partial sums.
 * @module batch/msm
 */
/** @import { Bytes, KernelKey, Logger, Pool } from "./types.js" */
/** @import { MsmOptions } from "./options.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import { gpuOf } from "./gpu_hooks.js";
import * as tasks from "../pool/tasks.js";
import { isByteView } from "../engine/scratch.js";
import { clear } from "../util/bytes.js";
import { sampleOf } from "../util/costs.js";
import { isShared } from "../util/shared.js";
import { copyInTurns } from "../util/copies.js";
import { isBuffer, kindOf } from "./buffers.js";
import { planMsm } from "./msm_plan.js";
import { readMsmOptions, msmKernel } from "./options.js";
import { inFlight, runsHere, submit } from "./submit.js";

/**
 * How many scalars are examined, evenly spread, and how many of these may be long if chunks are not
 * to be shared. A witness of bits puts every point into one bucket, and converting all points twice
 * costs more than shares save: both shares / both halves of the points, processor time, Node 26, a
 * witness of 0 and 1: 12 / 9 ms (G1, 2^16), 24 / 18 (G2).
 */
const SAMPLE = 64, LONG = 8;
/** Bytes of a short scalar. */
const SHORT = 4;

/**
 * Reads exactly `byteLength` bytes of the bases from `byteOffset` on, synchronously or not. `fresh`
 * says that the caller alone uses what it returns; `release` gets the number of bytes that are no
 * longer held; `chunkBytes` are read at once at most; `alone` says that other MSMs keep the other
 * workers busy, so that none shares a chunk.
 * @typedef
 *   {((byteOffset: number, byteLength: number) => Uint8Array | Promise<Uint8Array>) & { fresh?:
 *   boolean, release?: (byteLength: number) => void, chunkBytes?: number, alone?: boolean }}
 *   BasesReader
 */

/**
 * @typedef {object} Job
 * @property {string} where - for messages: logText, or the function
 * @property {string | undefined} logText
 * @property {number} n
 * @property {number} pointBytes
 * @property {number} scalarBytes
 * @property {KernelKey} kernel
 * @property {boolean} shares - the kernel can compute a share of the MSM, and pauses for the event
 *   loop
 * @property {Bytes} scalars
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read - reads
 *   bases into a new buffer
 * @property {(offset: number, length: number) => Uint8Array | undefined} [view] - of the caller's
 *   bases, if they are in one piece of memory
 * @property {((byteLength: number) => void) | undefined} release
 * @property {number} [chunkBytes] - of bases, at most
 * @property {boolean} [alone] - see BasesReader
 * @property {ReturnType<typeof readMsmOptions>} options
 * @property {Logger} logger
 */

/**
 * @param {Pool} tm
 * @param {Job} job
 * @returns {import("./msm_plan.js").MsmPlan}
 */
function planOf(tm, job) {
    const { n, pointBytes, scalarBytes, shares, chunkBytes, alone, options } = job;
    return planMsm(
        {
            points: n, pointBytes, scalarBytes, chunkBytes, alone,
            lanes: shares,
            tierNamed: options.tier !== "auto",
            scalarsShort: () => areShort(job),
        },
        { workers: tm.concurrency, cold: tm.cold === true, onCaller: runsHere(tm) },
    );
}

/**
 * @param {Pool} tm
 * @param {WasmCurve & { zero: Uint8Array }} G
 * @param {Job} job
 * @returns {Promise<Uint8Array>} jacobian
 */
async function computeMsm(tm, G, job) {
    const { n, pointBytes, options: { signal }, logger, logText } = job;
    const { where, chunks, workersPerChunk } = planOf(tm, job);
    const group = {}, basesOf = chunkReader(job, chunks, workersPerChunk);
    const advance = pointsDone(job);
    const partial = await inFlight(tm, workersPerChunk * (chunks.length - 1), async (i) => {
        const chunk = Math.floor(i / workersPerChunk);
        const share = { index: i % workersPerChunk, count: workersPerChunk };
        const from = chunks[chunk], to = chunks[chunk + 1];
        signal?.throwIfAborted();
        logger?.debug?.(`Multiexp start: ${logText}: ${from}/${n}`);
        const { bases, chunkDone } = await basesOf(chunk);
        const taskDone = advance((to - from) / workersPerChunk);
        const scalars = await scalarChunk(job, from, to);
        const options = { small: where === "caller", cold: where === "cold pool", signal, group, onFraction: taskDone };
        const [point] = await submit(tm, taskOf(job, G, { bases, scalars, points: to - from, share }), options)
            .finally(() => { if (!isShared(job.scalars)) clear(scalars); }); // a copy, maybe of secrets
        logger?.debug?.(`Multiexp end: ${logText}: ${from}/${n}`);
        if (chunkDone()) job.release?.((to - from) * pointBytes);
        taskDone?.(1);
        return point;
    });
    return partial.reduce((a, b) => G.add(a, b));
}

/**
 * The task of the MSM of a chunk, or of a share of it. Lanes read both inputs where they are; the base
 * module gets them into its memory.
 * @param {Job} job
 * @param {WasmCurve} G
 * @param {{ bases: Uint8Array, scalars: Uint8Array, points: number, share: { index: number, count:
 *   number } }} chunk
 * @returns {import("./types.js").Task}
 */
function taskOf({ kernel, shares: onLanes, scalarBytes }, G, { bases, scalars, points, share }) {
    const resultBytes = G.F.n8 * 3, inputs = [bases, scalars], out = 2;
    const stored = onLanes ? [] : inputs.map((bytes, k) => tasks.allocSet(k, bytes));
    const operands = inputs.map((bytes, k) => (onLanes ? tasks.outside(bytes) : tasks.ref(k)));
    const which = onLanes ? [tasks.val(share.index), tasks.val(share.count)] : [];
    return [
        ...stored,
        tasks.alloc(out, resultBytes),
        tasks.call(kernel, ...operands, tasks.val(scalarBytes), tasks.val(points), tasks.ref(out), ...which),
        tasks.get(0, out, resultBytes),
    ];
}

/**
 * Counts the points that are done, for a caller that passed `onProgress`; of a task that has done a
 * fraction of its work, this fraction of its points counts.
 * @param {Job} job
 * @returns {(points: number) => ((fraction: number) => void) | undefined} for a task with this many
 *   points: takes its fraction
 */
function pointsDone({ n, options: { onProgress } }) {
    let points = 0, last = 0;
    return (of) => {
        let before = 0;
        return onProgress && ((fraction) => {
            points += of * (fraction - before);
            before = fraction;
            const done = Math.round(points);
            if (done > last) onProgress({ done: last = done, total: n });
        });
    };
}

/** Are all but a few of the scalars short? @param {Job} job */
function areShort({ scalars, scalarBytes, n }) {
    // no copy, which would be left of a secret
    const look = (/** @type {number} */ from, /** @type {number} */ to) =>
        /** @type {Uint8Array} */ (isByteView(scalars) ? scalars.subarray(from, to) : scalars.slice(from, to));
    const isLong = (/** @type {number} */ i) =>
        look(i * scalarBytes + SHORT, (i + 1) * scalarBytes).some(Boolean);
    if (scalarBytes <= SHORT) return true;
    return sampleOf(n, SAMPLE).filter(isLong).length <= LONG;
}

/**
 * Reads each chunk once, when the first of its shares needs it; all shares but one get a copy.
 * @param {Job} job
 * @param {number[]} bounds
 * @param {number} shares
 * @returns {(chunk: number) => Promise<{ bases: Uint8Array, chunkDone: () => boolean }>} chunkDone
 *   counts the shares that end
 */
function chunkReader({ read, pointBytes }, bounds, shares) {
    /** @type {Map<number, { copies: Promise<Uint8Array[]>, asked: number, running: number }>} */
    const chunks = new Map();
    const readAll = async (/** @type {number} */ from, /** @type {number} */ to) => {
        const copies = [await read(from * pointBytes, (to - from) * pointBytes)];
        while (copies.length < shares)
            copies.push(isShared(copies[0]) ? copies[0] : await copyInTurns(copies[0], 0, copies[0].length));
        return copies;
    };
    return async (chunk) => {
        const [from, to] = [bounds[chunk], bounds[chunk + 1]];
        const entry = chunks.get(chunk) ?? { copies: readAll(from, to), asked: 0, running: shares };
        chunks.set(chunk, entry);
        if (++entry.asked === shares) chunks.delete(chunk);
        const bases = /** @type {Uint8Array} */ ((await entry.copies).pop());
        return { bases, chunkDone: () => --entry.running === 0 };
    };
}

/** @param {Job} job @param {number} from @param {number} to */
async function scalarChunk({ scalars, scalarBytes }, from, to) {
    if (isShared(scalars)) return /** @type {Uint8Array} */ (scalars).subarray(from * scalarBytes, to * scalarBytes);
    return copyInTurns(scalars, from * scalarBytes, to * scalarBytes);
}

/**
 * @param {string} where
 * @param {number} length - bytes of bases
 * @param {number} pointBytes
 * @param {Bytes} scalars
 * @returns {{ n: number, scalarBytes: number }}
 * @throws {Error} "Scalar size does not match"
 */
function sizes(where, length, pointBytes, scalars) {
    const got = scalars.byteLength;
    if (length % pointBytes !== 0)
        throw new Error(`${where}: Invalid buffer size: expected bases of N * ${pointBytes} bytes, got ${length}`);
    const n = length / pointBytes;
    if (n === 0) return { n, scalarBytes: 0 };
    const scalarBytes = Math.floor(got / n);
    if (!(scalarBytes * n === got))
        throw new Error(
            `${where}: Scalar size does not match: expected scalars of ${n} * k bytes for ${n} points, got ${got} bytes`,
        );
    return { n, scalarBytes };
}

/** @param {unknown} value @param {string} where @param {string} name @param {Logger} logger */
function requireBuffer(value, where, name, logger) {
    if (isBuffer(value)) return;
    const message = `${where} _multiExpChunk ${name} is not Uint8Array`;
    logger?.error?.(message);
    throw new Error(`${message}: expected a Uint8Array or BigBuffer, got ${kindOf(value)}`);
}

/**
 * What the MSMs of one group share.
 * @typedef {object} Setting
 * @property {Pool} tm
 * @property {WasmCurve} G
 * @property {boolean} wholeCurve - cofactor 1
 * @property {(where: string, tier: string) => Promise<Pool> | undefined} tierPool - the pool of a
 *   tier that a call names; undefined means `tm`
 */

/**
 * An MSM whose points come from a reader; all arguments are checked first.
 * @param {Setting} setting
 * @param {Omit<Job, "n" | "pointBytes" | "scalarBytes" | "kernel" | "shares">} job
 * @param {number} coordinates - 2 affine, 3 jacobian
 * @param {number} bytes - of all bases
 */
async function msm({ tm, G, wholeCurve, tierPool }, job, coordinates, bytes) {
    const { where, scalars, options } = job, pointBytes = G.F.n8 * coordinates;
    requireBuffer(scalars, where, "buffScalars", job.logger);
    const { n, scalarBytes } = sizes(where, bytes, pointBytes, scalars);
    // without lanes there is no tier to choose from
    const pool = (options.batch === "disabled" ? undefined : tierPool(where, options.tier)) ?? tm;
    if (n === 0) return G.zero;
    if (scalarBytes === 0) return G.zero.slice();
    options.signal?.throwIfAborted();
    const kernel = coordinates === 3 ? { op: "multiexp", group: G.prefix } : msmKernel(G.prefix, wholeCurve, options);
    const shares = kernel.op === "msm";
    const tasks = await pool;
    const whole = { ...job, n, pointBytes, scalarBytes, kernel, shares };
    const onCpu = (/** @type {Partial<Job>} */ part) => computeMsm(tasks, G, { ...whole, ...part });
    const gpu = coordinates === 2 ? gpuOf(G) : undefined;
    const mode = options.gpu ?? gpu?.calls ?? "disabled";
    if (mode === "disabled") return onCpu({});
    if (gpu) return gpu.msm({ ...whole, mode }, /** @type {import("./gpu_hooks.js").OnCpu} */ (onCpu));
    if (mode === "auto") return onCpu({});
    throw new Error(`${where}: expected a GPU for gpu: "enabled", got none: useGpu of ffturbo-gpu gives G1 and G2 one`);
}

/**
 * @param {Setting} setting
 * @param {string} fn - public name
 * @param {number} coordinates - 2 affine, 3 jacobian
 * @param {Bytes} bases
 * @param {Bytes} scalars
 * @param {Logger} logger
 * @param {string | undefined} logText
 * @param {MsmOptions} asked
 */
async function inMemory(setting, fn, coordinates, bases, scalars, logger, logText, asked) {
    const where = logText || fn;
    const options = readMsmOptions(where, asked);
    requireBuffer(bases, where, "buffBases", logger);
    const read = (/** @type {number} */ offset, /** @type {number} */ length) =>
        copyInTurns(bases, offset, offset + length);
    const view = (/** @type {number} */ offset, /** @type {number} */ length) =>
        isByteView(bases) ? bases.subarray(offset, offset + length) : undefined;
    const job = { where, logText, scalars, logger, options, read, view, release: undefined };
    return msm(setting, job, coordinates, bases.byteLength);
}

/** @param {Setting} setting */
export function multiExponentiation(setting) {
    return {
        /**
         *   in      bases: N points, jacobian LEM; scalars: N integers of the same width, LE, of
         *           any width
         *   out     the sum of scalar * point, jacobian; G.zero itself for no points
         *   owns    nothing: inputs are copied chunk by chunk
         *   memory  per worker one chunk, at most 32 MiB of bases
         */
        multiExp: Object.defineProperty(
            /**
             * @param {Bytes} bases
             * @param {Bytes} scalars
             * @param {Logger} [logger]
             * @param {string} [logText]
             * @param {Pick<MsmOptions, "signal" | "onProgress">} [options]
             */
            async (bases, scalars, logger, logText, options = {}) =>
                inMemory(setting, "multiExp", 3, bases, scalars, logger, logText, options),
            "name",
            { value: "multiExpAffine" },
        ),

        /**
         * The same for affine bases; a base of zero bytes is the point at infinity.
         * @param {Bytes} bases
         * @param {Bytes} scalars
         * @param {Logger} [logger]
         * @param {string} [logText]
         * @param {MsmOptions} [options]
         */
        async multiExpAffine(bases, scalars, logger, logText, options = {}) {
            return inMemory(setting, "multiExpAffine", 2, bases, scalars, logger, logText, options);
        },

        /**
         * The same for bases that need not all be in memory at once.
         *   in      basesReader(byteOffset, byteLength): exactly those bytes, or a promise of them;
         *           they are copied if they are part of a larger buffer or hold all bases, and
         *           transferred if they fill their buffer; with `fresh: true` the reader says that
         *           the caller alone uses what it returns. In memory that our prover shares with
         *           workers they are read where they are
         *   memory  at most concurrency + 2 chunks of bases
         * @param {BasesReader} basesReader
         * @param {number} totalBasesBytes
         * @param {Bytes} scalars
         * @param {Logger} [logger]
         * @param {string} [logText]
         * @param {MsmOptions} [options]
         */
        async multiExpAffineChunked(basesReader, totalBasesBytes, scalars, logger, logText, options = {}) {
            const where = logText || "multiExpAffineChunked";
            if (typeof basesReader !== "function")
                throw new Error(
                    `${where}: basesReader must be a function (byteOffset, byteLength) => Promise<Uint8Array>, got ${typeof basesReader}`,
                );
            if (!Number.isSafeInteger(totalBasesBytes) || totalBasesBytes < 0)
                throw new RangeError(
                    `${where}: expected totalBasesBytes to be a number of bytes, got ${totalBasesBytes}`,
                );
            const parsed = readMsmOptions(where, options);
            const total = basesReader.fresh === true ? Infinity : totalBasesBytes;
            const read = async (/** @type {number} */ offset, /** @type {number} */ length) =>
                ownBytes(await basesReader(offset, length), offset, length, total, where);
            const { release, chunkBytes, alone } = basesReader;
            const job = { where, logText, scalars, logger, options: parsed, read, release, chunkBytes, alone };
            return msm(setting, job, 2, totalBasesBytes);
        },
    };
}

/**
 * @param {unknown} bytes - what a reader returned
 * @param {number} offset
 * @param {number} length
 * @param {number} total - a buffer of this many bytes may be the caller's only one, of which the
 *   reader returns parts; Infinity if it cannot be
 * @param {string} where
 * @returns {Promise<Uint8Array>} in a buffer of its own, or in memory that workers share
 */
async function ownBytes(bytes, offset, length, total, where) {
    if (!isByteView(bytes))
        throw new Error(
            `${where} _multiExpChunk buffBases is not Uint8Array: expected basesReader to return a Uint8Array, got ${typeof bytes}`,
        );
    if (bytes.length !== length)
        throw new RangeError(
            `${where}: expected basesReader to return ${length} bytes from ${offset}, got ${bytes.length}`,
        );
    if (isShared(bytes)) return bytes;
    const whole =
        length < total &&
        bytes.buffer.byteLength === length &&
        Object.prototype.toString.call(bytes.buffer) === "[object ArrayBuffer]";
    return whole && Object.getPrototypeOf(bytes) === Uint8Array.prototype ? bytes : copyInTurns(bytes, 0, length);
}
