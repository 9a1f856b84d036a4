/**
 * The proofs of the lane modules run the functions as they are emitted: they hold for what ships and refuse what does
 * not.
 */
import { expect } from "chai";
import { MOST_WEIGHT } from "../../scripts/wasm/lane/linear.js";
import { TIERS, lanePlan } from "../../scripts/wasm/tiers.js";
import { glsSplit, glvSplit } from "../../scripts/wasm/msm_lane/endomorphism.js";
import { laneModule } from "../../scripts/wasm/msm_lane/module_lane.js";
import { pow } from "../../src/bigint/modular.js";
import { bn128 } from "../../src/params/bn128.js";
import { itInAll, itInFull, thinned } from "../support/extent.js";
import { uniform } from "../support/random.js";
import { blocksOf, choosePlan, planWindows, reaches } from "../../src/kernels/msm/windows.js";
import { ALL, CURVES } from "../support/twin_curves.js";

const { bls12381 } = CURVES;

/** Proof of a module for the prime of a plan; the other numbers of the curve have no bounds. */
const proofOf = (plan, change = (text) => text, curve = bn128) => {
    const { module, proof } = laneModule(curve, plan);
    return proof(change(module.text()));
};

/** One instruction of one function changed. */
const broken = (name, from, to) => (text) => {
    const start = text.indexOf(`(func $${name} `),
        end = text.indexOf("\n(func ", start),
        body = text.slice(start, end),
        at = typeof from === "string" ? body.indexOf(from) : body.search(from);
    expect(at, `${from} in ${name}`).to.be.above(-1);
    return text.slice(0, start) + body.slice(0, at) + body.slice(at).replace(from, to) + text.slice(end);
};

/** A number that is 3 mod 4 and that is taken for a prime: nothing here needs more. */
const primeBelow = (bits) => {
    for (let p = 2n ** BigInt(bits) - 1n; ; p -= 4n) if (pow(2n, p - 1n, p) === 1n) return p;
};

describe("lane bounds", () => {
    describe("of sums between products", () => {
        const plan = lanePlan("fma", bls12381.fp.p), some = { low: 1n << 47n, top: 1n << 44n };
        const of = (change, weights) => proofOf(plan, change, bls12381).linear(some, weights);

        it("hold, whatever the weights are up to the largest", () => {
            for (const weights of [[[MOST_WEIGHT, -MOST_WEIGHT]], [[1, 1], [1 - MOST_WEIGHT, MOST_WEIGHT - 1]]])
                expect(of((text) => text, weights).top < some.top).to.equal(true);
        });

        for (const [what, from, to, weights] of [
            ["a lane that stays in its place", "(i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7", "(i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", [[1, 1], [3, 2]]],
            ["the factor of the term before", "(local.get $factor)", "(local.get $t0)", [[1, 1], [3, 2]]],
            ["a limb of another number", "(v128.load offset=16 (local.get $unit))", "(v128.load offset=32 (local.get $unit))", [[1, 1], [3, 2]]],
            ["a multiple of p that is not taken off", "f64x2.relaxed_madd (local.get $nk)", "f64x2.relaxed_nmadd (local.get $nk)", [[3, 2]]],
        ]) it(`refuse ${what}`, () => {
            expect(() => of(broken("linear", from, to), weights)).to.throw(RangeError, /proof of linear/);
        });

        it("refuse weights that are too large for a reduction", () => {
            expect(() => of((text) => text, [[4 * MOST_WEIGHT, 0]])).to.throw(RangeError, /proof of linear/);
        });

        itInAll("close", () => {
            expect(proofOf(plan, (text) => text, bls12381).sums()).to.match(/^within 0\.\d+ p, with weights up to 24$/);
        });
    });


    // gen:check proves them, too
    for (const tier of TIERS) itInFull(`hold for bn128, G1, ${tier}`, () => {
        expect(proofOf(lanePlan(tier, bn128.fp.p)).addition(1)).to.match(/^points within 0\.5/);
    });

    itInFull("hold for another prime, of 377 bits", () => {
        const p = primeBelow(377);
        for (const tier of TIERS) expect(proofOf(lanePlan(tier, p)).addition(1)).to.match(/^points within 0\.5/);
    });

    for (const [what, tier, degree, name, from, to] of thinned([
        [
            "a carry removed",
            "fma",
            1,
            "f1_mul",
            /\(local\.set \$s1_0 \(i64x2\.add \(local\.get \$s1_0\) \(i64x2\.shr_u .*\)\n/,
            "\n",
        ],
        [
            "a shift changed",
            "fma",
            1,
            "f1_mul",
            /(i64x2\.shr_u \(local\.get \$s0_0\) )\(i32\.const 51\)/,
            "$1(i32.const 50)",
        ],
        ["a sign", "fma", 2, "f2_mul", "f64x2.relaxed_nmadd", "f64x2.relaxed_madd"],
        ["a mask", "fma", 1, "f1_mul", "(local.get $k_mask)", "(local.get $k_b52)"],
        ["a limb of p", "fma", 1, "f1_mul", "(local.get $k_p1)", "(local.get $k_p2)"],
        ["a carry removed", "fma", 1, "normal", /\(local\.set \$t1 \(f64x2\.relaxed_madd .*\)\n/, "\n"],
        ["a sign", "fma", 2, "forward", "f64x2.relaxed_madd (local.get $nk)", "f64x2.relaxed_nmadd (local.get $nk)"],
        [
            "a carry removed",
            "simd",
            1,
            "f1_mul",
            /\(local\.set \$s1 \(i64x2\.add \(local\.get \$s1\) \(i64x2\.shr_u .*\)\n/,
            "\n",
        ],
        ["a shift changed", "simd", 1, "f1_sqr", "(i32.const 29)", "(i32.const 28)"],
        ["a sign", "simd", 2, "f2_mul", "i64x2.sub", "i64x2.add"],
        ["a half", "simd", 1, "f1_mul", "extmul_high", "extmul_low"],
        [
            "a carry removed",
            "scalar",
            1,
            "f1_mul",
            /\(local\.set \$s1 \(i64\.add \(local\.get \$s1\) \(i64\.shr_s .*\)\n/,
            "\n",
        ],
        [
            "a shift changed",
            "scalar",
            1,
            "canonical",
            "(i64.shr_s (local.get $c) (i64.const 29))",
            "(i64.shr_s (local.get $c) (i64.const 30))",
        ],
        ["a sign", "scalar", 2, "f2_mul", /\(i64\.sub (\(local\.get \$s0\))/, "(i64.add $1"],
        [
            "a digit of the other lane",
            "simd",
            1,
            "f1_mul",
            /(i8x16.shuffle) 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11( \(local.get \$t\))/,
            "$1 8 9 10 11 0 1 2 3 8 9 10 11 0 1 2 3$2",
        ],
        [
            "a limb of one lane in both",
            "fma",
            1,
            "f1_mul",
            /v128.load (offset=16 \(local.get \$y\))/,
            "v128.load64_splat $1",
        ],
        [
            "a doubling that is not marked",
            "scalar",
            1,
            "fix",
            /(\(i32.or \(i32.load \(local.get \$f\)\)) \(i32.const 4\)/,
            "$1 (i32.const 2)",
        ],
        [
            "a result that is not infinity",
            "simd",
            2,
            "fix",
            /(offset=12 \(local.get \$f\)\)) \(i32.const 0\)/,
            "$1 (i32.const 8)",
        ],
        ["a look at another part", "fma", 1, "fix", "(i32.const 4)", "(i32.const 3)"],
        ["a mask", "scalar", 1, "f1_mul", "(i64.const 536870911)", "(i64.const 1073741823)"],
    ], 24))
        it(`refuse ${name} on ${tier} with ${what}`, () => {
            const proof = proofOf(lanePlan(tier, bn128.fp.p), broken(name, from, to));
            expect(() => proof.addition(degree)).to.throw(RangeError, /^proof/);
        });

    for (const [what, name, from, to] of thinned([
        ["a limb of what clears four columns", "f1_mulTogether", "(local.get $k_four1)", "(local.get $k_four2)"],
        ["a limb of p", "f1_mulTogether", "(local.get $k_p1)", "(local.get $k_p2)"],
        ["a start that nothing takes off", "f1_mulTogether", "(local.get $k_negC1)", "(local.get $k_c1)"],
        ["a rest that the next column misses", "f1_sqr", "(local.get $rest9_1)", "(local.get $rest8_1)"],
        ["a limb that is not doubled", "f1_sqr", "(f64x2.add (local.get $a1) (local.get $a1))", "(local.get $a1)"],
    ], 6))
        it(`refuse ${name} of chains with ${what}`, () => {
            const proof = proofOf(lanePlan("fma", bls12381.fp.p), broken(name, from, to));
            expect(() => proof.addition(1, 1)).to.throw(RangeError, /^proof/);
        });

    itInAll("refuse products of points that nothing brings back into their range", () => {
        const plan = { ...lanePlan("fma", bn128.fp.p), tight: false };
        expect(() => proofOf(plan).addition(2)).to.throw(RangeError, /^proof/);
    });

    // those of G2 break at the end of seconds: f2_mul above is refused by the same columns
    for (const [make, tier, curve, n, w, degree] of /** @type {const} */ ([
        [it, "simd", bn128, 9, 30, 1],
        [itInAll, "scalar", bn128, 9, 30, 1],
        [itInAll, "simd", bls12381, 14, 29, 2],
        [itInFull, "scalar", bls12381, 14, 29, 2],
        [it, "fma", bls12381, 8, 52, 1],
        [itInFull, "fma", bls12381, 8, 50, 2],
    ])) make(`refuse ${n} limbs of ${w} bits on ${tier}, G${degree}`, () => {
        const plan = lanePlan(tier, curve.fp.p, undefined, n, w);
        expect(() => [0, 1].forEach((together) => proofOf(plan).addition(degree, together))).to.throw(
            RangeError,
            /^proof/,
        );
    });

    it("refuse a field without room above it", () => {
        expect(() => proofOf(lanePlan("fma", primeBelow(255))).addition(1)).to.throw(RangeError, /^proof/);
        expect(() => lanePlan("simd", bn128.fp.p, undefined, 9, 28)).to.throw(RangeError, "expected 9 limbs of 28 bits to hold");
    });

    for (const [name, { fp, fr, g2, tower }] of Object.entries(CURVES)) {
        it(`scalars split in four below 2^64 on ${name}`, () => {
            const { eigenvalues, basis, bound, reciprocals } = glsSplit({
                    p: fp.p,
                    r: fr.p,
                    generator: g2.generator,
                    ...tower,
                }),
                r = fr.p;
            expect(bound < 2n ** 64n).to.equal(true);
            for (const v of basis) expect(v.reduce((s, x, h) => s + x * eigenvalues[h], 0n) % r).to.equal(0n);
            for (const k of [
                0n,
                1n,
                r - 1n,
                r >> 1n,
                ...eigenvalues,
                ...Array.from({ length: 200 }, () => uniform(r)),
            ]) {
                const c = reciprocals.map((g) => (k * g + (1n << 279n)) >> 280n);
                const parts = basis.map((_, h) => (h ? 0n : k) - basis.reduce((s, v, j) => s + c[j] * v[h], 0n));
                for (const part of parts) expect(part <= bound && -part <= bound).to.equal(true);
                expect(parts.reduce((s, part, h) => s + part * eigenvalues[h], -k) % r).to.equal(0n);
            }
        });
    }

    for (const { name, fp, fr, g1 } of Object.values(ALL).filter((record) => record.g1?.endomorphisms.length))
        it(`parts of scalars with what recodes them fit an item of 127 bits in windows of every width on ${name}`, () => {
            const { bound } = glvSplit({ p: fp.p, r: fr.p, generator: g1.generator });
            for (let c = 2; c <= 18; c++) {
                const { recode, windows } = planWindows([{ max: Number(bound), items: 1000 }], c);
                const most = bound + recode, { shift, mask, buckets } = windows.at(-1), top = most >> BigInt(shift);
                expect(most < 2n ** 127n, `${c} bits`).to.equal(true);
                expect(top <= BigInt(mask) && top <= BigInt(buckets), `${c} bits, last window`).to.equal(true);
            }
        });

    it("a share has as many blocks as there are shares, if it fills them", () => {
        const FULL = 2 ** 15, low = { shift: 0 }, high = { shift: 64 };
        const long = (items) => ({ items, max: 2 ** 127 }), short = (items) => ({ items, max: 2 ** 32 });
        expect(blocksOf([long(100 * FULL)], [low], 1), "no shares").to.equal(1);
        expect(blocksOf([long(FULL - 1)], [low, high], 2)).to.equal(1);
        expect(blocksOf([long(2 * FULL - 1)], [low, high], 2)).to.equal(1);
        expect(blocksOf([long(2 * FULL)], [low, high], 2)).to.equal(2);
        expect(blocksOf([long(100 * FULL)], [low], 2), "at most").to.equal(2);
        expect(blocksOf([long(FULL), short(4 * FULL)], [low, high], 8), "half have short ones").to.equal(3);
        expect(blocksOf([long(FULL), short(4 * FULL)], [high], 8), "a share without them").to.equal(1);
        expect(blocksOf([short(10)], [], 2)).to.equal(1);
    });

    it("a scalar is split if its parts are shorter than itself", () => {
        const classes = { nothing: 0, one: 1, minusOne: 2, short: 3, minusShort: 4, full: 5 };
        const counts = { nothing: 0, one: 0, minusOne: 0, short: 0, minusShort: 0 };
        const two = { parts: 2, table: 0, max: 2 ** 127 }, four = { parts: 4, table: 0, max: 2 ** 65 };
        const partsOf = (candidates, bits, full) => {
            const on = { shared: { classes }, bytes: { dualRecord: 192 }, candidates };
            const found = { counts: { ...counts, full }, maxShort: 0, maxFull: 2 ** bits - 1 };
            return choosePlan(on, found, 1).kinds[0].split?.parts ?? 1;
        };
        for (const n of [64, 2 ** 13, 2 ** 20]) {
            expect([65, 100, 128, 160].map((bits) => partsOf([two], bits, n)), `${n} points`).to.deep.equal([1, 1, 1, 1]);
            expect([65, 100, 128].map((bits) => partsOf([two, four], bits, n)), `${n} of G2`).to.deep.equal([1, 1, 1]);
            expect([200, 254, 256].map((bits) => partsOf([two], bits, n)), `${n} long ones`).to.deep.equal([2, 2, 2]);
            expect(partsOf([two, four], 254, n) > 1, `${n} long ones of G2`).to.equal(true);
        }
        expect(partsOf([undefined], 254, 64), "where there is no way").to.equal(1);
    });

    it("the plan of a sum is the cheapest of all, with the cost of every window that holds something", () => {
        const costOf = (segments, c, K, top) => {
            let cost = 1.1 * ((K - 1) * 2 ** (c - 1) + top) + 40 * K;
            for (const s of segments) for (let w = 0; w < K; w++) if (reaches(s, c * w)) cost += s.items;
            return cost;
        };
        const edges = [1, 3, 2 ** 47 - 1, 2 ** 53 - 1, 2 ** 64, 2 ** 100 - 2 ** 48, 2 ** 126];
        const cases = edges.flatMap((max) => [1, 2 ** 20, 2 ** 52 - 1].map((less) => [max, less]));
        for (const [max, less] of cases) for (const items of [10, 3000, 10 ** 6]) {
            const segments = [{ max, items }, { max: Math.min(max, less), items: 500 }];
            for (let c = 2; c <= 18; c++) {
                const { windows, cost } = planWindows(segments, c), { length } = windows;
                const expected = costOf(segments, c, length, windows.at(-1).buckets);
                expect(cost, `${max}, ${c} bits`).to.be.closeTo(expected, 1e-9 * expected);
                expect(planWindows(segments).cost).to.be.at.most(cost);
            }
        }
    });

    for (const { name, fp, fr, g1, g2, tower } of Object.values(ALL).filter(({ g1 }) => g1?.endomorphisms.length))
        for (const { generator } of g2 ? [g1, g2] : [g1]) {
        it(`scalars split below 2^127 on ${name}`, () => {
            const { lambda, basis, bound } = glvSplit({ p: fp.p, r: fr.p, generator, ...tower });
            expect(bound < 2n ** 127n).to.equal(true);
            for (const [u, w] of basis) expect((u + w * lambda) % fr.p).to.equal(0n);
            expect((lambda * lambda + lambda + 1n) % fr.p).to.equal(0n);
        });
    }
});
