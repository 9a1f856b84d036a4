/**
 * Multi-scalar multiplication: cut into chunks, one task per chunk, partial sums added.
 * @module batch/msm
 */
/** @import { Bytes, Logger, Pool } from "./types.js" */
/** @import { MsmOptions } from "./options.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import * as tasks from "../pool/tasks.js";
import { isBytes } from "../engine/scratch.js";
import { isShared } from "../util/shared.js";
import { copyInTurns, copyRange, isBuffer } from "./buffers.js";
import { kernelNames, readMsmOptions } from "./options.js";
import { evenBounds, inFlight, isCold, isSmall, runsHere, submit } from "./submit.js";

/**
 * Bytes of bases per chunk: a worker holds at most that, the scalars, and what its kernel
 * needs for sorting, about as much again. Splitting above 2^18 points costs less than 1 %.
 */
const CHUNK_BYTES = 1 << 25;

/**
 * Bytes of bases up to which two workers share a chunk: each gets all points and half of the windows, so that no bucket is
 * reduced twice, at the price of a second copy and of all records in both: above, two
 * halves of the points are nearly as good, and a proof of 2^18 needs 100 MiB less.
 * One task / the longer of two, processor time, Node 26, shares (points cut in halves): bn128 G1 2^14 1.89 (1.86), 2^16 1.90
 * (1.83), G2 2^14 1.91 (1.77), bls12381 G1 2^16 1.90 (1.77), G2 2^14 1.90 (1.83).
 */
const SHARED_BYTES = 1 << 23;

/**
 * Scalars looked at, evenly spread, and how many of them may be long where points are not shared: a witness of bits puts every
 * point into one bucket, and to convert all points twice costs more than that. Both shares / both halves of the points, processor time, Node 26, a
 * witness of 0 and 1: 12 / 9 ms (G1, 2^16), 24 / 18 (G2).
 */
const SAMPLE = 64, LONG = 8;
/** Bytes of a short scalar. */
const SHORT = 4;

/**
 * Estimated milliseconds of a chunk for the base module on the caller's thread, which has its turn in between: in truth a third to a half, and
 * a sum of 2^14 points takes a third longer than in one (217 ms). Lanes pause by themselves.
 */
const TURN_MS = 60;

/** Points below which a chunk is not split further: bucket reductions would outweigh the work. */
const CHUNK_POINTS = 64;

/**
 * Bounds of the chunks: every worker gets the same number of equal chunks.
 * @param {number} n - points
 * @param {number} pointBytes
 * @param {number} workers
 * @param {number} [turns] - rounds at least
 * @returns {number[]} count + 1 bounds
 */
export function chunkBounds(n, pointBytes, workers, turns = 1) {
    const rounds = Math.max(turns, Math.ceil((n * pointBytes) / (workers * CHUNK_BYTES)));
    const count = Math.max(1, Math.min(workers * rounds, Math.ceil(n / CHUNK_POINTS)));
    return evenBounds(n, count);
}

/**
 * @typedef {object} Job
 * @property {string} where - for messages: logText, or the function
 * @property {string | undefined} logText
 * @property {number} n
 * @property {number} pointBytes
 * @property {number} scalarBytes
 * @property {string} fnName
 * @property {string} fnShare - the same for one of several shares, on lanes; "" where there is none
 * @property {Bytes} scalars
 * @property {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} read - bases, in a buffer of their own
 * @property {ReturnType<typeof readMsmOptions>} options
 * @property {Logger} logger
 */

/**
 * @param {Pool} tm
 * @param {WasmCurve & { zero: Uint8Array }} G
 * @param {Job} job
 * @returns {Promise<Uint8Array>} jacobian
 */
async function sumOfProducts(tm, G, job) {
    const { n, pointBytes, scalarBytes, options: { signal, onProgress }, logger, logText } = job;
    // Microseconds of the base module for a scalar multiplication, times what buckets save. A tier that is named runs in its pool.
    const ms = (n * scalarBytes * (pointBytes / 64) ** 1.5) / 1000, named = job.options.tier !== "auto";
    const small = !named && isSmall(ms), cold = !named && isCold(tm, ms);
    const shared = !small && !cold && tm.concurrency % 2 === 0 && job.fnShare && n >= 2 * CHUNK_POINTS && n * pointBytes <= SHARED_BYTES;
    const shares = shared && !areShort(job) ? 2 : 1;
    const turns = runsHere(tm) && !job.fnShare ? Math.ceil(ms / TURN_MS) : 1;
    const bounds = cold ? [0, n] : chunkBounds(n, pointBytes, tm.concurrency / shares, turns);
    const group = {}, basesOf = chunkReader(job, bounds, shares);
    let done = 0;
    const partial = await inFlight(tm, shares * (bounds.length - 1), async (i) => {
        const chunk = Math.floor(i / shares), share = i % shares, [from, to] = [bounds[chunk], bounds[chunk + 1]];
        signal?.throwIfAborted();
        logger?.debug?.(`Multiexp start: ${logText}: ${from}/${n}`);
        const { bases, chunkDone } = await basesOf(chunk);
        signal?.throwIfAborted();
        const [sum] = await submit(tm, [
            tasks.allocSet(0, bases),
            tasks.allocSet(1, await scalarChunk(job, from, to)),
            tasks.alloc(2, G.F.n8 * 3),
            shares === 1
                ? tasks.call(job.fnName, tasks.ref(0), tasks.ref(1), tasks.val(scalarBytes), tasks.val(to - from), tasks.ref(2))
                : tasks.call(job.fnShare, tasks.ref(0), tasks.ref(1), tasks.val(scalarBytes), tasks.val(to - from), tasks.ref(2), tasks.val(share), tasks.val(shares)),
            tasks.get(0, 2, G.F.n8 * 3),
        ], { small, cold, signal, group });
        logger?.debug?.(`Multiexp end: ${logText}: ${from}/${n}`);
        if (chunkDone()) onProgress?.({ done: done += to - from, total: n });
        return sum;
    });
    return partial.reduce((a, b) => G.add(a, b));
}

/** Are all scalars short, but for a few? @param {Job} job */
function areShort({ scalars, scalarBytes, n }) {
    const isLong = (/** @type {number} */ i) => copyRange(scalars, i * scalarBytes + SHORT, (i + 1) * scalarBytes).some(Boolean);
    if (scalarBytes <= SHORT) return true;
    let long = 0;
    for (let k = 0; k < SAMPLE && long <= LONG; k++) if (isLong(Math.floor((k * n) / SAMPLE))) long++;
    return long <= LONG;
}

/**
 * Reads each chunk once, whoever of its shares asks first; all shares but one get a copy.
 * @param {Job} job
 * @param {number[]} bounds
 * @param {number} shares
 * @returns {(chunk: number) => Promise<{ bases: Uint8Array, chunkDone: () => boolean }>} chunkDone counts the shares that end
 */
function chunkReader({ read, pointBytes }, bounds, shares) {
    /** @type {Map<number, { copies: Promise<Uint8Array[]>, asked: number, running: number }>} */
    const chunks = new Map();
    const readAll = async (/** @type {number} */ from, /** @type {number} */ to) => {
        const copies = [await read(from * pointBytes, (to - from) * pointBytes)];
        while (copies.length < shares) copies.push(await copyInTurns(copies[0], 0, copies[0].length));
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
async function scalarChunk({ scalars, scalarBytes, where }, from, to) {
    if (isShared(scalars)) return /** @type {Uint8Array} */ (scalars).subarray(from * scalarBytes, to * scalarBytes);
    const bytes = await copyInTurns(scalars, from * scalarBytes, to * scalarBytes);
    if (!isBytes(bytes)) throw new Error(`${where} _multiExpChunk buffScalars is not Uint8Array`);
    return bytes;
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
    const got = scalars?.byteLength;
    if (length % pointBytes !== 0) throw new Error(`${where}: Invalid buffer size: expected bases of N * ${pointBytes} bytes, got ${length}`);
    const n = length / pointBytes;
    if (n === 0) return { n, scalarBytes: 0 };
    const scalarBytes = Math.floor(got / n);
    if (!(scalarBytes * n === got)) throw new Error(`${where}: Scalar size does not match: expected scalars of ${n} * k bytes for ${n} points, got ${got === undefined ? typeof scalars : `${got} bytes`}`);
    return { n, scalarBytes };
}

/** @param {unknown} value @param {string} where @param {string} name @param {Logger} logger */
function requireBuffer(value, where, name, logger) {
    if (isBuffer(value)) return;
    const message = `${where} _multiExpChunk ${name} is not Uint8Array`;
    logger?.error?.(message);
    throw new Error(`${message}: expected a Uint8Array or BigBuffer, got ${Array.isArray(value) ? "an array" : typeof value}`);
}

/**
 * @param {Pool} tm
 * @param {WasmCurve} G
 * @param {boolean} wholeCurve - cofactor 1
 * @param {(where: string, tier: string) => Promise<Pool> | undefined} tierPool - the pool of a tier that a call names; undefined: `tm`
 */
export function multiExponentiation(tm, G, wholeCurve, tierPool) {
    const group = /** @type {WasmCurve & { zero: Uint8Array }} */ (G);
    /** Without lanes there is no tier to choose. @param {string} where @param {ReturnType<typeof readMsmOptions>} options */
    const poolFor = (where, { batch, tier }) => (batch === "disabled" ? undefined : tierPool(where, tier)) ?? tm;

    /**
     * @param {string} fn - public name
     * @param {number} coordinates - 2 affine, 3 jacobian
     * @param {Bytes} bases
     * @param {Bytes} scalars
     * @param {Logger} logger
     * @param {string | undefined} logText
     * @param {MsmOptions} options
     */
    async function inMemory(fn, coordinates, bases, scalars, logger, logText, options) {
        const where = logText || fn, pointBytes = G.F.n8 * coordinates;
        const parsed = readMsmOptions(where, options);
        requireBuffer(bases, where, "buffBases", logger);
        requireBuffer(scalars, where, "buffScalars", logger);
        const { n, scalarBytes } = sizes(where, bases.byteLength, pointBytes, scalars), pool = poolFor(where, parsed);
        if (n === 0) return G.zero;
        if (scalarBytes === 0) return G.zero.slice();
        const [fnName, fnShare] = coordinates === 3 ? [`${G.prefix}_multiexp`, ""] : kernelNames(G.prefix, wholeCurve, parsed);
        return sumOfProducts(await pool, group, { where, logText, n, pointBytes, scalarBytes, fnName, fnShare, scalars, options: parsed, logger, read: (offset, length) => copyInTurns(bases, offset, offset + length) });
    }

    return {
        /**
         *   in      bases: N points, jacobian LEM; scalars: N integers of equal width, LE, any size, any width
         *   out     sum of scalar * point, jacobian; G.zero itself for no points
         *   owns    nothing: inputs are copied chunk by chunk
         *   memory  per worker one chunk, at most 32 MiB of bases
         */
        multiExp: Object.defineProperty(async (/** @type {Bytes} */ bases, /** @type {Bytes} */ scalars, /** @type {Logger} */ logger, /** @type {string | undefined} */ logText, /** @type {Pick<MsmOptions, "signal" | "onProgress">} */ options = {}) =>
            inMemory("multiExp", 3, bases, scalars, logger, logText, options), "name", { value: "multiExpAffine" }),

        /** The same for affine bases; a base of zero bytes is the point at infinity. */
        multiExpAffine: async function multiExpAffine(/** @type {Bytes} */ bases, /** @type {Bytes} */ scalars, /** @type {Logger} */ logger, /** @type {string | undefined} */ logText, /** @type {MsmOptions} */ options = {}) {
            return inMemory("multiExpAffine", 2, bases, scalars, logger, logText, options);
        },

        /**
         * The same with bases that need not be in memory at once.
         *   in      basesReader(byteOffset, byteLength): exactly those bytes, now or later; what it returns
         *           is copied when it is part of a larger buffer or holds all bases, and transferred when it is a
         *           buffer of its own; a reader with `fresh: true` says that nobody else has what it returns
         *   memory  at most concurrency + 2 chunks of bases
         */
        multiExpAffineChunked: async function multiExpAffineChunked(/** @type {((byteOffset: number, byteLength: number) => Uint8Array | Promise<Uint8Array>) & { fresh?: boolean }} */ basesReader, /** @type {number} */ totalBasesBytes, /** @type {Bytes} */ scalars, /** @type {Logger} */ logger, /** @type {string | undefined} */ logText, /** @type {MsmOptions} */ options = {}) {
            const where = logText || "multiExpAffineChunked", pointBytes = G.F.n8 * 2;
            if (typeof basesReader !== "function") throw new Error(`${where}: basesReader must be a function (byteOffset, byteLength) => Promise<Uint8Array>, got ${typeof basesReader}`);
            if (!Number.isSafeInteger(totalBasesBytes) || totalBasesBytes < 0) throw new RangeError(`${where}: expected totalBasesBytes to be a number of bytes, got ${totalBasesBytes}`);
            const parsed = readMsmOptions(where, options);
            requireBuffer(scalars, where, "buffScalars", logger);
            const { n, scalarBytes } = sizes(where, totalBasesBytes, pointBytes, scalars), pool = poolFor(where, parsed);
            if (n === 0) return G.zero;
            if (scalarBytes === 0) return G.zero.slice();
            parsed.signal?.throwIfAborted();
            const [fnName, fnShare] = kernelNames(G.prefix, wholeCurve, parsed);
            const read = async (/** @type {number} */ offset, /** @type {number} */ length) => ownBytes(await basesReader(offset, length), offset, length, basesReader.fresh === true ? Infinity : totalBasesBytes, where);
            return sumOfProducts(await pool, group, { where, logText, n, pointBytes, scalarBytes, fnName, fnShare, scalars, options: parsed, logger, read });
        },
    };
}

/**
 * @param {unknown} bytes - what a reader returned
 * @param {number} offset
 * @param {number} length
 * @param {number} total - a buffer of so many bytes may be the caller's only one, which a reader gives out in ranges; Infinity: it is not
 * @param {string} where
 * @returns {Promise<Uint8Array>} in a buffer that nobody else sees
 */
async function ownBytes(bytes, offset, length, total, where) {
    if (!isBytes(bytes)) throw new Error(`${where} _multiExpChunk buffBases is not Uint8Array: expected basesReader to return a Uint8Array, got ${typeof bytes}`);
    if (bytes.length !== length) throw new RangeError(`${where}: expected basesReader to return ${length} bytes from ${offset}, got ${bytes.length}`);
    const whole = length < total && bytes.buffer.byteLength === length && Object.prototype.toString.call(bytes.buffer) === "[object ArrayBuffer]";
    return whole && Object.getPrototypeOf(bytes) === Uint8Array.prototype ? bytes : copyInTurns(bytes, 0, length);
}
