/**
 * What a device must do before it is used for a group: give the known answer, then show how fast it
 * is. MSMs of other groups may come in between.
 * @module gpu/self_test
 */
/** @import { SerialQueue } from "./serial_queue.js" */
/** @import { Runner } from "./runner.js" */
import { knownAnswer } from "./known_answers.js";
import { anyValues, measured, timed } from "./probe.js";
import { CPU } from "./runner.js";
import { FULL, MEASURED } from "./speeds.js";

/** Points of the known answer: buckets full, partial sums in three levels. */
const KNOWN = 600;

/** Points of the first measurements. */
const ON_GPU = Object.freeze({ first: 1 << 14, most: 1 << 18 });
const ON_CPU = Object.freeze({ first: MEASURED, most: 1 << 16 });

/** Assumed upload rate, in bytes of points per millisecond, until a long MSM has been measured. */
const BYTES_PER_MS = 1e6;

/**
 * The known answer, with windows as they will be and as many levels as possible, and with loops as
 * long as those of the longest MSMs: lavapipe of Mesa 22 ends the loops of an invocation after 2^16
 * rounds in all, and says nothing. MSMs over G1 make fewer, those over G2 more.
 * @param {Runner} runner
 * @param {bigint} r - order of the group
 * @param {SerialQueue} queue - of the device
 * @throws {Error} if a device gives another
 */
export async function prove(runner, r, queue) {
    const { G } = runner, { points, scalars, expected } = knownAnswer(G, r, KNOWN);
    for (const forced of [{ bits: 10, span: 2 }, { bits: 5, span: 128 }]) {
        const point = await queue.next(() => runner.run(points, scalars, KNOWN, FULL / 4, { forced }));
        if (!G.eq(point, expected)) throw new Error("WebGPU: expected the known answer, got another point");
    }
}

/**
 * n of the first 512 of the known answer, again and again.
 * @param {Uint8Array} points
 * @param {number} n
 */
function repeat(points, n) {
    const size = points.length / KNOWN;
    const part = points.subarray(0, size * 512);
    const out = new Uint8Array(size * n);
    for (let at = 0; at < out.length; at += part.length) out.set(part, at);
    return out;
}

/**
 * First estimates.
 * @param {Runner} runner
 * @param {bigint} r - order of the group
 * @param {SerialQueue} queue - of the device
 */
export async function measure(runner, r, queue) {
    const { G, speeds } = runner, { points } = knownAnswer(G, r, KNOWN);
    const onGpu = (/** @type {number} */ n) => {
        const [many, long] = [repeat(points, n), anyValues(n, FULL)];
        return queue.next(() => timed(() => runner.run(many, long, n, FULL / 4)));
    };
    const onCpu = (/** @type {number} */ n) => {
        const [many, long] = [repeat(points, n), anyValues(n, FULL)];
        return timed(() => G.multiExpAffine(many, long, undefined, undefined, CPU));
    };
    const gpu = await measured(onGpu, ON_GPU);
    const floor = await onGpu(512);
    const cpu = await measured(onCpu, ON_CPU);
    const { perPoint } = speeds, least = points.length / KNOWN / BYTES_PER_MS;
    speeds.gpu = { floor, slope: Math.max(least, (gpu.ms - floor) / gpu.n) / perPoint(gpu.n) };
    speeds.cpu = { floor: 0, slope: cpu.ms / cpu.n / perPoint(cpu.n) };
}
