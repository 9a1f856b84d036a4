/** Sums over G1 of bls12-381 on 1 to 4 threads: what "Fast MSM", over blst, shows of parallel windows on a phone. */
import { ours, points, stream } from "../engines.mjs";

/** Cycles per point on eight Cortex-A73 cores, blst / theirs. */
const PUBLISHED = { 10: [29945, 6415], 11: [45161, 8542], 12: [73276, 12670], 13: [113445, 21125] };
const THREADS = [1, 2, 3, 4], ROUNDS = 7;

async function best(run) {
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now();
        await run();
        least = Math.min(least, performance.now() - started);
    }
    return least;
}

/** @param {{ smallest: boolean }} options */
export async function threads({ smallest }) {
    const sizes = Object.keys(PUBLISHED).map(Number).slice(0, smallest ? 1 : undefined);
    const times = new Map(), sums = new Map();
    const main = await ours.buildBls12381(true), { Fr } = main, most = 2 ** sizes.at(-1), rng = stream(5);
    const bases = await points(main.G1, most), scalars = new Uint8Array(32 * most);
    for (let i = 0; i < most; i++) scalars.set(Fr.fromMontgomery(Fr.fromRng(rng)), 32 * i);
    for (const count of smallest ? THREADS.slice(0, 2) : THREADS) {
        const curve = await ours.buildBls12381({ threads: count });
        for (const bits of sizes) {
            const n = 2 ** bits, of = bases.slice(0, bases.length / most * n), by = scalars.slice(0, 32 * n);
            const run = () => curve.G1.multiExpAffine(of, by, undefined, undefined, { glv: "enabled" });
            const sum = main.G1.toAffine(await run());
            if (sums.has(bits) && Buffer.compare(sum, sums.get(bits)) !== 0)
                throw new Error(`threads: expected the same sum on ${count} threads as on one, got another`);
            sums.set(bits, sum);
            times.set(`${bits} ${count}`, await best(run));
        }
        await curve.terminate();
    }
    const each = (bits, count) => {
        const ms = times.get(`${bits} ${count}`);
        return ms === undefined ? "" : `${((1000 * ms) / 2 ** bits).toFixed(1)} us`;
    };
    return {
        title: "a sum over G1 of bls12-381 by threads, microseconds per point; published: a phone of 2016, cycles per point, blst / theirs; four threads were its best",
        header: ["points", ...THREADS.map((count) => `${count} thr`), "published", "times"],
        rows: sizes.map((bits) => [
            `2^${bits}`, ...THREADS.map((count) => each(bits, count)), PUBLISHED[bits].join(" / "),
            `${(PUBLISHED[bits][0] / PUBLISHED[bits][1]).toFixed(1)}x`,
        ]),
    };
}
