import { expect } from "chai";
import { buildBn128 } from "../../../../src/index.js";
import { useGpu } from "../../src/index.js";
import { knownAnswer } from "../../src/known_answers.js";
import { BigBuffer } from "../../../../src/index.js";
import { itInAll, thinnedInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { FAULTS_OF_A_CALL, fakeGpu, spoil } from "../support/fake_gpu.js";

/** With workers these tests would be no different, and slower. */
const build = () => buildBn128({ threads: 0, logger: undefined });
const sum = (curve, { points, scalars }, options) =>
    curve.G1.multiExpAffine(points, scalars, undefined, undefined, options);

describe("ffturbo-gpu", () => {
    let curve, G1, onG1, known;
    before(async () => {
        curve = await build();
        ({ G1 } = curve);
        onG1 = { name: curve.name, G1, r: curve.r }; // both groups are in gpu_groups.test.js
        known = knownAnswer(G1, curve.r, 300, { seed: 3n });
    });
    after(() => curve.terminate());
    afterEach(() => {
        G1.attachedGpu?.end("the test is over");
        G1.attachedGpu = undefined;
    });

    describe("without a GPU", () => {
        it("computes with gpu: auto as without, rejects gpu: enabled, and says why", async () => {
            expect(G1.eq(await sum(curve, known, { gpu: "auto" }), known.expected)).to.equal(true);
            expect((await failureOf(sum(curve, known, { gpu: "enabled" }))).message)
                .to.equal('multiExpAffine: expected a GPU for gpu: "enabled", got none: useGpu of ffturbo-gpu gives G1 and G2 one');
            expect(curve.gpuInfo()).to.deep.equal({ state: "off", reason: "useGpu of ffturbo-gpu was not called" });
            expect(Object.keys(curve)).not.to.include("gpuInfo");
        });

        it("refuses values of gpu that it does not know, before anything else", async () => {
            expect((await failureOf(sum(curve, known, { gpu: "fast" }))).message).to.include('expected gpu to be one of "auto"');
        });

        it("refuses other curves and options", async () => {
            for (const [args, text] of [
                [[{}], "useGpu: expected a curve among bn128"],
                [[undefined], "useGpu: expected a curve among bn128"],
                [[curve, {}], 'useGpu: expected "auto" or a GPU'],
                [[curve, fakeGpu(G1), { speed: 1 }], "useGpu: expected options among calls"],
                [[curve, fakeGpu(G1), { limbBits: 13 }], "calls, check, split, timeout, cacheBytes, got limbBits"],
                [[curve, fakeGpu(G1), { timeout: 0 }], "useGpu: expected timeout to be milliseconds above 0"],
                [[curve, fakeGpu(G1), { calls: "yes" }], "useGpu: expected calls to be"],
                [[curve, fakeGpu(G1), null], "useGpu: expected a record of options"],
            ]) expect((await failureOf(useGpu(...args))).message).to.include(text);
            expect(G1.attachedGpu).to.equal(undefined);
        });
    });

    describe("with a GPU", () => {
        it("proves itself first, and computes what it is told to", async () => {
            const gpu = fakeGpu(G1);
            expect(await useGpu(onG1, gpu)).to.include({ state: "ready", adapter: "fake of the tests", fallback: false });
            const before = gpu.runs;
            expect(before).to.be.at.least(2);
            expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
            expect(gpu.runs).to.equal(before + 1);
            expect(curve.gpuInfo().last).to.include({ where: "gpu", points: 300 });
            await sum(curve, known, {});
            await sum(curve, known, { gpu: "disabled" });
            await sum(curve, known, { gpu: false });
            expect(gpu.runs, "disabled is the default").to.equal(before + 1);
        });

        itInAll("takes calls that say nothing if it was told to", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu, { calls: "enabled" });
            const before = gpu.runs;
            expect(G1.eq(await sum(curve, known), known.expected)).to.equal(true);
            await sum(curve, known, { gpu: "disabled" });
            expect(gpu.runs).to.equal(before + 1);
        });

        it("leaves the inputs as they are, whatever kind they are", async () => {
            await useGpu(onG1, fakeGpu(G1));
            const { points, scalars, expected } = known, copies = [points.slice(), scalars.slice()];
            const odd = new Uint8Array(scalars.length + 1), big = new BigBuffer(points.length);
            odd.set(scalars, 1);
            big.set(points, 0);
            const shared = new Uint8Array(new SharedArrayBuffer(points.length));
            shared.set(points);
            for (const [p, s] of [[points, scalars], [points, odd.subarray(1)], [big, scalars], [shared, scalars]])
                expect(G1.eq(await sum(curve, { points: p, scalars: s }, { gpu: "enabled" }), expected)).to.equal(true);
            expect([points, scalars]).to.deep.equal(copies);
            const reader = async (at, length) => points.slice(at, at + length);
            const chunked = await G1.multiExpAffineChunked(reader, points.length, scalars, undefined, undefined, { gpu: "enabled" });
            expect(G1.eq(chunked, expected)).to.equal(true);
            expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 5, cpu: 0, again: 0 });
        });

        it("takes scalars of any width", async () => {
            await useGpu(onG1, fakeGpu(G1));
            for (const scalarBytes of [1, 3, 4, 7, 31, 48]) {
                const one = knownAnswer(G1, curve.r, 40, { seed: 9n, scalarBytes });
                expect(G1.eq(await sum(curve, one, { gpu: "enabled" }), one.expected), `${scalarBytes}`).to.equal(true);
            }
            expect(curve.gpuInfo().calls.again).to.equal(0);
        });

        it("clears what says something about scalars", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            gpu.cleared.length = 0;
            await sum(curve, known, { gpu: "enabled" });
            expect(gpu.cleared).to.have.members(["scalars", "counts", "starts", "places", "entries"]);
            expect(gpu.devices[0].buffers.filter(({ label }) => label !== "staging").every((one) => one.destroyed)).to.equal(true);
        });

        for (const fault of [undefined, { stage: "submit", once: true }])
            it(`clears copies of scalars ${fault ? "of a run that failed" : "after the sum"}, and nothing of the caller's`, async () => {
                const gpu = fakeGpu(G1), one = knownAnswer(G1, curve.r, 40, { seed: 9n, scalarBytes: 31 });
                await useGpu(onG1, gpu, { check: true });
                const { runner, gpu: { queue } } = G1.attachedGpu, run = runner.run;
                const seen = [], given = one.scalars.slice();
                runner.run = function (points, scalars, n, ...rest) {
                    // a device that is opened again has MSMs of its own
                    if (n === 40) seen.push({ scalars, before: scalars.some(Boolean) });
                    return run.call(this, points, scalars, n, ...rest);
                };
                gpu.fault = fault;
                expect(G1.eq(await sum(curve, one, { gpu: "enabled" }), one.expected)).to.equal(true);
                expect(seen.map(({ before }) => before)).to.deep.equal(fault ? [true] : [true, true]);
                for (const { scalars } of seen) expect(scalars.some(Boolean)).to.equal(false);
                expect(Buffer.compare(one.scalars, given), "as they were").to.equal(0);
                expect(queue.queuedMs, "nothing is still to be done").to.equal(0);
            });

        it("reports progress that grows and ends with all points", async () => {
            await useGpu(onG1, fakeGpu(G1));
            const seen = [];
            await sum(curve, known, { gpu: "enabled", onProgress: ({ done, total }) => seen.push([done, total]) });
            expect(seen).to.deep.equal([[300, 300]]);
        });

        it("answers for no points without a GPU", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            const before = gpu.runs, none = { points: new Uint8Array(0), scalars: new Uint8Array(0) };
            expect(await sum(curve, none, { gpu: "enabled" })).to.equal(G1.zero);
            expect(gpu.runs).to.equal(before);
        });

        it("stops at once on abort, and computes the next MSM", async () => {
            await useGpu(onG1, fakeGpu(G1));
            const stop = new AbortController(), why = new Error("enough"), before = sum(curve, known, { gpu: "enabled" });
            const waiting = sum(curve, known, { gpu: "enabled", signal: stop.signal });
            stop.abort(why);
            expect(await failureOf(waiting)).to.equal(why);
            expect(G1.eq(await before, known.expected)).to.equal(true);
            expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
            expect(curve.gpuInfo().calls.again).to.equal(0);
        });

        it("gives no GPU to other groups and to jacobian points", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            const bases = curve.G2.oneAffine, one = new Uint8Array(32).fill(1, 0, 1), before = gpu.runs;
            expect((await failureOf(curve.G2.multiExpAffine(bases, one, undefined, undefined, { gpu: "enabled" }))).message)
                .to.include("expected a GPU");
            expect(curve.G2.eq(await curve.G2.multiExpAffine(bases, one, undefined, undefined, { gpu: "auto" }), curve.G2.one)).to.equal(true);
            expect(G1.eq(await G1.multiExp(G1.one, one, undefined, undefined, { gpu: "auto" }), G1.one)).to.equal(true);
            expect(gpu.runs).to.equal(before);
        });

        it("splits an MSM between both where that is faster", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            Object.assign(G1.attachedGpu.runner.speeds, { cpu: { floor: 0, slope: 10 }, gpu: { floor: 1, slope: 6 } });
            const seen = [], before = gpu.runs;
            const got = await sum(curve, known, { gpu: "auto", onProgress: ({ done }) => seen.push(done) });
            expect(G1.eq(got, known.expected)).to.equal(true);
            let held = 0, most = 0;
            const reader = Object.assign(async (at, length) => {
                most = Math.max(most, held += length);
                return known.points.slice(at, at + length);
            }, { fresh: true, release: (length) => { held -= length; } });
            const { scalars, points: { length } } = known;
            Object.assign(G1.attachedGpu.runner.speeds, { cpu: { floor: 0, slope: 10 }, gpu: { floor: 1, slope: 6 } });
            const streamed = await G1.multiExpAffineChunked(reader, length, scalars, undefined, undefined, { gpu: "auto" });
            expect(G1.eq(streamed, known.expected)).to.equal(true);
            expect([held, most]).to.deep.equal([0, length]);
            expect(curve.gpuInfo().last).to.include({ where: "both", points: 300 });
            expect(gpu.runs).to.equal(before + 2);
            expect(seen.at(-1)).to.equal(300);
            expect(seen).to.deep.equal([...seen].sort((a, b) => a - b));
        });

        it("leaves short MSMs to the CPU, and says so", async () => {
            await useGpu(onG1, fakeGpu(G1));
            const { speeds } = G1.attachedGpu.runner;
            Object.assign(speeds, { cpu: { floor: 0, slope: 0.001 }, gpu: { floor: 1, slope: 0 } });
            expect(G1.eq(await sum(curve, known, { gpu: "auto" }), known.expected)).to.equal(true);
            expect(curve.gpuInfo()).to.deep.include({ calls: { gpu: 0, cpu: 1, again: 0 } });
            expect(curve.gpuInfo().last).to.include({ where: "cpu", reason: "the MSM is short on the CPU" });
        });

        it("opens a processor that plays a GPU only for a call that insists", async () => {
            const gpu = fakeGpu(G1, { fallback: true });
            expect(await useGpu(onG1, gpu)).to.include({ state: "waiting", fallback: true });
            await sum(curve, known, { gpu: "auto" });
            expect(gpu.devices.length).to.equal(0);
            expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
            expect(gpu.devices.length).to.equal(1);
            await sum(curve, known, { gpu: "auto" });
            expect(curve.gpuInfo().last.reason).to.include("a processor");
        });

        itInAll("tests results at random if it is told to", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu, { check: true });
            const before = gpu.runs;
            expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
            expect(gpu.runs).to.equal(before + 2);
            gpu.fault = { stage: "wrong", how: "point" };
            expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
            expect(curve.gpuInfo()).to.include({ state: "off", reason: "WebGPU: expected a linear result, got another" });
            expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 1, cpu: 0, again: 1 });
        });

        it("ends with its curve", async () => {
            const other = await buildBn128(true), gpu = fakeGpu(other.G1);
            await useGpu(other, gpu);
            await other.terminate();
            expect(gpu.devices[0].destroyed).to.equal(true);
        });

        it("gives back a device that comes when it has ended", async () => {
            let come;
            const until = new Promise((resolve) => { come = resolve; });
            const gpu = Object.assign(fakeGpu(G1), { held: { stage: "device", until } }), using = useGpu(onG1, gpu);
            while (gpu.adapters === 0) await new Promise((resolve) => { setTimeout(resolve, 1); });
            G1.attachedGpu.end("it is over");
            come();
            expect(await using).to.include({ state: "off", reason: "it is over" });
            expect(gpu.devices.map(({ destroyed }) => destroyed)).to.deep.equal([true]);
        });
    });

    describe("what fails before the GPU is ready", () => {
        for (const [stage, text] of [
            ["adapter", "expected an adapter, got none"], ["reject", "fault: reject"],
            ["limits", "maxStorageBufferBindingSize of at least 134217728, got 1048576"], ["device", "fault: device"],
            ["compile", "to compile, got fault: compile"], ["upload", "fault: upload"], ["submit", "fault: submit"],
            ["read", "fault: read"], ["scope", "fault: scope"], ["lost", "fault: lost"],
            ["wrong", "expected the known answer, got another point"],
        ])
            it(`at ${stage}: auto computes on the CPU, enabled rejects, both say why`, async () => {
                const gpu = fakeGpu(G1);
                gpu.fault = { stage, how: "point" };
                const info = await useGpu(onG1, gpu);
                expect(info.state).to.equal("off");
                expect(info.reason).to.include(text);
                expect(G1.eq(await sum(curve, known, { gpu: "auto" }), known.expected)).to.equal(true);
                expect(curve.gpuInfo().last).to.include({ where: "cpu", reason: info.reason });
                expect((await failureOf(sum(curve, known, { gpu: "enabled" }))).message)
                    .to.include('expected a GPU for gpu: "enabled", got none').and.to.include(text);
                expect(gpu.devices.every(({ destroyed }) => destroyed)).to.equal(true);
            });
    });

    describe("what fails in a call", () => {
        for (const [fault, text] of thinnedInAll(FAULTS_OF_A_CALL, 2))
            it(`${JSON.stringify(fault)}: the call is done again on the CPU, and says so`, async () => {
                const gpu = fakeGpu(G1), copy = known.points.slice();
                await useGpu(onG1, gpu);
                spoil(gpu, G1.attachedGpu, fault);
                expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
                expect(known.points).to.deep.equal(copy);
                const { calls, last } = curve.gpuInfo();
                expect(calls).to.deep.equal({ gpu: 0, cpu: 0, again: 1 });
                expect(last.where).to.equal("cpu");
                expect(last.reason).to.include(text);
                expect(gpu.devices[0].destroyed).to.equal(true);
            });

        it("opens one new device after a loss, which proves itself, and no third", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            for (const devices of [2, 2]) {
                gpu.fault = { stage: "read", once: true };
                expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
                await G1.attachedGpu.prepare();
                expect(gpu.devices.length).to.equal(devices);
            }
            expect(curve.gpuInfo().state).to.equal("off");
            expect(G1.eq(await sum(curve, known, { gpu: "auto" }), known.expected)).to.equal(true);
        });

        itInAll("notices a loss between calls", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            gpu.devices[0].lose("pulled out");
            await gpu.devices[0].lost; // and then those who waited before us have been told
            expect(curve.gpuInfo()).to.include({ state: "opening", reason: "WebGPU: the device was lost (unknown): pulled out" });
            await G1.attachedGpu.prepare();
            expect(curve.gpuInfo().state).to.equal("ready");
            expect(G1.eq(await sum(curve, known, { gpu: "enabled" }), known.expected)).to.equal(true);
            expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
        });

        it("reads a caller's bases once, and releases them once", async () => {
            const gpu = fakeGpu(G1);
            await useGpu(onG1, gpu);
            gpu.fault = { stage: "read" };
            let read = 0, released = 0;
            const reader = Object.assign(async (at, length) => {
                read += length;
                return known.points.slice(at, at + length);
            }, { fresh: true, release: (length) => { released += length; } });
            const { scalars, points: { length } } = known;
            const got = await G1.multiExpAffineChunked(reader, length, scalars, undefined, undefined, { gpu: "enabled" });
            expect(G1.eq(got, known.expected)).to.equal(true);
            expect([read, released]).to.deep.equal([length, length]);
        });
    });
});
