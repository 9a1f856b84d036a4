/** Programs over columns without a GPU: their steps, with what each kernel does done by BigInt, and their bounds. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../../../src/index.js";
import { Columns } from "../../src/columns.js";
import { GPU_CURVES } from "../../src/curves.js";
import { compileColumns, KERNELS } from "../../src/device.js";
import { runOn } from "../../src/dispatch.js";
import { createUploader } from "../../src/upload.js";
import { columnKernelsOf } from "../../src/wgsl/columns.js";
import { RECORDS } from "../../../../src/params/records.js";
import { drawnProgram, knownWords, listOf, madeByGpu, madeByCpu } from "../support/column_programs.js";
import { thinnedInAll } from "../../../../test/support/extent.js";
import { fakeGpu } from "../support/fake_gpu.js";
import { seed } from "../../../../test/support/random.js";

/** Digests of the kernels. */
const TRIED = { bn128: "bba5b502e2b9204a", bls12381: "ceb9f5b0335d1ce4", bls12377: "71630f13f2c383f3" };

describe("gpu: columns", () => {
    for (const [name, build] of thinnedInAll([["bn128", buildBn128], ["bls12381", buildBls12381]], 1)) describe(name, () => {
        const field = RECORDS.find((record) => record.name === name).fr;
        let curve, Fr, gpu, columns;
        before(async () => {
            curve = await build(true);
            ({ Fr } = curve);
            gpu = fakeGpu([], { Fr });
            const device = await (await gpu.requestAdapter()).requestDevice();
            columns = new Columns(await compileColumns(device, field, KERNELS));
        });
        after(() => curve.terminate());

        const same = async (n, write, what) => {
            const [made, wanted] = [await madeByGpu(columns, Fr, n, write), await madeByCpu(curve, n, write)];
            expect(made.length, what).to.equal(wanted.length);
            made.forEach((list, i) => expect(Buffer.compare(list, wanted[i]), `${what}, list ${i}`).to.equal(0));
        };

        for (let bits = 1; bits <= 8; bits++) it(`each word with 2^${bits} values is as on the CPU`, async () => {
            for (const [what, write] of Object.entries(knownWords(Fr, 2 ** bits))) await same(2 ** bits, write, what);
        });

        it(`programs that are drawn are as on the CPU, seed ${seed}`, async () => {
            for (let i = 0; i < 150; i++) {
                const n = 2 ** (1 + (i % 5));
                await same(n, drawnProgram(Fr, n), `program ${i}`);
            }
        });

        const transform = async (bits, word) => {
            gpu.passes.length = 0;
            const list = listOf(Fr, 2 ** bits);
            await madeByGpu(columns, Fr, 2 ** bits, (ops) => [ops[word](ops.input(list))]);
            return gpu.passes.map(({ kernel }) => kernel).join(" ");
        };

        it("takes as few passes as there can be, and calculates roots once for a domain", async () => {
            columns.clear();
            expect(await transform(5, "fft")).to.equal("powers two four four each");
            expect(await transform(5, "fft")).to.equal("two four four each");
            expect(await transform(5, "ifft")).to.equal("two four four powers powers progress");
            expect(await transform(6, "ifft"), "another domain").to.equal("powers four four four powers powers progress");
            expect(await transform(6, "fft")).to.equal("four four four each");
            columns.clear();
            expect(await transform(6, "fft")).to.equal("powers four four four each");
            gpu.passes.length = 0;
            await madeByGpu(columns, Fr, 64, knownWords(Fr, 64).quotient);
            const column = "four four four progress four four four", [first, ...others] = Array(3).fill(column);
            const tables = first.replace("progress", "powers powers progress");
            expect(gpu.passes.map(({ kernel }) => kernel).join(" ")).to.equal([tables, ...others, "each each each"].join(" "));
        });

        it("needs a buffer for a list while a step needs it, and one to write to", async () => {
            const lists = Array.from({ length: 9 }, () => listOf(Fr, 8)), [device] = gpu.devices;
            const buffersOf = async (write) => {
                device.buffers.length = 0;
                await madeByGpu(columns, Fr, 8, write);
                return device.buffers.filter(({ label }) => label.startsWith("column")).length;
            };
            const at = (sum) => ({ add, input }) => [sum(add, input)];
            expect(await buffersOf(at((add, input) => lists.map((list) => input(list)).reduce((x, y) => add(x, y)))))
                .to.equal(10);
            expect(await buffersOf(at((add, input) => lists.slice(1)
                .reduce((sum, list) => add(sum, input(list)), input(lists[0]))))).to.equal(3);
            const left = device.buffers.filter(({ destroyed }) => !destroyed).map(({ label }) => label);
            expect(left, "the roots were there").to.deep.equal([]);
        });

        it("keeps no roots of a run that failed", async () => {
            columns.clear();
            gpu.fault = { stage: "read" };
            expect(await transform(4, "fft").catch(({ message }) => message)).to.equal("fault: read");
            gpu.fault = undefined;
            expect(await transform(4, "fft")).to.equal("powers four four each");
        });

        it("has a row of as many workgroups as devices allow, and as many rows as it takes", async () => {
            const seen = [], { workgroup } = columns.kernels;
            columns.kernels.workgroup = 1 / 8192;
            try {
                await transform(4, "fft");
                for (const { kernel, x, y } of gpu.passes) if (kernel === "each") seen.push(x, y);
            } finally {
                columns.kernels.workgroup = workgroup;
            }
            expect(seen).to.deep.equal([65535, 3]);
        });
    });

    // What these kernels compute only a GPU can show: after a change, run npm run test:gpu where there is one.
    it("are those that were tried on adapters", () => {
        const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
        const made = GPU_CURVES.filter(({ g2 }) => g2).map(({ name, fr }) =>
            [name, digest(JSON.stringify(columnKernelsOf(fr, KERNELS).sources))]);
        expect(Object.fromEntries(made)).to.deep.equal(TRIED);
    });

    it("wait for who measures, after each stage", async () => {
        const gpu = fakeGpu([]), seen = [];
        const device = await (await gpu.requestAdapter()).requestDevice();
        const kernels = { device, pipelines: {}, uploader: createUploader(device) };
        const steps = [{ to: "a", bytes: new Uint8Array(64) }];
        const run = { steps, parameters: [], bytes: { a: 64 }, results: ["a"], secret: [] };
        const onStage = async (stage) => {
            await new Promise((resolve) => { setTimeout(resolve, 5); });
            seen.push(stage);
        };
        await runOn(kernels, run, { onStage });
        expect(seen).to.deep.equal(["upload", "read"]);
    });

    it("are written for the scalars of every curve with a pairing, and refused where values do not fit", () => {
        for (const { name, fr } of GPU_CURVES.filter(({ g2 }) => g2)) for (const limbBits of [8, 11, 13])
            expect(Object.keys(columnKernelsOf(fr, { ...KERNELS, limbBits }).sources), name)
                .to.deep.equal(["two", "four", "powers", "progression", "progress", "next", "fold", "each"]);
        const wide = { p: 2n ** 256n - 189n, n8: 32 };
        expect(() => columnKernelsOf(wide, KERNELS)).to.throw(RangeError, "values that fit the words of an element");
    });
});
