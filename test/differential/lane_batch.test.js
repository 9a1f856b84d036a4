/** Conversions and inverses of many elements on every tier, against the base module and the definition. */
import { expect } from "chai";
import { thinned } from "../support/extent.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";
import { drawnBytes, integerAt, runs, seed, uniform } from "../support/random.js";
import { builderOf, GROUPED } from "../support/twin_curves.js";

/** Every field that has kernels on lanes. */
const FIELDS = Object.fromEntries(
    Object.values(GROUPED).flatMap(({ name, fp, fr, lanes }) =>
        [
            [`${name} Fr`, fr, lanes.fft, "Fr"],
            [`${name} F1`, fp, lanes.products, "F1"],
        ].flatMap(([title, { name: prefix, p }, list, field]) =>
            list.includes(prefix) ? [[title, { build: builderOf(name), name: field, p }]] : [],
        ),
    ),
);
const LANES = TIERS.slice(TIERS.indexOf(detectTier())).filter((tier) => tier !== "scalar");
const COUNTS = [0, 1, 2, 31, 32, 33, 64, 65, 500, 1001];
const LONG = 2 ** 15 + 2 ** 13 + 7; // several blocks of an inversion and a rest

const SHAPES = {
    uniform: (p) => uniform(p),
    runs: (p) => runs(p),
    zero: () => 0n,
    "p - 1": (p) => p - 1n,
    "some zeros": (p) => (uniform(3n) ? uniform(p) : 0n),
};

for (const [title, { build, name, p }] of Object.entries(FIELDS))
    for (const tier of LANES)
        describe(`lanes of ${title}, ${tier}, seed ${seed}`, function () {
            this.timeout(60_000);
            let lane, base;
            before(async () => {
                lane = (await build({ singleThread: true, tier }))[name];
                base = (await build({ singleThread: true, tier: "scalar" }))[name];
            });

            for (const operation of ["batchToMontgomery", "batchFromMontgomery", "batchInverse"])
                it(`${operation} equals the base module`, async () => {
                    const long = [LONG, "some zeros"];
                    for (const [count, shape] of [
                        ...COUNTS.flatMap((n) => Object.keys(SHAPES).map((s) => [n, s])),
                        long,
                    ]) {
                        const x = drawnBytes(count, SHAPES[shape], p),
                            kept = x.slice();
                        expect(
                            Buffer.compare(await lane[operation](x), await base[operation](x)),
                            `${count} of ${shape}`,
                        ).to.equal(0);
                        expect(Buffer.compare(x, kept)).to.equal(0);
                    }
                });

            if (name === "Fr")
                it("batchApplyKey equals the base module, also on threads", async () => {
                    const two = await build({ threads: 2, tier }),
                        { Fr } = two;
                    try {
                        for (const n of thinned([0, 1, 3, 31, 32, 33, 34, 35, 1000, 20_003], 2))
                            for (const [first, inc] of [
                                [lane.one, lane.w[20]],
                                [lane.e(0), lane.e(3)],
                                [lane.e(p - 1n), lane.e(p - 2n)],
                                [lane.e(5), lane.e(0)],
                            ]) {
                                const x = drawnBytes(n, SHAPES[n % 2 ? "runs" : "p - 1"] ?? SHAPES.runs, p),
                                    kept = x.slice(),
                                    expected = await base.batchApplyKey(x, first, inc);
                                for (const field of [lane, Fr])
                                    expect(
                                        Buffer.compare(await field.batchApplyKey(x, first, inc), expected),
                                        `${n}`,
                                    ).to.equal(0);
                                expect(Buffer.compare(x, kept)).to.equal(0);
                            }
                    } finally {
                        await two.terminate();
                    }
                });

            it("gives what the definition says", async () => {
                const n = 5000,
                    R = 1n << 256n; // enough for lanes, not for the base module on the main instance
                for (const draw of [SHAPES.runs, SHAPES.uniform]) {
                    const x = drawnBytes(n, draw, p);
                    const [to, from, inverses] = await Promise.all([
                        lane.batchToMontgomery(x),
                        lane.batchFromMontgomery(x),
                        lane.batchInverse(x),
                    ]);
                    for (let i = 0; i < n; i += 97) {
                        const value = integerAt(x, i);
                        expect(integerAt(to, i)).to.equal(mod(value * R, p));
                        expect(integerAt(from, i)).to.equal(mod(value * inverse(R, p), p));
                        expect(integerAt(inverses, i)).to.equal(value === 0n ? 0n : mod(R * R * inverse(value, p), p));
                    }
                }
            });

            it("takes integers that are not canonical where the base module does", async () => {
                const draw = () => (uniform(4n) ? runs(1n << 256n) : (1n << 256n) - 1n - uniform(5n));
                const x = drawnBytes(60_000, draw, p),
                    to = await lane.batchToMontgomery(x),
                    from = await lane.batchFromMontgomery(x);
                for (let i = 0; i < 60_000; i += 11) {
                    expect(integerAt(to, i)).to.equal(mod(integerAt(x, i) << 256n, p));
                    expect(integerAt(from, i)).to.equal(mod(integerAt(x, i) * inverse(1n << 256n, p), p));
                }
            });
        });
