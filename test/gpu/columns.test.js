/** Transforms and quotients of columns by the kernels themselves, on whatever adapter is there. */
import { expect } from "chai";
import { getCurveFromName } from "../../src/index.js";
import { Columns } from "../../src/gpu/columns.js";
import { CARD_CURVES } from "../../src/gpu/curves.js";
import { compileColumns, KERNELS, openAdapter } from "../../src/gpu/device.js";
import { useGpu } from "../../src/gpu/index.js";
import { writeLE } from "../../src/util/bytes.js";
import { findGpu } from "../support/find_gpu.js";
import { uniform } from "../support/random.js";

/** The largest domain, as a power of two. */
const MOST = 14;

describe("columns on this machine's adapter", () => {
    let gpu;
    before(async function () { gpu = await findGpu(this); });

    const { GPU_CURVE } = process.env;
    for (const { name, fr } of CARD_CURVES.filter((one) => one.g2 && (!GPU_CURVE || GPU_CURVE === one.name)))
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

            const domainOf = (bits) => ({ bits, root: Fr.toObject(Fr.w[bits]) });
            /** Values of all kinds; every value is one of these if there is one. */
            const columnOf = (bits, only) => {
                const bytes = new Uint8Array(32 * 2 ** bits), edges = [0n, 1n, curve.r - 1n, 2n ** 253n % curve.r];
                for (let i = 0; i < 2 ** bits; i++)
                    writeLE(bytes, 32 * i, only ?? edges[Number(uniform(9n))] ?? uniform(curve.r), 32);
                return bytes;
            };

            for (let bits = 1; bits <= MOST; bits++)
                it(`transforms 2^${bits} values in both directions, and their quotients`, async () => {
                    const all = [0, 1, 2].map(() => columnOf(bits)), [values] = all, domain = domainOf(bits);
                    const forward = await Fr.fft(values), shift = Fr.toObject(Fr.w[bits + 1]);
                    expect(Buffer.compare(await columns.transform(domain, values, false), forward), "fft").to.equal(0);
                    expect(Buffer.compare(await columns.transform(domain, forward, true), values), "ifft").to.equal(0);
                    const expected = await Fr.cosetQuotient(...all);
                    expect(Buffer.compare(await columns.quotient(domain, shift, all), expected), "quotient").to.equal(0);
                });

            it("takes columns of nothing but zeros, of ones and of the largest value", async () => {
                const domain = domainOf(9), shift = Fr.toObject(Fr.w[10]);
                for (const only of [0n, 1n, curve.r - 1n]) {
                    const all = [0, 1, 2].map(() => columnOf(9, only));
                    const got = await columns.quotient(domain, shift, all);
                    expect(Buffer.compare(got, await Fr.cosetQuotient(...all)), String(only)).to.equal(0);
                    const values = await columns.transform(domain, all[0], false);
                    expect(Buffer.compare(values, await Fr.fft(all[0])), String(only)).to.equal(0);
                }
            });

            it("gives the known answers, and calculates for calls that ask for it", async () => {
                await useGpu(curve, gpu, { calls: "enabled", timeout: 300_000 });
                await Fr.card.prepare(true);
                expect(curve.gpuInfo().groups.Fr).to.deep.equal({ state: "ready", reason: "" });
                const all = [0, 1, 2].map(() => columnOf(10));
                const expected = await Fr.cosetQuotient(...all, { gpu: "disabled" });
                expect(Buffer.compare(await Fr.cosetQuotient(...all), expected)).to.equal(0);
                expect(Fr.card.counts).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
            });
        });
});
