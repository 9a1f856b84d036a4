/**
 * The proofs of the lane FFT run its kernels as they are emitted: they refuse what could overflow and what computes
 * something else.
 */
import { expect } from "chai";
import { roundedQuotient } from "../../scripts/wasm/lane/fma/pairs.js";
import { centredDigits } from "../../scripts/wasm/lane/plan.js";
import { arithmetic, fftConstants, fftModule, onlyText } from "../../scripts/wasm/fft_lane/module_fft.js";
import { FftProof } from "../../scripts/wasm/fft_lane/proof.js";
import { ConstantTable } from "../../scripts/wasm/lane/constants.js";
import { FunctionText } from "../../scripts/wasm/lane/text.js";
import { FFT_TIERS } from "../../scripts/wasm/tiers.js";
import { bls12377 } from "../../src/params/bls12377.js";
import { bls12381 } from "../../src/params/bls12381.js";
import { bn128 } from "../../src/params/bn128.js";
import { itInAll, itInFull, thinned } from "../support/extent.js";

const proofOf = (tier, { fr }, change = (text) => text) =>
    new FftProof(change(fftModule(tier, fr)), fftConstants(tier, fr).bytes, arithmetic(tier, fr), fr);

/** What proves the kernels after the stages, on pairs within a box. */
const AFTER = {
    lastForward: (proof, box) => proof.lastElements("lastForward", box),
    lastInverse: (proof, box) => proof.lastElements("lastInverse", box, 6),
    lastToPairs: (proof, box) => proof.lastToPairs(box, 6),
    oddTimes: (proof, box) => proof.oddTimes(box),
    negateFirst: (proof, box) => proof.negateFirst(box),
    extendTable: (proof) => proof.extendTable(),
    toElements: (proof, box) => proof.toElements(box),
    fromMontAll() {},
    scaleAll: (proof) => proof.scales(),
    progression: (proof, box) => proof.progression(box),
    inversionUp: (proof, box) => proof.inversions(box),
    inversionDown: (proof, box) => proof.inversions(box),
};

/** One instruction of one function changed. */
const broken = (name, from, to) => (text) => {
    const start = text.indexOf(`(func $${name} `), end = text.indexOf("\n(func ", start), body = text.slice(start, end);
    const at = typeof from === "string" ? body.indexOf(from) : body.search(from);
    expect(at, `${from} in ${name}`).to.be.above(-1);
    return text.slice(0, start) + body.slice(0, at) + body.slice(at).replace(from, to) + text.slice(end);
};

describe("FFT bounds", () => {
    // gen:check proves them, too
    for (const record of [bls12377, bls12381])
        for (const tier of FFT_TIERS) itInFull(`hold for ${record.name} on ${tier}`, () => {
        expect(proofOf(tier, record).all(32)).to.match(/^butterflies up to 2\^32 elements/);
    });

    itInAll("refuse a transform that is too long for values that grow", () => {
        expect(() => proofOf("simd", bn128).transform(120, proofOf("simd", bn128).conversions())).to.throw(
            RangeError,
            /^proof/,
        );
    });

    for (const [what, tier, name, from, to] of thinned([
        [
            "a carry removed",
            "fma",
            "stage",
            /\(local\.set \$r1 \(i64x2\.add \(local\.get \$r1\) \(i64x2\.shr_u .*\)\n/,
            "\n",
        ],
        ["a shift changed", "fma", "stage", "(i32.const 51)", "(i32.const 50)"],
        ["a sign", "fma", "stage", /f64x2\.sub (\(local\.get \$x0\) \(local\.get \$t0\))/, "f64x2.add $1"],
        ["a mask", "fma", "wide", "(local.get $k_mask)", "(local.get $k_b52)"],
        ["a limb of p", "fma", "wideColumns", "(local.get $k_negP1)", "(local.get $k_negP2)"],
        [
            "a carry removed",
            "simd",
            "stage",
            /\(local\.set \$s1 \(i64x2\.add \(local\.get \$s1\) \(i64x2\.shr_u .*\)\n/,
            "\n",
        ],
        ["a shift changed", "simd", "wide", "(i32.const 29)", "(i32.const 28)"],
        ["a sign", "simd", "stage", "i32x4.sub", "i32x4.add"],
        ["a mask", "simd", "stage", "(local.get $k_mask)", "(local.get $k_mu)"],
        ["a half", "simd", "wide", "extmul_high", "extmul_low"],
    ], 12))
        it(`refuse ${name} on ${tier} with ${what}`, () => {
            const proof = proofOf(tier, bn128, broken(name, from, to));
            expect(() => proof.transform(28, proof.conversions())).to.throw(RangeError, /^proof/);
        });

    for (const [what, tier, name, from, to] of thinned([
        ["a sign", "simd", "lastForward", "i32x4.sub", "i32x4.add"],
        ["a sign", "fma", "lastForward", /f64x2.add (\(local.get \$x0\) \(local.get \$t0\))/, "f64x2.sub $1"],
        ["a shift changed", "simd", "lastInverse", "(i32.const 52)", "(i32.const 51)"],
        ["a division left out", "fma", "lastInverse", /\(local.set \$nq \(f64x2.mul [^\n]*\n/, "\n"],
        ["a pair of the other half", "fma", "lastToPairs", "(local.get $sumA1)", "(local.get $difA1)"],
        ["the other lane", "simd", "lastToPairs", "i8x16.shuffle 0 1 2 3 16", "i8x16.shuffle 4 5 6 7 16"],
        ["the other lane", "fma", "oddTimes", /(i8x16.shuffle) 8 9 10 11 12 13 14 15/, "$1 0 1 2 3 4 5 6 7"],
        ["the other lane", "simd", "negateFirst", "i32x4 -1 0 -1 0", "i32x4 0 -1 0 -1"],
        ["another entry", "fma", "extendTable", "offset=16 (local.get $table)", "offset=24 (local.get $table)"],
        ["a shift changed", "simd", "toElements", "(i32.const 58)", "(i32.const 57)"],
        ["a shift changed", "fma", "fromMontAll", "(i32.const 14)", "(i32.const 15)"],
        ["a limb of p", "simd", "fromMontAll", "(local.get $k_minusP1)", "(local.get $k_minusP2)"],
        ["a constant left out", "fma", "scaleAll", "offset=248", "offset=256"],
        ["another pair", "simd", "progression", "(local.get $y1)", "(local.get $a1)"],
        ["another value for zero", "fma", "inversionUp", "f64x2 1 1", "f64x2 2 2"],
        ["a limb not looked at", "fma", "inversionUp", "$x3)) (local.get $x4))", "$x3)) (local.get $x3))"],
        ["another value for zero", "simd", "inversionUp", "i32x4 1 1 0 0", "i32x4 1 1 1 0"],
        ["a result of zero that stays", "simd", "inversionDown", "v128.andnot", "v128.and"],
        ["another slot", "fma", "inversionDown", "(local.get $y1)", "(local.get $a1)"],
    ], 18))
        it(`refuse ${name} on ${tier} with ${what}`, () => {
            const proof = proofOf(tier, bn128, broken(name, from, to));
            expect(() => AFTER[name](proof, proof.conversions())).to.throw(RangeError, /^proof/);
        });

    it("hold for every field of a tier: its text is the same for all", () => {
        for (const tier of FFT_TIERS) expect(fftModule(tier, bls12381.fr, bn128.fr, bn128.fp)).to.be.a("string");
        expect(() => onlyText(["a", "b"])).to.throw(Error, "expected one text for all fields, got 2");
        const table = new ConstantTable(), f = new FunctionText("f", "");
        table.v128(f, "one", new Uint8Array([1]));
        table.v128(f, "one", new Uint8Array([1]));
        expect(() => table.v128(f, "one", new Uint8Array([2]))).to.throw(Error, "expected one value of one, got two");
    });

    it("refuse a field that a tier cuts otherwise", () => {
        const field = { p: 2n ** 127n - 1n };
        expect(() => fftModule("fma", field)).to.throw(RangeError, "expected 5 limbs of 51 bits, got 3 of 44");
        expect(() => fftModule("simd", field)).to.throw(RangeError, "expected 9 limbs of 29 bits, got 5 of 27");
        expect(() => fftModule("scalar", bn128.fr)).to.throw(RangeError, "expected a tier with transforms, got scalar");
    });

    it("limbs and quotients are what they say", () => {
        for (const v of [0n, 1n, -1n, 2n ** 50n, -(2n ** 50n), 2n ** 254n - 1n, -(2n ** 254n)]) {
            const limbs = centredDigits(v, 5, 51);
            expect(limbs.reduceRight((sum, limb) => (sum << 51n) + limb, 0n)).to.equal(v);
            for (const limb of limbs.slice(0, 4)) expect(limb >= -(2n ** 50n) && limb < 2n ** 50n).to.equal(true);
        }
        for (const [a, b, q] of [
            [7n, 2n, 4n],
            [-7n, 2n, -3n],
            [6n, 4n, 2n],
            [5n, 4n, 1n],
            [-5n, 4n, -1n],
        ])
            expect(roundedQuotient(a, b)).to.equal(q);
    });
});
