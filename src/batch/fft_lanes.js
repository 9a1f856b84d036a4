/**
 * One FFT of Fr on lanes as tasks. With T tasks, T a power of two, and n = T m, the elements
 * are T rows of m:
 *
 *   round 1   task c takes the same m / T columns of all rows and does the first log2 T stages on
 *             them, which join rows and leave T blocks
 *   round 2   task b takes its block of all tasks and does the other stages; its results have
 *             every T-th index
 *
 * Both rounds have no more products than one task; between them the data stays in the form of
 * lanes. Two tasks do round 1 twice instead, on all elements: that is one addition for each, and
 * nothing has to be exchanged.
 *
 * In memory that the pool shares, the calling thread copies the input in, and puts the results in
 * order; otherwise it also copies what each task takes.
 * @module batch/fft_lanes
 */
/** @import { Bytes, Task } from "./types.js" */
/** @import { Target, Transform } from "./fft_tasks.js" */
import * as tasks from "../pool/tasks.js";
import { isByteView } from "../engine/scratch.js";
import { bitReverse } from "../util/bits.js";
import { PAIR_BYTES } from "../util/chunk_sizes.js";
import { copyInTurns, copyInto, copyRange } from "../util/copies.js";
import { inShared } from "./in_shared.js";
import { inFlight, submit } from "./submit.js";
import { interleaveParts } from "./interleave.js";

/**
 * @param {Transform} job - on lanes
 * @param {boolean} inverse
 * @param {number} count - T, 2 at least
 * @param {Target} [target] - by default a new buffer, or that of an input which was given away
 * @returns {Promise<Bytes>} what the result was written to
 */
export async function transformOnLanes(job, inverse, count, target) {
    const { tm, n, sIn } = job, bytes = n * sIn;
    const exchanged = (n / 2) * PAIR_BYTES;
    const run = count === 2 ? halves : columnsAndBlocks;
    return inShared(tm, bytes + (count === 2 ? bytes : exchanged), async (shared) => {
        if (shared) await copyInto(shared, job.buff, 0, bytes);
        const parts = await run(job, inverse, count, shared);
        const there = target && isByteView(target.bytes) && target.bytes.subarray(target.at, target.at + bytes);
        const own = shared && job.owned ? /** @type {Uint8Array} */ (job.buff) : undefined;
        const result = there || own || new Uint8Array(bytes);
        await interleaveParts(parts, result);
        if (target && !there) target.bytes.set(result, target.at);
        return target?.bytes ?? result;
    });
}

/** @param {Uint8Array} bytes @param {number} index @param {number} size */
const part = (bytes, index, size) => bytes.subarray(index * size, (index + 1) * size);

/**
 * Two tasks that both take all elements and compute the results of even or of odd index.
 * @param {Transform} job
 * @param {boolean} inverse
 * @param {number} _count
 * @param {Uint8Array | undefined} shared - the input, and room for the results
 * @returns {Promise<Uint8Array[]>} both halves
 */
async function halves({ tm, buff, owned, n, sIn, signal }, inverse, _count, shared) {
    const group = {}, bytes = n * sIn;
    const inputs = shared ? [0, 0].map(() => shared.subarray(0, bytes)) : await Promise.all([
        copyInTurns(buff, 0, bytes),
        owned ? /** @type {Uint8Array} */ (buff) : copyInTurns(buff, 0, bytes),
    ]);
    return inFlight(tm, 2, async (odd) => {
        const into = part(shared?.subarray(bytes) ?? inputs[odd], shared ? odd : 0, bytes / 2);
        const args = [tasks.ref(0), tasks.val(n), tasks.val(odd), tasks.val(inverse ? 1 : 0)];
        const [out] = await submit(tm, [
            tasks.allocSet(0, inputs[odd]),
            tasks.call({ op: "fftHalf", group: "frm" }, ...args),
            tasks.getInto(0, 0, into),
        ], { group, signal });
        return out;
    });
}

/**
 * @param {Transform} job
 * @param {boolean} inverse
 * @param {number} count
 * @param {Uint8Array | undefined} shared - the input, which results are written over, and room for
 *   what is exchanged
 * @returns {Promise<Uint8Array[]>} the results of each index modulo T
 */
async function columnsAndBlocks(job, inverse, count, shared) {
    const { tm, n, sIn, signal } = job, group = {}, bytes = n * sIn;
    const exchange = shared?.subarray(bytes);
    const levels = Math.log2(count);
    const first = await inFlight(tm, count, (c) =>
        submit(tm, columnsTask(job, levels, c, shared?.subarray(0, bytes), exchange), { group, signal }));
    const blocks = await inFlight(tm, count, async (block) => {
        const slices = first.map((outs) => outs[block]);
        const size = ((n / count) * PAIR_BYTES) / 2;
        const input = exchange ? part(exchange, block, size) : { buffers: slices, byteLength: size };
        const into = shared && part(shared, block, bytes / count);
        const [out] = await submit(tm, blockTask(job, inverse, levels, block, input, into), { group, signal });
        return out;
    });
    return blocks.map((_, i) => blocks[bitReverse(inverse ? (count - i) % count : i, levels)]);
}

/**
 * Round 1 of columns c.
 * @param {Transform} job
 * @param {number} levels - log2 T
 * @param {number} c
 * @param {Uint8Array | undefined} input - shared
 * @param {Uint8Array | undefined} exchange - shared: for each block, what each task has of it
 * @returns {Task}
 */
function columnsTask({ Fr, buff, n, sIn }, levels, c, input, exchange) {
    const count = 2 ** levels;
    const m = n / count;
    const run = (m / count) * sIn;
    const slice = ((m / count) * PAIR_BYTES) / 2;
    const bounds = Array.from({ length: count }, (_, row) => row * m * sIn + c * run);
    const rows = input
        ? { buffers: bounds.map((from) => input.subarray(from, from + run)), byteLength: count * run }
        : joined(buff, bounds, run);
    return [
        tasks.allocSet(0, rows),
        tasks.alloc(1, count * slice),
        tasks.allocSet(2, blockTwiddles(Fr, levels)),
        tasks.allocSet(3, copyRange(Fr.one, 0, sIn)),
        tasks.call(
            { op: "fftColumns", group: "frm" },
            tasks.ref(0), tasks.val(m), tasks.ref(1), tasks.val(levels), tasks.ref(2), tasks.ref(3),
        ),
        ...bounds.map((_, block) => ({
            ...tasks.get(block, 1, slice, block * slice),
            ...(exchange && { into: part(exchange, block * count + c, slice) }),
        })),
    ];
}

/**
 * Round 2 of one block.
 * @param {Transform} job
 * @param {boolean} inverse
 * @param {number} levels - log2 T
 * @param {number} block
 * @param {import("../pool/tasks.js").Bytes} input
 * @param {Uint8Array | undefined} into - shared
 * @returns {Task}
 */
function blockTask({ Fr, n, bits, sIn }, inverse, levels, block, input, into) {
    const m = n / 2 ** levels;
    const root = Fr.exp(Fr.w[bits], bitReverse(block, levels));
    const constants = [Fr.one, root, Fr.inv(Fr.e(n))];
    return [
        tasks.allocSet(0, input),
        tasks.alloc(1, m * sIn),
        ...constants.map((value, i) => tasks.allocSet(2 + i, copyRange(value, 0, sIn))),
        tasks.call(
            { op: "fftBlock", group: "frm" },
            tasks.ref(0), tasks.val(m), tasks.ref(1), tasks.val(levels), tasks.val(block), tasks.val(inverse ? 1 : 0),
            ...constants.map((_, i) => tasks.ref(2 + i)),
        ),
        into ? tasks.getInto(0, 1, into) : tasks.get(0, 1, m * sIn),
    ];
}

/**
 * The twiddles of the blocks of a stage, in bit-reversed order, for where there are no lanes.
 * @param {Transform["Fr"]} Fr
 * @param {number} levels
 */
function blockTwiddles(Fr, levels) {
    const twiddles = [Fr.one];
    for (let s = 0; s < levels - 1; s++)
        for (let j = 0; j < 2 ** s; j++) twiddles.push(Fr.mul(twiddles[j], Fr.w[s + 2]));
    return Uint8Array.from(twiddles.flatMap((value) => [...value]));
}

/**
 * @param {Bytes} buff
 * @param {number[]} bounds
 * @param {number} length
 * @returns {Uint8Array} the `length` bytes at each of the bounds, one after the other
 */
function joined(buff, bounds, length) {
    const all = new Uint8Array(bounds.length * length);
    bounds.forEach((from, i) => all.set(copyRange(buff, from, from + length), i * length));
    return all;
}
