/**
 * The kernels themselves, on whatever adapter is there: SwiftShader will do, see test/README.md. Without an adapter
 * these tests are skipped, and with REQUIRE_GPU=1 they fail instead.
 */
import { expect } from "chai";
import { getCurveFromName } from "../../../../src/index.js";
import { describeAdapter, compileKernels, openAdapter } from "../../src/device.js";
import { useGpu } from "../../src/index.js";
import { LEAST_BYTES } from "../../src/point_cache.js";
import { knownAnswer } from "../../src/known_answers.js";
import { BINDING_BYTES, layOutMsm } from "../../src/msm_layout.js";
import { addWindows, runMsm } from "../../src/msm_run.js";
import { GPU_CURVES, groupsOf } from "../../src/curves.js";
import { findGpu } from "../support/find_gpu.js";
import { runKept, upTo } from "./kept.js";
import { uniform } from "../../../../test/support/random.js";

const LIMITS = { bindingBytes: BINDING_BYTES, additions: 2 ** 20 };
const CASES = Number(process.env.GPU_CASES ?? 24);
const below = (/** @type {number} */ n) => Number(uniform(BigInt(n)));

describe("MSMs on this machine's adapter", () => {
    let gpu;
    before(async function () {
        gpu = await findGpu(this);
        console.log(`      ${describeAdapter(await openAdapter(gpu)).name}`);
    });

    const { GPU_CURVE } = process.env;
    const chosen = GPU_CURVES.filter(({ name }) => !GPU_CURVE || GPU_CURVE === name);
    const groups = chosen.flatMap((record) => groupsOf(record).map((group) => ({ record, group, key: group.key })));
    for (const { record, group, key } of groups) describe(`${record.name} ${key}`, () => {
        let curve, G, device, kernels;
        before(async () => {
            curve = await getCurveFromName(record.name, { threads: 0 });
            G = curve[key];
            device = await (await openAdapter(gpu)).requestDevice();
            kernels = await compileKernels(device, group, { limbBits: 13, rows: false, form: "table", workgroup: 64 });
        });
        after(async () => {
            device?.destroy();
            await curve?.terminate();
        });

        const words = (scalarBytes) => Math.ceil(scalarBytes / 4);
        const onGpu = async (points, scalars, n, scalarBytes, forced) => {
            const sum = { n, scalarWords: words(scalarBytes), scalarBits: 8 * scalarBytes };
            const plan = layOutMsm(sum, kernels, LIMITS, forced);
            return addWindows(G, plan, await runMsm(kernels, plan, points, scalars));
        };

        it("finds what is known, whatever the windows and the spans", async () => {
            for (let i = 0; i < CASES; i++) {
                const n = 1 + below(i % 4 ? 200 : 900), scalarBytes = [32, 32, 4, 16, 48][below(5)];
                const forced = { bits: 4 + below(7), span: 1 + below(20) };
                const { points, scalars, expected } = knownAnswer(G, curve.r, n, { seed: BigInt(i), scalarBytes });
                const got = await onGpu(points, scalars, n, scalarBytes, i % 3 ? forced : undefined);
                expect(G.eq(got, expected), JSON.stringify({ i, n, scalarBytes, forced })).to.equal(true);
            }
        });

        for (const [title, scalar] of [
            ["zeros", () => 0], ["ones", (k) => (k === 0 ? 1 : 0)], ["all the same", () => 0x5a], ["all bits", () => 255],
        ])
            it(`sums ${title} as the CPU does`, async () => {
                const n = 257, { points } = knownAnswer(G, curve.r, n), scalars = new Uint8Array(32 * n);
                scalars.forEach((_, k) => { scalars[k] = scalar(k % 32); });
                const expected = await G.multiExpAffine(points, scalars);
                expect(G.eq(await onGpu(points, scalars, n, 32), expected)).to.equal(true);
            });

        it("takes nothing but infinity", async () => {
            const n = 70, scalars = new Uint8Array(32 * n).fill(7);
            expect(G.isZero(await onGpu(new Uint8Array(n * 2 * G.F.n8), scalars, n, 32))).to.equal(true);
        });

        it("adds n P - n P to infinity", async () => {
            const n = 64, points = new Uint8Array(n * 2 * G.F.n8), scalars = new Uint8Array(4 * n).fill(3);
            for (let i = 0; i < n; i++) points.set(i % 2 ? G.neg(G.oneAffine) : G.oneAffine, i * 2 * G.F.n8);
            expect(G.isZero(await onGpu(points, scalars, n, 4))).to.equal(true);
        });

        // a point of order two: y = 0. Only curves of even order have one.
        const T = key === "G1" && record.g1.b === 1n ? [record.fp.p - 1n, 0n] : undefined;
        (T ? it : it.skip)("refuses pairs that the formulas do not cover, instead of answering", async () => {
            const two = G.fromObject(T), P = G.oneAffine, Q = G.toAffine(G.add(P, two));
            const points = new Uint8Array([...P, ...Q]), scalars = new Uint8Array(8).fill(1, 0, 1).fill(1, 4, 5);
            const error = await onGpu(points, scalars, 2, 4).catch((reason) => reason);
            expect(error.message).to.include("do not cover points of even order");
        });

        it("computes with points that stay on the GPU", async () => {
            const info = await useGpu(upTo(G, curve), gpu, { timeout: 300_000 });
            const n = Math.ceil(LEAST_BYTES / (2 * G.F.n8));
            expect(info.state).to.be.oneOf(["ready", "waiting"]);
            const { points, scalars, expected } = knownAnswer(G, curve.r, n, { seed: 5n, scalarBytes: 1 });
            for (let i = 0; i < 3; i++) {
                const got = await G.multiExpAffine(points, scalars, undefined, undefined, { gpu: "enabled" });
                expect(G.eq(got, expected), `${i}`).to.equal(true);
            }
            expect(curve.gpuInfo().kept).to.deep.equal({ bytes: points.length, hits: 1 });
        });

        it("computes hard cases with points that stay, and sees that they have changed", async () => {
            const what = { seed: below(2 ** 32), cases: Math.ceil(CASES / 24), kernels: { form: "table" } };
            expect((await runKept(gpu, { group, curve }, what)).wrong, `seed ${what.seed}`).to.deep.equal([]);
        });

        it("proves itself, answers, and says where", async () => {
            const info = await useGpu(upTo(G, curve), gpu, { timeout: 300_000 });
            expect(info.state).to.be.oneOf(["ready", "waiting"]);
            const { points, scalars, expected } = knownAnswer(G, curve.r, 100, { seed: 77n });
            const got = await G.multiExpAffine(points, scalars, undefined, undefined, { gpu: "enabled" });
            expect(G.eq(got, expected)).to.equal(true);
            expect(curve.gpuInfo()).to.deep.include({ state: "ready", calls: { gpu: 1, cpu: 0, again: 0 } });
        });
    });
});
