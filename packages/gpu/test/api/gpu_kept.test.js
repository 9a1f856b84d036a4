/** Points that stay on the GPU between calls: recognised by what they are, within a budget. */
import { expect } from "chai";
import { useGpu } from "../../src/index.js";
import { PointCache, LEAST_BYTES } from "../../src/point_cache.js";
import { knownAnswer } from "../../src/known_answers.js";
import { buildBn128 } from "../../../../src/index.js";
import { itInAll } from "../../../../test/support/extent.js";
import { fakeGpu } from "../support/fake_gpu.js";

const N = LEAST_BYTES / 64;

describe("ffturbo-gpu: points that stay on the GPU", () => {
    let curve, G1, keys, gpu, judged;
    before(async () => {
        curve = await buildBn128(true);
        ({ G1 } = curve);
        keys = [1n, 2n, 3n].map((seed) => knownAnswer(G1, curve.r, N, { seed, scalarBytes: 2 }));
    });
    after(() => curve.terminate());
    const open = async (options) => {
        gpu = fakeGpu(G1);
        await useGpu({ name: curve.name, G1, r: curve.r }, gpu, options);
        gpu.uploads = 0;
        judged = []; // not by times here: those depend on what else the machine does
        G1.attachedGpu.runner.kept.judge = ({ uploadMs }, ms) => { judged.push([uploadMs, ms]); };
    };
    const sum = (points, scalars) => G1.multiExpAffine(points, scalars, undefined, undefined, { gpu: "enabled" });
    /** MSMs on the GPU, and the answer is that of the CPU. */
    const check = async (points, scalars, what = "") => {
        const cpu = await G1.multiExpAffine(points, scalars, undefined, undefined, { gpu: "disabled" });
        const { calls } = curve.gpuInfo(), got = await sum(points, scalars);
        expect(G1.eq(got, cpu), `${what} the answer`).to.equal(true);
        expect(curve.gpuInfo().calls, what).to.deep.equal({ ...calls, gpu: calls.gpu + 1 });
    };
    const state = () => ({ uploads: gpu.uploads, ...curve.gpuInfo().kept });
    const live = () => gpu.devices[0].buffers.filter(({ label, destroyed }) => label === "points" && !destroyed).length;

    it("keeps what it meets twice, and finds it again in any memory", async () => {
        await open();
        const { points, scalars } = keys[0], shared = new Uint8Array(new SharedArrayBuffer(points.length));
        shared.set(points);
        for (const [bytes, uploads, kept, hits] of [
            [points, 1, 0, 0], [points, 2, points.length, 0], [points, 2, points.length, 1],
            [points.slice(), 2, points.length, 2], [shared, 2, points.length, 3],
        ]) {
            await check(bytes, scalars);
            expect(state()).to.deep.equal({ uploads, bytes: kept, hits });
        }
        await check(points, keys[1].scalars);
        expect(state().hits, "other scalars").to.equal(4);
        const reader = async (at, length) => points.slice(at, at + length);
        const options = { gpu: "enabled" };
        const got = await G1.multiExpAffineChunked(reader, points.length, scalars, undefined, undefined, options);
        expect(G1.eq(got, await G1.multiExpAffine(points, scalars))).to.equal(true);
        expect(state()).to.deep.equal({ uploads: 2, bytes: points.length, hits: 5 });
        expect(live(), "one copy").to.equal(1);
        expect(judged.length, "each hit is judged").to.equal(5);
        expect(judged.flat().every((ms) => ms >= 0 && ms < 60_000)).to.equal(true);
    });

    itInAll("sees a change that its sample does not show, and answers for what it got", async () => {
        await open();
        const points = keys[0].points.slice(), { scalars } = keys[0];
        for (let i = 0; i < 3; i++) await check(points, scalars);
        expect(state()).to.deep.equal({ uploads: 2, bytes: points.length, hits: 1 });
        // no piece of the sample: two points change places in the first gap
        const [a, b] = [points.slice(576, 640), points.slice(640, 704)];
        expect(a).not.to.deep.equal(b);
        points.set(b, 576);
        points.set(a, 640);
        await check(points, scalars, "changed");
        expect(state(), "dropped, and uploaded again").to.deep.equal({ uploads: 3, bytes: 0, hits: 1 });
        expect(live()).to.equal(0);
        for (let i = 0; i < 2; i++) await check(points, scalars, "changed and kept");
        expect(state()).to.deep.equal({ uploads: 4, bytes: points.length, hits: 2 });
    });

    itInAll("keeps what it has summed, even if the caller changes its memory during the call", async () => {
        await open();
        const { points, scalars } = keys[0], mine = points.slice();
        await check(points, scalars);
        let go;
        gpu.held = { stage: "prove", until: new Promise((resolve) => { go = resolve; }) };
        const runs = gpu.runs, running = sum(mine, scalars);
        while (gpu.runs === runs) await new Promise((resolve) => { setTimeout(resolve, 1); });
        mine.copyWithin(576, 640, 704);
        go();
        gpu.held = undefined;
        await running;
        for (const bytes of [mine, points]) await check(bytes, scalars);
        for (const bytes of [mine, mine, points, points]) await check(bytes, scalars);
    });

    it("stays within its budget, and lets go what was not used for longest", async () => {
        const { length } = keys[0].points;
        await open({ cacheBytes: 2 * length });
        const use = async (...which) => {
            for (const i of which) await check(keys[i].points, keys[i].scalars, `key ${i}`);
        };
        await use(0, 0, 1, 1);
        expect(state()).to.deep.equal({ uploads: 4, bytes: 2 * length, hits: 0 });
        await use(0, 2, 2);
        expect(state(), "1 had to go").to.deep.equal({ uploads: 6, bytes: 2 * length, hits: 1 });
        await use(0, 2);
        expect(state().hits).to.equal(3);
        await use(1);
        expect(state(), "and is kept again").to.deep.equal({ uploads: 7, bytes: 2 * length, hits: 3 });
        expect(live()).to.equal(2);
    });

    itInAll("keeps 384 MiB by default, nothing if it is told so, and nothing short", async () => {
        await open();
        expect(G1.attachedGpu.runner.kept.budget).to.equal(3 * 2 ** 27);
        const { points, scalars } = keys[0], short = [points.subarray(0, -64), scalars.subarray(0, -2)];
        for (let i = 0; i < 3; i++) await check(...short);
        expect(state()).to.deep.equal({ uploads: 3, bytes: 0, hits: 0 });
        for (const cacheBytes of [0, points.length - 1]) {
            await open({ cacheBytes });
            for (let i = 0; i < 3; i++) await check(points, scalars);
            expect(state()).to.deep.equal({ uploads: 3, bytes: 0, hits: 0 });
            expect(live()).to.equal(0);
        }
        for (const cacheBytes of [-1, 1.5, "1"]) {
            const error = await useGpu(curve, gpu, { cacheBytes }).catch((reason) => reason);
            expect(error.message).to.include("useGpu: expected cacheBytes to be a number of bytes, 0 or more, got");
        }
    });

    itInAll("tests results with the kept points, and finds no fault where only the points are others", async () => {
        await open({ check: true });
        const points = keys[0].points.slice(), { scalars } = keys[0], before = gpu.runs;
        for (let i = 0; i < 3; i++) await check(points, scalars);
        expect([gpu.runs - before, gpu.uploads]).to.deep.equal([6, 3]); // the first time, its twin uploads as well
        points.copyWithin(576, 640, 704);
        await check(points, scalars);
        expect(curve.gpuInfo()).to.include({ state: "ready" });
    });

    it("frees all of it when the curve ends, and when the device is lost, after which it keeps nothing", async () => {
        await open();
        const { points, scalars } = keys[0];
        for (let i = 0; i < 2; i++) await check(points, scalars);
        gpu.fault = { stage: "read", once: true };
        await sum(points, scalars);
        expect([live(), curve.gpuInfo().kept.bytes]).to.deep.equal([0, 0]);
        await G1.attachedGpu.prepare();
        for (let i = 0; i < 3; i++) await check(points, scalars);
        expect(curve.gpuInfo().kept).to.deep.equal({ bytes: 0, hits: 0 });

        await open();
        for (let i = 0; i < 2; i++) await check(points, scalars);
        expect(live()).to.equal(1);
        G1.attachedGpu.end("the curve was terminated");
        expect([live(), curve.gpuInfo().kept.bytes]).to.deep.equal([0, 0]);
    });

    for (const stage of ["submit", "read", "scope"])
        itInAll(`keeps nothing of a run that failed: ${stage}`, async () => {
            await open();
            const { points, scalars } = keys[0];
            await check(points, scalars);
            gpu.fault = { stage };
            await sum(points, scalars);
            expect([live(), curve.gpuInfo().kept.bytes, curve.gpuInfo().calls.again]).to.deep.equal([0, 0, 1]);
        });

    itInAll("keeps nothing where the host cannot hash", async () => {
        await open();
        const { points, scalars } = keys[0], own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
        Object.defineProperty(globalThis, "crypto", { value: { getRandomValues() {} }, configurable: true });
        try {
            for (let i = 0; i < 3; i++) await check(points, scalars);
        } finally {
            Object.defineProperty(globalThis, "crypto", own);
        }
        expect(state()).to.deep.equal({ uploads: 3, bytes: 0, hits: 0 });
    });

    it("gives up where hashing is slower than uploading, three times in a row", () => {
        const store = new PointCache(1000), kept = { bytes: 10, sample: "a", uploadMs: 5, buffer: { destroy() {} } };
        store.add(kept);
        for (const ms of [6, 6, 5, 6, 6]) store.judge(kept, ms);
        expect([store.budget, store.bytes]).to.deep.equal([1000, 10]);
        store.judge(kept, 6);
        expect([store.budget, store.bytes]).to.deep.equal([0, 0]);
    });

    it("remembers so many samples and no more", () => {
        const store = new PointCache(2 ** 28);
        const points = (i) => new Uint8Array(LEAST_BYTES).fill(i % 256).fill(i >> 8, 0, 8);
        for (let i = 0; i < 300; i++) store.meet(points(i));
        expect(store.met.size).to.equal(256);
        expect(store.meet(points(299)).sample).to.be.a("string");
        expect(store.meet(points(0))).to.deep.equal({});
    });

    describe("as a store", () => {
        const held = (sample, bytes = 10) => {
            const kept = { bytes, sample, uploadMs: 5, destroyed: 0, digest: Promise.resolve(new Uint8Array([1, 2])) };
            kept.buffer = { destroy() { kept.destroyed++; } };
            return kept;
        };
        const state = (store) => [store.bytes, [...store.kept.keys()]];

        it("makes room from the oldest on, for exactly what is needed", () => {
            const store = new PointCache(30), all = ["a", "b", "c"].map((sample) => held(sample));
            for (const kept of all) store.add(kept);
            store.makeRoom(0);
            expect(state(store)).to.deep.equal([30, ["a", "b", "c"]]);
            store.makeRoom(11);
            expect(state(store)).to.deep.equal([10, ["c"]]);
            expect(all.map(({ destroyed }) => destroyed)).to.deep.equal([1, 1, 0]);
            store.drop(all[0]);
            expect([state(store), all[0].destroyed], "once").to.deep.equal([[10, ["c"]], 1]);
        });

        it("drops what has another hash, and what has none", async () => {
            for (const [bytes, same] of [[[1, 2], true], [[1, 3], false], [undefined, false]]) {
                const digest = bytes && Uint8Array.from(bytes);
                const store = new PointCache(30), kept = held("a");
                store.add(kept);
                expect(await store.areSame(kept, Promise.resolve(digest))).to.equal(same);
                expect([store.hits, store.bytes, kept.destroyed]).to.deep.equal(same ? [1, 10, 0] : [0, 0, 1]);
            }
            const store = new PointCache(30), unknown = { ...held("a"), digest: Promise.resolve(undefined) };
            store.add(unknown);
            expect(await store.areSame(unknown, Promise.resolve(undefined))).to.equal(false);
        });

        it("forgets in the order of use, and everything at once", () => {
            const store = new PointCache(2 ** 28);
            const points = [1, 2, 3].map((byte) => new Uint8Array(LEAST_BYTES).fill(byte));
            for (const bytes of points) {
                expect(store.meet(bytes)).to.deep.equal({});
                store.add(held(store.meet(bytes).sample));
            }
            const [first] = store.kept.keys();
            expect(store.meet(points[0]).kept.sample).to.equal(first);
            expect([...store.kept.keys()].at(-1), "the latest used").to.equal(first);
            store.clear();
            expect([store.bytes, store.kept.size, store.met.size]).to.deep.equal([0, 0, 0]);
            expect(store.meet(points[0]), "as if it had never been met").to.deep.equal({});
        });

        it("tells points of other lengths, and with another end, apart; takes none too short or too long", () => {
            const store = new PointCache(LEAST_BYTES + 64), points = new Uint8Array(LEAST_BYTES);
            const end = points.slice();
            end[end.length - 1] = 1;
            store.meet(points);
            expect(store.meet(new Uint8Array(LEAST_BYTES + 64))).to.deep.equal({});
            expect(store.meet(end)).to.deep.equal({});
            expect(store.meet(points).sample).to.be.a("string");
            for (const length of [LEAST_BYTES - 64, LEAST_BYTES + 128]) for (let i = 0; i < 2; i++)
                expect(store.meet(new Uint8Array(length))).to.deep.equal({});
        });
    });
});
