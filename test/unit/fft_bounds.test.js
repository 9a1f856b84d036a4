/** The range proofs of the lane FFT refuse what could overflow. */
import { expect } from "chai";
import { balancedLimbs, fmaMontgomery, fmaSchedule, fmaWide, roundedQuotient, simdReduction, simdSchedule, simdWide } from "../../scripts/wasm/fft_lane/bounds.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import * as bls12_381 from "../../src/params/bls12_381.js";
import * as bn254 from "../../src/params/bn254.js";

const FIELDS = { bn254: bn254.fr.p, "bls12-381": bls12_381.fr.p };

describe("FFT bounds", () => {
    for (const [name, p] of Object.entries(FIELDS)) {
        it(`${name}, fma: the remainders of both products are operands of the next`, () => {
            const { value, limb } = fmaSchedule(p), wide = fmaWide(p), unit = 2n ** 64n;
            expect(wide > unit && wide < 2n * unit).to.equal(true);
            expect(value >= wide + unit / 2n && limb > 2n ** 51n && limb < 2n ** 52n).to.equal(true);
        });

        it(`${name}, simd: likewise, and a transform may be too long`, () => {
            const fourP = Array.from({ length: 9 }, (_, i) => (i < 8 ? (4n * p >> (29n * BigInt(i))) & (2n ** 29n - 1n) : 4n * p >> 232n));
            expect(() => simdSchedule(p, 2, 28, fourP)).to.throw(RangeError, /limb \d of 4p/);
            for (let i = 0; i < 8; i++) { fourP[i] += 2n ** 29n; fourP[i + 1] -= 1n; }
            expect(simdSchedule(p, 2, 28, fourP).limb > 0n).to.equal(true);
            expect(() => simdSchedule(p, 3, 28, fourP)).to.throw(RangeError, /columns below 2\^64|limbs below 2\^32/);
            expect(() => simdSchedule(p, 2, 90, fourP)).to.throw(RangeError, /values below 2\^262/);
            expect(simdWide(p, 2n ** 31n) < 4n * p).to.equal(true);
            expect(() => simdWide(p, 2n ** 32n)).to.throw(RangeError, /columns below 2\^64/);
        });
    }

    for (const [name, p] of Object.entries({ ...FIELDS, "bn254 base": bn254.fp.p })) {
        it(`${name}, fma: two rows of a reduction take mu, one is not enough`, () => {
            expect(fmaMontgomery(p, 2).value < 2n ** 64n).to.equal(true);
            expect(() => fmaMontgomery(p, 1)).to.throw(RangeError, /^fft bounds: expected a product/);
        });

        it(`${name}, simd: a reduction ends below 2p with the right mu only`, () => {
            const mu = mod(-inverse(p, 2n ** 29n), 2n ** 29n);
            expect(simdReduction(p, mu) < 2n * p).to.equal(true);
            expect(() => simdReduction(p, mu + 2n ** 29n)).to.throw(RangeError, /below 2p/);
        });
    }

    it("a field that fills its limbs is refused", () => {
        expect(() => fmaMontgomery(2n ** 255n - 19n, 2)).to.throw(RangeError);
        expect(() => fmaSchedule(2n ** 255n - 19n)).to.throw(RangeError);
        expect(() => fmaWide(2n ** 256n - 189n)).to.throw(RangeError);
    });

    it("limbs and quotients are what they say", () => {
        for (const v of [0n, 1n, -1n, 2n ** 50n, -(2n ** 50n), 2n ** 254n - 1n, -(2n ** 254n)]) {
            const limbs = balancedLimbs(v);
            expect(limbs.reduceRight((sum, limb) => (sum << 51n) + limb, 0n)).to.equal(v);
            for (const limb of limbs.slice(0, 4)) expect(limb >= -(2n ** 50n) && limb < 2n ** 50n).to.equal(true);
        }
        for (const [a, b, q] of [[7n, 2n, 4n], [-7n, 2n, -3n], [6n, 4n, 2n], [5n, 4n, 1n], [-5n, 4n, -1n]]) expect(roundedQuotient(a, b)).to.equal(q);
    });
});
