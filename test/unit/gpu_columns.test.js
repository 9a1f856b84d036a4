/** Transforms of columns without a card: their passes, with what each kernel does done by BigInt, and their bounds. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import { Columns } from "../../src/gpu/columns.js";
import { CARD_CURVES } from "../../src/gpu/curves.js";
import { compileColumns, KERNELS } from "../../src/gpu/device.js";
import { runOn } from "../../src/gpu/dispatch.js";
import { createUploader } from "../../src/gpu/upload.js";
import { columnKernelsOf } from "../../src/gpu/wgsl/columns.js";
import { RECORDS } from "../../src/params/records.js";
import { readLE, writeLE } from "../../src/util/bytes.js";
import { thinnedInAll } from "../support/extent.js";
import { fakeGpu } from "../support/fake_gpu.js";
import { uniform } from "../support/random.js";

const N8 = 32;

/** Digests of the kernels. */
const TRIED = { bn128: "6041b2ad093d4d60", bls12381: "e133eabc48cfe208", bls12377: "b830beda12d7f61c" };

/** What the kernels say that they do: (w R) (x hostR) / R is w x hostR. */
function kernelsOf({ p, R, hostR }) {
    const byR = inverse(mod(R, p), p), plain = inverse(mod(hostR, p), p);
    const mul = (a, b) => mod(a * b * byR, p);
    const at = ({ bytes }) => (i) => readLE(bytes, N8 * i, N8);
    const put = ({ bytes }, i, value) => writeLE(bytes, N8 * i, mod(value, p), N8);
    const pass = (size) => ([x, y, roots], [n, stride]) => {
        const value = at(x), root = at(roots), one = mod(R, p), j = size === 4 ? root(n / 4) : 0n;
        for (let t = 0; t < n / size; t++) {
            const q = t % stride, first = t - q;
            const parts = Array.from({ length: size }, (_, i) => value(t + (i * n) / size));
            for (let k = 0; k < size; k++) {
                const twiddle = Array.from({ length: k }).reduce((w) => mul(w, root(first)), one);
                const sum = parts.reduce((all, part, i) => {
                    let turned = part; // times the root of order `size` to the power i k
                    for (let m = 0; m < (i * k) % size; m++) turned = size === 2 ? -turned : mul(turned, j);
                    return all + turned;
                }, 0n);
                put(y, q + size * first + k * stride, mul(mod(sum, p), twiddle));
            }
        }
    };
    return {
        two: pass(2), four: pass(4),
        powers: ([bases, y], [n, , , bits]) => {
            const base = at(bases);
            for (let t = 0; t < n; t++) {
                let value = base(0);
                for (let k = 0; k < bits; k++) if ((t >> k) & 1) value = mul(value, base(k + 1));
                put(y, t, value);
            }
        },
        scale: ([x, y, factors], [n, , , , flip]) => {
            for (let t = 0; t < n; t++) put(y, t, mul(at(x)(flip ? (n - t) % n : t), at(factors)(t)));
        },
        join: ([a, b, c, y], [n]) => {
            for (let t = 0; t < n; t++) put(y, t, (at(a)(t) * at(b)(t) * plain - at(c)(t)) * plain);
        },
    };
}

describe("gpu: columns", () => {
    for (const [name, build] of thinnedInAll([["bn128", buildBn128], ["bls12381", buildBls12381]], 1)) describe(name, () => {
        const field = RECORDS.find((record) => record.name === name).fr;
        let curve, Fr, gpu, columns;
        before(async () => {
            curve = await build(true);
            ({ Fr } = curve);
            gpu = fakeGpu([], { compute: kernelsOf(columnKernelsOf(field, KERNELS).plan) });
            const device = await (await gpu.requestAdapter()).requestDevice();
            columns = new Columns(await compileColumns(device, field, KERNELS));
        });
        after(() => curve.terminate());

        const domainOf = (bits) => ({ bits, root: Fr.toObject(Fr.w[bits]) });
        const column = (n) => {
            const bytes = new Uint8Array(N8 * n), edges = [0n, 1n, curve.r - 1n];
            for (let i = 0; i < n; i++) writeLE(bytes, N8 * i, edges[Number(uniform(6n))] ?? uniform(curve.r), N8);
            return bytes;
        };

        for (let bits = 1; bits <= 8; bits++) it(`2^${bits} values are transformed in both directions as by the CPU`, async () => {
            const values = column(2 ** bits), domain = domainOf(bits), forward = await Fr.fft(values);
            expect(Buffer.compare(await columns.transform(domain, values, false), forward)).to.equal(0);
            expect(Buffer.compare(await columns.transform(domain, forward, true), values)).to.equal(0);
        });

        for (const bits of [1, 2, 5, 6]) it(`quotients of 2^${bits} values are those of the CPU`, async () => {
            const all = [0, 1, 2].map(() => column(2 ** bits)), shift = Fr.toObject(Fr.w[bits + 1]);
            const expected = await Fr.cosetQuotient(...all);
            expect(Buffer.compare(await columns.quotient(domainOf(bits), shift, all), expected)).to.equal(0);
        });

        it("takes as few passes as there can be, and calculates tables once for a domain", async () => {
            const passesOf = async (bits, inverted) => {
                gpu.passes.length = 0;
                await columns.transform(domainOf(bits), column(2 ** bits), inverted);
                return gpu.passes.map(({ kernel }) => kernel).join(" ");
            };
            expect(await passesOf(5, false)).to.equal("powers powers two four four scale");
            expect(await passesOf(5, false)).to.equal("two four four scale");
            expect(await passesOf(5, true), "other factors").to.equal("powers powers two four four scale");
            expect(await passesOf(6, true)).to.equal("powers powers four four four scale");
            columns.clear();
            expect(await passesOf(6, true)).to.equal("powers powers four four four scale");
        });

        it("has a row of as many workgroups as devices allow, and as many rows as it takes", async () => {
            const seen = [], { workgroup } = columns.kernels;
            columns.kernels.workgroup = 1 / 8192;
            try {
                gpu.passes.length = 0;
                await columns.transform(domainOf(4), column(16), false);
                for (const { kernel, x, y } of gpu.passes) if (kernel === "scale") seen.push(x, y);
            } finally {
                columns.kernels.workgroup = workgroup;
            }
            expect(seen).to.deep.equal([65535, 3]);
        });
    });

    // What these kernels compute only a card can show: after a change, run npm run test:gpu where there is one.
    it("are those that were tried on adapters", () => {
        const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
        const made = CARD_CURVES.filter(({ g2 }) => g2).map(({ name, fr }) =>
            [name, digest(JSON.stringify(columnKernelsOf(fr, KERNELS).sources))]);
        expect(Object.fromEntries(made)).to.deep.equal(TRIED);
    });

    it("wait for who measures, after each stage", async () => {
        const gpu = fakeGpu([], { compute: {} }), seen = [];
        const device = await (await gpu.requestAdapter()).requestDevice();
        const kernels = { device, pipelines: {}, uploader: createUploader(device) };
        const run = { dispatches: [], parameters: [], bytes: { a: 64 }, uploads: {}, result: "a", secret: [] };
        const onStage = async (stage) => {
            await new Promise((resolve) => { setTimeout(resolve, 5); });
            seen.push(stage);
        };
        await runOn(kernels, run, { onStage });
        expect(seen).to.deep.equal(["upload", "read"]);
    });

    it("are written for the scalars of every curve with a pairing, and refused where values do not fit", () => {
        for (const { name, fr } of CARD_CURVES.filter(({ g2 }) => g2)) for (const limbBits of [8, 11, 13])
            expect(Object.keys(columnKernelsOf(fr, { ...KERNELS, limbBits }).sources), name)
                .to.deep.equal(["two", "four", "powers", "scale", "join"]);
        const wide = { p: 2n ** 256n - 189n, n8: 32 };
        expect(() => columnKernelsOf(wide, KERNELS)).to.throw(RangeError, "values that fit the words of an element");
    });
});
