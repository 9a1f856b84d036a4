/** Programs over columns by the kernels themselves, on whatever adapter is there. */
import { expect } from "chai";
import { getCurveFromName } from "../../../../src/index.js";
import { Columns } from "../../src/columns.js";
import { GPU_CURVES } from "../../src/curves.js";
import { compileColumns, KERNELS, openAdapter } from "../../src/device.js";
import { useGpu } from "../../src/index.js";
import { drawnProgram, knownWords, listOf, madeByGpu, madeByCpu } from "../support/column_programs.js";
import { findGpu } from "../support/find_gpu.js";
import { seed } from "../../../../test/support/random.js";

/** The largest domain, as a power of two. */
const MOST = 14;

/** Programs that are drawn. */
const DRAWN = Number(process.env.GPU_CASES ?? 50);

describe("columns on this machine's adapter", () => {
    let gpu;
    before(async function () { gpu = await findGpu(this); });

    const { GPU_CURVE } = process.env;
    for (const { name, fr } of GPU_CURVES.filter((one) => one.g2 && (!GPU_CURVE || GPU_CURVE === one.name)))
        describe(name, () => {
            let curve, Fr, device, columns;
            before(async () => {
                curve = await getCurveFromName(name, { threads: 0 });
                ({ Fr } = curve);
                device = await (await openAdapter(gpu)).requestDevice();
                columns = new Columns(await compileColumns(device, fr, KERNELS));
            });
            after(async () => {
                device?.destroy();
                await curve?.terminate();
            });

            const same = async (bits, write, what) => {
                const n = 2 ** bits, made = await madeByGpu(columns, Fr, n, write);
                const wanted = await madeByCpu(curve, n, write);
                expect(made.length, what).to.equal(wanted.length);
                made.forEach((list, i) => expect(Buffer.compare(list, wanted[i]), `${what}, list ${i}`).to.equal(0));
            };

            for (let bits = 1; bits <= MOST; bits++)
                it(`calculates each word with 2^${bits} values, and quotients`, async () => {
                    for (const [what, write] of Object.entries(knownWords(Fr, 2 ** bits)))
                        await same(bits, write, what);
                });

            it(`programs that are drawn, seed ${seed}`, async () => {
                for (let i = 0; i < DRAWN; i++) {
                    const bits = 1 + (i % 11);
                    await same(bits, drawnProgram(Fr, 2 ** bits), `program ${i}`);
                }
            });

            it("takes columns of nothing but zeros, of ones and of the largest value", async () => {
                for (const only of [0n, 1n, curve.r - 1n]) for (const element of [0n, curve.r - 1n]) {
                    const list = listOf(Fr, 512, only), k = listOf(Fr, 1, element);
                    await same(9, ({ fft, input }) => [fft(input(list))], `${only}: fft`);
                    await same(9, ({ add, input, ifft, mul, mulAdd, geometricScale, sub }) => {
                        const x = input(list), y = geometricScale(ifft(input(list)), k, k);
                        const products = [mul(x, x), mulAdd(x, x, x), mulAdd(x, k, x)];
                        return [add(x, y), sub(y, x), sub(x, y), sub(k, x), ...products];
                    }, `${only}, ${element}`);
                }
            });

            it("gives the known answers, and calculates for calls that ask for it", async () => {
                await useGpu(curve, gpu, { calls: "enabled", timeout: 300_000 });
                await Fr.attachedGpu.prepare(true);
                expect(curve.gpuInfo().groups.Fr).to.deep.equal({ state: "ready", reason: "" });
                const all = [0, 1, 2].map(() => listOf(Fr, 1024));
                const expected = await Fr.cosetQuotient(...all, { gpu: "disabled" });
                expect(Buffer.compare(await Fr.cosetQuotient(...all), expected)).to.equal(0);
                expect(Fr.attachedGpu.counts).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
            });
        });
});
