/**
 * A sum over G1 of bls12-381 on one thread, split by phase, and by how much ffjavascript is slower: what "ZPrize 2022,
 * MSM in WebAssembly" shows of its own against its reference.
 */
import { detectTier } from "../../../src/runtime/tiers.js";
import { openLanes } from "../../support/lanes.js";
import { pair, points, stream, terminate } from "../engines.mjs";
import { processorTime } from "../harness.mjs";

const CURVE = "bls12381";

/** Seconds by log2 of the points, reference / theirs; percent of the time in each phase. */
const PUBLISHED = { 14: [2.84, 0.37], 16: [9.59, 1.38], 18: [32.9, 4.98] };
const PHASES = ["prepare", "sort", "bucket sums", "reduction", "final"], SHARES = [8, 12, 65, 15, 0];

/** Which phase a kernel begins; pairs are added up in the buckets, and again in the reduction. */
const BEGINS = {
    classify: () => "prepare",
    histogram: () => "sort",
    pairUp: (phase) => (phase === "sort" ? "bucket sums" : phase),
    runningSums: () => "reduction",
    results: () => "final",
};

/** Milliseconds in each phase, by what the kernels are called for. */
function stopwatch() {
    const spent = new Map(), state = { phase: "", since: 0 };
    const turn = (phase) => {
        const now = processorTime();
        spent.set(state.phase, (spent.get(state.phase) ?? 0) + now - state.since);
        Object.assign(state, { phase, since: now });
    };
    const watched = (kernels) => Object.fromEntries(Object.entries(kernels).map(([name, run]) => [name, !BEGINS[name]
        ? run
        : (...args) => {
            const next = BEGINS[name](state.phase);
            if (next !== state.phase) turn(next);
            return run(...args);
        }]));
    return { spent, turn, watched };
}

/** Scalars below r, as integers. */
function scalarsOf({ Fr }, n) {
    const rng = stream(7), out = new Uint8Array(n * Fr.n8);
    for (let i = 0; i < n; i++) out.set(Fr.fromMontgomery(Fr.fromRng(rng)), i * Fr.n8);
    return out;
}

/** One sum on lanes, by phase. */
async function byPhase(bases, scalars) {
    const lanes = await openLanes(CURVE, detectTier()), watch = stopwatch();
    for (const linked of Object.values(lanes.lanes)) linked.kernels = watch.watched(linked.kernels);
    const run = () => lanes.msm(1, { endomorphism: true }, bases, scalars, 32);
    run(); // engines compile what they see often
    watch.turn("");
    watch.spent.clear();
    const started = processorTime(), sum = run(), ms = processorTime() - started;
    watch.turn("");
    return { sum, ms, shares: PHASES.map((phase) => (100 * (watch.spent.get(phase) ?? 0)) / ms) };
}

const percents = (shares) => shares.map((share) => Math.round(share)).join(" ");

/** @param {{ smallest: boolean }} options */
export async function phases({ smallest }) {
    const both = await pair(CURVE, true), { ours, theirs } = both, rows = [];
    const sizes = Object.keys(PUBLISHED).map(Number).slice(0, smallest ? 1 : undefined);
    const most = 2 ** sizes.at(-1), bases = await points(ours.G1, most), scalars = scalarsOf(ours, most);
    for (const bits of sizes) {
        const n = 2 ** bits, of = bases.slice(0, bases.length / most * n), by = scalars.slice(0, 32 * n);
        const { sum, ms, shares } = await byPhase(of, by);
        const started = processorTime(), reference = await theirs.G1.multiExpAffine(of, by);
        const slower = processorTime() - started, [before, after] = PUBLISHED[bits];
        if (!ours.G1.eq(sum, reference))
            throw new Error(`phases: expected the sum of ffjavascript for 2^${bits} points, got another`);
        rows.push([
            `2^${bits}`, slower, ms, `${(slower / ms).toFixed(1)}x`, percents(shares),
            `${before} / ${after} s`, `${(before / after).toFixed(1)}x`, percents(SHARES),
        ]);
    }
    await terminate(both);
    return {
        title: `a sum over G1 of bls12-381, one thread, tier ${detectTier()}, processor time; percent of the time to ${PHASES.join(", ")}; published: node 16, the prize's server`,
        header: ["points", "ffjavascript", "ffturbo", "times", "phases", "published", "times", "phases"],
        rows,
    };
}
