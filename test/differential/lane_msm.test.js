/**
 * The MSM of every tier this engine runs, both groups, with scalars split in two, in four and not at all, against sums
 * of multiples.
 */
import { expect } from "chai";
import { ALL_ROWS, rowsInFull, rowsOf, thinned, thinnedInAll } from "../support/extent.js";
import { RUNNABLE, expectedTiers, openLanes, tiersOf } from "../support/lanes.js";
import { BUILDERS, degreesOf, GROUPED } from "../support/twin_curves.js";
import { msm as naive } from "../support/naive.js";
import { points, scalars } from "../support/points.js";
import { seed, uniform } from "../support/random.js";
import { pointsOnCurve } from "../support/torsion.js";

const le = (value, width) => Uint8Array.from({ length: width }, (_, j) => Number((value >> BigInt(8 * j)) & 0xffn));
const join = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Points of a portion, and blocks that have room. */
const CUTS = [[100, 1], [99, 2], [50, 2], [32, 4], [9, 12], [9, 5], [7, 1]];

/** The point of order two that some curves have. @param {string} name */
function twoTorsion(name) {
    const { fp: { p }, g1: { model, b } } = GROUPED[name];
    return model === "edwards" ? [0n, p - 1n] : b === 1n ? [p - 1n, 0n] : undefined;
}

describe(`lane MSM (SEED=${seed})`, function () {
    this.timeout(120_000);

    it("runs every tier that is required", () => expect(RUNNABLE).to.include.members([...expectedTiers()]));

    for (const [name, build] of Object.entries(BUILDERS))
        for (const tier of tiersOf(name))
            describe(`${name}, ${tier}`, () => {
                let curve, lanes;
                // in the quick run inputs are inside or outside in turn, and curves other than the first have one cut
                const cuts = name === "bn128" ? thinned(CUTS, 3) : rowsOf(thinnedInAll(CUTS, 3), [CUTS[5]]);
                before(async () => {
                    curve = await build({ singleThread: true });
                    lanes = await openLanes(name, tier);
                });

                for (const [degree, parts] of [
                    [1, 2],
                    [1, 1],
                    [2, 4],
                    [2, 2],
                    [2, 1],
                ].filter(([degree, parts]) => degreesOf(name).includes(degree) &&
                    (rowsInFull(true, name === "bn128" && (ALL_ROWS || tier === "simd")) || parts === 2 * degree))) {
                    const how = { endomorphism: parts > 1, parts };
                    describe(`G${degree}, scalars in ${parts}`, () => {
                        let G, same;
                        before(() => {
                            G = curve[`G${degree}`];
                            same = (bases, s, width, label, want) => {
                                want ??= G.toAffine(lanes.plain(degree, bases, s, width));
                                for (const together of tier === "fma" ? [true, false] : [false]) {
                                    const got = G.toAffine(lanes.msm(degree, { ...how, together }, bases, s, width));
                                    expect(
                                        Buffer.compare(got, want),
                                        `${label}, products ${together ? "together" : "alone"}`,
                                    ).to.equal(0);
                                }
                            };
                        });
                        const repeat = (n, f) => join(Array.from({ length: n }, (_, i) => f(i)));

                        for (const n of thinned([0, 1, 2, 3, 15, 16, 17], 2))
                            it(`equals the sum of multiples, ${n} points`, () => {
                                const bases = points(G, n),
                                    s = scalars(n, 32, curve.r);
                                same(bases, s, 32, "", naive(G, bases, s));
                            });

                        it("takes scalars of any width", () => {
                            const bases = points(G, 40);
                            for (const width of [1, 4, 8, 12, 16, 20, 31, 32, 33, 48])
                                same(bases, scalars(40, width, curve.r), width, `${width} bytes`);
                        });

                        it("takes its points in blocks, and keeps the buckets from one to the next", () => {
                            const n = 100, some = points(G, n), P = some.slice(0, some.length / n), Q = G.neg(P);
                            const k = scalars(n, 32, curve.r), twice = G.toAffine(G.double(P)), one = le(1n, 32);
                            const special = [P, Q, P, G.zeroAffine, twice, Q, Q, P];
                            const cases = {
                                "any scalars": [some, k],
                                "equal, opposite and infinite points in several blocks": [
                                    repeat(n, (i) => special[i % 8]),
                                    repeat(n, (i) => (i % 3 ? k : one).slice(0, 32)),
                                ],
                                "a block of zeros, a block of ones":
                                    [some, repeat(n, (i) => le(BigInt(i < 32 ? 0 : i < 64 ? 1 : 5 * i), 32))],
                                "scalars that are wider than 256 bits":
                                    [some, repeat(n, (i) => le(i % 7 ? 3n : 1n << 300n, 40)), 40],
                            };
                            for (const [label, [bases, s, width = 32]] of Object.entries(cases)) {
                                const want = G.toAffine(lanes.plain(degree, bases, s, width));
                                for (const [i, [portionPoints, blocks]] of cuts.entries())
                                    for (const outside of rowsOf([false, true], [i % 2 > 0])) {
                                    const on = { ...how, portionPoints, blocks, outside, together: false };
                                    const of = (...share) => lanes.msm(degree, on, bases, s, width, share);
                                    const parts = [0, 1, 2].map((i) => of(i, 3));
                                    const sums = [of(0, 1), parts.reduce((a, b) => G.add(a, b))];
                                    for (const sum of sums) expect(Buffer.compare(G.toAffine(sum), want),
                                        `${label}, ${blocks} blocks of ${portionPoints}, outside: ${outside}`).to.equal(0);
                                }
                            }
                        });

                        it("is exact for equal, opposite and infinite points", () => {
                            const P = G.toAffine(G.timesScalar(G.g, uniform(curve.r - 1n) + 1n)),
                                Q = G.neg(P),
                                n = 40;
                            const k = le(uniform(curve.r), 32),
                                random = () => le(uniform(curve.r), 32);
                            same(
                                repeat(n, () => P),
                                repeat(n, () => k),
                                32,
                                "one point, one scalar",
                            );
                            same(
                                repeat(n, () => P),
                                repeat(n, random),
                                32,
                                "one point",
                            );
                            same(
                                repeat(n, (i) => (i & 1 ? P : Q)),
                                repeat(n, () => k),
                                32,
                                "opposite points, one scalar: infinity",
                            );
                            same(
                                repeat(n, (i) => (i & 1 ? P : Q)),
                                repeat(n, random),
                                32,
                                "opposite points",
                            );
                            same(
                                repeat(n, () => G.zeroAffine),
                                repeat(n, random),
                                32,
                                "infinities",
                                G.zeroAffine,
                            );
                            same(points(G, n), new Uint8Array(32 * n), 32, "zero scalars", G.zeroAffine);
                        });

                        it("takes every kind of scalar", () => {
                            const { r } = curve,
                                edges = [
                                    0n,
                                    1n,
                                    2n,
                                    r - 1n,
                                    r - 2n,
                                    r,
                                    r + 1n,
                                    2n * r - 1n,
                                    2n ** 256n - 1n,
                                    2n ** 255n,
                                    2n ** 64n - 1n,
                                    2n ** 64n,
                                    r - 2n ** 64n,
                                    r - 2n ** 64n + 1n,
                                    2n ** 127n,
                                    2n ** 128n,
                                    r >> 1n,
                                ]
                                    // eigenvalues of psi
                                    .concat([0n, 1n, 2n, 3n].flatMap((e) => [curve.q ** e % r, r - (curve.q ** e % r)]))
                                    .filter((k) => k < 2n ** 256n);
                            const bases = points(G, edges.length),
                                one = repeat(edges.length, () => bases.slice(-2 * G.F.n8));
                            for (const list of [bases, one])
                                same(
                                    list,
                                    repeat(edges.length, (i) => le(edges[i], 32)),
                                    32,
                                    "edges",
                                );
                            const n = 300,
                                witness = repeat(n, (i) =>
                                    le(i % 10 < 7 ? BigInt(i & 1) : i % 10 < 9 ? uniform(2n ** 64n) : uniform(r), 32),
                                );
                            same(points(G, n), witness, 32, "like a witness");
                            same(
                                points(G, n),
                                repeat(n, () => le(1n, 32)),
                                32,
                                "ones",
                            );
                            same(
                                points(G, n),
                                repeat(n, () => le(r - 1n, 32)),
                                32,
                                "minus ones",
                            );
                        });

                        it("takes scalars hardly longer than a part of one, beside others", () => {
                            const n = 60, bases = points(G, n), last = bases.slice(-2 * G.F.n8), { r } = curve;
                            const others = [2n ** 64n, 2n ** 64n - 1n, 0n, 1n, r - 1n, r - 5n, r - 2n ** 63n];
                            for (const bits of [65n, 96n, 127n, 128n, 129n, 190n]) {
                                const top = 2n ** bits - 1n, edges = [top, top - 1n, 2n ** (bits - 1n), ...others];
                                const k = repeat(n, (i) => le(edges[i] ?? uniform(top), 32));
                                for (const list of [bases, repeat(n, () => last)]) same(list, k, 32, `${bits} bits`);
                            }
                        });

                        it("is the sum of its shares", () => {
                            const n = 300,
                                bases = points(G, n);
                            const witness = repeat(n, (i) =>
                                le(i % 10 < 7 ? BigInt(i & 1) : i % 10 < 9 ? uniform(2n ** 64n) : uniform(curve.r), 32),
                            );
                            for (const [label, s, width] of [
                                ["uniform", scalars(n, 32, curve.r), 32],
                                ["like a witness", witness, 32],
                                ["zeros", new Uint8Array(32 * n), 32],
                                ["short", scalars(n, 1, curve.r), 1],
                                ["wide", scalars(n, 40, curve.r), 40],
                            ]) {
                                const want = G.toAffine(lanes.msm(degree, how, bases, s, width));
                                for (const shares of rowsInFull([1, 2, 3, 7], [name === "bn128" ? 3 : 2])) {
                                    const parts = Array.from({ length: shares }, (_, share) =>
                                        lanes.msm(degree, how, bases, s, width, [share, shares]),
                                    );
                                    expect(
                                        Buffer.compare(G.toAffine(parts.reduce((a, b) => G.add(a, b))), want),
                                        `${label}, ${shares} shares`,
                                    ).to.equal(0);
                                }
                            }
                        });

                        it("is linear in windows of every width", () => {
                            const bases = points(G, 50),
                                s = scalars(50, 32, curve.r),
                                want = G.toAffine(lanes.plain(degree, bases, s, 32));
                            for (let window = 2; window <= 13; window++) {
                                const got = G.toAffine(lanes.msm(degree, { ...how, window }, bases, s, 32));
                                expect(Buffer.compare(got, want), `${window} bits`).to.equal(0);
                            }
                        });
                    });
                }

                if (GROUPED[name].g1.cofactor !== 1n)
                    it("is exact outside the subgroup, without endomorphism", () => {
                        const { G1 } = curve, list = [];
                        for (const point of pointsOnCurve(curve, "G1")) if (list.push(point) === 20) break;
                        const bases = join(list),
                            s = scalars(20, 32, curve.r);
                        expect(
                            Buffer.compare(
                                G1.toAffine(lanes.msm(1, { endomorphism: false }, bases, s, 32)),
                                naive(G1, bases, s),
                            ),
                        ).to.equal(0);
                    });

                const two = twoTorsion(name);
                if (two)
                    it("is exact for points of order two in one bucket, whose doubling is zero", () => {
                        const { G1 } = curve, point = G1.fromObject(two), n = 40;
                        for (const s of [join(Array(n).fill(le(5n, 32))), scalars(n, 32, curve.r)]) {
                            const bases = join(Array.from({ length: n }, (_, i) => (i % 8 ? point : G1.gAffine)));
                            const got = G1.toAffine(lanes.msm(1, { endomorphism: false }, bases, s, 32));
                            expect(Buffer.compare(got, naive(G1, bases, s))).to.equal(0);
                        }
                    });

                if (name === "bn128") it("has room for the buckets of all windows beside the points of a block", () => {
                    const n = 2000, bases = points(curve.G1, n), s = scalars(n, 32, curve.r);
                    const want = curve.G1.toAffine(lanes.plain(1, bases, s, 32));
                    for (const window of [12, 13]) for (const [portionPoints, blocks] of [[1000, 2], [500, 4]]) {
                        const on = { endomorphism: false, parts: 1, window, portionPoints, blocks, together: false };
                        const got = curve.G1.toAffine(lanes.msm(1, on, bases, s, 32, [0, 1]));
                        expect(Buffer.compare(got, want), `${window} bits, ${blocks} blocks`).to.equal(0);
                    }
                });

                it("leaves the allocator as it was after an error", () => {
                    const mark = lanes.arena.mark();
                    expect(() =>
                        lanes.msm(
                            1,
                            { endomorphism: true, window: 40 },
                            points(curve.G1, 4),
                            new Uint8Array(4 * 32).fill(0x11), // 0 and 1 need no windows
                            32,
                        ),
                    ).to.throw(RangeError, "expected window bits");
                    lanes.arena.release(mark);
                });
            });
});
