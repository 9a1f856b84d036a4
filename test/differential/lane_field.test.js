/**
 * The products of every lane field this engine runs, against BigInt, up to the ends of the limb ranges that the proof
 * admits.
 */
import { expect } from "chai";
import { lanePlan } from "../../scripts/wasm/tiers.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import { RUNNABLE, expectedTiers, openLanes } from "../support/lanes.js";
import { seed, uniform } from "../support/random.js";
import { GROUPED } from "../support/twin_curves.js";

/** Reads and writes limbs of element `lane` of a unit in a row of units. */
function limbsAt(memory, { tier, n }, lanes, unitBytes) {
    const view = () => new DataView(memory().buffer), fma = tier === "fma";
    const place = (ptr, e, i) => {
        const unit = ptr + Math.floor(e / lanes) * unitBytes, lane = e % lanes;
        if (fma) return unit + 16 * i + 8 * lane;
        return lanes === 2 ? unit + 16 * (i >> 1) + 8 * (i & 1) + 4 * lane : unit + 4 * i;
    };
    return {
        write: (ptr, e, limbs) =>
            limbs.forEach((x, i) =>
                fma
                    ? view().setFloat64(place(ptr, e, i), Number(x), true)
                    : view().setInt32(place(ptr, e, i), Number(x), true),
            ),
        read: (ptr, e) =>
            Array.from({ length: n }, (_, i) =>
                fma
                    ? BigInt(view().getFloat64(place(ptr, e, i), true))
                    : BigInt(view().getInt32(place(ptr, e, i), true)),
            ),
    };
}

describe(`lane fields (SEED=${seed})`, () => {
    it("run on every tier that is required", () => expect(RUNNABLE).to.include.members([...expectedTiers()]));

    for (const [curve, { fp: { p }, tower }] of Object.entries(GROUPED))
        for (const tier of RUNNABLE)
            describe(`${curve}, ${tier}`, () => {
                const beta = tower?.nonResidue,
                    plan = lanePlan(tier, p, beta ?? null),
                    { n, w, R } = plan,
                    W = BigInt(w),
                    Ri = inverse(R, p);
                const value = (limbs) => limbs.reduceRight((s, x) => (s << W) + x, 0n);
                const half = 1n << (W - 1n),
                    full = 1n << W,
                    top = p >> (W * BigInt(n - 1));
                /**
                 * Limbs of the ranges that the proof lets into a product: results, differences of points, reduced
                 * differences.
                 */
                const RANGES =
                    tier === "fma"
                        ? { result: [-half, half - 1n], difference: [-full - 8n, full + 8n] }
                        : { result: [0n, full - 1n], difference: [-full - 8n, full + 8n] };
                const either = (a, b) => (uniform(2n) ? a : b);
                const saturated = ([low, high]) =>
                    Array.from({ length: n }, (_, i) => (i < n - 1 ? either(low, high) : uniform(2n * top) - top));
                const random = () => plan.digits(uniform(p));
                const SHAPES = {
                    random: [random, random],
                    "zero, one and p - 1": [
                        () => plan.digits(either(0n, either(1n, p - 1n))),
                        () => plan.digits(either(p - 1n, 1n)),
                    ],
                    "saturated results": [() => saturated(RANGES.result), () => saturated(RANGES.result)],
                    "saturated result times difference": [
                        () => saturated(RANGES.result),
                        () => saturated(RANGES.difference),
                    ],
                };
                const COUNT = 5; // units: pairs and a rest
                let lanes, cells, x, y, z, elements;

                before(async () => {
                    lanes = await openLanes(curve, tier);
                    const { arena, layout } = lanes;
                    elements = COUNT * layout.lanes;
                    [x, y, z] = [0, 0, 0].map(() => arena.alloc(2 * COUNT * layout.unitBytes + 64));
                    cells = limbsAt(() => arena.u8(), plan, layout.lanes, layout.unitBytes);
                });

                /** The product alone, and interleaved where that is another kernel. */
                const kernels = (degree) =>
                    [`f${degree}_mul`, `f${degree}_mulTogether`].filter((name) => name in lanes.lane);

                const within = (limbs, label) => {
                    const most = tier === "fma" ? half : full;
                    for (const [i, limb] of limbs.entries())
                        if (i < n - 1)
                            expect(limb <= most && limb >= -most, `${label}: limb ${i} in range`).to.equal(true);
                };
                const fill = (ptr, count, draw) =>
                    Array.from({ length: count }, (_, e) => {
                        const limbs = draw();
                        cells.write(ptr, e, limbs);
                        return value(limbs);
                    });

                for (const [shape, [drawX, drawY]] of Object.entries(SHAPES)) {
                    it(`multiplies and squares, ${shape}`, () => {
                        const { lane } = lanes;
                        for (let round = 0; round < 40; round++) {
                            const a = fill(x, elements, drawX),
                                b = fill(y, elements, drawY);
                            for (const multiply of kernels(1)) {
                                lane[multiply](x, y, COUNT, z);
                                a.forEach((_, e) => {
                                    within(cells.read(z, e), multiply);
                                    expect(
                                        mod(value(cells.read(z, e)) * R - a[e] * b[e], p),
                                        `${multiply} ${e}`,
                                    ).to.equal(0n);
                                });
                            }
                            lane.f1_sqr(x, COUNT, z);
                            a.forEach((_, e) =>
                                expect(mod(value(cells.read(z, e)) * R - a[e] * a[e], p), `square ${e}`).to.equal(0n),
                            );
                            lane.f1_mul(x, y, COUNT, x); // in place
                            a.forEach((_, e) =>
                                expect(mod(value(cells.read(x, e)) - a[e] * b[e] * Ri, p), "in place").to.equal(0n),
                            );
                        }
                    });
                }

                if (tower) it("multiplies and squares in Fp2, result times reduced difference", () => {
                    const { lane, layout } = lanes,
                        k = layout.lanes,
                        U = layout.unitBytes;
                    const element = (ptr, e, c) => [ptr + (2 * Math.floor(e / k) + c) * U, e % k];
                    const put = (ptr, draw) =>
                        Array.from({ length: elements }, (_, e) =>
                            [0, 1].map((c) => {
                                const limbs = draw(),
                                    [unit, l] = element(ptr, e, c);
                                cells.write(unit, l, limbs);
                                return value(limbs);
                            }),
                        );
                    const get = (ptr, e) => [0, 1].map((c) => value(cells.read(...element(ptr, e, c))));
                    // a reduced difference: limbs up to 3 2^50, at most half of p
                    const reduced =
                        tier === "fma"
                            ? () => saturated([-3n * half, 3n * half]).map((d, i) => (i < n - 1 ? d : d / 2n))
                            : () => saturated(RANGES.difference);
                    for (const [drawX, drawY] of [
                        [random, random],
                        [() => saturated(RANGES.result), reduced],
                    ])
                        for (let round = 0; round < 40; round++) {
                            const a = put(x, drawX),
                                b = put(y, drawY);
                            for (const multiply of kernels(2)) {
                                lane[multiply](x, y, COUNT, z);
                                a.forEach(([a0, a1], e) => {
                                    const [b0, b1] = b[e],
                                        [z0, z1] = get(z, e);
                                    expect(mod(z0 * R - (a0 * b0 + beta * a1 * b1), p), `${multiply} c0`).to.equal(0n);
                                    expect(mod(z1 * R - (a0 * b1 + a1 * b0), p), `${multiply} c1`).to.equal(0n);
                                });
                            }
                            lane.f2_sqr(x, COUNT, z);
                            a.forEach(([a0, a1], e) => {
                                const [z0, z1] = get(z, e);
                                expect(mod(z0 * R - (a0 * a0 + beta * a1 * a1), p), "square c0").to.equal(0n);
                                expect(mod(z1 * R - 2n * a0 * a1, p), "square c1").to.equal(0n);
                            });
                        }
                });

                it("has interleaved products where engines differ in them", () =>
                    expect([...kernels(1), ...kernels(2)]).to.have.lengthOf(
                        // products of few limbs are interleaved in the only kernel that there is
                        (tier === "fma" && n > 5 ? 2 : 1) + (!tower ? 0 : tier === "fma" ? 2 : 1),
                    ));

                if (tier === "fma") it("has a fused madd", () => expect(lanes.lane.fused()).to.equal(1));
            });
});
