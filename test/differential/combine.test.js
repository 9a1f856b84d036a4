/** Many sums of a few products each, on every tier and without lanes, beside single operations. */
import { expect } from "chai";
import { combine } from "../../src/batch/combine.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { combineInBase } from "../../src/kernels/fallbacks.js";
import { createArena } from "../../src/runtime/memory.js";
import { thinned } from "../support/extent.js";
import { tiersOf } from "../support/lanes.js";
import { below, uniform } from "../support/random.js";

const bytesOf = (value) => Uint8Array.from({ length: 32 }, (_, k) => Number((value >> BigInt(8 * k)) & 255n));

/** Sums of every length and kind of scalar, with infinity, equal and opposite points. */
function sumsOf(G, r) {
    const own = Array.from({ length: 12 }, () => G.toAffine(G.timesScalar(G.g, uniform(r))));
    const points = [...own, G.zeroAffine, G.gAffine, G.toAffine(G.neg(G.g))];
    const scalar = () => [
        0n, 1n, r - 1n, 2n, r - 2n, (r - 1n) / 2n, (r + 1n) / 2n, BigInt(below(300)), r - BigInt(1 + below(2 ** 31)),
        2n ** 64n - 1n, 2n ** 64n, 2n ** BigInt(below(253)), r - 2n ** BigInt(below(253)), uniform(r),
    ][below(14)];
    const sum = (length) => Array.from({ length }, () => ({ point: points[below(points.length)], scalar: scalar() }));
    const twice = (a, b) => [{ point: own[0], scalar: a }, { point: own[0], scalar: b }];
    return [
        [], sum(64), sum(63), sum(1), [], ...Array.from({ length: 40 }, () => sum(below(6))),
        twice(1n, r - 1n), twice(1n, 1n), twice(5n, r - 5n), twice(r - 1n, r - 1n), twice(0n, 0n), sum(30),
        // more than a block of short ones
        ...Array.from({ length: 30 }, () => Array.from({ length: 20 }, () =>
            ({ point: points[below(12)], scalar: [1n, r - 1n][below(2)] }))),
    ];
}

const flat = (G, sums) => {
    const all = sums.flat(), size = 2 * G.F.n8;
    const points = new Uint8Array(all.length * size), scalars = new Uint8Array(all.length * 32);
    all.forEach(({ point, scalar }, i) => {
        points.set(point, i * size);
        scalars.set(bytesOf(scalar), i * 32);
    });
    return { points, scalars, counts: Uint32Array.from(sums, ({ length }) => length) };
};
const expected = (G, sums) => Buffer.concat(sums.map((sum) =>
    G.toAffine(sum.reduce((total, { point, scalar }) => G.add(total, G.timesScalar(point, scalar)), G.zero))));

for (const [name, build] of thinned([["bn128", buildBn128], ["bls12381", buildBls12381]], 2))
    describe(`combine on ${name}`, function () {
        this.timeout(120_000);
        for (const tier of tiersOf(name)) for (const group of ["G1", "G2"]) it(`${group}, ${tier}`, async () => {
            const curve = await build({ singleThread: true, tier }), G = curve[group];
            const sums = sumsOf(G, curve.r), { points, encoded } = await combine(curve, G, flat(G, sums));
            expect(Buffer.compare(points, expected(G, sums))).to.equal(0);
            expect(Buffer.compare(encoded, await G.batchLEMtoU(points))).to.equal(0);
        });

        it("without lanes", async () => {
            const curve = await build({ singleThread: true }), { instance: { exports }, memory } = curve.tm;
            const arena = createArena(memory), G = curve.G1, size = 2 * G.F.n8;
            const sums = sumsOf(G, curve.r).slice(0, 50), { points, scalars, counts } = flat(G, sums);
            const put = (bytes) => {
                const at = arena.alloc(bytes.length);
                arena.u8().set(bytes, at);
                return at;
            };
            const out = arena.alloc(sums.length * size), on = { base: exports, arena, group: "g1m" };
            const [bases, values, lengths] = [points, scalars, new Uint8Array(counts.buffer)].map(put);
            for (const step of combineInBase(on, bases, size, values, lengths, sums.length, out))
                expect(step).to.be.above(0);
            expect(Buffer.compare(arena.u8().slice(out, out + sums.length * size), expected(G, sums))).to.equal(0);
        });

        it("refuses lists that do not fit", async () => {
            const curve = await build({ singleThread: true }), { G1 } = curve, size = 2 * G1.F.n8;
            const attempt = (points, scalars, counts) => combine(curve, G1, {
                points: new Uint8Array(points * size), scalars: new Uint8Array(scalars * 32),
                counts: Uint32Array.from(counts),
            }).then(() => "", ({ message }) => message);
            expect(await attempt(2, 1, [2])).to.match(/^combine: expected a scalar for each of 2 points/);
            expect(await attempt(2, 2, [1])).to.match(/^combine: expected a scalar for each of 2 points/);
            expect(await attempt(0, 0, [])).to.equal("");
        });
    });
