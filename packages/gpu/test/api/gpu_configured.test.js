/** configure({ gpu }): a GPU for curves that other code builds. */
import "../../../curves/src/index.js";
import { expect } from "chai";
import { configure } from "../../../../src/curves/config.js";
import { useGpu } from "../../src/index.js";
import { knownAnswer } from "../../src/known_answers.js";
import { buildBn128, getCurveFromName } from "../../../../src/index.js";
import { itInAll } from "../../../../test/support/extent.js";
import { fakeGpu } from "../support/fake_gpu.js";

describe("configure({ gpu })", () => {
    const built = [];
    /** As snarkjs builds one, but not the one that is cached. */
    const build = async () => {
        const curve = await buildBn128(true);
        built.push(curve);
        return curve;
    };
    afterEach(async () => {
        configure({ gpu: undefined });
        await Promise.all(built.splice(0).map((curve) => curve.terminate()));
    });
    const sumOf = ({ G1, r }) => {
        const { points, scalars, expected } = knownAnswer(G1, r, 30);
        return G1.multiExpAffine(points, scalars).then((got) => G1.eq(got, expected));
    };

    it("is a function; builders do not take it", async () => {
        for (const gpu of ["auto", {}, true, 1])
            expect(() => configure({ gpu }), String(gpu)).to.throw(
                RangeError, "configure: expected gpu to be a function that gives a curve a GPU, such as useGpu of ffturbo-gpu, got",
            );
        const refused = await buildBn128({ gpu: () => {} }).catch((error) => error);
        expect(refused).to.be.instanceOf(RangeError);
        expect(refused.message).to.include("expected options among").and.to.include("got gpu");
    });

    itInAll("gives a curve its GPU when it is built, for calls that say nothing", async () => {
        const gpus = [];
        configure({ gpu: (curve) => {
            gpus.push(fakeGpu(curve.G1));
            return useGpu(curve, gpus.at(-1), { calls: "enabled" });
        } });
        const curve = await build();
        expect(await sumOf(curve)).to.equal(true);
        expect(curve.gpuInfo()).to.deep.include({ state: "ready", calls: { gpu: 1, cpu: 0, again: 0 } });
        const other = await build();
        expect(await sumOf(other)).to.equal(true);
        expect(gpus.length).to.equal(2);
        await other.terminate();
        expect(gpus.map(({ devices }) => devices.map(({ destroyed }) => destroyed))).to.deep.equal([[false], [true]]);
    });

    it("is forgotten when it is undefined, and by default there is none", async () => {
        let calls = 0;
        configure({ gpu: () => { calls++; } });
        configure({ gpu: undefined });
        const curve = await build();
        expect(await sumOf(curve)).to.equal(true);
        expect([calls, curve.gpuInfo().reason]).to.deep.equal([0, "useGpu of ffturbo-gpu was not called"]);
    });

    it("makes nobody wait", async () => {
        configure({ gpu: () => new Promise(() => {}) });
        expect(await sumOf(await build())).to.equal(true);
    });

    for (const [how, gpu] of [
        ["throws", () => { throw new Error("no luck"); }], ["rejects", async () => { throw new Error("no luck"); }],
    ])
        it(`computes without a GPU if the function ${how}, and says why`, async () => {
            configure({ gpu });
            const curve = await build();
            expect(await sumOf(curve)).to.equal(true);
            expect(curve.gpuInfo()).to.deep.equal({ state: "off", reason: "no luck" });
        });

    it("leaves curves without kernels and mere fields as they are", async () => {
        let calls = 0;
        configure({ gpu: (curve) => {
            calls++;
            return useGpu(curve, fakeGpu(curve.G1));
        } });
        for (const [name, called, text] of [["pallas", 1, "expected a curve among"], ["goldilocks", 0, "was not called"]]) {
            calls = 0;
            const curve = await getCurveFromName(name, { singleThread: true });
            built.push(curve);
            await undefined; // the function has failed, and that was told
            expect(calls, name).to.equal(called);
            expect(curve.gpuInfo().reason).to.include(text);
        }
    });

    it("opens a processor that plays a GPU for a call that insists, also while it looks for one", async () => {
        let gpu;
        configure({ gpu: (curve) => {
            gpu = fakeGpu(curve.G1, { fallback: true });
            return useGpu(curve, gpu, { calls: "enabled" });
        } });
        const curve = await build();
        expect(await sumOf(curve)).to.equal(true);
        expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
        expect(gpu.devices.length).to.equal(1);
    });

    for (const stage of ["adapter", "device", "compile", "prove"])
        it(`opens no device for a curve that ended before: at ${stage}`, async () => {
            let gpu, opened, go;
            const held = new Promise((resolve) => { go = resolve; });
            configure({ gpu: (curve) => {
                gpu = fakeGpu(curve.G1);
                gpu.held = { stage, until: held };
                opened = useGpu(curve, gpu);
                return opened;
            } });
            const curve = await build();
            await curve.terminate();
            go();
            expect(await opened).to.include({ state: "off", reason: "the curve was terminated" });
            expect(gpu.devices.every(({ destroyed }) => destroyed)).to.equal(true);
            expect(gpu.devices.length).to.equal(stage === "adapter" ? 0 : 1);
        });

    it("ends a GPU that comes after its curve has ended", async () => {
        let go, gpu;
        const held = new Promise((resolve) => { go = resolve; });
        const done = new Promise((resolve) => {
            configure({ gpu: async (curve) => {
                await held;
                gpu = fakeGpu(curve.G1);
                return useGpu(curve, gpu).finally(() => setTimeout(resolve));
            } });
        });
        const curve = await build();
        await curve.terminate();
        go();
        await done;
        expect(gpu.devices.map(({ destroyed }) => destroyed)).to.deep.equal([true]);
        expect(curve.gpuInfo()).to.include({ state: "off", reason: "the curve was terminated" });
    });
});
