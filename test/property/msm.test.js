import { expect } from "chai";
import { BigBuffer, buildBn128 } from "../../src/index.js";
import { rowsOf, thinned } from "../support/extent.js";
import { hex } from "../support/hex.js";
import * as naive from "../support/naive.js";
import { points, scalars } from "../support/points.js";
import { seed } from "../support/random.js";
import { BUILDERS, groupNames } from "../support/twin_curves.js";

for (const [name, build] of thinned(Object.entries(BUILDERS), 2)) for (const threads of rowsOf([0, 3], name === "bn128" ? [0, 3] : [3])) {
    describe(`msm on ${name}, ${threads || "no"} workers (SEED=${seed})`, () => {
        let curve;
        before(async () => { curve = await build(threads ? { threads } : true); });
        after(() => curve.terminate());

        for (const group of groupNames(name)) {
            for (const n of thinned([1, 2, 3, 15, 16, 17, group === "G1" ? 300 : 100], 2))
                it(`${group}: ${n} points give the sum, at every width of the scalars`, async () => {
                    const G = curve[group],
                        bases = points(G, n);
                    for (const width of n > 17 ? [32] : [1, 4, 8, 31, 32, 33]) {
                        const factors = scalars(n, width, curve.r);
                        const wanted = hex(naive.msm(G, bases, factors));
                        for (const batch of ["auto", "enabled", "disabled"]) {
                            expect(
                                hex(G.toAffine(await G.multiExpAffine(bases, factors, null, "", { batch }))),
                                `width ${width}, batch ${batch}`,
                            ).to.equal(wanted);
                        }
                        const jacobian = await G.batchToJacobian(bases);
                        expect(
                            hex(G.toAffine(await G.multiExp(jacobian, factors))),
                            `jacobian, width ${width}`,
                        ).to.equal(wanted);
                        const streamed = await G.multiExpAffineChunked(
                            (from, length) => bases.slice(from, from + length),
                            bases.length,
                            factors,
                        );
                        expect(hex(G.toAffine(streamed)), `streamed, width ${width}`).to.equal(wanted);
                    }
                });
            it(`${group}: linear, and the same under permutation and split`, async () => {
                const G = curve[group], n = 64, size = 2 * G.F.n8;
                const bases = points(G, n), factors = scalars(n, 32, curve.r);
                const whole = await G.multiExpAffine(bases, factors);
                const halves = await Promise.all(
                    [0, 1].map((i) =>
                        G.multiExpAffine(
                            bases.slice(((i * n) / 2) * size, (((i + 1) * n) / 2) * size),
                            factors.slice(((i * n) / 2) * 32, (((i + 1) * n) / 2) * 32),
                        ),
                    ),
                );
                expect(G.eq(whole, G.add(halves[0], halves[1]))).to.equal(true);
                const [shuffledBases, shuffledFactors] = [new Uint8Array(bases.length), new Uint8Array(factors.length)];
                for (let i = 0; i < n; i++) {
                    const j = (i * 37 + 5) % n;
                    shuffledBases.set(bases.subarray(i * size, (i + 1) * size), j * size);
                    shuffledFactors.set(factors.subarray(i * 32, (i + 1) * 32), j * 32);
                }
                expect(G.eq(whole, await G.multiExpAffine(shuffledBases, shuffledFactors))).to.equal(true);
            });
        }

        it("all points equal, all scalars equal", async () => {
            const { G1, r } = curve, n = 200;
            const bases = new Uint8Array(n * 2 * G1.F.n8), factors = new Uint8Array(n * 32).fill(255);
            for (let i = 0; i < n; i++) bases.set(G1.oneAffine, i * 2 * G1.F.n8);
            const wanted = G1.timesScalar(G1.g, (BigInt(n) * (2n ** 256n - 1n)) % r);
            expect(G1.eq(await G1.multiExpAffine(bases, factors), wanted)).to.equal(true);
        });

        it("takes Node Buffers, shared memory and BigBuffers and leaves them as they were", async () => {
            const { G1, r } = curve, n = 300;
            const bases = points(G1, n), factors = scalars(n, 32, r), wanted = await G1.multiExpAffine(bases, factors);
            const pooled = (bytes) => {
                const b = Buffer.from(new ArrayBuffer(bytes.length + 24), 8, bytes.length);
                b.set(bytes);
                return b;
            };
            const shared = (bytes) => {
                const b = new Uint8Array(new SharedArrayBuffer(bytes.length));
                b.set(bytes);
                return b;
            };
            const big = (bytes) => { const b = new BigBuffer(bytes.length); b.set(bytes, 0); return b; };
            for (const form of [pooled, shared, big]) {
                const [b, s] = [form(bases), form(factors)];
                expect(G1.eq(await G1.multiExpAffine(b, s), wanted)).to.equal(true);
                expect(hex(b.slice(0, bases.length))).to.equal(hex(bases));
                expect(hex(s.slice(0, factors.length))).to.equal(hex(factors));
            }
        });
    });
}

describe("msm, streamed", () => {
    let curve, bases, factors;
    const n = 2000;
    before(async () => {
        curve = await buildBn128({ threads: 2 });
        bases = points(curve.G1, n, { special: false });
        factors = scalars(n, 32, curve.r);
    });
    after(() => curve.terminate());

    it("keeps at most concurrency + 2 reads in flight", async () => {
        let open = 0, most = 0;
        await curve.G1.multiExpAffineChunked(async (from, length) => {
            most = Math.max(most, ++open);
            await new Promise((resolve) => setTimeout(resolve, 1));
            open--;
            return bases.slice(from, from + length);
        }, bases.length, factors);
        expect(most).to.be.within(1, curve.tm.concurrency + 2);
    });

    it("reports progress up to the total", async () => {
        const seen = [];
        await curve.G1.multiExpAffineChunked(
            (from, length) => bases.slice(from, from + length),
            bases.length,
            factors,
            null,
            "",
            { onProgress: (p) => seen.push(p) },
        );
        expect(seen.at(-1)).to.deep.equal({ done: n, total: n });
        expect(seen.map((p) => p.done)).to.deep.equal(seen.map((p) => p.done).sort((a, b) => a - b));
    });

    it("does not detach the parent of a subarray that the reader returned", async () => {
        const wanted = await curve.G1.multiExpAffine(bases, factors);
        const sum = await curve.G1.multiExpAffineChunked(
            (from, length) => bases.subarray(from, from + length),
            bases.length,
            factors,
        );
        expect(curve.G1.eq(sum, wanted)).to.equal(true);
        expect(bases.length).to.equal(n * 64);
    });

    it("does not detach the only buffer of a reader that returns all bases at once", async () => {
        await curve.G1.multiExpAffine(bases, factors); // the workers have started: what follows is sent to them
        const size = 64 * 200, all = bases.slice(0, size), used = factors.slice(0, 32 * 200), asked = [];
        const wanted = await curve.G1.multiExpAffine(all, used);
        const sum = await curve.G1.multiExpAffineChunked((from, length) => {
            asked.push([from, length]);
            return all;
        }, size, used);
        expect(asked).to.deep.equal([[0, size]]);
        expect(curve.G1.eq(sum, wanted)).to.equal(true);
        expect(all.length).to.equal(size);
    });

    it("passes a reader's error on, after everything in flight, and works again", async () => {
        let calls = 0;
        const failing = () => { calls++; return Promise.reject(new Error("disk on fire")); };
        expect(await curve.G1.multiExpAffineChunked(failing, bases.length, factors).catch((e) => e.message)).to.equal(
            "disk on fire",
        );
        const before = calls;
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(calls).to.equal(before);
        const wanted = await curve.G1.multiExpAffine(bases, factors);
        expect(
            curve.G1.eq(
                await curve.G1.multiExpAffineChunked(
                    (from, length) => bases.slice(from, from + length),
                    bases.length,
                    factors,
                ),
                wanted,
            ),
        ).to.equal(true);
    });

    it("stops at a signal and works again", async () => {
        const controller = new AbortController();
        const reader = async (from, length) => {
            controller.abort(new Error("enough"));
            return bases.slice(from, from + length);
        };
        expect(
            await curve.G1.multiExpAffineChunked(reader, bases.length, factors, null, "", {
                signal: controller.signal,
            }).catch((e) => e.message),
        ).to.equal("enough");
        expect(await curve.G1.multiExpAffine(bases, factors)).to.have.length(96);
    });

    it("refuses what is not a reader, and a short read", async () => {
        const message = (promise) => promise.then(() => "no error", (e) => e.message);
        expect(await message(curve.G1.multiExpAffineChunked(bases, bases.length, factors))).to.include(
            "basesReader must be a function (byteOffset, byteLength) => Promise<Uint8Array>",
        );
        expect(
            await message(curve.G1.multiExpAffineChunked(() => new Uint8Array(3), bases.length, factors)),
        ).to.include("expected basesReader to return");
        expect(await message(curve.G1.multiExpAffineChunked(() => bases, bases.length, factors.slice(1)))).to.include(
            "Scalar size does not match",
        );
    });

    it("refuses scalars that are missing, for no points too", async () => {
        for (const points of [bases, new Uint8Array(0)]) {
            const error = await curve.G1.multiExpAffine(points, undefined).catch((e) => e);
            expect(error.message).to.include("buffScalars is not Uint8Array: expected a Uint8Array or BigBuffer, got undefined");
        }
    });
});

describe("msm options", () => {
    let G1;
    before(async () => { G1 = (await buildBn128(true)).G1; });
    const message = (options) =>
        G1.multiExpAffine(G1.gAffine, new Uint8Array(32), null, "", options).then(
            () => "fine",
            (e) => e.message,
        );

    for (const option of ["batch", "glv", "gls"]) {
        for (const value of ["auto", "enabled", "disabled", true, false, undefined])
            it(`${option}: ${value} is known`, async () => expect(await message({ [option]: value })).to.equal("fine"));
        for (const value of ["on", 1, {}])
            it(`${option}: ${JSON.stringify(value)} is refused with the known ones`, async () => {
                expect(await message({ [option]: value })).to.match(
                    new RegExp(`expected ${option} to be one of "auto", "enabled", "disabled", got`),
                );
            });
    }
    it("tier: an unknown one is refused", async () =>
        expect(await message({ tier: "gpu" })).to.include(
            'expected tier to be one of "auto", "fma", "simd", "scalar", got "gpu"',
        ));
});
