/** What a GPU makes of an MSM, on a group that is quick and a device that is none: test/support/fake_gpu.js. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import host from "node:timers";
import { expect } from "chai";
import { GPU_CURVES, groupsOf, isCovered } from "../../src/curves.js";
import { openAdapter } from "../../src/device.js";
import { attachGpu } from "../../src/attach_gpu.js";
import { useGpu } from "../../src/index.js";
import { PointCache, LEAST_BYTES } from "../../src/point_cache.js";
import { knownAnswer } from "../../src/known_answers.js";
import { SerialQueue } from "../../src/serial_queue.js";
import { Backlog } from "../../src/backlog.js";
import { cut, partOf, progressOf, wordsOf } from "../../src/parts.js";
import { BINDING_BYTES, layOutMsm, pointsPerRun } from "../../src/msm_layout.js";
import { doubled } from "../../src/random_test.js";
import { addWindows, dispatchesOf } from "../../src/msm_run.js";
import { pointCost, Speeds } from "../../src/speeds.js";
import { Msms } from "../../src/msms.js";
import { measure, prove } from "../../src/self_test.js";
import { withTimeout } from "../../src/timeout.js";
import { kernelsOf, PARAMETERS } from "../../src/wgsl/kernels.js";
import { BigBuffer } from "../../../../src/util/bigbuffer.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { fakeGpu } from "../support/fake_gpu.js";
import { ORDER, point, toyGroup } from "../../../../test/support/toy_group.js";

const G = toyGroup();

/** A clock that only `tick` moves. @param {(tick: (ms: number) => void) => unknown} body */
async function withClock(body) {
    let time = 0;
    performance.now = () => time;
    try {
        return await body((ms) => { time += ms; });
    } finally {
        delete performance.now;
    }
}

/** Timers that never run: what was asked of them. @param {(timers: any[]) => unknown} body */
async function withTimers(body) {
    const { setTimeout, clearTimeout } = host, timers = [];
    const put = (functions) => {
        Object.assign(host, functions);
        syncBuiltinESMExports();
    };
    put({
        setTimeout: (callback, ms) => timers.push({ callback, ms, cancelled: false }) - 1,
        clearTimeout: (i) => { if (i in timers) timers[i].cancelled = true; },
    });
    try {
        return await body(timers);
    } finally {
        put({ setTimeout, clearTimeout });
    }
}

describe("gpu: the last additions", () => {
    const plan = { windows: 2, bits: 3, gather: { threads: 4, span: 2 }, reduce: { span: 8 } };
    /** Per window and thread the msms S, J and A, with different logarithms. */
    const logs = Array.from({ length: 3 * 2 * 4 }, (_, i) => 3n ** BigInt(i + 1));
    const expected = () => {
        let total = 0n;
        for (const w of [1, 0]) {
            let whole = 0n, rest = 0n;
            for (let u = 0; u < 4; u++) {
                const [s, j, a] = logs.slice(3 * (4 * w + u));
                whole += j - s + BigInt(u * 2) * s;
                rest += a;
            }
            total = 8n * total + rest + 8n * whole;
        }
        return total;
    };
    const written = (coordinates) => {
        const out = new Uint8Array(logs.length * coordinates * 32);
        logs.forEach((log, i) => out.set(point(log), i * coordinates * 32));
        return out;
    };

    it("follow the formula, whatever more coordinates there are", () => {
        for (const coordinates of [3, 4])
            expect(G.eq(addWindows(G, plan, written(coordinates)), point(expected()))).to.equal(true);
    });

    it("refuse a point that the formulas cannot add, and take infinity", () => {
        const outs = written(3), at = 96 * 23;
        outs.fill(0, at, at + 96);
        expect(() => addWindows(G, plan, outs)).to.throw("WebGPU: expected a point, got none: the formulas");
        outs[at + 32] = 1; // y of infinity
        const without = point(expected() - logs[23]); // the A of the last thread, of the last window
        expect(G.eq(addWindows(G, { ...plan, windows: 2 }, outs), point(expected() - 8n * logs[23]))).to.equal(true);
        expect(G.eq(addWindows(G, plan, outs), without)).to.equal(false);
        const edwards = { ...G, zero: G.zero.slice().fill(1, 64, 65) }; // zero has a z
        expect(() => addWindows(edwards, plan, outs)).to.throw("expected a point, got none");
    });
});

describe("gpu: the dispatches", () => {
    const sizes = { pointWords: 16, sumWords: 24, coordinateWords: 8 };
    const limits = { bindingBytes: 2 ** 27, additions: 2000 };
    const plan = layOutMsm({ n: 100, scalarWords: 8, scalarBits: 254 }, sizes, limits, { bits: 5, span: 3 });
    const base = { n: 100, bits: 5, half: 16, words: 8, first: 0 };

    it("are these", () => {
        const msms = ["points", "entries", "starts", "buckets", "parts", "keys"];
        const there = ["parts", "keys", "buckets", "otherParts", "otherKeys"];
        const back = ["otherParts", "otherKeys", "buckets", "parts", "keys"];
        const row = (kernel, buffers, own, x, y) => ({ kernel, buffers, parameters: { ...base, ...own }, x, y });
        expect(dispatchesOf(plan, 8)).to.deep.equal([
            row("convert", ["points"], { n: 200, source: 200 }, 25, 1),
            row("count", ["scalars", "points", "counts", "places"], { span: 51 }, 13, 1),
            row("scan", ["counts", "starts"], {}, 1, 51),
            row("scatter", ["scalars", "starts", "places", "entries"], { span: 51 }, 13, 1),
            row("accumulate", msms, { first: 0, span: 3, threads: 34 }, 5, 20),
            row("accumulate", msms, { first: 20, span: 3, threads: 34 }, 5, 20),
            row("accumulate", msms, { first: 40, span: 3, threads: 34 }, 5, 11),
            row("merge", there, { source: 68, span: 8, threads: 9 }, 2, 51),
            row("merge", back, { source: 18, span: 8, threads: 3 }, 1, 51),
            row("merge", there, { source: 6, span: 8, threads: 1 }, 1, 51),
            row("reduce", ["buckets", "starts", "sums"], { span: 1, threads: 16 }, 2, 51),
            row("gather", ["sums", "outs"], { span: 2, threads: 8, source: 16 }, 1, 51),
            row("leave", ["outs"], { n: 1224 }, 153, 1),
        ]);
        expect(dispatchesOf(plan, 8, true)).to.deep.equal(dispatchesOf(plan, 8).slice(1));
    });

    it("have rows as long as every device allows", () => {
        const { x, y, parameters } = dispatchesOf({ ...plan, coordinates: 65_536 * 8 }, 8)[0];
        expect([x, y, parameters.source]).to.deep.equal([65_535, 2, 65_535 * 8]);
    });
});

describe("gpu: parts of an MSM", () => {
    const bytes = Uint8Array.from({ length: 24 }, (_, i) => i + 1);

    it("are views if they can be, and copies of their own where scalars are no whole words", () => {
        const big = new BigBuffer(24);
        big.set(bytes, 0);
        expect(cut(bytes, 8, 16).buffer).to.equal(bytes.buffer);
        expect([...cut(big, 8, 16)]).to.deep.equal([...bytes.slice(8, 16)]);
        const view = wordsOf(bytes, 1, 3, 8), same = view.words.buffer === bytes.buffer;
        expect([view.own, same, ...view.words]).to.deep.equal([false, true, ...bytes.slice(8)]);
        const ofBig = wordsOf(big, 1, 3, 8);
        expect([ofBig.own, ...ofBig.words]).to.deep.equal([true, ...bytes.slice(8)]);
        for (const offset of [1, 2, 3]) {
            const odd = wordsOf(bytes.subarray(offset), 0, 2, 8);
            expect([odd.own, odd.words.byteOffset % 4, ...odd.words])
                .to.deep.equal([true, 0, ...bytes.slice(offset, offset + 16)]);
        }
        const padded = wordsOf(bytes, 1, 3, 6);
        expect([padded.own, ...padded.words])
            .to.deep.equal([true, ...bytes.slice(6, 12), 0, 0, ...bytes.slice(12, 18), 0, 0]);
    });

    it("read from where they begin, and release nothing", async () => {
        const asked = [], done = [], signal = new AbortController().signal;
        const job = {
            n: 10, pointBytes: 64, scalarBytes: 2, scalars: bytes, read: (...at) => asked.push(at), options: { signal },
            release: () => {},
        };
        const part = partOf(job, 4, 7, 3, (points) => done.push(points));
        part.read(128, 64);
        part.options.onProgress({ done: 2 });
        expect([part.n, [...part.scalars], part.release, part.options.signal])
            .to.deep.equal([3, [9, 10, 11, 12, 13, 14], undefined, signal]);
        expect([asked, done]).to.deep.equal([[[192, 64]], [2]]);
        expect(partOf(job, 0, 10, 0, () => {}).scalars, "all of them").to.equal(bytes);
    });

    it("report together, and only what grows", () => {
        const seen = [], report = progressOf({ n: 10, options: { onProgress: (what) => seen.push(what) } });
        const [one, other] = [report(), report()];
        for (const [tell, points] of [[one, 3], [other, 2], [one, 2], [one, 3], [one, 8]]) tell(points);
        expect(seen).to.deep.equal([3, 5, 10].map((done) => ({ done, total: 10 })));
        progressOf({ n: 1, options: {} })()(1); // without a listener
    });
});

describe("gpu: waiting for a device", () => {
    const listened = () => {
        const listeners = new Set();
        return {
            listeners, reason: new Error("enough"),
            addEventListener: (_, listener) => listeners.add(listener),
            removeEventListener: (_, listener) => listeners.delete(listener),
        };
    };

    it("ends with the promise, leaves no timer and no listener, and says how long", () => withTimers(async (timers) => {
        const signal = listened();
        expect(await withTimeout(Promise.resolve(1), { ms: 5, signal })).to.equal(1);
        expect((await failureOf(withTimeout(Promise.reject(new Error("no")), { ms: 5, signal }))).message).to.equal("no");
        expect([signal.listeners.size, timers.map(({ cancelled }) => cancelled)]).to.deep.equal([0, [true, true]]);
        const late = withTimeout(new Promise(() => {}), { ms: 2600, signal });
        expect(timers.at(-1).ms).to.equal(2600);
        timers.at(-1).callback();
        expect((await failureOf(late)).message).to.equal("WebGPU: expected an answer within 3 s, got none");
        expect([signal.listeners.size, timers.at(-1).cancelled]).to.deep.equal([0, true]);
        const stopped = withTimeout(new Promise(() => {}), { signal });
        for (const listener of signal.listeners) listener();
        expect(await failureOf(stopped)).to.equal(signal.reason);
        expect([signal.listeners.size, timers.length], "no timer without a time").to.deep.equal([0, 3]);
        const before = { ...signal, aborted: true };
        expect(await failureOf(withTimeout(new Promise(() => {}), { signal: before })), "it was over before").to.equal(signal.reason);
        expect(signal.listeners.size).to.equal(0);
    }));
});

describe("gpu: speeds", () => {
    const speeds = (given) => Object.assign(new Speeds(), given);

    it("are scaled to the width of scalars, by a quarter at least on the GPU", () => {
        const known = speeds({ cpu: { floor: 5, slope: 0.01 }, gpu: { floor: 10, slope: 0.004 } });
        expect(known.onGpu(1000)).to.equal(14);
        const scalars = new Uint8Array(40).fill(1, 0, 10);
        const ask = (scalarBytes, mode = "auto") => known.question({ mode, n: 2, scalarBytes, scalars });
        expect(ask(16)).to.deep.equal({
            mode: "auto", n: 2, density: 5 / 16,
            cpu: { floor: 0, slope: 0.005 }, gpu: { floor: 10, slope: 0.002 },
        });
        expect(ask(4).gpu.slope).to.equal(0.001);
        expect(ask(32, "enabled").density, "it is not looked at").to.equal(1);
    });

    it("begin at nothing, and learn from 4096 points with full scalars on", () => {
        const start = new Speeds();
        expect(start).to.deep.include({ cpu: { floor: 0, slope: 0 }, gpu: { floor: 0, slope: 0 } });
        const learnt = (how) => {
            const one = new Speeds();
            how(one);
            return [one.cpu.slope, one.gpu.slope];
        };
        expect(learnt((one) => one.noteCpu({ n: 8191, scalarBytes: 32 }, 0.5, 100))).to.deep.equal([0, 0]);
        expect(learnt((one) => one.noteCpu({ n: 16384, scalarBytes: 16 }, 0.5, 4096))).to.deep.equal([0.3, 0]);
        expect(learnt((one) => one.noteGpu(4095, 32, 100))).to.deep.equal([0, 0]);
        expect(learnt((one) => one.noteGpu(4096, 31, 100))).to.deep.equal([0, 0]);
        expect(learnt((one) => one.noteGpu(4096, 32, 4096))).to.deep.equal([0, 0.3]);
    });
});

describe("gpu: MSMs", () => {
    /** A GPU of 10 ms and 0.3 ms for a point, where the CPU takes 1 ms for one. */
    function open({ fail, status = { state: "ready", reason: "", fallback: false }, check = false, split = true } = {}) {
        const ran = [], faults = [], speeds = new Speeds(), queue = new SerialQueue(), cpu = new Backlog(), told = [];
        Object.assign(speeds, { cpu: { floor: 0, slope: 1 }, gpu: { floor: 10, slope: 0.3 } });
        const runner = {
            G, speeds, options: { check },
            async checkedRun(points, scalars, n, words) {
                ran.push({ n, words, first: points[0], queuedMs: queue.queuedMs });
                if (fail) throw fail;
                return G.multiExpAffine(points, scalars);
            },
        };
        const msms = new Msms(runner, {
            queue, cpu, split, status: () => status,
            onMsm: (sum) => told.push(sum), onFault: (error) => faults.push(error),
        });
        Object.defineProperty(msms, "last", { get: () => told.at(-1) });
        return { ran, faults, speeds, status, msms, queue, cpu, told };
    }
    /** All windows of its scalars are full. */
    const made = (n, more = {}) => {
        const { points } = knownAnswer(G, ORDER, n), scalars = new Uint8Array(32 * n).map((_, i) => 1 + (i % 7));
        const read = async (at, length) => points.slice(at, at + length), size = { n, pointBytes: 64, scalarBytes: 32 };
        const job = { where: "test", mode: "auto", ...size, scalars, read, options: {}, ...more };
        return { job, points, expected: () => G.multiExpAffine(points, scalars) };
    };
    const isRight = async (sum, expected) => G.eq(await sum, await expected());
    /** The CPU, and what it was asked for. */
    const cpuOf = (job, asked = []) => Object.assign(async (part) => {
        asked.push(part);
        const { n, scalars, read } = { ...job, ...part };
        return G.multiExpAffine(await read(0, 64 * n), scalars);
    }, { asked });

    it("are split at sixteenths, and each gets its own points", async () => {
        const { msms, ran, speeds, queue, told } = open(), released = [], release = (bytes) => released.push(bytes);
        const { job, expected } = made(400, { release });
        speeds.gpu = { floor: 40, slope: 0.6 }; // 280 ms of 400: the GPU gets (400 - 280 + 240) / 640 of them, 9/16
        const onCpu = cpuOf(job);
        expect(await isRight(msms.msm(job, onCpu), expected)).to.equal(true);
        expect([ran.length, ran[0].n, ran[0].words, onCpu.asked[0].n]).to.deep.equal([1, 225, 8, 175]);
        expect(onCpu.asked[0].release, "of its part").to.equal(job.release);
        expect(released).to.deep.equal([225 * 64]);
        expect([msms.counts, msms.last.where, msms.last.points]).to.deep.equal([{ gpu: 1, cpu: 0, again: 0 }, "both", 400]);
        expect(ran[0].queuedMs, "what is left of the whole").to.be.closeTo(40 + 0.6 * 225, 1e-9);
        expect(queue.queuedMs).to.be.closeTo(0, 1e-9);
        expect(told, "the GPU is told of it").to.deep.equal([msms.last]);
    });

    it("are not split where that is not allowed", async () => {
        const { msms, ran, speeds } = open({ split: false }), { job, expected } = made(400);
        speeds.gpu = { floor: 40, slope: 0.6 };
        expect(await isRight(msms.msm(job, cpuOf(job)), expected)).to.equal(true);
        expect([ran[0].n, msms.last.where]).to.deep.equal([400, "gpu"]);
    });

    it("take a view of the points where there is one", async () => {
        const { msms, ran } = open(), { job, expected, points } = made(30, { mode: "enabled", read: undefined });
        const asked = [];
        const view = (at, length) => {
            asked.push([at, length]);
            return points.subarray(at, at + length);
        };
        expect(await isRight(msms.msm({ ...job, view }, cpuOf(job)), expected)).to.equal(true);
        expect([asked, ran.length]).to.deep.equal([[[0, 1920]], 1]);
        const { job: other } = made(30, { mode: "enabled", view: () => undefined });
        expect(await isRight(msms.msm(other, cpuOf(other)), expected), "none").to.equal(true);
    });

    it("take as many runs as they must, and a run that failed is done again by itself", async () => {
        const most = pointsPerRun(32 * 9, { pointWords: 2 ** 13, sumWords: 2 ** 14 }, BINDING_BYTES);
        expect(most).to.be.above(1);
        const n = 3 * most - 1, scalars = new Uint8Array(32 * n).fill(1), seen = [], released = [], asked = [];
        const read = async (at, length) => { asked.push([at, length]); return new Uint8Array(length); };
        const job = {
            where: "test", mode: "enabled", n, pointBytes: 2 ** 15, scalarBytes: 32, scalars, read,
            release: (bytes) => released.push(bytes), options: { onProgress: ({ done }) => seen.push(done) },
        };
        const { msms, ran, faults } = open();
        const runner = msms.runner, sizes = [];
        runner.checkedRun = async (_points, _scalars, count) => {
            sizes.push(count);
            if (sizes.length === 2) throw new Error("once");
            return point(1n);
        };
        const redone = [];
        const got = await msms.msm(job, async (part) => {
            redone.push([part.n, part.scalars.length, (await part.read(0, 64)).length]);
            part.options.onProgress({ done: 1 });
            return point(5n);
        });
        expect(G.value(got)).to.equal(7n);
        expect([sizes, redone]).to.deep.equal([[most, most, most - 1], [[most, 32 * most, 64]]]);
        expect(asked).to.deep.equal([0, 1, 2].map((k) => [k * most * 2 ** 15, (k < 2 ? most : most - 1) * 2 ** 15]));
        expect(seen).to.deep.equal([most, most + 1, 2 * most, n]);
        expect([released.length, faults.length, ran.length]).to.deep.equal([3, 1, 0]);
        expect([msms.counts.again, msms.last.where, msms.last.reason]).to.deep.equal([1, "cpu", "once"]);
    });

    it("learn from what they measured, on the GPU only without tests of results", () => withClock(async (tick) => {
        for (const [check, slope] of [[false, 1 + 0.3 * (0.25 - 1)], [true, 1]]) {
            const { msms, speeds } = open({ check }), { job } = made(4096, { mode: "enabled" });
            speeds.gpu = { floor: 0, slope: 1 };
            msms.runner.checkedRun = async () => { tick(1024); return G.zero; };
            await msms.msm(job, cpuOf(job));
            expect(speeds.gpu.slope).to.be.closeTo(slope, 1e-12);
            expect(msms.last.ms).to.equal(1024);
        }
        for (const known of [1e-4, 0]) {
            const { msms, speeds } = open(), { job } = made(8192);
            speeds.cpu = { floor: 0, slope: known };
            await msms.msm(job, async () => { tick(1024); return G.zero; });
            expect(speeds.cpu.slope, `${known}`).to.be.closeTo(known && known + 0.3 * (0.125 - known), 1e-12);
            expect([msms.counts.cpu, msms.last.ms, msms.last.where]).to.deep.equal([1, 1024, "cpu"]);
        }
    }));

    it("count what the CPU has to do for those before them, of their whole or of their part", async () => {
        const { msms, cpu, ran, speeds } = open(), { job } = made(400), seen = [];
        let go;
        const onCpu = (part) => {
            seen.push([part.n ?? 400, Math.round(cpu.queuedMs)]);
            return new Promise((resolve) => { go = resolve; });
        };
        speeds.gpu = { floor: 10, slope: 2 };
        const first = msms.msm(job, onCpu); // 400 ms, or 810 on the GPU; both: 400 (1 - share) = 10 + 800 share
        expect(seen, "390 / 1200 of it is for the GPU, or 5/16").to.deep.equal([[275, 275]]);
        speeds.gpu = { floor: 100, slope: 0.1 };
        const whole = msms.msm(job, onCpu); // what the GPU has to do counts as well: 275 + 400, or 260 + 140
        expect(seen.length, "the GPU is faster now").to.equal(1);
        go(G.zero);
        await Promise.all([first, whole]);
        expect([cpu.queuedMs, msms.queue.queuedMs, ran.map(({ n }) => n)]).to.deep.equal([0, 0, [125, 400]]);
        speeds.gpu = { floor: 1e6, slope: 1 };
        await failureOf(msms.msm(job, async () => { throw new Error("of the caller"); }));
        expect(cpu.queuedMs, "also of one that fails").to.equal(0);
    });

    it("learn nothing of the CPU from msms that others ran beside", () => withClock(async (tick) => {
        const { msms, speeds, cpu } = open({ split: false }), { job } = made(8192), known = { floor: 0, slope: 1e-4 };
        speeds.cpu = known;
        speeds.gpu = { floor: 1e6, slope: 1 };
        const slow = async () => { tick(1024); return G.zero; };
        await cpu.during(1, () => msms.msm(job, slow));
        expect(speeds.cpu, "one before it").to.equal(known);
        await msms.msm(job, async () => { await cpu.during(1, async () => {}); return slow(); });
        expect(speeds.cpu, "one meanwhile").to.equal(known);
        await msms.msm(job, slow);
        expect(speeds.cpu.slope, "alone").to.be.above(known.slope);
    }));

    it("wait for those before, and ask then whether the GPU is still there", async () => {
        const { msms, ran, status } = open(), { job, expected } = made(30, { mode: "enabled" });
        let go;
        const held = new Promise((resolve) => { go = resolve; }), own = msms.runner.checkedRun;
        msms.runner.checkedRun = async (...given) => { await held; return own(...given); };
        const first = msms.msm(job, cpuOf(job)), second = msms.msm(job, cpuOf(job));
        await new Promise((resolve) => { setImmediate(resolve); });
        expect(ran.length, "the second has not begun").to.equal(0);
        Object.assign(status, { state: "off", reason: "pulled out" });
        go();
        for (const sum of [first, second]) expect(await isRight(sum, expected)).to.equal(true);
        expect([ran.length, msms.last.reason]).to.deep.equal([1, "pulled out"]);
        expect(msms.counts).to.deep.equal({ gpu: 1, cpu: 0, again: 1 });
    });

    it("end with their signal: before they begin, while they wait, and instead of being done again", async () => {
        const stop = new AbortController(), why = new Error("enough");
        const { msms, ran, faults, queue } = open({ fail: new Error("lost") });
        const { job } = made(30, { mode: "enabled", options: { signal: stop.signal } });
        const onCpu = cpuOf(job), running = msms.msm(job, onCpu);
        msms.runner.checkedRun = async () => { ran.push({}); return G.zero; };
        const waiting = msms.msm(job, onCpu);
        stop.abort(why);
        expect([await failureOf(running), await failureOf(waiting), await failureOf(msms.msm(job, onCpu))])
            .to.deep.equal([why, why, why]);
        await new Promise((resolve) => { setImmediate(resolve); });
        expect([ran.length, onCpu.asked.length, queue.queuedMs]).to.deep.equal([0, 0, 0]);
        expect(faults, "the GPU is not to blame").to.deep.equal([]);
    });
});

describe("gpu: the self-test", () => {
    it("asks for the known answer twice, and refuses another", async () => {
        const asked = [], known = knownAnswer(G, ORDER, 600);
        const runner = { G, run: async (points, scalars, n, words, { forced }) => {
            asked.push([n, words, forced]);
            return asked.length === 4 ? point(1n) : G.multiExpAffine(points, scalars);
        } };
        await prove(runner, ORDER, new SerialQueue());
        expect(asked).to.deep.equal([[600, 8, { bits: 10, span: 2 }], [600, 8, { bits: 5, span: 128 }]]);
        expect((await failureOf(prove(runner, ORDER, new SerialQueue()))).message).to.include("expected the known answer, got another point");
        expect(G.eq(known.expected, point(1n))).to.equal(false);
    });

    it("measures second msms of sizes that grow until one takes 20 ms", () => withClock(async (tick) => {
        const asked = [], { points } = knownAnswer(G, ORDER, 600);
        const GPU = { 16384: [100, 10], 65536: [100, 20], 512: [2] }, cpu = { 4096: [50, 19.9], 16384: [50, 28] };
        const full = (bytes) => bytes.every((byte, i) => i % 32 < 31 || byte < 16)
            && new Uint32Array(bytes.buffer).every((word) => word !== 0);
        const same = (bytes, of, size) => {
            const part = of.subarray(0, 512 * size);
            for (let at = 0; at < bytes.length; at += part.length)
                if (Buffer.compare(bytes.subarray(at, at + part.length), part)) return false;
            return true;
        };
        let running = 0;
        const takes = async (times) => {
            expect(++running, "one MSM after the other").to.equal(1);
            await new Promise((resolve) => { setImmediate(resolve); });
            tick(times.shift());
            running--;
        };
        const group = { ...G, multiExpAffine: async (many, long, _a, _b, options) => {
            asked.push(["cpu", many.length / 64, same(many, points, 64) && full(long), options]);
            await takes(cpu[many.length / 64]);
        } };
        const run = async (many, long, n, words) => {
            asked.push(["GPU", n, same(many, points, 64) && full(long), words]);
            await takes(GPU[n]);
        };
        const runner = { G: group, speeds: { perPoint: (n) => n / 8192 }, run };
        await measure(runner, ORDER, new SerialQueue());
        const off = { gpu: "disabled" };
        expect(asked).to.deep.equal([
            ...[16384, 16384, 65536, 65536, 512].map((n) => ["GPU", n, true, 8]),
            ...[4096, 4096, 16384, 16384].map((n) => ["cpu", n, true, off]),
        ]);
        expect(runner.speeds.gpu.floor).to.equal(2);
        expect(runner.speeds.gpu.slope).to.be.closeTo(18 / 65536 / 8, 1e-12);
        expect(runner.speeds.cpu.floor).to.equal(0);
        expect(runner.speeds.cpu.slope).to.be.closeTo(28 / 16384 / 2, 1e-12);
        asked.length = 0;
        for (const n of [512, 16384, 65536, 262144]) GPU[n] = [1, 1];
        for (const n of [4096, 16384, 65536]) cpu[n] = [1, 1];
        GPU[512] = [3];
        await measure(runner, ORDER, new SerialQueue());
        expect([asked.at(7), asked.at(-1)].map(([, n]) => n), "no longer ones than that").to.deep.equal([4096, 65536]);
        expect(runner.speeds.gpu, "no faster than an upload").to.deep.equal({ floor: 3, slope: 64e-6 / 32 });
    }));
});

describe("gpu: the random test of long MSMs", () => {
    it("draws an offset for each scalar", () => {
        const n = 70_000, { offsets, scalars } = doubled(new Uint8Array(4 * n), n, 1);
        expect([offsets.length, scalars.length]).to.deep.equal([2 * n, 8 * n]);
        for (const at of [0, 65_472, 65_536, 131_008, 131_072, 2 * n - 64])
            expect(offsets.subarray(at, at + 64).some(Boolean), `${at}`).to.equal(true);
    });
});

describe("gpu: samples of points", () => {
    it("are 64 pieces of 32 bytes from the first byte to the last, of 256 KiB at least", () => {
        expect(LEAST_BYTES).to.equal(262_144);
        const seen = [], points = new Uint8Array(LEAST_BYTES);
        points.subarray = (from, to) => {
            seen.push([from, to - from]);
            return Uint8Array.prototype.subarray.call(points, from, to);
        };
        new PointCache(LEAST_BYTES).meet(points);
        const places = Array.from({ length: 64 }, (_, k) => [Math.floor((k * (LEAST_BYTES - 32)) / 63), 32]);
        expect(seen).to.deep.equal(places);
    });
});

describe("gpu: the kernels", () => {
    /** By curve, group and form: what was tried last, that of G1 on GPUs, that of G2 on software adapters. */
    const KERNELS = {
        "bn128 G1 table": "08e173bc55117f22", "bn128 G1 straight": "2db696235ffb909a", "bn128 G1 mixed": "ab40ca8573dbe074",
        "bn128 G2 table": "bab9e622f7da908e", "bn128 G2 straight": "8dbc6bbdbeae35e8", "bn128 G2 mixed": "490158b4c3470c3b",
        "bls12381 G1 table": "e6e426165c57fc66", "bls12381 G1 straight": "2e0dcfba127d209a",
        "bls12381 G1 mixed": "837d5cc5f03b40ad",
        "bls12381 G2 table": "705aa14d3a5d4efe", "bls12381 G2 straight": "a249d2cb5414c5f6", "bls12381 G2 mixed": "11cc0d2a6cda8c51",
        "jubjub G1 table": "bdd8a88161eb0883", "jubjub G1 straight": "3dc4b991443d402e",
        "jubjub G1 mixed": "9dadabf79a51415e",
    };

    // What these kernels compute only a GPU can show: after a change, run npm run test:gpu where there is one.
    it("are those that were tried on GPUs", () => {
        const made = {}, records = ["bn128", "bls12381", "jubjub"].map((name) => GPU_CURVES.find((one) => one.name === name));
        for (const record of records) for (const group of groupsOf(record)) for (const form of ["table", "straight", "mixed"]) {
            const kernels = kernelsOf(group, { limbBits: 13, rows: false, workgroup: 64, form });
            const digest = createHash("sha256").update(JSON.stringify(kernels)).digest("hex");
            made[`${record.name} ${group.key} ${form}`] = digest.slice(0, 16);
        }
        expect(made).to.deep.equal(KERNELS);
    });

    it("have the groups of their curves, G1 first, and Fp2 as the record says", () => {
        const told = GPU_CURVES.map((record) =>
            [record.name, ...groupsOf(record).map(({ key, nonResidue }) => [key, nonResidue])]);
        expect(told).to.deep.equal([
            ["bn128", ["G1", 0n], ["G2", -1n]], ["bls12381", ["G1", 0n], ["G2", -1n]], ["bls12377", ["G1", 0n], ["G2", -5n]],
            ["edwards_bls12", ["G1", 0n]], ["jubjub", ["G1", 0n]],
        ]);
    });

    it("are for curves with a pairing, and for Edwards curves with a = -1", () => {
        for (const [record, covered] of [
            [{ pairing: {}, g1: { model: "weierstrass", a: 0n } }, true], [{ g1: { model: "edwards", a: -1n } }, true],
            [{ g1: { model: "edwards", a: 168_700n } }, false], [{ g1: { model: "weierstrass", a: -1n } }, false], [{}, false],
        ]) expect(isCovered(record)).to.equal(covered);
    });
});

describe("gpu: the package of Node", () => {
    it("gives what it creates, without any flags", () => {
        const made = "export const create = (flags) => ({ flags, requestAdapter() {} })";
        const hooks = `export const resolve = (name, context, next) => (name === "webgpu"
            ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(made)}`)}, shortCircuit: true }
            : next(name, context));`;
        const program = `import { register } from "node:module";
            register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
            Object.defineProperty(globalThis, "navigator", { value: undefined, configurable: true });
            const { loadGpu } = await import(${JSON.stringify(new URL("../../src/load_node.js", import.meta.url).href)});
            console.log(JSON.stringify((await loadGpu()).flags));`;
        const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
        expect(out.trim()).to.equal("[]");
    });
});

describe("gpu: a GPU", () => {
    const record = GPU_CURVES[0];
    let gpu;
    const open = (options, { fallback, held } = {}) => {
        const group = toyGroup();
        gpu = Object.assign(fakeGpu(group, { fallback }), { held });
        const opened = attachGpu({ name: record.name, G1: group, r: ORDER }, gpu, options);
        return { group, opened };
    };
    it("has the kernels that were asked for", async () => {
        const none = { requestAdapter: async () => null }, kernels = { limbBits: 13 };
        const attached = await attachGpu({ name: record.name, G1: toyGroup(), r: ORDER }, none, {}, kernels);
        const groups = attached.groups.map(({ group }) => group);
        expect([attached.kernels, groups]).to.deep.equal([kernels, [groupsOf(record)[0]]]);
    });

    const ready = async (options, how) => {
        const { opened, group } = open(options, how);
        return { attached: (await opened).groups[0], group };
    };
    const sumOf = (attached, { points, scalars, expected }, mode = "enabled", options = {}) => attached.msm({
        where: "test", mode, n: points.length / 64, pointBytes: 64, scalarBytes: 32, scalars, options,
        read: async (at, length) => points.slice(at, at + length),
    }, async () => expected.slice()).then((got) => G.eq(got, expected));
    const hold = (stage) => {
        let go;
        const until = new Promise((resolve) => { go = resolve; });
        return { held: { stage, until }, go: () => { gpu.held = undefined; go(); } };
    };
    const turn = () => new Promise((resolve) => { setImmediate(resolve); });

    itInAll("has these options by default, and these kernels: another form on a processor", async () => {
        for (const [fallback, form] of [[false, "mixed"], [true, "table"]]) {
            const { attached } = await ready({}, { fallback });
            if (fallback) await attached.prepare(true);
            expect(attached.runner.options).to.deep.equal({ check: false, timeout: 10_000 });
            expect(attached.runner.kept.budget).to.equal(3 * 2 ** 27);
            expect([attached.calls, attached.msms.split, attached.state]).to.deep.equal(["disabled", true, "ready"]);
            const { sources } = kernelsOf(groupsOf(record)[0], { limbBits: 13, rows: false, workgroup: 64, form });
            expect(gpu.codes).to.deep.equal(sources);
            expect(gpu.asked).to.deep.equal({ powerPreference: "high-performance" });
            expect(new Set(gpu.entryPoints)).to.deep.equal(new Set(["main"]));
            expect(gpu.runs, "two of the proof, three to measure a GPU").to.equal(fallback ? 2 : 5);
        }
    });

    it("passes through these states, and looks for the host's WebGPU once", async () => {
        for (const [stage, state, compiled, runs] of [
            ["adapter", "opening", 0, 0], ["device", "opening", 0, 0], ["compile", "compiling", 9, 0],
            ["prove", "testing", 9, 1],
        ]) {
            const { held, go } = hold(stage), { group, opened } = open({}, { held });
            for (let i = 0; i < 5; i++) await turn();
            expect([group.attachedGpu.state, group.attachedGpu.info().state], stage).to.deep.equal([state, state]);
            expect([gpu.kernels.size, gpu.runs], stage).to.deep.equal([compiled, runs]);
            group.attachedGpu.end("over");
            go();
            await opened;
            expect([gpu.kernels.size, gpu.runs], "it goes no further").to.deep.equal([compiled, runs]);
            expect(group.attachedGpu.info()).to.include({ state: "off", reason: "over" });
        }
    });

    it("is off where it ended while the CPU was measured", async () => {
        const { held, go } = hold("adapter"), { group, opened } = open({}, { held }), own = group.multiExpAffine;
        group.multiExpAffine = async (points, scalars, a, b, options) => {
            if (points.length === 64 * 4096 && options) group.attachedGpu.end("over");
            return own(points, scalars);
        };
        go();
        await opened;
        expect(group.attachedGpu.info()).to.include({ state: "off", reason: "over" });
    });

    it("asks a processor once, and again only for a call that insists, also after others have asked", async () => {
        const { attached } = await ready({}, { fallback: true });
        expect([attached.state, gpu.adapters]).to.deep.equal(["waiting", 1]);
        await attached.prepare();
        expect([attached.state, gpu.adapters]).to.deep.equal(["waiting", 1]);
        await Promise.all([attached.prepare(true), attached.prepare()]);
        expect([attached.state, gpu.adapters, gpu.devices.length]).to.deep.equal(["ready", 2, 1]);
    });

    itInAll("ends the GPU that was there before", async () => {
        const { group, attached } = await ready(), [device] = gpu.devices;
        await attachGpu({ name: record.name, G1: group, r: ORDER }, fakeGpu(group));
        expect([device.destroyed, attached.info().reason]).to.deep.equal([true, "WebGPU: another GPU took its place"]);
    });

    it("keeps errors of a device from the console", async () => {
        await ready();
        const [[name, listener]] = gpu.listeners;
        let prevented = 0;
        listener({ preventDefault: () => { prevented++; } });
        listener({});
        expect([name, prevented]).to.deep.equal(["uncapturederror", 1]);
    });

    it("opens no other device where one is lost while it proves itself", async () => {
        const { held, go } = hold("prove"), { opened, group } = open({}, { held });
        for (let i = 0; i < 5; i++) await turn();
        gpu.devices[0].lose("pulled out");
        await turn();
        go();
        await opened;
        expect(group.attachedGpu.info().reason).to.include("pulled out");
        expect([gpu.devices.length, group.attachedGpu.state]).to.deep.equal([1, "off"]);
    });

    itInAll("opens one more after a loss, of the same WebGPU, and says why meanwhile", async () => {
        const { attached } = await ready();
        let loads = 0;
        attached.gpu.load = async () => { loads++; return gpu; };
        const { held, go } = hold("adapter");
        gpu.held = held;
        gpu.devices[0].lose("pulled out");
        await turn();
        expect([attached.info().state, loads]).to.deep.equal(["opening", 0]);
        expect(attached.info().reason).to.include("pulled out");
        go();
        await attached.prepare();
        expect([attached.info().state, attached.info().reason, gpu.devices.length]).to.deep.equal(["ready", "", 2]);
    });

    it("keeps the reason of its end where a run fails later", async () => {
        const { attached } = await ready(), known = knownAnswer(G, ORDER, 40), { held, go } = hold("prove");
        gpu.held = held;
        const sum = sumOf(attached, known);
        for (let i = 0; i < 5; i++) await turn();
        attached.end("over");
        gpu.fault = { stage: "read" };
        go();
        expect(await sum).to.equal(true);
        expect(attached.info().reason).to.equal("over");
    });

    it("stops a call that waits for it", async () => {
        const { held, go } = hold("adapter"), { group, opened } = open({}, { held }), stop = new AbortController();
        const sum = sumOf(group.attachedGpu, knownAnswer(G, ORDER, 40), "enabled", { signal: stop.signal });
        stop.abort(new Error("enough"));
        expect((await failureOf(sum)).message).to.equal("enough");
        go();
        await opened;
    });

    it("needs an adapter with these limits, and no more", async () => {
        const limits = {
            maxStorageBufferBindingSize: 134_217_728, maxStorageBuffersPerShaderStage: 6,
            maxComputeWorkgroupsPerDimension: 65_535, maxComputeInvocationsPerWorkgroup: 256,
            maxComputeWorkgroupStorageSize: 1024,
        };
        const ask = (given) => openAdapter({ requestAdapter: async () => given });
        expect((await ask({ limits })).limits).to.equal(limits);
        for (const [name, least] of Object.entries(limits)) for (const got of [least - 1, undefined])
            expect((await failureOf(ask({ limits: { ...limits, [name]: got } }))).message)
                .to.equal(`WebGPU: expected ${name} of at least ${least}, got ${got}`);
        expect((await failureOf(ask({}))).message).to.include("got undefined");
    });

    itInAll("takes options that are absent, and each that there is", async () => {
        const group = toyGroup(), curve = { name: record.name, G1: group, r: ORDER };
        gpu = fakeGpu(group);
        await useGpu(curve, gpu, { calls: undefined, split: null, check: undefined });
        const { attachedGpu: attached } = group;
        expect([attached.calls, attached.msms.split, attached.runner.options.check]).to.deep.equal(["disabled", true, false]);
        for (const calls of ["auto", "enabled", "disabled"]) {
            await useGpu(curve, gpu, { calls, split: false, check: true, timeout: 0.5, cacheBytes: 0 });
            expect(group.attachedGpu).to.include({ calls });
            expect(group.attachedGpu.msms.split).to.equal(false);
            expect(group.attachedGpu.runner.options).to.deep.equal({ check: true, timeout: 0.5 });
            expect(group.attachedGpu.runner.kept.budget).to.equal(0);
        }
        for (const [wrong, text] of [
            [{ split: 1 }, "true or false"], [{ check: "no" }, "true or false"], [{ timeout: "1" }, "milliseconds above 0"],
            [{ timeout: -1 }, "milliseconds above 0"], [{ calls: 1 }, '"auto", "enabled" or "disabled"'],
        ]) expect((await failureOf(useGpu(curve, gpu, wrong))).message)
            .to.include(`useGpu: expected ${Object.keys(wrong)[0]} to be ${text}, got`);
        group.attachedGpu.end("over");
        expect((await useGpu(curve)).state, "the host's, or none").to.be.oneOf(["off", "ready", "waiting"]);
        group.attachedGpu.end("over");
        for (const other of [{ ...curve, name: "other" }, { ...curve, G1: {} }, { ...curve, G1: undefined }])
            expect((await failureOf(attachGpu(other, gpu))).message).to.include("expected a curve among");
    });

    describe("runs", () => {
        /** n points with the scalars 0, but for the last, whose highest bit is given. */
        const scalarsOf = (n, bits) => {
            const scalars = new Uint8Array(32 * n);
            if (bits) scalars[32 * (n - 1) + ((bits - 1) >> 3)] = 1 << ((bits - 1) & 7);
            return scalars;
        };

        it("bind what each kernel takes, with usages that WebGPU allows, and its parameters", async () => {
            const { attached } = await ready(), { runner } = attached, known = knownAnswer(G, ORDER, 300), stages = [];
            for (const list of ["passes", "scopes"]) gpu[list].length = 0;
            gpu.submits = 0;
            const made = gpu.devices[0].buffers.length;
            const plan = layOutMsm({ n: 300, scalarWords: 8, scalarBits: 256 }, runner.kernels,
                { bindingBytes: BINDING_BYTES, additions: runner.additions });
            const dispatches = dispatchesOf(plan, 64);
            expect(G.eq(await runner.run(known.points, known.scalars, 300, 8), known.expected)).to.equal(true);
            expect(gpu.passes).to.deep.equal(dispatches.map(({ kernel, buffers, x, y }, i) => ({
                kernel, x, y,
                bindings: [
                    ...buffers.map((name, k) => [k, name, {}]), [buffers.length, "parameters", { offset: 256 * i, size: 32 }],
                ],
            })));
            const buffers = Object.fromEntries(gpu.devices[0].buffers.slice(made).map((one) => [one.label, one]));
            for (const name of Object.keys(plan.bytes)) expect(buffers[name].usage, name).to.equal(0x80 | 4 | 8);
            expect([buffers.parameters.usage, buffers.result.usage]).to.deep.equal([0x40 | 8, 1 | 8]);
            const words = new Uint32Array(buffers.parameters.bytes.buffer);
            expect(words.length).to.equal(64 * dispatches.length);
            dispatches.forEach(({ parameters }, i) => expect([...words.subarray(64 * i, 64 * i + 9)])
                .to.deep.equal([...PARAMETERS.map((name) => parameters[name] ?? 0), 0]));
            expect(gpu.scopes).to.deep.equal(["validation", "out-of-memory", "internal", undefined, undefined, undefined]);
            expect(gpu.submits, "after each long dispatch, and at the end").to.equal(2);
            const order = dispatches.map(({ kernel }) => kernel);
            const onStage = async (stage) => { stages.push(stage); };
            await runner.run(known.points, known.scalars, 300, 8, { onStage });
            expect(stages).to.deep.equal(["upload", "upload", ...order, "read"]);
        });

        it("have as many windows as the longest scalar needs", async () => {
            const { attached: { runner } } = await ready();
            const points = knownAnswer(G, ORDER, 3).points;
            for (const bits of [0, 1, 3, 4, 31, 32, 35, 36, 255, 256]) {
                const windows = Math.ceil((Math.max(1, bits) + 1) / 4);
                await runner.run(points, scalarsOf(3, bits), 3, 8);
                const { size } = gpu.devices[0].buffers.findLast(({ label }) => label === "counts");
                expect(size, `${bits} bits`).to.equal(4 * windows * 8);
            }
        });

        itInAll("learn how many additions take 200 ms, from 2^20 to 2^28", () => withClock(async (tick) => {
            const { attached: { runner } } = await ready();
            const after = async (n, ms) => {
                const scalars = scalarsOf(n, 254), { points } = knownAnswer(G, ORDER, n), { isValid } = runner.G;
                runner.G.isValid = (sum) => { tick(ms); return isValid(sum); };
                await runner.run(points, scalars, n, 8);
                runner.G.isValid = isValid;
                return runner.additions;
            };
            const limits = { bindingBytes: BINDING_BYTES, additions: 1 };
            const { windows } = layOutMsm({ n: 4096, scalarWords: 8, scalarBits: 254 }, runner.kernels, limits);
            expect(await after(4096, 0.05), "as if it had taken 0.1 ms").to.be.closeTo(4096 * windows * 2000, 1);
            expect(await after(4096, 2)).to.be.closeTo(4096 * windows * 100, 1);
            expect(await after(4096, 1e6)).to.equal(2 ** 20);
            expect(await after(16384, 0)).to.equal(2 ** 28);
        }));

        it("may take 20 times what is expected, and the timeout at least", async () => {
            const { attached: { runner } } = await ready(), { points, scalars } = knownAnswer(G, ORDER, 40);
            for (const [slope, ms] of [[0, 10_000], [12.5, 10_000], [15, 12_000]]) await withTimers(async (timers) => {
                runner.speeds.gpu = { floor: 0, slope: slope / pointCost(40) };
                await runner.run(points, scalars, 40, 8);
                expect(timers.map((timer) => [timer.ms, timer.cancelled])).to.deep.equal([[ms, true]]);
            });
        });
    });
});
