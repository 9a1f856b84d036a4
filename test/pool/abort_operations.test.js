/**
 * Every operation on many elements takes an AbortSignal, and what ffjavascript's callers pass in its place stays
 * harmless.
 */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { failureOf } from "../support/failure.js";
import { withReleased } from "../support/released.js";

const LOG = 16;

function inputs({ Fr, G1, array2buffer }) {
    const n = 2 ** LOG, values = new Uint8Array(32 * n);
    for (let i = 0; i < values.length; i++) values[i] = i % 32 === 31 ? 1 : Math.imul(i, 2654435761) >>> 24;
    const unit = array2buffer(Array.from({ length: 64 }, (_, i) => G1.toAffine(G1.timesScalar(G1.g, i + 1))), 64);
    const affine = new Uint8Array(64 * n);
    for (let i = 0; i < affine.length; i += unit.length) affine.set(unit, i);
    return { n, values, affine, key: Fr.e(3) };
}

/** name, the call with options; `d` has jacobian and compressed points as well */
const OPERATIONS = {
    "Fr.fft": ({ Fr }, d, options) => Fr.fft(d.values, "", "", null, "", options),
    "Fr.ifft": ({ Fr }, d, options) => Fr.ifft(d.values, "", "", null, "", options),
    "Fr.lagrangeEvaluations": ({ Fr }, d, options) => Fr.lagrangeEvaluations(d.values, "", "", null, "", options),
    "Fr.ifftShiftFft": ({ Fr }, d, options) => Fr.ifftShiftFft(d.values, options),
    "Fr.cosetQuotient": ({ Fr }, d, options) => Fr.cosetQuotient(d.values, d.values, d.values, options),
    "Fr.batchToMontgomery": ({ Fr }, d, options) => Fr.batchToMontgomery(d.values, options),
    "Fr.batchFromMontgomery": ({ Fr }, d, options) => Fr.batchFromMontgomery(d.values, options),
    "Fr.batchInverse": ({ Fr }, d, options) => Fr.batchInverse(d.values, options),
    "Fr.batchApplyKey": ({ Fr }, d, options) => Fr.batchApplyKey(d.values, d.key, d.key, "", "", options),
    "G1.fft": ({ G1 }, d, options) => G1.fft(d.affine.slice(0, 64 * 1024), "affine", "affine", null, "", options),
    "G1.ifft": ({ G1 }, d, options) => G1.ifft(d.affine.slice(0, 64 * 1024), "affine", "affine", null, "", options),
    "G1.lagrangeEvaluations": ({ G1 }, d, options) =>
        G1.lagrangeEvaluations(d.affine.slice(0, 64 * 1024), "affine", "affine", null, "", options),
    "G1.fftMix": ({ G1 }, d, options) => G1.fftMix(d.jacobian.slice(0, 96 * 1024), options),
    "G1.fftJoin": ({ G1 }, d, options) =>
        G1.fftJoin(d.jacobian.slice(0, 96 * 1024), d.jacobian.slice(0, 96 * 1024), d.key, d.key, options),
    "G1.fftFinal": ({ G1 }, d, options) => G1.fftFinal(d.jacobian.slice(0, 96 * 1024), d.key, options),
    "G1.batchApplyKey": ({ G1 }, d, options) =>
        G1.batchApplyKey(d.affine.slice(0, 64 * 1024), d.key, d.key, "affine", "affine", options),
    "G1.batchToJacobian": ({ G1 }, d, options) => G1.batchToJacobian(d.affine, options),
    "G1.batchToAffine": ({ G1 }, d, options) => G1.batchToAffine(d.jacobian, options),
    "G1.batchLEMtoU": ({ G1 }, d, options) => G1.batchLEMtoU(d.affine, options),
    "G1.batchUtoLEM": ({ G1 }, d, options) => G1.batchUtoLEM(d.uncompressed, options),
    "G1.batchLEMtoC": ({ G1 }, d, options) => G1.batchLEMtoC(d.affine, options),
    "G1.batchCtoLEM": ({ G1 }, d, options) => G1.batchCtoLEM(d.compressed, options),
    "G1.multiExp": ({ G1 }, d, options) => G1.multiExp(d.jacobian, d.values, null, "", options),
    "G1.multiExpAffine": ({ G1 }, d, options) => G1.multiExpAffine(d.affine, d.values, null, "", options),
    "G1.multiExpAffineChunked": ({ G1 }, d, options) =>
        G1.multiExpAffineChunked(
            async (offset, length) => d.affine.slice(offset, offset + length),
            d.affine.length,
            d.values,
            null,
            "",
            options,
        ),
};

for (const [title, options] of [
    ["with workers", { threads: 2 }],
    ["on one thread", { singleThread: true }],
])
    describe(`AbortSignal, ${title}`, () => {
        let curve, data;
        before(async () => {
            curve = await buildBn128(options);
            data = inputs(curve);
            data.jacobian = await curve.G1.batchToJacobian(data.affine);
            data.uncompressed = await curve.G1.batchLEMtoU(data.affine);
            data.compressed = await curve.G1.batchLEMtoC(data.affine.slice(0, 64 * 4096));
        });
        after(() => curve.terminate());

        for (const [name, call] of Object.entries(OPERATIONS))
            it(name, async () => {
                const reason = new Error("enough");
                expect(
                    await failureOf(call(curve, data, { signal: AbortSignal.abort(reason) })),
                    "raised before",
                ).to.equal(reason);
                const controller = new AbortController();
                const running = failureOf(call(curve, data, { signal: controller.signal }));
                await null;
                controller.abort(reason);
                expect(await running, "raised meanwhile").to.equal(reason);
                const wrong = await failureOf(call(curve, data, { signal: "soon" }));
                expect(wrong).to.be.instanceOf(TypeError);
                expect(wrong.message).to.match(/expected signal to be an AbortSignal, got string/);
            });

        it("an input that was to be consumed is untouched when the signal was raised before", async () => {
            const given = data.values.slice();
            await failureOf(curve.Fr.fft(given, "", "", null, "", { consume: true, signal: AbortSignal.abort() }));
            expect(given.length).to.equal(data.values.length);
            await curve.Fr.fft(given, "", "", null, "", { consume: true });
            expect(given.length).to.equal(0);
        });
        it("points of a Lagrange basis are consumed in the same way", async () => {
            const { G1 } = curve, given = data.affine.slice(0, 64 * 1024), how = { consume: true };
            const evaluate = (points, options) => G1.lagrangeEvaluations(points, "affine", "affine", null, "", options);
            const expected = await evaluate(given);
            for (const options of [{ ...how, signal: AbortSignal.abort() }, { ...how, inSubgroup: 1 }])
                await failureOf(evaluate(given, options));
            expect(given.length).to.equal(64 * 1024);
            const { result, released } = await withReleased(() => evaluate(given, how));
            expect(Buffer.compare(result, expected)).to.equal(0);
            expect(given.length).to.equal(0);
            expect(released, "when several tasks have it").to.deep.equal(curve.tm.singleThread ? [] : [64 * 1024]);
        });
        it("a record without consume copies", async () => {
            const given = data.values.slice();
            await curve.Fr.fft(given, "", "", null, "", {});
            expect(Buffer.compare(given, data.values)).to.equal(0);
        });
        it("map passes indices where options would stand", async () => {
            const list = [data.values.slice(0, 3200), data.values.slice(3200, 6400)];
            const mapped = await Promise.all(list.map(curve.Fr.batchToMontgomery));
            expect(Buffer.compare(mapped[1], await curve.Fr.batchToMontgomery(list[1]))).to.equal(0);
            expect(curve.Fr.batchToMontgomery.length).to.equal(1);
        });
        it("goes on as before", async () => {
            const { Fr } = curve;
            expect(Buffer.compare(await Fr.ifft(await Fr.fft(data.values)), data.values)).to.equal(0);
        });
    });
