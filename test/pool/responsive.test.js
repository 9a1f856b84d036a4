/** Without workers the thread that asks also works: it gets its turn between tasks, and hears an abort. */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { itInAll, thinned } from "../support/extent.js";

const LOG = 16;
const ROUNDS = 3;
/** Longest task, in ms of processor time. */
const TASK_MS = 50;

/** Points that are easy to make, and scalars of full width. */
async function inputs({ G1, Fr, array2buffer }) {
    const n = 2 ** LOG,
        unit = array2buffer(
            Array.from({ length: 64 }, (_, i) => G1.toAffine(G1.timesScalar(G1.g, i + 1))),
            64,
        );
    const points = new Uint8Array(64 * n), scalars = new Uint8Array(32 * n);
    for (let i = 0; i < n; i += 64) points.set(unit, i * 64);
    for (let i = 0, state = 1; i < scalars.length; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        scalars[i] = i % 32 === 31 ? 1 : state >>> 24;
    }
    return { points, scalars, values: await Fr.batchToMontgomery(scalars) };
}

/** The longest time without a turn of the event loop, and how many turns there were. */
async function watchOnce(work) {
    let last = performance.now(), longest = 0, turns = 0;
    const note = () => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
    };
    const timer = setInterval(() => { turns++; note(); }, 1);
    const started = performance.now();
    await work();
    clearInterval(timer);
    note();
    return { longest, turns, ms: performance.now() - started };
}

/** The quietest of some rounds: in the others the machine may have been at something else. */
async function watch(work) {
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await watchOnce(work));
    return rounds.sort((a, b) => a.longest - b.longest)[0];
}

/**
 * The longest stretch without a turn: in processor time, which other programs hardly change, or in wall time, which
 * what the engine compiles in its own threads does not change, whichever is less. Rounds go on until one is quiet.
 */
async function longestTask(work) {
    const clocks = () => {
        const { user, system } = process.cpuUsage();
        return [(user + system) / 1000, performance.now()];
    };
    let least = Infinity;
    for (let i = 0; i < 8 * ROUNDS && least >= TASK_MS; i++) {
        let last = clocks(), longest = 0, running = true;
        const note = () => {
            const now = clocks();
            longest = Math.max(longest, Math.min(now[0] - last[0], now[1] - last[1]));
            last = now;
        };
        const turn = () => { note(); if (running) setImmediate(turn); };
        setImmediate(turn);
        await work();
        note();
        running = false;
        least = Math.min(least, longest);
        await new Promise((resolve) => { setImmediate(resolve); });
    }
    return least;
}

/** What takes several times as long as a task may. */
const LONG = {
    "Fr.fft of 2^19": ({ Fr }, { long }) => Fr.fft(long),
    "Fr.ifft of 2^19": ({ Fr }, { long }) => Fr.ifft(long),
    "Fr.ifftShiftFft of 2^18": ({ Fr }, { long }) => Fr.ifftShiftFft(long.subarray(0, 32 * 2 ** 18)),
    "Fr.cosetQuotient of 2^16": ({ Fr }, { values }) => Fr.cosetQuotient(values, values, values),
    "Fr.batchInverse of 2^19": ({ Fr }, { long }) => Fr.batchInverse(long),
    "Fr.batchApplyKey of 2^19": ({ Fr }, { long }) => Fr.batchApplyKey(long, 3, 5),
    "G1.multiExpAffine of 2^16": ({ G1 }, { points, scalars }) => G1.multiExpAffine(points, scalars),
    "G1.multiExpAffine of 2^14, no lanes": ({ G1 }, { points, scalars }) =>
        G1.multiExpAffine(points.subarray(0, 64 * 2 ** 14), scalars.subarray(0, 32 * 2 ** 14), null, "", {
            batch: "disabled",
        }),
    "G1.fft of 2^12": ({ G1 }, { points }) => G1.fft(points.subarray(0, 64 * 2 ** 12)),
    "G1.batchApplyKey of 2^10": ({ G1 }, { points }) => G1.batchApplyKey(points.subarray(0, 64 * 2 ** 10), 3, 5),
};

describe("pool: responsive without workers", () => {
    let curve, data;
    before(async () => {
        curve = await buildBn128({ singleThread: true });
        data = await inputs(curve);
    });

    for (const [name, work] of thinned(Object.entries(LONG), 12)) it(name, async function () {
        const long = new Uint8Array(8 * data.values.length);
        for (let i = 0; i < 8; i++) long.set(data.values, i * data.values.length);
        const ms = await longestTask(() => work(curve, { ...data, long }));
        this.test.title += `: longest task ${Math.round(ms)} ms`;
        expect(ms).to.be.below(TASK_MS);
    });
    it("a long sum lets the event loop turn", async () => {
        const { points, scalars } = data;
        const { longest, turns, ms } = await watch(() => curve.G1.multiExpAffine(points, scalars));
        expect(turns).to.be.at.least(3);
        expect(longest, `ms, of ${Math.round(ms)}`).to.be.below(ms / 2);
    });
    it("two sums at once wait for one another", async () => {
        const points = data.points.slice(0, 64 * 4096), scalars = data.scalars.slice(0, 32 * 4096), half = 2048;
        const [a, b, whole] = await Promise.all([
            curve.G1.multiExpAffine(points.slice(0, 64 * half), scalars.slice(0, 32 * half)),
            curve.G1.multiExpAffine(points.slice(64 * half), scalars.slice(32 * half)),
            curve.G1.multiExpAffine(points, scalars),
        ]);
        expect(curve.G1.eq(curve.G1.add(a, b), whole)).to.equal(true);
    });
    it("the end of the curve refuses a sum that runs", async () => {
        const other = await buildBn128({ singleThread: true });
        const failure = other.G1.multiExpAffine(data.points, data.scalars).then(() => null, (error) => error);
        setTimeout(() => other.tm.terminate(), 5);
        expect((await failure).message).to.include("terminated");
    });
    itInAll("so does a long transform of points", async () => {
        const { longest, turns, ms } = await watch(() =>
            curve.G1.fft(data.points.slice(0, 64 * 2 ** 14), "affine", "affine"),
        );
        expect(turns).to.be.at.least(3);
        expect(longest, `ms, of ${Math.round(ms)}`).to.be.below(ms / 2);
    });
    it("a sum in pieces is the sum", async () => {
        const { points, scalars } = data;
        const whole = await curve.G1.multiExpAffine(points.slice(0, 64 * 300), scalars.slice(0, 32 * 300));
        let sum = curve.G1.zero;
        for (let i = 0; i < 300; i++)
            sum = curve.G1.add(
                sum,
                curve.G1.timesScalar(
                    points.slice(64 * i, 64 * i + 64),
                    BigInt(
                        `0x${Buffer.from(scalars.slice(32 * i, 32 * i + 32))
                            .reverse()
                            .toString("hex")}`,
                    ),
                ),
            );
        expect(curve.G1.eq(whole, sum)).to.equal(true);
    });
    it("an abort during a sum takes effect at the next turn of the event loop", async () => {
        const { points, scalars } = data, controller = new AbortController();
        const reason = new Error("enough");
        let turns = 0, running = true;
        const turn = () => { turns++; if (running) setImmediate(turn); };
        setTimeout(() => { controller.abort(reason); setImmediate(turn); }, 5);
        const failure = await curve.G1.multiExpAffine(points, scalars, undefined, "", {
            signal: controller.signal,
        }).then(
            () => null,
            (error) => error,
        );
        running = false;
        expect(failure).to.equal(reason);
        expect(turns).to.be.below(3);
        expect(curve.G1.isZero(await curve.G1.multiExpAffine(points.slice(0, 6400), new Uint8Array(3200)))).to.equal(
            true,
        );
    });
});
