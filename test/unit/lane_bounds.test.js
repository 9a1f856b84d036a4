/** The interval proofs of the lane tiers hold for what ships and refuse what does not. */
import { expect } from "chai";
import { TIERS } from "../../scripts/wasm/lane/field.js";
import { lanePlan, planWith } from "../../scripts/wasm/lane/plan.js";
import { proveAddition } from "../../scripts/wasm/msm_lane/addition_bounds.js";
import { glsSplit, glvSplit } from "../../scripts/wasm/msm_lane/endomorphism.js";
import * as bls12_381 from "../../src/params/bls12_381.js";
import * as bn254 from "../../src/params/bn254.js";
import { uniform } from "../support/random.js";

const CURVES = { bn254, bls12_381 };
const TWISTS = { bn254: bn254.bn254.twist, bls12_381: bls12_381.bls12381.twist };

describe("lane bounds", () => {
    for (const [name, { fp }] of Object.entries(CURVES)) for (const tier of TIERS) for (const degree of [1, 2]) {
        it(`hold for ${name}, G${degree}, ${tier}`, () => expect(proveAddition(lanePlan(tier, fp.p), degree)).to.match(/^points within 0\.5/));
    }

    it("hold for another prime of the same size: bls12-377", () => {
        const z = 0x8508c00000000001n, p = ((z - 1n) ** 2n / 3n) * (z ** 4n - z ** 2n + 1n) + z;
        for (const tier of TIERS) expect(proveAddition(lanePlan(tier, p), 1)).to.match(/^points within 0\.5/);
    });

    it("refuse Fp2 products of differences that are not reduced", () => {
        expect(() => proveAddition(lanePlan("fma", bn254.fp.p), 2, { tight: false })).to.throw(RangeError, /bounds: expected .* at most 2\^/);
    });

    for (const [tier, curve, n, w, degree, step] of [
        ["simd", bn254, 9, 30, 1, /a column at most 2\^63/],
        ["scalar", bn254, 9, 30, 1, /a column at most 2\^63/],
        ["simd", bls12_381, 14, 29, 2, /a column at most 2\^63/],
        ["scalar", bls12_381, 14, 29, 2, /a column at most 2\^63/],
        ["fma", bls12_381, 8, 52, 1, /a limb/],
        ["fma", bls12_381, 8, 50, 2, /a limb product of sums at most 2\^101/],
    ]) it(`refuse ${n} limbs of ${w} bits on ${tier}, G${degree}`, () => {
        expect(() => proveAddition(planWith(tier, curve.fp.p, n, w), degree)).to.throw(RangeError, step);
    });

    it("refuse a field without room above it", () => {
        expect(() => proveAddition(lanePlan("fma", bls12_381.fr.p), 1)).to.throw(RangeError, /bounds: expected/);
        expect(() => planWith("simd", bn254.fp.p, 9, 28)).to.throw(RangeError, "expected 9 limbs of 28 bits to hold");
    });

    for (const [name, { fp, fr, g2, xi }] of Object.entries(CURVES)) {
        it(`scalars split in four below 2^64 on ${name}`, () => {
            const { eigenvalues, basis, bound, reciprocals } = glsSplit({ p: fp.p, r: fr.p, generator: g2.generator, xi, twist: TWISTS[name] }), r = fr.p;
            expect(bound < 2n ** 64n).to.equal(true);
            for (const v of basis) expect(v.reduce((s, x, h) => s + x * eigenvalues[h], 0n) % r).to.equal(0n);
            for (const k of [0n, 1n, r - 1n, r >> 1n, ...eigenvalues, ...Array.from({ length: 200 }, () => uniform(r))]) {
                const c = reciprocals.map((g) => (k * g + (1n << 279n)) >> 280n);
                const parts = basis.map((_, h) => (h ? 0n : k) - basis.reduce((s, v, j) => s + c[j] * v[h], 0n));
                for (const part of parts) expect(part <= bound && -part <= bound).to.equal(true);
                expect((parts.reduce((s, part, h) => s + part * eigenvalues[h], -k) % r)).to.equal(0n);
            }
        });
    }

    for (const [name, { fp, fr, g1, g2 }] of Object.entries(CURVES)) for (const { generator } of [g1, g2]) {
        it(`scalars split below 2^127 on ${name}`, () => {
            const { lambda, basis, bound } = glvSplit({ p: fp.p, r: fr.p, generator });
            expect(bound < 2n ** 127n).to.equal(true);
            for (const [u, w] of basis) expect((u + w * lambda) % fr.p).to.equal(0n);
            expect((lambda * lambda + lambda + 1n) % fr.p).to.equal(0n);
        });
    }
});
