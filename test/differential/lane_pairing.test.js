/**
 * The pairing on lanes, part by part, against the tower on BigInt and against the base module, which is compared with
 * others elsewhere.
 */
import { expect } from "chai";
import { mod } from "../../src/bigint/modular.js";
import { openPairing, pairsOnLanes } from "../../src/kernels/pairing/context.js";
import { isOneAfterFinalExp, openFinalExp, openPowers, powSeed } from "../../src/kernels/pairing/final_exp.js";
import { listOf } from "../../src/kernels/pairing/forms.js";
import { enterFp12, leaveFp12, mulFp12, openFp12, sqrFp12 } from "../../src/kernels/pairing/fp12.js";
import { millerOnLanes, openMiller, prepareLines } from "../../src/kernels/pairing/miller.js";
import { openLanes, RUNNABLE } from "../support/lanes.js";
import { seed, uniform } from "../support/random.js";
import { tower } from "../support/tower.js";
import { towerMemory } from "../support/tower_memory.js";
import { builderOf, CURVES } from "../support/twin_curves.js";

/** Curves and tiers that have it. */
const rows = await Promise.all(Object.values(CURVES).flatMap((record) => RUNNABLE.map(async (tier) => {
    const lanes = await openLanes(record.name, tier);
    return pairsOnLanes(record, lanes.layout) ? [{ record, tier, lanes }] : [];
})));

describe(`pairing on lanes (SEED=${seed})`, () => {
    it("refuses sums whose weights are more than the proof of the kernel admits", () => {
        const sum = (k) => ({ to: 0, lanes: [new Map([[64, k], [66, 1]]), new Map([[64, 1]])] });
        expect(listOf([sum(-23)], 24).length).to.equal(16 + 3 * 32);
        expect(() => listOf([sum(-24)], 24)).to.throw(RangeError, "expected coefficients up to 24 in all, got 25");
    });

    for (const [row] of rows.filter(({ length }) => length)) suiteOf(row);
});

function suiteOf({ record, tier, lanes: { base, arena, lanes } }) {
    const { name, fp: { p }, fr: { p: r }, tower: { xi: [xi0], nonResidue } } = record;
    const T = tower(p, xi0, nonResidue), F = T.ftm, n8 = record.fp.n8, size = 12 * n8;

    describe(`${name}, ${tier}`, () => {
        let on, m, at, other, curve;

        before(async () => {
            on = openMiller(openFinalExp(openFp12(openPairing(record, base, lanes.msm, arena))));
            const mem = {
                alloc: arena.alloc,
                get u8() { return arena.u8(); },
                read: (from, length) =>
                    BigInt(`0x${Buffer.from(arena.u8().slice(from, from + length)).reverse().toString("hex")}`),
                write: (to, value, length) =>
                    arena.u8().set(Buffer.from(value.toString(16).padStart(2 * length, "0"), "hex").reverse(), to),
            };
            m = towerMemory({ mem, n8, p });
            [at, other] = [arena.alloc(size), arena.alloc(size)];
            curve = await builderOf(name)(true);
        });

        const enter = (value, to) => enterFp12(on, m.write(value, at), to);
        const result = () => {
            leaveFp12(on, at);
            return m.read(F, at);
        };
        const random = (k) => F.random(m.draw(k));
        const all = (c) => [0, 1].map(() => [0, 1, 2].map(() => [c, c]));
        const samples = () =>
            [F.zero, F.one, F.neg(F.one), all(p - 1n), all((p - 1n) / 2n), ...[0, 1, 2, 3].map(random)];
        /** In the cyclotomic subgroup. */
        const cyclotomic = (value) => {
            m.write(value, at);
            base.ftm_inverse(at, other);
            base.ftm_conjugate(at, at);
            base.ftm_mul(at, other, at);
            base.ftm_frobeniusMap2(at, other);
            base.ftm_mul(at, other, at);
            return m.read(F, at);
        };

        it("takes elements in and gives the same back", () => {
            for (const a of samples()) {
                enter(a);
                expect(result()).to.deep.equal(a);
            }
        });

        it("multiplies and squares in Fp12 as the tower on BigInt", () => {
            const values = samples();
            values.forEach((a, k) => {
                const b = values[(5 * k + 2) % values.length];
                enter(a);
                enter(b, on.g);
                mulFp12(on);
                expect(result(), `${a} times ${b}`).to.deep.equal(F.mul(a, b));
                enter(a);
                sqrFp12(on);
                expect(result(), `${a} squared`).to.deep.equal(F.mul(a, a));
            });
        });

        it("stays exact over a thousand squarings and products, in and out of compressed form", () => {
            const a = random(2);
            enter(a);
            base.ftm_copy(m.write(a, at), other);
            for (let i = 0; i < 1000; i++) {
                sqrFp12(on);
                base.ftm_square(other, other);
            }
            expect(result()).to.deep.equal(m.read(F, other));
            let e = cyclotomic(random(1));
            enter(e);
            const x = m.write(e, other);
            for (let i = 0; i < 16; i++) {
                expect(powSeed(on)).to.equal(true);
                base[`${name}__cyclotomicExp_w0`](x, x);
            }
            e = m.read(F, x);
            expect(result()).to.deep.equal(e);
        });

        it("raises to the power of the seed what the cyclotomic subgroup has, and says where it cannot", () => {
            for (let k = 0; k < 8; k++) {
                const a = cyclotomic(random(k));
                enter(a);
                expect(powSeed(on)).to.equal(true);
                base[`${name}__cyclotomicExp_w0`](m.write(a, other), other);
                expect(result()).to.deep.equal(m.read(F, other));
            }
            enter(F.one);
            expect(powSeed(on), "one").to.equal(false);
        });

        it("takes elements out of compressed form, whichever coefficients are zero, but for c1", () => {
            const opened = (a) => {
                enter(a);
                on.run(on.chain.compress);
                for (let i = 0; i < on.positions.length; i++) on.copy(on.compressed, on.kept + 2 * i * on.unit, 2);
                return openPowers(on);
            };
            for (const none of [[1], [1, 4], [1, 2], [1, 2, 4, 5]]) {
                const a = cyclotomic(random(1));
                for (const j of none) a[j % 2][j >> 1] = [0n, 0n];
                expect(opened(a), `without ${none}`).to.equal(false);
            }
            // the values are those of the same formulas on BigInt
            for (const none of [[], [2], [4], [5], [2, 4], [2, 5], [4, 5], [2, 4, 5]]) {
                const a = cyclotomic(random(2)), { f2m, xi } = T, c = (k) => a[k % 2][k >> 1];
                for (const j of none) a[j % 2][j >> 1] = [0n, 0n];
                const k = (value, by) => f2m.scale(value, mod(BigInt(by), p));
                const num = f2m.sub(f2m.add(f2m.mul(xi, f2m.mul(c(5), c(5))), k(f2m.mul(c(2), c(2)), 3)), k(c(4), 2));
                const c3 = f2m.mul(num, f2m.inv(k(c(1), 4)));
                const inside = f2m.sub(f2m.add(k(f2m.mul(c3, c3), 2), f2m.mul(c(1), c(5))), k(f2m.mul(c(2), c(4)), 3));
                expect(opened(a)).to.equal(true);
                const c0 = f2m.add(f2m.mul(xi, inside), f2m.one), whole = [[c0, c(2), c(4)], [c(1), c3, c(5)]];
                for (let i = 0; i < on.positions.length; i++) {
                    on.copy(on.powers + 3 * i * on.unit, on.f, 3);
                    expect(result(), `power ${i}, without ${none}`).to.deep.equal(whole);
                }
                if (!none.length) expect(whole).to.deep.equal(a);
            }
        });

        it("knows what the final exponentiation takes to one", () => {
            const rBytes = arena.alloc(32);
            arena.u8().set(Buffer.from(r.toString(16).padStart(64, "0"), "hex").reverse(), rBytes);
            for (let k = 0; k < 4; k++) {
                const a = random(k);
                enter(a);
                expect(isOneAfterFinalExp(on), `${a}`).to.equal(false);
                base[`${name}_finalExponentiation`](m.write(a, other), other);
                expect(result(), "the value that is looked at").to.deep.equal(m.read(F, other));
                base.ftm_exp(m.write(a, other), rBytes, 32, other);
                enter(m.read(F, other));
                expect(isOneAfterFinalExp(on), `${a}^r`).to.equal(true);
            }
            enter(F.zero);
            expect(isOneAfterFinalExp(on), "zero").to.equal(false);
            // one after the easy part already
            for (const a of [F.one, F.neg(F.one), [random(1)[0], F.zero[1]]]) {
                enter(a);
                expect(isOneAfterFinalExp(on), `${a}`).to.equal(undefined);
            }
        });

        it("pairs as the base module, one pair or two, with prepared ones and without", () => {
            const { G1, G2, Gt } = curve, P = (k) => G1.toAffine(G1.timesScalar(G1.g, k));
            const Q = (k) => G2.toAffine(G2.timesScalar(G2.g, k));
            const lines = (k) => curve.prepareG2(G2.timesScalar(G2.g, k));
            const product = (...pairs) =>
                pairs.reduce((value, [a, b]) => Gt.mul(value, curve.pairing(P(a), Q(b))), Gt.one);
            const value = () => {
                leaveFp12(on, at);
                base[`${name}_finalExponentiation`](at, at);
                return m.bytes(at, size);
            };
            const some = () => uniform(r - 1n) + 1n;
            for (const [a, b, c, d] of [[1n, 1n, 1n, 1n], [r - 1n, 1n, 1n, r - 1n], [some(), some(), some(), some()]]) {
                const prepared = { lines: prepareLines(on, [lines(c), lines(d)]), points: [P(a), P(b)] };
                millerOnLanes(on, [[P(a), Q(b)]]);
                expect(value()).to.deep.equal(product([a, b]));
                millerOnLanes(on, [[P(a), Q(b)], [P(c), Q(d)]]);
                expect(value()).to.deep.equal(product([a, b], [c, d]));
                millerOnLanes(on, [[P(d), Q(c)]], prepared);
                expect(value()).to.deep.equal(product([d, c], [a, c], [b, d]));
                millerOnLanes(on, [[P(d), Q(c)], [P(a), Q(a)]], prepared);
                expect(value()).to.deep.equal(product([d, c], [a, a], [a, c], [b, d]));
            }
        });

        it("does not prepare lines that cannot be divided", () => {
            const line = curve.prepareG2(curve.G2.g), step = 6 * n8, zero = line.slice();
            zero.fill(0, step, step + 2 * n8);
            expect(prepareLines(on, [line, line])).to.be.instanceOf(Uint8Array);
            expect(prepareLines(on, [line, zero])).to.equal(undefined);
            expect(prepareLines(on, [zero, line])).to.equal(undefined);
        });
    });
}
