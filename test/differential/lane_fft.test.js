/**
 * The lane FFT of every tier this engine runs, against the base module, Horner, and its own kernels at the ends of
 * their ranges.
 */
import { expect } from "chai";
import { centredDigits } from "../../scripts/wasm/lane/plan.js";
import { inverse, mod, pow } from "../../src/bigint/modular.js";
import { buildBn128 } from "../../src/index.js";
import { unpack } from "../../src/runtime/instance.js";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";
import { itInAll, itOnOne } from "../support/extent.js";
import { drawnBytes, integerAt, runs, seed, uniform } from "../support/random.js";
import { builderOf, definitionOf, GROUPED } from "../support/twin_curves.js";

const CURVES = Object.fromEntries(
    Object.values(GROUPED)
        .filter(({ lanes }) => lanes.fft.length)
        .map(({ name, fr, pairing }) => [name, { build: builderOf(name), field: fr, pairing }]),
);
const LANES = TIERS.slice(TIERS.indexOf(detectTier())).filter((tier) => tier !== "scalar");
const MAX_LOG = 13;

const SHAPES = {
    uniform: (p) => uniform(p),
    runs: (p) => runs(p),
    zero: () => 0n,
    "p - 1": (p) => p - 1n,
    "0 or p - 1": (p) => (uniform(2n) ? p - 1n : 0n),
};

describe(`lane FFT, seed ${seed}`, function () {
    this.timeout(120_000);

    it("runs every tier that is required", () => {
        if (process.env.TIERS === "required")
            expect(LANES).to.include(Number(process.versions.node.split(".")[0]) >= 22 ? "fma" : "simd");
        expect(TIERS).to.include.members(LANES);
    });

    for (const [name, { build, field: { p }, pairing }] of Object.entries(CURVES)) for (const tier of LANES) {
        describe(`${name}, ${tier}`, () => {
            let lane, base;
            before(async () => {
                lane = await build({ singleThread: true, tier });
                base = await build({ singleThread: true, tier: "scalar" });
            });

            for (let lg = 0; lg <= MAX_LOG; lg++) (lg < MAX_LOG ? it : itInAll)(`equals the base module at 2^${lg}`, async () => {
                for (const [shape, draw] of Object.entries(SHAPES)) {
                    const x = drawnBytes(2 ** lg, draw, p), kept = x.slice();
                    for (const direction of ["fft", "ifft", "ifftShiftFft"]) {
                        expect(
                            Buffer.compare(await lane.Fr[direction](x), await base.Fr[direction](x)),
                            `${direction}, ${shape}`,
                        ).to.equal(0);
                    }
                    expect(Buffer.compare(x, kept)).to.equal(0);
                }
            });

            itOnOne(name)("equals the base module at 2^17, which goes in steps", async () => {
                const x = drawnBytes(2 ** 17, SHAPES.runs, p);
                for (const direction of ["fft", "ifft"])
                    expect(
                        Buffer.compare(await lane.Fr[direction](x), await base.Fr[direction](x)),
                        direction,
                    ).to.equal(0);
            });

            itInAll("is right where the table ends before the transform: 2^19, and a coset of 2^18", async () => {
                const { Fr } = lane,
                    lg = 19,
                    sparse = new Uint8Array(32 * 2 ** lg),
                    terms = Array.from({ length: 8 }, (_, i) => (i < 3 ? 2 ** lg - 1 - i : Number(uniform(2n ** 19n))));
                for (const i of terms) sparse.set(drawnBytes(1, SHAPES.runs, p), 32 * i);
                const out = await Fr.fft(sparse), w = Fr.toObject(Fr.w[lg]);
                for (const k of [
                    0,
                    1,
                    2 ** 18,
                    2 ** 18 + 1,
                    2 ** lg - 1,
                    ...Array.from({ length: 40 }, () => Number(uniform(2n ** 19n))),
                ]) {
                    const value = [...new Set(terms)].reduce(
                        (sum, i) => (sum + integerAt(sparse, i) * pow(w, (BigInt(i) * BigInt(k)) % 2n ** 19n, p)) % p,
                        0n,
                    );
                    expect(integerAt(out, k)).to.equal(value);
                }
                const x = drawnBytes(2 ** 18, SHAPES["0 or p - 1"], p), whole = new Uint8Array(2 * x.length);
                whole.set(x, 77 * 32);
                expect(Buffer.compare(await Fr.ifft(await Fr.fft(whole)), whole)).to.equal(0);
                const expected = await Fr.fft(await Fr.batchApplyKey(await Fr.ifft(x), Fr.one, Fr.w[19]));
                expect(Buffer.compare(await Fr.ifftShiftFft(x), expected)).to.equal(0);
            });

            it("halves give what the whole gives", async () => {
                const two = await build({ threads: 2, tier });
                try {
                    for (const lg of [13, 14]) {
                        const x = drawnBytes(2 ** lg, SHAPES.runs, p), kept = x.slice();
                        for (const direction of ["fft", "ifft"]) {
                            const whole = await lane.Fr[direction](x);
                            expect(Buffer.compare(await two.Fr[direction](x), whole), direction).to.equal(0);
                            const given = x.slice();
                            expect(
                                Buffer.compare(
                                    await two.Fr[direction](given, undefined, undefined, undefined, undefined, true),
                                    whole,
                                ),
                                `${direction}, consumed`,
                            ).to.equal(0);
                            expect(given.length).to.equal(0);
                        }
                        expect(Buffer.compare(x, kept)).to.equal(0);
                    }
                } finally {
                    await two.terminate();
                }
            });

            it("equals Horner at 2^7", async () => {
                const n = 128,
                    x = drawnBytes(n, SHAPES.runs, p),
                    out = await lane.Fr.fft(x),
                    w = lane.Fr.toObject(lane.Fr.w[7]);
                // the transform is linear, so that the Montgomery factor passes through
                for (let k = 0, point = 1n; k < n; k++, point = (point * w) % p) {
                    let value = 0n;
                    for (let i = n - 1; i >= 0; i--) value = (value * point + integerAt(x, i)) % p;
                    expect(integerAt(out, k)).to.equal(value);
                }
            });

            it("shifts to any coset like the three calls", async () => {
                const x = drawnBytes(256, SHAPES.uniform, p), { Fr } = lane;
                for (const shift of [Fr.w[9], Fr.shift, Fr.e(7)]) {
                    const expected = await Fr.fft(await Fr.batchApplyKey(await Fr.ifft(x), Fr.one, shift));
                    expect(Buffer.compare(await Fr.ifftShiftFft(x, { shift }), expected)).to.equal(0);
                }
            });

            if (pairing) it("gives a b - c on the coset as plain integers", async () => {
                const { Fr } = lane, [a, b, c] = [0, 1, 2].map(() => drawnBytes(1024, SHAPES.uniform, p));
                const [A, B, C] = await Promise.all([a, b, c].map((x) => Fr.ifftShiftFft(x)));
                const out = await Fr.cosetQuotient(a, b, c);
                for (const i of [0, 1, 511, 1023]) {
                    const at = (x) => x.slice(32 * i, 32 * i + 32);
                    expect(integerAt(out, i)).to.equal(Fr.toObject(Fr.sub(Fr.mul(at(A), at(B)), at(C))));
                }
                const given = a.slice();
                expect(
                    Buffer.compare(await Fr.cosetQuotient(given, b.slice(), c.slice(), { consume: true }), out),
                ).to.equal(0);
                expect(given.byteLength).to.equal(0);
            });
        });

        itOnOne(name)(`${name}, ${tier}: products are right at the ends of the proved ranges`, async () => {
            const kernel = await productKernel(name, tier, p);
            for (let i = 0; i < 3000; i++) kernel.check(i);
            for (let i = 0; i < 3000; i++) kernel.checkMontgomery(i);
        });
    }

    for (const [
        name,
        {
            build,
            field: { p },
        },
    ] of Object.entries(CURVES))
        it(`${name}, without lanes: halves give what the whole gives`, async () => {
            const [one, two] = [
                await build({ singleThread: true, tier: "scalar" }),
                await build({ threads: 2, tier: "scalar" }),
            ];
            try {
                const x = drawnBytes(2 ** 13, SHAPES.runs, p);
                for (const direction of ["fft", "ifft"])
                    expect(Buffer.compare(await two.Fr[direction](x), await one.Fr[direction](x)), direction).to.equal(
                        0,
                    );
            } finally {
                await two.terminate();
            }
        });

    it("takes Node buffers, even parts of a pool, and does not change them", async () => {
        const { Fr } = await buildBn128({ singleThread: true }), p = CURVES.bn128.field.p;
        for (const lg of [3, 8, 13]) {
            const bytes = drawnBytes(2 ** lg, SHAPES.uniform, p), pool = Buffer.alloc(bytes.length + 40, 7);
            pool.set(bytes, 16);
            const part = pool.subarray(16, 16 + bytes.length), before = Buffer.from(pool);
            for (const direction of ["fft", "ifft", "batchToMontgomery", "batchInverse"]) {
                const out = await Fr[direction](part);
                expect(Buffer.isBuffer(out)).to.equal(false);
                expect(Buffer.compare(out, await Fr[direction](bytes)), direction).to.equal(0);
            }
            expect(Buffer.compare(pool, before)).to.equal(0);
        }
    });

    it("refuses sizes that are no domain", async () => {
        const { Fr } = await buildBn128({ singleThread: true });
        for (const length of [0, 31, 96]) {
            let error;
            await Fr.ifftShiftFft(new Uint8Array(length)).catch((e) => { error = e; });
            expect(error)
                .to.be.instanceOf(RangeError)
                .with.property("message")
                .that.matches(/^ifftShiftFft: expected 2\^k elements/);
        }
        let error;
        await Fr.cosetQuotient(new Uint8Array(64), new Uint8Array(64), new Uint8Array(32)).catch((e) => { error = e; });
        expect(error).to.be.instanceOf(RangeError);
    });
});

/**
 * The butterfly kernel on one pair whose limbs are drawn from the ends of the
 * range that the schedule proves: a + w b and a - w b with a = 0.
 */
async function productKernel(name, tier, p) {
    const { code, layout: { constants, chains, pairBytes, entries, factor, roots, twiddleBytes, wideBytes, maxLog } } =
        (await definitionOf(name)).lanes(tier).find(({ driver }) => driver === "fft");
    const memory = new WebAssembly.Memory({ initial: 4 }), address = 1024, a = 65536, b = a + pairBytes, wide = 131072;
    const { instance: { exports } } = await WebAssembly.instantiate(unpack(code), { env: { memory, base: address } });
    const u8 = new Uint8Array(memory.buffer), view = new DataView(memory.buffer);
    u8.set(unpack(constants), address);
    const format = tier === "fma" ? fmaFormat(view, FMA_OPERANDS, p) : simdFormat(view, simdBounds(p, maxLog));
    const w = (j) => address + roots + j * twiddleBytes, given = address + entries;
    // what a product by the wide table works on after it is normal
    const normal = tier === "fma" ? fmaFormat(view, { value: 2n ** 63n, limb: 2n ** 50n - 1n }, p) : format;
    const most = tier === "fma" ? (17n * p) / 10n : 4n * p;
    // 1, and the largest root with its squares, as the driver makes them
    u8.copyWithin(w(0), given, given + twiddleBytes);
    u8.copyWithin(w(1), given + twiddleBytes, given + 2 * twiddleBytes);
    for (let j = 2; j < maxLog; j++) {
        for (const k of [1, 2]) u8.copyWithin(wide + k * twiddleBytes, w(j - 1), w(j - 1) + twiddleBytes);
        exports.extendTable(wide, 2);
        u8.copyWithin(w(j), wide + 3 * twiddleBytes, wide + 4 * twiddleBytes);
    }
    exports.widen(w(0), wide, maxLog / 2, address + factor + twiddleBytes);
    const settled =
        tier === "fma"
            ? fmaFormat(view, { value: 2n ** 63n, limb: 2n ** 50n + largestLimb(p) }, p)
            : simdFormat(view, { value: 4n, limb: 2n ** 29n - 1n, p });
    const src = b + 8 * pairBytes, inverseR = inverse(2n ** (tier === "fma" ? 255n : 261n), p);
    const shapes = [() => p - 1n, () => 1n, () => runs(p), () => p - 1n - uniform(2n ** 60n), () => uniform(p)];
    return {
        /** Canonical times settled; the result is a settled factor again, CHAINS pairs after its own. */
        checkMontgomery(i) {
            const y = [0, 1].map((lane) => settled.draw(a, lane)), x = drawnBytes(2, shapes[i % shapes.length], p);
            u8.set(x, src);
            exports.inversionUp(src, a, 1);
            [0, 1].forEach((lane) => {
                const z = settled.read(a + chains * pairBytes, lane);
                // zeros are skipped
                expect(mod(z, p), `x y, draw ${i}`).to.equal(mod((integerAt(x, lane) || 1n) * y[lane] * inverseR, p));
                expect(z < (tier === "fma" ? p : 4n * p) && z > -p).to.equal(true);
            });
        },
        check(i) {
            u8.fill(0, a, a + 2 * pairBytes);
            const j = i % maxLog, twiddle = w(j), x = [0, 1].map((lane) => (chance(2) ? format : normal).draw(b, lane));
            const kernels = ["stage", "wide", ...(tier === "fma" ? ["wideColumns", "wideColumnsLoose"] : [])],
                kernel = kernels[chance(kernels.length)];
            if (kernel === "stage") exports.stage(a, 1, twiddle, 1);
            else {
                exports[kernel](a, 1, wide + j * wideBytes, 1, chance(2));
                for (const lane of [0, 1])
                    expect(
                        format.read(a, lane) <= most && -format.read(a, lane) <= most,
                        `size of w x, draw ${i}`,
                    ).to.equal(true);
            }
            [0, 1].forEach((lane) => {
                const expected = mod(x[lane] * format.twiddle(twiddle) * format.unit(p), p);
                expect(mod(format.read(a, lane), p), `w x, draw ${i}`).to.equal(expected);
                expect(mod(-format.read(b, lane), p), `- w x, draw ${i}`).to.equal(expected);
            });
        },
    };
}

const chance = (n) => Number(uniform(BigInt(n)));

/** Five signed limbs of 51 bits as doubles. */
function fmaFormat(view, { value, limb }, p) {
    const top = (value * p >> (64n + 204n)) - 1n;
    const read = (at, step) => [0, 1, 2, 3, 4].reduceRight((sum, i) => {
        const digit = view.getFloat64(at + step * i, true);
        expect(Number.isInteger(digit)).to.equal(true);
        return (sum << 51n) + BigInt(digit);
    }, 0n);
    return {
        draw(at, lane) {
            for (let i = 0; i < 5; i++) {
                const bound = i < 4 ? limb : top, size = [bound, bound - uniform(4n), uniform(bound)][chance(3)];
                view.setFloat64(at + 16 * i + 8 * lane, Number(chance(2) ? size : -size), true);
            }
            return read(at + 8 * lane, 16);
        },
        read: (at, lane) => read(at + 8 * lane, 16),
        twiddle: (at) => read(at, 8),
        unit: () => 1n,
    };
}

/** Limbs of 4p as the generator makes them, for the schedule. */
function simdBounds(p, maxLog) {
    const fourP = Array.from({ length: 9 }, (_, i) =>
        i < 8 ? ((4n * p) >> (29n * BigInt(i))) & (2n ** 29n - 1n) : (4n * p) >> 232n,
    );
    for (let i = 0; i < 8; i++) { fourP[i] += 2n ** 29n; fourP[i + 1] -= 1n; }
    const limb = 2n ** 29n + 7n + fourP.reduce((a, b) => (a > b ? a : b));
    return { value: 1n + 4n * BigInt(maxLog + 1), limb, p };
}

/**
 * Operands of a product in a transform: value in units of p / 2^64, 2.15 p, and limbs; `npm run gen:check` proves a
 * little more.
 */
const FMA_OPERANDS = Object.freeze({ value: (215n << 64n) / 100n, limb: 2n ** 51n + 16n });

/** Largest limb of p below the top. */
const largestLimb = (p) =>
    centredDigits(p, 5, 51).slice(0, 4).map((x) => (x < 0n ? -x : x)).reduce((a, b) => (a > b ? a : b));

/** Nine unsigned limbs of 29 bits, two to a vector. */
function simdFormat(view, { value, limb, p }) {
    const slot = (at, lane, i) => at + 16 * (i >> 1) + 8 * (i & 1) + 4 * lane;
    const read = (at, lane) =>
        Array.from({ length: 9 }, (_, i) => i).reduceRight(
            (sum, i) => (sum << 29n) + BigInt(view.getUint32(slot(at, lane, i), true)),
            0n,
        );
    const top = (value * p >> 232n) - 16n;
    return {
        draw(at, lane) {
            for (let i = 0; i < 9; i++) {
                const bound = i < 8 ? limb : top;
                view.setUint32(
                    slot(at, lane, i),
                    Number([bound, bound - uniform(4n), uniform(bound)][chance(3)]),
                    true,
                );
            }
            return read(at, lane);
        },
        read,
        twiddle: (at) =>
            Array.from({ length: 9 }, (_, i) => i).reduceRight(
                (sum, i) => (sum << 29n) + BigInt(view.getUint32(at + 4 * i, true)),
                0n,
            ),
        unit: (q) => inverse(2n ** 261n, q),
    };
}
