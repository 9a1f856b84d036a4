/** Every function of f2m, f6m and ftm against the tower on BigInt, in place too. */
import { expect } from "chai";
import { addPrimeField } from "../../scripts/wasm/field/prime_field.js";
import {
    addCyclotomicPow,
    binaryDigits,
    cheapestDigits,
    signedDigits,
} from "../../scripts/wasm/tower/cyclotomic_pow.js";
import { addFp2, addTower } from "../../scripts/wasm/tower/tower.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import { pairingParams } from "../../scripts/wasm/pairing/params.js";
import { itOnOne, rowsOf, thinned } from "../support/extent.js";
import { seed, uniform } from "../support/random.js";
import { isSquare, tower } from "../support/tower.js";
import { towerMemory } from "../support/tower_memory.js";
import { CURVES, ORACLES } from "../support/twin_curves.js";
import { load } from "../support/wasm.js";

const EXPONENT = 0b1011011101n, ROUNDS = 12;

for (const record of thinned(Object.values(CURVES), 2))
    describe(`tower of ${record.name} (SEED=${seed})`, () => {
        const { name: curve, fp, tower: { nonResidue } } = record,
            oracle = ORACLES[curve],
            pairing = pairingParams(record),
            T = tower(fp.p, pairing.xi0, nonResidue),
            { p } = fp;
        let e, m, n8, parts;

        before(async () => {
            const {
                exports,
                mem,
                parts: made,
            } = await load((module) => {
                const f1 = addPrimeField(module, fp),
                    f2 = addFp2(module, f1, nonResidue),
                    all = addTower(module, f1, f2, pairing);
                addCyclotomicPow(module, all.f12, "ftm_powConstant", EXPONENT);
                return all;
            });
            [e, n8, parts] = [exports, made.f1.n8, made];
            m = towerMemory({ mem, n8, p });
            m.mem = mem;
        });

        /** The function gives the expected element, also where the result goes over an argument of its size. */
        const check = (F, name, args, expected) => {
            const pointers = args.map((a) => m.write(a)),
                out = m.mem.alloc(F.degree * n8);
            e[name](...pointers, out);
            expect(m.read(F, out), `${name}(${args})`).to.deep.equal(expected);
            args.forEach((_, i) => {
                if (!sameShape(args[i], F)) return;
                const fresh = args.map((a) => m.write(a));
                e[name](...fresh, fresh[i]);
                expect(m.read(F, fresh[i]), `${name}(${args}), result over argument ${i}`).to.deep.equal(expected);
            });
        };
        const sameShape = (a, F) =>
            JSON.stringify(a, (_, v) => (typeof v === "bigint" ? 0 : v)) ===
            JSON.stringify(F.zero, (_, v) => (typeof v === "bigint" ? 0 : v));
        const samples = (F) => [
            F.zero,
            F.one,
            F.neg(F.one),
            ...Array.from({ length: ROUNDS }, (_, k) => F.random(m.draw(k))),
        ];

        for (const name of ["f2m", "f6m", "ftm"]) {
            const F = T[name];

            it(`${name}: add sub neg dbl mul sqr copy zero one, results over arguments too`, () => {
                const values = samples(F);
                values.forEach((a, k) => {
                    const b = values[(7 * k + 3) % values.length];
                    check(F, `${name}_add`, [a, b], F.add(a, b));
                    check(F, `${name}_sub`, [a, b], F.sub(a, b));
                    check(F, `${name}_neg`, [a], F.neg(a));
                    check(F, `${name}_dbl`, [a], F.add(a, a));
                    check(F, `${name}_mul`, [a, b], F.mul(a, b));
                    check(F, `${name}_sqr`, [a], F.mul(a, a));
                    check(F, `${name}_copy`, [a], a);
                    const same = m.write(a);
                    e[`${name}_mul`](same, same, same);
                    expect(m.read(F, same), "x = x x").to.deep.equal(F.mul(a, a));
                });
                const out = m.write(values[5]);
                e[`${name}_zero`](out);
                expect(m.read(F, out)).to.deep.equal(F.zero);
                e[`${name}_one`](out);
                expect(m.read(F, out)).to.deep.equal(F.one);
            });

            it(`${name}: inv, with 0 -> 0, and batchInv in place and in blocks`, () => {
                const values = samples(F),
                    out = m.mem.alloc(F.degree * n8);
                for (const a of values) {
                    const x = m.write(a);
                    e[`${name}_inv`](x, out);
                    expect(F.mul(a, m.read(F, out))).to.deep.equal(F.eq(a, F.zero) ? F.zero : F.one);
                    e[`${name}_inv`](x, x);
                    expect(m.bytes(x, F.degree * n8)).to.deep.equal(m.bytes(out, F.degree * n8));
                }
                const size = F.degree * n8,
                    count = Math.ceil(16384 / size) + 5,
                    step = size + 8;
                const many = m.mem.alloc(count * step),
                    target = m.mem.alloc(count * size);
                for (let i = 0; i < count; i++)
                    m.write(i % 5 === 2 ? F.zero : values[i % values.length], many + i * step);
                e[`${name}_batchInv`](many, step, count, target, size);
                e[`${name}_batchInv`](many, step, count, many, step);
                for (let i = 0; i < count; i++) {
                    const x = m.write(i % 5 === 2 ? F.zero : values[i % values.length]);
                    e[`${name}_inv`](x, out);
                    expect(m.bytes(target + i * size, size), `element ${i}`).to.deep.equal(m.bytes(out, size));
                    expect(m.bytes(many + i * step, size), `element ${i}, in place`).to.deep.equal(m.bytes(out, size));
                }
                e[`${name}_batchInv`](many, step, 0, many, step);
            });

            it(`${name}: eq isZero isOne sign isNegative`, () => {
                for (const a of samples(F)) {
                    const x = m.write(a),
                        b = F.add(a, F.one);
                    expect(e[`${name}_eq`](x, m.write(a))).to.equal(1);
                    expect(e[`${name}_eq`](x, m.write(b))).to.equal(0);
                    expect(e[`${name}_isZero`](x)).to.equal(Number(F.eq(a, F.zero)));
                    expect(e[`${name}_isOne`](x)).to.equal(Number(F.eq(a, F.one)));
                    expect(e[`${name}_isNegative`](x)).to.equal(Number(F.negative(a)));
                    expect(e[`${name}_sign`](x)).to.equal(F.eq(a, F.zero) ? 0 : F.negative(a) ? -1 : 1);
                }
                // differences in the last coefficient alone
                const low = F.one,
                    high = F.add(F.one, onlyLast(F));
                expect(e[`${name}_eq`](m.write(low), m.write(high))).to.equal(0);
                expect(e[`${name}_isZero`](m.write(onlyLast(F)))).to.equal(0);
                expect(e[`${name}_isOne`](m.write(high))).to.equal(0);
            });

            it(`${name}: pow and mulScalar with bytes of any length, toMont and fromMont`, () => {
                const scalars = [
                    [0n, 0],
                    [0n, 4],
                    [1n, 1],
                    [0x0700_0105n, 4],
                    [uniform(2n ** 71n), 9],
                ];
                for (const [k, len] of scalars)
                    for (const a of samples(F).slice(2, 6)) {
                        const s = m.mem.alloc(len + 8),
                            x = m.write(a),
                            out = m.mem.alloc(F.degree * n8);
                        m.mem.write(s, k, len);
                        e[`${name}_pow`](x, s, len, out);
                        expect(m.read(F, out), `^${k}`).to.deep.equal(F.pow(a, k));
                        e[`${name}_mulScalar`](x, s, len, x);
                        expect(m.read(F, x), `times ${k}`).to.deep.equal(timesInteger(F, a, k));
                    }
                const a = samples(F)[8],
                    R = 1n << BigInt(8 * n8),
                    x = m.write(a);
                e[`${name}_toMont`](x, x);
                expect(m.read(F, x)).to.deep.equal(timesInteger(F, a, R));
                e[`${name}_fromMont`](x, x);
                expect(m.read(F, x)).to.deep.equal(a);
            });

            it(`${name}: isSquare, and sqrt that gives a root or zero`, () => {
                const out = m.mem.alloc(F.degree * n8),
                    none = nonSquare(name);
                expect(isSquare(F, none), "the non-square of this test").to.equal(false);
                const roots = [...samples(F).slice(0, name === "f2m" ? 99 : 6), F.of(5), lastOnly(F, 3n)];
                for (const y of roots) {
                    const x = m.write(F.mul(y, y)),
                        no = m.write(F.mul(none, F.mul(y, y)));
                    e[`${name}_sqrt`](x, out);
                    const got = m.read(F, out);
                    expect(F.eq(got, y) || F.eq(got, F.neg(y)), `sqrt of the square of ${y}`).to.equal(true);
                    expect(e[`${name}_isSquare`](x)).to.equal(1);
                    if (F.eq(y, F.zero)) continue;
                    expect(e[`${name}_isSquare`](no)).to.equal(0);
                    e[`${name}_sqrt`](no, no);
                    expect(m.read(F, no), "no root").to.deep.equal(F.zero);
                    e[`${name}_sqrt`](x, x);
                    expect(m.read(F, x), "in place").to.deep.equal(got);
                }
            });
        }

        const onlyLast = (F) =>
            F.degree === 1 ? 1n : F.zero.map((z, k) => (k === F.zero.length - 1 ? onlyLast(F.base) : z));
        const lastOnly = (F, c) =>
            F.degree === 1 ? c : F.zero.map((z, k) => (k === F.zero.length - 1 ? lastOnly(F.base, c) : z));
        const timesInteger = (F, a, k) =>
            F.degree === 1 ? F.mul(a, F.of(k)) : a.map((c) => timesInteger(F.base, c, k));
        const nonSquare = (name) =>
            ({ f2m: T.xi, f6m: [T.f2m.zero, T.f2m.one, T.f2m.zero], ftm: [T.f6m.zero, T.f6m.one] })[name];

        it("f2m: mulXi wherever a multiple of p is passed, and beside it", () => {
            const Ri = inverse(1n << BigInt(8 * n8), p), k = T.xi[0] + 1n;
            const edges = [0n, 1n, p - 1n, ...Array.from({ length: Number(k) }, (_, i) => (BigInt(i + 1) * p) / k)];
            const values = [...new Set(edges.flatMap((v) => [v - 1n, v, v + 1n]))].map((v) => mod(mod(v, p) * Ri, p));
            for (const a of values) for (const b of thinned(values, 5))
                check(T.f2m, "f2m_mulXi", [[a, b]], T.f2m.mul([a, b], T.xi));
        });

        it("f2m, ftm: conj and mul1; f2m: mulXi; f6m: mulV mul1 mul01", () => {
            for (let k = 0; k < rowsOf(ROUNDS, 4); k++) {
                const [a2, b2, c2] = [0, 1, 2].map((i) => T.f2m.random(m.draw(k + i))),
                    a1 = T.f1m.random(m.draw(k));
                const a6 = T.f6m.random(m.draw(k)),
                    b6 = T.f6m.random(m.draw(k + 1)),
                    a12 = [a6, b6],
                    o = T.f2m.zero;
                check(T.f2m, "f2m_conj", [a2], [a2[0], T.f1m.neg(a2[1])]);
                check(T.ftm, "ftm_conj", [a12], [a6, T.f6m.neg(b6)]);
                check(T.f2m, "f2m_mul1", [a2, a1], T.f2m.scale(a2, a1));
                check(T.ftm, "ftm_mul1", [a12, a6], T.ftm.scale(a12, a6));
                check(T.f2m, "f2m_mulXi", [a2], T.f2m.mul(a2, T.xi));
                check(T.f6m, "f6m_mulV", [a6], T.f6m.mul(a6, [o, T.f2m.one, o]));
                check(T.f6m, "f6m_mul1", [a6, b2], T.f6m.mul(a6, [o, b2, o]));
                check(T.f6m, "f6m_mul01", [a6, b2, c2], T.f6m.mul(a6, [b2, c2, o]));
            }
        });

        it("ftm: sparse products", () => {
            for (let k = 0; k < rowsOf(ROUNDS, 4); k++) {
                const a = T.ftm.random(m.draw(k)),
                    [x, y, z] = [0, 1, 2].map((i) => T.f2m.random(m.draw(k + i))),
                    o = T.f2m.zero;
                check(
                    T.ftm,
                    "ftm_mul014",
                    [a, x, y, z],
                    T.ftm.mul(a, [
                        [x, y, o],
                        [o, z, o],
                    ]),
                );
                check(
                    T.ftm,
                    "ftm_mul034",
                    [a, x, y, z],
                    T.ftm.mul(a, [
                        [x, o, o],
                        [y, z, o],
                    ]),
                );
                check(
                    T.ftm,
                    "ftm_mul024",
                    [a, x, y, z],
                    T.ftm.mul(a, [
                        [x, o, z],
                        [o, y, o],
                    ]),
                );
            }
        });

        itOnOne(record.name)("ftm: frobenius0..9 are powers of p", () => {
            let image = T.ftm.random(m.draw(0));
            const a = image;
            for (let k = 0; k < 10; k++) {
                check(T.ftm, `ftm_frobenius${k}`, [a], image);
                image = T.ftm.pow(image, p);
            }
        });

        it("ftm: cyclotomicSqr and constant powers in the cyclotomic subgroup", () => {
            const x = T.ftm.random(m.draw(0)),
                at = m.write(x),
                inverse = m.mem.alloc(12 * n8);
            e.ftm_inv(at, inverse);
            const f = T.ftm.mul([x[0], T.f6m.neg(x[1])], m.read(T.ftm, inverse)),
                a = T.ftm.mul(T.ftm.pow(f, p * p), f);
            check(T.ftm, "ftm_cyclotomicSqr", [a], T.ftm.mul(a, a));
            check(T.ftm, "ftm_cyclotomicSqr", [T.ftm.one], T.ftm.one);
            check(T.ftm, "ftm_powConstant", [a], T.ftm.pow(a, EXPONENT));
        });

        if (oracle) it("gives the same bytes as ffjavascript for roots in Fp2, and for cyclotomicSqr of any element", async () => {
            const other = await oracle(true),
                size = 2 * n8,
                out = m.mem.alloc(12 * n8),
                { tm } = other,
                o = tm.instance.exports;
            for (const y of [...samples(T.f2m), T.f2m.of(7), [0n, 7n], [0n, p - 2n], T.f2m.of(-3)]) {
                const x = m.write(T.f2m.mul(y, y));
                e.f2m_sqrt(x, out);
                expect(m.bytes(out, size)).to.deep.equal(other.F2.sqrt(m.bytes(x, size)));
            }
            for (const a of [
                T.ftm.zero,
                T.ftm.one,
                nonSquare("ftm"),
                T.ftm.random(m.draw(0)),
                T.ftm.random(m.draw(0)),
            ]) {
                const x = m.write(a);
                expect(other.F12.isSquare(m.bytes(x, 12 * n8)), "isSquare").to.equal(e.ftm_isSquareFrozen(x) === 1);
            }
            tm.startSyncOp();
            const theirs = tm.alloc(12 * n8),
                x = m.write(T.ftm.random(m.draw(0)));
            tm.u8.set(m.bytes(x, 12 * n8), theirs);
            o[`${curve}__cyclotomicSquare`](theirs, theirs);
            e.ftm_cyclotomicSqr(x, x);
            expect(m.bytes(x, 12 * n8)).to.deep.equal(tm.u8.slice(theirs, theirs + 12 * n8));
            tm.endSyncOp();
        });

        it("describes its fields", () => {
            expect([parts.f2, parts.f6, parts.f12].map((f) => [f.name, f.n8, f.degree])).to.deep.equal([
                ["f2m", 2 * n8, 2],
                ["f6m", 6 * n8, 6],
                ["ftm", 12 * n8, 12],
            ]);
            const a = T.ftm.random(uniform);
            expect(parts.f12.encode(a)).to.deep.equal(m.bytes(m.write(a), 12 * n8));
            expect(() => parts.f2.encode([1n])).to.throw("expected 2 coefficients");
        });
    });

describe("digits of constant exponents", () => {
    const value = (digits) => digits.reduceRight((v, d) => 2n * v + BigInt(d), 0n);

    it("stand for the exponent in every form, and signed ones keep their distance", () => {
        for (const k of [
            1n,
            2n,
            3n,
            255n,
            256n,
            ...Object.values(CURVES).flatMap(({ seed: z, pairing: { loop } }) => [z < 0n ? -z : z, loop]),
            uniform(2n ** 90n) + 1n,
        ]) {
            expect(value(binaryDigits(k))).to.equal(k);
            expect(value(cheapestDigits(k))).to.equal(k);
            for (const width of [2, 3, 4, 5]) {
                const digits = signedDigits(k, width);
                expect(value(digits), `${k}, width ${width}`).to.equal(k);
                digits.forEach((d, i) => {
                    if (d) expect(digits.slice(i + 1, i + width).some(Boolean)).to.equal(false);
                });
            }
        }
    });
});
