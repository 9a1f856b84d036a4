/** batchApplyKey and transforms of points, in each form of points, against single operations. */
import { expect } from "chai";
import { itOnOne } from "../support/extent.js";
import { BigBuffer, buildBls12381, buildBn128 } from "../../src/index.js";
import { seed, uniform } from "../support/random.js";

const FORMS = ["affine", "jacobian"];

for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]])
    describe(`batchApplyKey on ${name} (SEED=${seed})`, () => {
        let curve, first, inc;
        before(async () => {
            curve = await build({ singleThread: true });
            [first, inc] = [curve.Fr.e(uniform(curve.r)), curve.Fr.e(uniform(curve.r))];
        });

        const split = (bytes, size) =>
            Array.from({ length: bytes.length / size }, (_, i) => bytes.slice(i * size, (i + 1) * size));
        const factors = (n) => {
            const { Fr } = curve, list = [];
            for (let i = 0, factor = first; i < n; i++, factor = Fr.mul(factor, inc)) list.push(factor);
            return list;
        };

        it("elements of Fr", async () => {
            const { Fr } = curve;
            for (const n of [0, 1, 2, 7]) {
                const list = Array.from({ length: n }, () => Fr.e(uniform(curve.r)));
                const bytes = new Uint8Array(Buffer.concat(list)), copy = bytes.slice();
                const out = await Fr.batchApplyKey(bytes, first, inc);
                expect(out).to.be.instanceOf(Uint8Array);
                expect(split(out, 32)).to.deep.equal(factors(n).map((factor, i) => Fr.mul(list[i], factor)));
                expect(bytes, "the caller's own").to.deep.equal(copy);
            }
        });

        const cases = ["G1", "G2"].flatMap((group) => [undefined, ...FORMS].flatMap((inType) =>
            [undefined, ...FORMS].map((outType) => [group, inType, outType])));
        for (const [group, inType, outType] of cases)
            it(`${group}, from ${inType} to ${outType}`, async () => {
                const { [group]: G } = curve, { n8 } = G.F;
                const from = inType === "jacobian" ? 3 * n8 : 2 * n8, to = outType === "jacobian" ? 3 * n8 : 2 * n8;
                const points = [3n, 0n, 1n, 12345n, curve.r - 1n].map((s) => G.timesScalar(G.one, s));
                const list = inType === "jacobian" ? points : points.map((point) => G.toAffine(point));
                for (const n of [0, 1, points.length]) {
                    // a part of one is dropped
                    const bytes = Buffer.concat([...list.slice(0, n), Buffer.alloc(n ? 5 : 0)]);
                    const out = await G.batchApplyKey(bytes, first, inc, inType, outType);
                    expect(out.length).to.equal(n * to);
                    expect(bytes.length).to.equal(n * from + (n ? 5 : 0));
                    split(out, to).forEach((point, i) =>
                        expect(G.eq(point, G.timesFr(points[i], factors(n)[i])), `${i} of ${n}`).to.equal(true));
                }
            });

        itOnOne(name)("points in the subgroup, as the caller says: the same, also in several tasks", async function () {
            this.timeout(240_000);
            const two = await build({ threads: 2 }), inSubgroup = true;
            for (const group of ["G1", "G2"]) for (const n of [5, 128]) {
                const { [group]: G } = two, one = curve[group].toAffine(curve[group].g), list = Array(n).fill(one);
                list[3] = G.zeroAffine;
                const bytes = await G.batchApplyKey(Buffer.concat(list), first, inc);
                const plain = await curve[group].batchApplyKey(bytes, first, inc);
                for (const own of [G, curve[group]])
                    expect(Buffer.compare(await own.batchApplyKey(bytes, first, inc, "affine", "affine", { inSubgroup }), plain)).to.equal(0);
                if (n === 5) continue;
                const back = await curve[group].ifft(bytes);
                for (const own of [G, curve[group]]) {
                    expect(Buffer.compare(await own.ifft(bytes, "affine", "affine", undefined, undefined, { inSubgroup }), back)).to.equal(0);
                    expect(Buffer.compare(await own.fft(back, "affine", "affine", undefined, undefined, { inSubgroup }), bytes)).to.equal(0);
                }
                for (const wrong of [1, "yes", null]) for (const call of [
                    () => G.batchApplyKey(bytes, first, inc, "affine", "affine", { inSubgroup: wrong }),
                    () => G.lagrangeEvaluations(bytes, "affine", "affine", undefined, undefined, { inSubgroup: wrong }),
                ]) expect(await call().then(() => "done", (error) => error.message)).to.include("expected inSubgroup to be true or false, got");
            }
            await two.terminate();
        });

        for (const [group, inType, outType] of cases)
            it(`${group}: transforms from ${inType} to ${outType}`, async () => {
                const { [group]: G, Fr } = curve, { n8 } = G.F;
                const from = inType === "jacobian" ? 3 * n8 : 2 * n8, to = outType === "jacobian" ? 3 * n8 : 2 * n8;
                for (const bits of [0, 1, 2]) {
                    const n = 2 ** bits, points = [3n, 0n, 11n, 5n].slice(0, n).map((s) => G.timesScalar(G.one, s));
                    const list = inType === "jacobian" ? points : points.map((point) => G.toAffine(point));
                    const out = await G.fft(Buffer.concat(list), inType, outType);
                    expect(out.length).to.equal(n * to);
                    split(out, to).forEach((point, k) => {
                        const terms = points.map((one, i) => G.timesFr(one, Fr.exp(Fr.w[bits], (i * k) % n)));
                        expect(G.eq(point, terms.reduce((a, b) => G.add(a, b))), `${k} of ${n}`).to.equal(true);
                    });
                    const back = await G.ifft(out, outType, inType);
                    expect(back.length).to.equal(n * from);
                    split(back, from).forEach((point, i) => expect(G.eq(point, points[i])).to.equal(true));
                }
            });

        it("a quotient needs three columns of one length", async () => {
            const { Fr } = curve, column = (n) => new Uint8Array(32 * n);
            const failure = (...args) => Fr.cosetQuotient(...args).then(() => "done", (error) => error.message);
            expect(await failure(column(4), column(4), column(4))).to.equal("done");
            for (const [a, b, c] of [[4, 2, 4], [4, 4, 2], [2, 4, 4], [4, 8, 4], [4, 4, 8]])
                expect(await failure(column(a), column(b), column(c)), `${a} ${b} ${c}`).not.to.equal("done");
        });

        it("keys as numbers, and BigBuffers", async () => {
            const { Fr } = curve, bytes = new BigBuffer(64);
            bytes.set(Fr.e(5), 0);
            bytes.set(Fr.e(7), 32);
            const out = await Fr.batchApplyKey(bytes, 2, "3");
            expect(out).to.be.instanceOf(BigBuffer);
            expect([0, 32].map((at) => Fr.toObject(out.slice(at, at + 32)))).to.deep.equal([10n, 42n]);
        });

        it("refuses what is no buffer, and stops under a signal that was raised", async () => {
            const failure = (...args) => curve.Fr.batchApplyKey(...args).then(() => "done", (error) => error.message);
            for (const wrong of [undefined, [1, 2], "bytes"])
                expect(await failure(wrong, first, inc)).to.include("batchApplyKey: expected a Uint8Array or BigBuffer");
            const signal = AbortSignal.abort(new Error("enough"));
            expect(await failure(new Uint8Array(32), first, inc, undefined, undefined, { signal })).to.equal("enough");
        });
    });
