/** One GPU for G1 and G2: G1 does not wait for G2, MSMs queue together, and what fails for G2 leaves G1 alone. */
import { expect } from "chai";
import { useGpu } from "../../src/index.js";
import { LEAST_BYTES } from "../../src/point_cache.js";
import { knownAnswer } from "../../src/known_answers.js";
import { buildBn128 } from "../../../../src/index.js";
import { itInAll, thinnedInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { FAULTS_OF_A_CALL, fakeGpu, spoil } from "../support/fake_gpu.js";

describe("ffturbo-gpu: groups", () => {
    let curve, G1, G2, gpu, known;
    before(async () => {
        curve = await buildBn128(true);
        ({ G1, G2 } = curve);
        known = new Map([G1, G2].map((G) => [G, knownAnswer(G, curve.r, 300, { seed: 3n })]));
    });
    after(() => curve.terminate());
    afterEach(() => {
        G1.attachedGpu?.end("the test is over");
        for (const of of [G1, G2, curve.Fr]) of.attachedGpu = undefined;
    });

    const sum = (G, how, { points, scalars } = known.get(G)) =>
        G.multiExpAffine(points, scalars, undefined, undefined, { gpu: how });
    const isRight = async (G, how) => G.eq(await sum(G, how), known.get(G).expected);
    /** A GPU that is ready for both groups, or off. */
    const open = async ({ fault, ...options } = {}, how) => {
        gpu = Object.assign(fakeGpu([G1, G2], how), { fault });
        const info = await useGpu(curve, gpu, options);
        await G2.attachedGpu.prepare();
        await curve.Fr.attachedGpu.prepare(); // which this GPU has no answers for
        return info;
    };
    const hold = (stage, of) => {
        let go, meet;
        const until = new Promise((resolve) => { go = resolve; }), met = new Promise((resolve) => { meet = resolve; });
        const held = {
            stage, of,
            get until() {
                meet();
                return until;
            },
        };
        return { held, met, go: () => { gpu.held = undefined; go(); } };
    };

    it("computes MSMs over either on one device, and says what became of all MSMs", async () => {
        await open();
        expect(await isRight(G2, "enabled")).to.equal(true);
        expect(curve.gpuInfo()).to.deep.include({ state: "ready", calls: { gpu: 1, cpu: 0, again: 0 } });
        expect(curve.gpuInfo().last).to.include({ group: "G2", where: "gpu", points: 300 });
        expect(await isRight(G1, "enabled")).to.equal(true);
        expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 2, cpu: 0, again: 0 });
        expect(curve.gpuInfo().last).to.include({ group: "G1" });
        const { G1: first, G2: second } = curve.gpuInfo().groups, ready = { state: "ready", reason: "" };
        expect([first, second]).to.deep.equal([ready, ready]);
        expect(gpu.devices.length).to.equal(1);
    });

    itInAll("takes calls that say nothing if it was told to, and jacobian points on the CPU", async () => {
        await open({ calls: "enabled" });
        expect(await isRight(G2)).to.equal(true);
        const one = new Uint8Array(32).fill(1, 0, 1);
        expect(G2.eq(await G2.multiExp(G2.one, one), G2.one)).to.equal(true);
        expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
    });

    for (const [stage, state] of [["compile", "compiling"], ["prove", "testing"]])
        itInAll(`sums over G1 while G2 is ${state}, and the CPU computes MSMs over G2 meanwhile`, async () => {
            gpu = fakeGpu([G1, G2]);
            const { held, go } = hold(stage, G2);
            gpu.held = held;
            expect((await useGpu(curve, gpu)).state).to.equal("ready");
            if (stage === "compile") expect(await isRight(G1, "enabled")).to.equal(true);
            while (G2.attachedGpu.state !== state) await new Promise((resolve) => { setTimeout(resolve, 1); });
            expect(await isRight(G2, "auto")).to.equal(true);
            expect(curve.gpuInfo().last).to.include({ where: "cpu", reason: `the GPU is not ready: ${state}` });
            const waiting = isRight(G2, "enabled"), stop = new AbortController();
            const { points, scalars } = known.get(G2), stopped = failureOf(
                G2.multiExpAffine(points, scalars, undefined, undefined, { gpu: "enabled", signal: stop.signal }));
            stop.abort(new Error("enough"));
            expect((await stopped).message).to.equal("enough");
            go();
            expect(await waiting).to.equal(true);
            expect(curve.gpuInfo().last).to.include({ group: "G2", where: "gpu" });
        });

    itInAll("lets runs of G1 in between those of the self-test of G2, never beside them", async () => {
        gpu = fakeGpu([G1, G2]);
        const { held, met, go } = hold("prove", G2);
        gpu.held = held;
        await useGpu(curve, gpu);
        await met;
        const running = gpu.runs, mine = isRight(G1, "enabled");
        await new Promise((resolve) => { setTimeout(resolve, 5); });
        expect(gpu.runs, "it waits for one run").to.equal(running);
        go();
        expect(await mine).to.equal(true);
        expect(G2.attachedGpu.state, "and for no more").to.equal("testing");
        await G2.attachedGpu.prepare();
        expect(G2.attachedGpu.state).to.equal("ready");
    });

    itInAll("counts what waits for the device in the estimates of both groups", async () => {
        await open();
        const fast = { cpu: { floor: 0, slope: 1 }, gpu: { floor: 10, slope: 0 } };
        for (const G of [G1, G2]) Object.assign(G.attachedGpu.runner.speeds, fast);
        G1.attachedGpu.runner.speeds.gpu = { floor: 250, slope: 0 };
        const { held, go } = hold("prove", G1);
        gpu.held = held;
        const runs = gpu.runs, first = isRight(G1, "enabled");
        while (gpu.runs === runs) await new Promise((resolve) => { setTimeout(resolve, 1); });
        expect(await isRight(G2, "auto"), "300 ms on the CPU").to.equal(true);
        expect(curve.gpuInfo().last).to.include({ group: "G2", where: "cpu" });
        expect(curve.gpuInfo().last.reason).to.match(/^no faster on the GPU: about \d+ ms on the CPU, 260 on the GPU$/);
        go();
        expect(await first).to.equal(true);
        expect(G1.attachedGpu.gpu.queue.queuedMs).to.equal(0);
    });

    itInAll("begins with shorter dispatches, because an addition takes longer", async () => {
        await open();
        expect([G1, G2].map(({ attachedGpu: { runner } }) => runner.firstAdditions)).to.deep.equal([2 ** 20, 2 ** 18]);
    });

    itInAll("keeps points of both within one budget", async () => {
        const n = LEAST_BYTES / 64, keys = [G1, G2].map((G) => [G, knownAnswer(G, curve.r, n, { scalarBytes: 1 })]);
        const bytes = keys.map(([, { points }]) => points.length);
        for (const cacheBytes of [bytes[0] + bytes[1], bytes[1]]) {
            await open({ cacheBytes });
            G1.attachedGpu.runner.kept.judge = () => {}; // not by times here
            for (const [G, key] of keys) for (let i = 0; i < 3; i++)
                expect(G.eq(await sum(G, "enabled", key), key.expected), `${cacheBytes}, ${i}`).to.equal(true);
            expect(curve.gpuInfo().kept).to.deep.equal({ bytes: cacheBytes, hits: 2 });
            for (const [G, key] of keys) await sum(G, "enabled", key);
            expect(curve.gpuInfo().kept.hits).to.equal(cacheBytes === bytes[1] ? 2 : 4);
        }
    });

    it("clears what says something about scalars", async () => {
        await open();
        gpu.cleared.length = 0;
        await sum(G2, "enabled");
        expect(gpu.cleared).to.have.members(["scalars", "counts", "starts", "places", "entries"]);
        const left = gpu.devices[0].buffers.filter(({ label, destroyed }) => label !== "staging" && !destroyed);
        expect(left).to.deep.equal([]);
    });

    itInAll("splits an MSM over G2 between both where that is faster", async () => {
        await open();
        Object.assign(G2.attachedGpu.runner.speeds, { cpu: { floor: 0, slope: 10 }, gpu: { floor: 1, slope: 6 } });
        expect(await isRight(G2, "auto")).to.equal(true);
        expect(curve.gpuInfo().last).to.include({ group: "G2", where: "both", points: 300 });
    });

    itInAll("tests results at random if it is told to", async () => {
        await open({ check: true });
        const before = gpu.runs;
        expect(await isRight(G2, "enabled")).to.equal(true);
        expect(gpu.runs).to.equal(before + 2);
        gpu.fault = { stage: "wrong", how: "point" };
        expect(await isRight(G2, "enabled")).to.equal(true);
        expect(curve.gpuInfo().groups.G2).to.deep.equal({ state: "off", reason: "WebGPU: expected a linear result, got another" });
        expect(curve.gpuInfo().state, "such a device is used for nothing").to.equal("off");
        expect(gpu.devices[0].destroyed).to.equal(true);
    });

    it("opens a processor that plays a GPU for a call over G2 that insists", async () => {
        await open({}, { fallback: true });
        expect(curve.gpuInfo().groups.G2.state).to.equal("waiting");
        expect(await isRight(G2, "auto")).to.equal(true);
        expect(gpu.devices.length).to.equal(0);
        expect(await isRight(G2, "enabled")).to.equal(true);
        expect([gpu.devices.length, curve.gpuInfo().state]).to.deep.equal([1, "ready"]);
    });

    describe("what fails before the GPU is ready for G2", () => {
        for (const [stage, text] of [
            ["compile", "expected the kernel count to compile, got fault: compile"], ["read", "fault: read"],
            ["wrong", "expected the known answer, got another point"],
        ])
            it(`at ${stage}: G2 is off, and G1 goes on`, async () => {
                await open({ fault: { stage, how: "point", of: G2 } });
                expect(curve.gpuInfo()).to.include({ state: "ready", reason: "" });
                expect(curve.gpuInfo().groups.G2.state).to.equal("off");
                expect(curve.gpuInfo().groups.G2.reason).to.include(text);
                expect(await isRight(G2, "auto")).to.equal(true);
                expect(curve.gpuInfo().last).to.include({ where: "cpu" });
                expect(curve.gpuInfo().last.reason).to.include(text);
                expect((await failureOf(sum(G2, "enabled"))).message)
                    .to.include('expected a GPU for gpu: "enabled", got none').and.to.include(text);
                expect(await isRight(G1, "enabled")).to.equal(true);
                expect(gpu.devices.map(({ destroyed }) => destroyed)).to.deep.equal([false]);
            });

        itInAll("tries G2 on no other device then", async () => {
            await open({ fault: { stage: "compile", of: G2 } });
            gpu.fault = { stage: "read", once: true };
            expect(await isRight(G1, "enabled"), "lost").to.equal(true);
            await Promise.all([G1, G2].map(({ attachedGpu: gpu }) => gpu.prepare()));
            expect(gpu.devices.length).to.equal(2);
            expect([G1, G2].map(({ attachedGpu: gpu }) => gpu.state)).to.deep.equal(["ready", "off"]);
            expect(curve.gpuInfo().groups.G2.reason).to.include("fault: compile");
        });

        itInAll("tries G2 on no other device where one is lost for it, so that G1 has the other", async () => {
            await open({ fault: { stage: "lost", of: G2 } });
            await Promise.all([G1, G2].map(({ attachedGpu: gpu }) => gpu.prepare()));
            expect(await isRight(G1, "enabled")).to.equal(true);
            expect([G1, G2].map(({ attachedGpu: gpu }) => gpu.state)).to.deep.equal(["ready", "off"]);
            expect(curve.gpuInfo().groups.G2.reason).to.include("fault: lost");
            expect(gpu.devices.map(({ destroyed }) => destroyed)).to.deep.equal([true, false]);
        });

        it("is off for both where it is wrong for G1", async () => {
            const info = await open({ fault: { stage: "wrong", how: "point", of: G1 } });
            expect(info.state).to.equal("off");
            const { G1: first, G2: second } = curve.gpuInfo().groups;
            expect(second).to.deep.equal(first);
            expect(second.reason).to.include("expected the known answer");
            expect(gpu.devices[0].destroyed).to.equal(true);
        });
    });

    describe("what fails in an MSM over G2", () => {
        for (const [fault, text] of thinnedInAll(FAULTS_OF_A_CALL, 2))
            itInAll(`${JSON.stringify(fault)}: the call is done again on the CPU, and says so`, async () => {
                await open();
                spoil(gpu, G2.attachedGpu, fault);
                expect(await isRight(G2, "enabled")).to.equal(true);
                const { calls, last } = curve.gpuInfo();
                expect(calls).to.deep.equal({ gpu: 0, cpu: 0, again: 1 });
                expect(last).to.include({ group: "G2", where: "cpu" });
                expect(last.reason).to.include(text);
                expect(gpu.devices[0].destroyed).to.equal(true);
            });

        itInAll("opens one new device for both after a loss", async () => {
            await open();
            gpu.devices[0].lose("pulled out");
            await gpu.devices[0].lost; // and then those who waited before us have been told
            expect(curve.gpuInfo().groups.G2).to.deep.equal(
                { state: "opening", reason: "WebGPU: the device was lost (unknown): pulled out" });
            expect([await isRight(G2, "enabled"), await isRight(G1, "enabled")]).to.deep.equal([true, true]);
            expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 2, cpu: 0, again: 0 });
            expect(gpu.devices.map(({ destroyed }) => destroyed)).to.deep.equal([true, false]);
        });
    });

    it("ends with its curve, while it proves itself for G2", async () => {
        const other = await buildBn128(true), { held, go } = hold("prove", other.G2);
        gpu = Object.assign(fakeGpu([other.G1, other.G2]), { held });
        await useGpu(other, gpu);
        while (other.G2.attachedGpu.state !== "testing") await new Promise((resolve) => { setTimeout(resolve, 1); });
        await other.terminate();
        go();
        await other.G2.attachedGpu.prepare();
        expect(other.gpuInfo().groups.G2).to.deep.equal({ state: "off", reason: "the curve was terminated" });
        expect(gpu.devices[0].destroyed).to.equal(true);
    });

    it("keeps the reason for which it ended, where what it was doing for G2 fails afterwards", async () => {
        const { held, go } = hold("prove", G2);
        gpu = Object.assign(fakeGpu([G1, G2]), { held });
        await useGpu(curve, gpu);
        while (G2.attachedGpu.state !== "testing") await new Promise((resolve) => { setTimeout(resolve, 1); });
        G1.attachedGpu.end("it is over");
        gpu.fault = { stage: "read", of: G2 };
        go();
        await G2.attachedGpu.opening;
        expect(curve.gpuInfo().groups.G2).to.deep.equal({ state: "off", reason: "it is over" });
    });
});
