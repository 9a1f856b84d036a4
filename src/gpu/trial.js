/**
 * What a device must do before it is used for a group: give the known answer, then show how fast it is. Sums of other
 * groups may come in between.
 * @module gpu/trial
 */
/** @import { Line } from "./line.js" */
/** @import { Runner } from "./runner.js" */
import { now } from "../util/host.js";
import { knownAnswer } from "./known_answers.js";
import { CPU } from "./runner.js";
import { FULL, MEASURED } from "./speeds.js";

/** Points of the known answer: buckets full, partial sums in three levels. */
const KNOWN = 600;

/** Points of the first measurement on the card; on the CPU, as few as say something. */
const MEASURED_ON_CARD = 1 << 14;

/** Assumed upload rate, in bytes of points per millisecond, until a long sum has been measured. */
const BYTES_PER_MS = 1e6;

/**
 * The known answer, with windows as they will be and as many levels as possible, and with loops as long as those of
 * the longest sums: lavapipe of Mesa 22 ends the loops of an invocation after 2^16 rounds in all, and says nothing.
 * Sums over G1 make fewer, those over G2 more.
 * @param {Runner} runner
 * @param {bigint} r - order of the group
 * @param {Line} line - of the device
 * @throws {Error} if a device gives another
 */
export async function prove(runner, r, line) {
    const { G } = runner, { points, scalars, expected } = knownAnswer(G, r, KNOWN);
    for (const forced of [{ bits: 10, span: 2 }, { bits: 5, span: 128 }]) {
        const sum = await line.next(() => runner.run(points, scalars, KNOWN, FULL / 4, { forced }));
        if (!G.eq(sum, expected)) throw new Error("WebGPU: expected the known answer, got another point");
    }
}

/** n of the first 512 of the known answer, again and again. @param {Uint8Array} one @param {number} n */
function repeat(one, n) {
    const size = one.length / KNOWN, part = one.subarray(0, size * 512), out = new Uint8Array(size * n);
    for (let at = 0; at < out.length; at += part.length) out.set(part, at);
    return out;
}

/** Milliseconds that it takes. @param {() => Promise<unknown>} body */
export async function timed(body) {
    const start = now();
    await body();
    return now() - start;
}

/**
 * First estimates, from short sums.
 * @param {Runner} runner
 * @param {bigint} r - order of the group
 * @param {Line} line - of the device
 */
export async function measure(runner, r, line) {
    const { G, speeds } = runner, { points, scalars } = knownAnswer(G, r, KNOWN);
    const onCard = (/** @type {number} */ n) => {
        const [many, long] = [repeat(points, n), repeat(scalars, n)];
        return line.next(() => timed(() => runner.run(many, long, n, FULL / 4)));
    };
    const [many, long] = [repeat(points, MEASURED), repeat(scalars, MEASURED)];
    const onCpu = () => timed(() => G.multiExpAffine(many, long, undefined, undefined, CPU));
    await onCard(MEASURED_ON_CARD); // the first sum of a size is slower
    const floor = await onCard(512), all = await onCard(MEASURED_ON_CARD);
    const least = points.length / KNOWN / BYTES_PER_MS;
    speeds.gpu = { floor, slope: Math.max(least, (all - floor) / MEASURED_ON_CARD) };
    await onCpu();
    // two of ten scalars of the known answer are short or zero
    speeds.cpu = { floor: 0, slope: (await onCpu()) / (0.8 * MEASURED) };
}
