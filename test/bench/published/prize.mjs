/**
 * Sums over G1 of bls12-377 and over Edwards BLS12, the two curves of the ZPrize for sums in browsers, on one and two
 * threads. Processor time of all threads: minima of alternating rounds.
 */
import { getCurveFromName } from "../../../src/index.js";
import { stream } from "../engines.mjs";

/** Milliseconds of elapsed time: WebAssembly with threads on an M2 with ten cores. */
const PUBLISHED = { bls12377: { 16: 134, 18: 331, 20: 1230 }, edwards_bls12: { 16: 81, 18: 203, 20: 660 } };
const ROUNDS = 5, BLOCK = 2 ** 10;

/** n points of the subgroup, each block a multiple of the one before. */
async function pointsOf({ G1, Fr }, n) {
    const size = 2 * G1.F.n8, out = new Uint8Array(n * size), first = new Uint8Array(BLOCK * size);
    for (let i = 0; i < BLOCK; i++) first.set(G1.gAffine, i * size);
    let block = await G1.batchApplyKey(first, Fr.e(7n), Fr.e(11n), "affine", "affine");
    for (let at = 0; at < n; at += BLOCK) {
        out.set(block, at * size);
        if (at + BLOCK < n) block = await G1.batchApplyKey(block, Fr.e(13n), Fr.one, "affine", "affine");
    }
    return out;
}

async function timeOf(run) {
    const before = process.cpuUsage(), sum = await run(), { user, system } = process.cpuUsage(before);
    return { ms: (user + system) / 1000, sum };
}

/** @param {{ smallest: boolean }} options */
export async function prize({ smallest }) {
    const names = Object.keys(PUBLISHED), sizes = [16, 18, 20].slice(0, smallest ? 1 : undefined), rng = stream(5);
    const most = 2 ** sizes.at(-1), least = new Map(), curves = [];
    for (const name of names) {
        const one = await getCurveFromName(name, { singleThread: true });
        const two = await getCurveFromName(name, { threads: 2 });
        const scalars = new Uint8Array(32 * most);
        for (let i = 0; i < most; i++) scalars.set(one.Fr.fromMontgomery(one.Fr.fromRng(rng)), 32 * i);
        curves.push({ name, one, two, scalars, points: await pointsOf(one, most) });
    }
    const rounds = sizes.flatMap((bits) => Array(smallest ? 1 : ROUNDS).fill(bits));
    for (const bits of rounds) for (const curve of curves) {
        const n = 2 ** bits, { name, one, scalars, points } = curve, size = 2 * one.G1.F.n8, sums = [];
        for (const threads of ["one", "two"]) {
            const { ms, sum } = await timeOf(() =>
                curve[threads].G1.multiExpAffine(points.subarray(0, n * size), scalars.subarray(0, 32 * n)));
            const key = `${name} ${bits} ${threads}`;
            least.set(key, Math.min(ms, least.get(key) ?? Infinity));
            sums.push(sum);
        }
        if (!one.G1.eq(...sums)) throw new Error("prize: expected the same sum on two threads as on one, got another");
    }
    for (const { two } of curves) await two.terminate();
    const of = (name, bits, threads) => least.get(`${name} ${bits} ${threads}`);
    return {
        title: "a sum over G1 of bls12-377 and over Edwards BLS12, processor time; published: elapsed time on ten cores of an M2",
        header: ["curve", "points", "1 thr", "2 thr", "of bls12-377", "published"],
        rows: names.flatMap((name) => sizes.map((bits) => [
            name, `2^${bits}`, of(name, bits, "one"), of(name, bits, "two"),
            (of(name, bits, "one") / of(names[0], bits, "one")).toFixed(2), PUBLISHED[name][bits],
        ])),
    };
}
