/**
 * One FFT as tasks. With T tasks, T a power of two, and n = T m:
 *
 *   round 1   task j takes the m elements j, j + T, j + 2T, ... and transforms them
 *   round 2   task k takes the same slice [k l, (k + 1) l), l = m / T, of all T results and does
 *             the last log2 T levels of butterflies on it
 *
 * so that the data crosses threads once between the rounds. The inverse is the forward FFT,
 * read backwards from index 0 and divided by n; fftFinal does both in round 2. On lanes it is the
 * other way round: see fft_lanes.js.
 * @module batch/fft_tasks
 */
/** @import { Bytes, KernelKey, Logger, Pool, Task } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { isByteView } from "../engine/scratch.js";
import { BigBuffer } from "../util/bigbuffer.js";
import { freeBuffers } from "../util/host_memory.js";
import { allocateLike } from "./buffers.js";
import { copyInTurns, copyRange } from "../util/copies.js";
import { transformOnLanes } from "./fft_lanes.js";
import { gather } from "./gather.js";
import { cut, inFlight, isSmall, runsHere, submit, TURN_MS } from "./submit.js";

/**
 * @typedef {object} Transform
 * @property {Pool} tm
 * @property {WasmField1} Fr
 * @property {string} prefix
 * @property {number} us - estimated microseconds per butterfly
 * @property {number} sIn - bytes per element as input
 * @property {number} sMid - in the FFT
 * @property {number} sOut - as output
 * @property {KernelKey | undefined} toJacobian - kernel that turns sIn into sMid
 * @property {KernelKey | undefined} toAffine - kernel that turns sMid into sOut, in place
 * @property {Bytes} buff
 * @property {boolean} [halves] - lanes can compute every second result alone
 * @property {boolean} [pauses] - an FFT on this thread returns to the event loop by itself
 * @property {boolean} [inSubgroup] - the caller guarantees that all points are
 * @property {boolean} [owned] - the caller gave buff away: a single task may take it without a copy
 * @property {number} n
 * @property {number} bits - log2 n
 * @property {Logger} logger
 * @property {string | undefined} text - for the logger
 * @property {AbortSignal | undefined} signal
 */

/**
 * What decides how an FFT is split.
 * @typedef {object} Costs
 * @property {number} us - microseconds per butterfly
 * @property {number} two - milliseconds of work from which on two tasks are faster than one
 * @property {number} each - milliseconds of work that each of more than two tasks must have at
 *   least
 * @property {number} joins - the work of more than two tasks, divided by that of two
 */

/**
 * In the base module two tasks exchange their data and join the results, as more tasks do.
 * @param {number} us
 * @returns {Costs}
 */
const baseCosts = (us) => ({ us, two: 4, each: 0, joins: 1 });

/**
 * On lanes a butterfly takes 0.015 us on Node 26, 0.02 on 22, 0.027 on 20, and two tasks exchange
 * nothing. Processor time of four tasks on four workers and two busy cores, divided by that of one,
 * Node 26: 1.7 to 2 at 2^16, where two tasks take 1.25, 1.1 to 1.25 at 2^18, 1.0 at 2^20.
 * @type {Costs}
 */
const LANE_COSTS = Object.freeze({ us: 0.016, two: 1.5, each: 4, joins: 1.15 });

/** Bytes of one task's data, at most. */
const TASK_BYTES = 1 << 27;

/**
 * The same of points, as far as POINT_TASKS tasks have no more: a worker takes six times as much
 * beside, for twiddles and records. 2^16 points of bn128 G1 in 2, 8, 16, 32 tasks: 54, 36, 49, 71
 * MB, processor time 1, 1.01, 1.06, 1.12.
 */
const POINT_TASK_BYTES = 1 << 22, POINT_TASKS = 8;

/**
 * Bytes of the largest result that is a Uint8Array, as in ffjavascript; a larger one is a
 * BigBuffer.
 */
const MAX_ARRAY = 1 << 30;

/** From 2^7 elements on, lanes on this thread are faster than the main instance, which has none. */
const LANE_BITS = 7;

/**
 * Where a result goes.
 * @typedef {{ bytes: Bytes, at: number }} Target
 */

/**
 * @param {Transform} job
 * @returns {number} tasks per round: the power of two that keeps the workers busiest, or 1 if
 *   splitting does not pay
 */
export function taskCount({ tm, Fr, prefix, n, bits, sMid, us: base, pauses, halves }) {
    const { us, two, each, joins } = halves ? LANE_COSTS : baseCosts(base);
    const ms = (n * bits * us) / 2000;
    let least = 1;
    while ((n * sMid) / least > TASK_BYTES) least *= 2;
    if (prefix !== Fr.prefix) while (least < POINT_TASKS && (n * sMid) / least > POINT_TASK_BYTES) least *= 2;
    // Lanes run in steps, with turns of the event loop in between; joining in the base module would
    // cost as much as all levels on lanes.
    if (runsHere(tm) && !pauses) while (ms / least > TURN_MS) least *= 2;
    if (ms < two || tm.concurrency === 1 || runsHere(tm)) return clampTasks(least, n);
    // The number of tasks of the busiest worker, divided by that of all tasks: 1 / workers at best.
    const load = (/** @type {number} */ t) => (Math.ceil(t / tm.concurrency) / t) * (t > 2 ? joins : 1);
    const worth = (/** @type {number} */ t) => t <= 2 || ms / t >= each;
    let best = least;
    for (let t = least * 2; t < 4 * tm.concurrency && worth(t); t *= 2) if (load(t) < 0.9 * load(best)) best = t;
    return clampTasks(best, n);
}

/** Slices of round 2 have at least two elements. @param {number} count @param {number} n */
function clampTasks(count, n) {
    while (count > 1 && n < 2 * count * count) count /= 2;
    return count;
}

/**
 * @param {Transform} job
 * @param {"fft" | "ifft"} direction
 * @param {Target} [target] - by default a new buffer
 * @returns {Promise<Bytes>} what the result was written to
 */
export async function wholeTransform(job, direction, target) {
    const { logger, text, bits, n, sOut } = job;
    const count = taskCount(job);
    logger?.debug?.(`${text}: fft ${bits} mix start: 0/${count}`);
    let bytes;
    if (count === 1) bytes = await oneTask(job, direction, target);
    else if (job.halves && n * sOut <= MAX_ARRAY) bytes = await transformOnLanes(job, direction === "ifft", count, target);
    else {
        const into = target ?? { bytes: allocateResult(n * sOut), at: 0 };
        await twoRounds(job, direction === "ifft", count, into.bytes, into.at);
        bytes = into.bytes;
    }
    logger?.debug?.(`${text}: fft ${bits} mix end: 0/${count}`);
    return bytes;
}

/** @param {number} length @returns {Bytes} */
export const allocateResult = (length) => (length > MAX_ARRAY ? new BigBuffer(length) : new Uint8Array(length));

/**
 * @param {Transform} job
 * @param {"fft" | "ifft"} direction
 * @param {Target} [target]
 * @returns {Promise<Bytes>}
 */
async function oneTask(job, direction, target) {
    const { tm, prefix, n, bits, sOut, us, signal } = job;
    const own = job.owned ? /** @type {Uint8Array} */ (job.buff) : await copyInTurns(job.buff, 0, n * job.sIn);
    const task = openTask(job, own, n);
    task.push(tasks.call({ op: direction, group: prefix }, tasks.ref(1), tasks.val(n), ...guarantee(job)));
    if (job.toAffine || own.length !== n * sOut) closeTask(job, task, 1, n, 0);
    else task.push(tasks.getInto(0, 1, own));
    const inLanes = tm.singleThread && prefix === "frm" && bits >= LANE_BITS;
    const [out] = await submit(tm, task, { small: !inLanes && isSmall((n * (bits + 1) * us) / 2000), signal });
    expectLength(out, n * sOut);
    if (!target) return out;
    target.bytes.set(out, target.at);
    return target.bytes;
}

/**
 * What kernels of points get as their last argument where all are in the subgroup.
 * @param {Transform} job
 */
const guarantee = ({ inSubgroup }) => (inSubgroup ? [tasks.val(1)] : []);

/**
 * Commands after which variable 1 holds `count` elements in the form of the FFT.
 * @param {Transform} job
 * @param {Uint8Array} bytes
 * @param {number} count
 * @returns {Task}
 */
function openTask({ toJacobian, sMid }, bytes, count) {
    if (!toJacobian) return [tasks.allocSet(1, bytes)];
    return [
        tasks.allocSet(0, bytes), tasks.alloc(1, count * sMid),
        tasks.call(toJacobian, tasks.ref(0), tasks.val(count), tasks.ref(1)),
    ];
}

/**
 * @param {Transform} job
 * @param {Task} task
 * @param {number} variable
 * @param {number} count
 * @param {number} out
 */
function closeTask({ toAffine, sOut }, task, variable, count, out) {
    if (toAffine) task.push(tasks.call(toAffine, tasks.ref(variable), tasks.val(count), tasks.ref(variable)));
    task.push(tasks.get(out, variable, count * sOut));
}

/** @param {Uint8Array} out @param {number} length */
function expectLength(out, length) {
    if (out.length !== length) throw new Error(`fft: expected a result of ${length} bytes, got ${out.length}`);
}

/**
 * @param {Transform} job
 * @param {boolean} inverse
 * @param {number} count
 * @param {Bytes} result
 * @param {number} at
 */
async function twoRounds(job, inverse, count, result, at) {
    const m = job.n / count;
    const strided = await gather(job.buff, job.sIn, job.n, count);
    if (job.owned) freeBuffers([/** @type {Uint8Array} */ (job.buff).buffer]);
    await rounds(job, count, inverse, result, at, (j) => {
        const task = openTask(job, strided[j], m);
        strided[j] = new Uint8Array(0); // the task has taken it over
        task.push(tasks.call({ op: "fft", group: job.prefix }, tasks.ref(1), tasks.val(m), ...guarantee(job)));
        return task;
    });
}

/**
 * @param {Transform} job
 * @param {number} count - T
 * @param {boolean} inverse
 * @param {Bytes} result
 * @param {number} at - byte offset in result
 * @param {(j: number) => Task} firstRound - leaves the FFT of the elements j, j + T, ... in
 *   variable 1
 */
export async function rounds(job, count, inverse, result, at, firstRound) {
    const { tm, n, sMid, signal } = job;
    const m = n / count;
    const slice = m / count;
    const group = {};
    const first = await inFlight(tm, count, async (j) => {
        const task = firstRound(j);
        for (let k = 0; k < count; k++) task.push(tasks.get(k, 1, slice * sMid, k * slice * sMid));
        return submit(tm, task, { group, signal });
    });
    const twiddles = levels(job, count);
    await inFlight(tm, count, async (k) => {
        const outs = await submit(
            tm,
            joinTask(
                job,
                first.map((slices) => slices[k]),
                twiddles,
                k,
                inverse,
            ),
            { group, signal },
        );
        outs.forEach((out, q) => writePart(job, out, k * slice + q * m, inverse, result, at));
    });
}

/**
 * For each level of butterflies, the ratio of the twiddles of two neighbouring elements of the
 * joined sequence, and its powers at the starts of the blocks.
 * @param {Transform} job
 * @param {number} count
 */
function levels({ Fr, bits }, count) {
    const logCount = Math.log2(count);
    const logM = bits - logCount;
    return Array.from({ length: logCount }, (_, i) => {
        const starts = [Fr.one];
        for (let b = 1; b < 2 ** i; b++) starts.push(Fr.mul(starts[b - 1], Fr.w[i + 1]));
        return { inc: Fr.w[logM + i + 1], starts };
    });
}

/**
 * Round 2 of slice k. Blocks are variables 0 .. T-1. A level joins the sequences of j and
 * j + T/2: the sum of a pair stays in the first block, the difference in the second, so the
 * blocks of the joined sequence are those of the first half, then those of the second. For an
 * inverse, points are divided by n on the last level, where half of them get the factor with their
 * twiddles.
 * @param {Transform} job
 * @param {Uint8Array[]} blocks
 * @param {{ inc: Uint8Array, starts: Uint8Array[] }[]} twiddles
 * @param {number} k
 * @param {boolean} inverse
 * @returns {Task}
 */
function joinTask(job, blocks, twiddles, k, inverse) {
    const { Fr, prefix, n } = job;
    const count = blocks.length, slice = n / count / count;
    /** @type {Task} */
    const task = blocks.map((block, j) => tasks.allocSet(j, block));
    let free = count;
    const constant = (/** @type {Uint8Array} */ value) => {
        task.push(tasks.allocSet(free, value.slice()));
        return tasks.ref(free++);
    };
    const factor = Fr.inv(Fr.e(n));
    const early = inverse && prefix !== Fr.prefix;
    let sequences = blocks.map((_, j) => [j]);
    for (const { inc, starts } of twiddles) {
        const step = constant(inc);
        const offset = Fr.exp(inc, k * slice);
        const mid = sequences.length / 2;
        const scaled = early && mid === 1;
        const firsts = starts.map((start) => Fr.mul(start, offset))
            .map((first) => constant(scaled ? Fr.mul(first, factor) : first));
        const [times, one] = scaled ? [factor, Fr.one].map(constant) : [];
        sequences = sequences.slice(0, mid).map((even, j) => {
            const odd = sequences[j + mid];
            even.forEach((block, b) => {
                const x = tasks.ref(block);
                const y = tasks.ref(odd[b]);
                const points = tasks.val(slice);
                if (times)
                    task.push(tasks.call({ op: "batchApplyKey", group: prefix }, x, points, times, one, x, ...guarantee(job)));
                task.push(tasks.call({ op: "fftJoin", group: prefix }, x, y, points, firsts[b], step, ...guarantee(job)));
            });
            return [...even, ...odd];
        });
    }
    const rest = inverse ? constant(early ? Fr.one : factor) : undefined;
    sequences[0].forEach((block, q) => {
        if (rest) task.push(tasks.call({ op: "fftFinal", group: prefix }, tasks.ref(block), tasks.val(slice), rest));
        closeTask(job, task, block, slice, q);
    });
    return task;
}

/**
 * Writes elements [from, from + l) of the forward FFT to their places. For the inverse
 * they arrive in reverse order and element i goes to (n - i) mod n; all but element 0 form one run.
 * @param {Transform} job
 * @param {Uint8Array} out
 * @param {number} from
 * @param {boolean} inverse
 * @param {Bytes} result
 * @param {number} at
 */
function writePart({ n, sOut }, out, from, inverse, result, at) {
    if (!inverse) return result.set(out, at + from * sOut);
    const length = out.length / sOut;
    if (from > 0) return result.set(out, at + (n - from - length + 1) * sOut);
    result.set(out.subarray((length - 1) * sOut), at);
    result.set(out.subarray(0, (length - 1) * sOut), at + (n - length + 1) * sOut);
}

/**
 * One half of an FFT of twice the size, as a separate FFT.
 * @param {Transform} job
 * @param {Bytes} buff - the half itself, or the whole if `index` is given
 * @param {Partial<Transform>} changes
 * @param {number} [index]
 * @returns {Transform}
 */
export function half(job, buff, changes, index) {
    const n = job.n / 2;
    const bytes = n * job.sIn;
    const own = index === undefined ? buff : view(buff, index * bytes, (index + 1) * bytes);
    // the other half may still be read when this one is done
    return { ...job, ...changes, buff: own, owned: job.owned && index === undefined, n, bits: job.bits - 1 };
}

/** @param {Bytes} buff @param {number} from @param {number} to @returns {Bytes} */
const view = (buff, from, to) => (isByteView(buff) ? buff.subarray(from, to) : buff.slice(from, to));

/**
 * @typedef {object} Elementwise
 * @property {number} sIn
 * @property {Uint8Array} inc
 * @property {Uint8Array} [first]
 * @property {KernelKey} [before] - conversion of both inputs into the form of the FFT
 * @property {KernelKey} [after] - conversion of both results, in place
 * @property {number} [sOut]
 * @property {Bytes} [result] - where both halves go, one after the other; two new buffers by
 *   default
 */

/**
 * Runs `kernel(p1, p2, n, first * inc^i, inc, bits)` over pieces of the two halves.
 * @param {Transform} job
 * @param {"fftJoinExt" | "fftJoinExtInv" | "prepareLagrangeEvaluation"} kernel
 * @param {Elementwise} how
 * @returns {Promise<Bytes[]>} the two halves
 */
export async function elementwise(job, kernel, { sIn, inc, first, before, after, sOut = job.sMid, result }) {
    const { tm, Fr, prefix, us, sMid, logger, text, signal } = job;
    const n = job.n / 2;
    const results = result ? [result, result] : [0, 1].map(() => allocateLike(job.buff, n * sOut));
    const pieces = cut(tm, n, 2 * (sIn + sMid), 2 * us);
    const small = isSmall((n * 2 * us) / 1000);
    const group = {};
    await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i], count = to - from;
        logger?.debug?.(`${text}: ${kernel} Start: ${from}/${n}`);
        /** @type {Task} */
        const task = [];
        for (const side of [0, 1]) {
            const bytes = copyRange(job.buff, (side * n + from) * sIn, (side * n + to) * sIn);
            task.push(...sideTask(side, bytes, count, sMid, before));
        }
        const start = Fr.exp(inc, from);
        task.push(
            tasks.allocSet(4, first ? Fr.mul(first, start) : start),
            tasks.allocSet(5, inc.slice()),
            tasks.call(
                { op: kernel, group: prefix },
                tasks.ref(0),
                tasks.ref(1),
                tasks.val(count),
                tasks.ref(4),
                tasks.ref(5),
                tasks.val(job.bits - 1),
            ),
        );
        for (const side of [0, 1]) {
            if (after) task.push(tasks.call(after, tasks.ref(side), tasks.val(count), tasks.ref(side)));
            task.push(tasks.get(side, side, count * sOut));
        }
        const outs = await submit(tm, task, { small, signal, group });
        results.forEach((target, side) => target.set(outs[side], (from + (result ? side * n : 0)) * sOut));
        logger?.debug?.(`${text}: ${kernel} End: ${from}/${n}`);
    });
    return results;
}

/**
 * Variables 0 and 1 hold the sides, 2 and 3 their affine forms.
 * @param {number} side
 * @param {Uint8Array} bytes
 * @param {number} count
 * @param {number} sMid
 * @param {KernelKey | undefined} before
 * @returns {Task}
 */
function sideTask(side, bytes, count, sMid, before) {
    if (!before) return [tasks.allocSet(side, bytes)];
    return [
        tasks.allocSet(2 + side, bytes), tasks.alloc(side, count * sMid),
        tasks.call(before, tasks.ref(2 + side), tasks.val(count), tasks.ref(side)),
    ];
}
