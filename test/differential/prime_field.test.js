import { expect } from "chai";
import { addPrimeField } from "../../scripts/wasm/field/prime_field.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import { thinned } from "../support/extent.js";
import { FIELDS, samples } from "../support/fields.js";
import { runs, seed, uniform } from "../support/random.js";
import { load } from "../support/wasm.js";

/** @param {bigint} base @param {bigint} e @param {bigint} p */
function power(base, e, p) {
    let r = 1n;
    for (let b = base; e > 0n; e >>= 1n, b = (b * b) % p) if (e & 1n) r = (r * b) % p;
    return r % p;
}

for (const [label, params] of thinned(Object.entries(FIELDS), 2)) describe(`prime field ${label}, seed ${seed}`, () => {
    const { p } = params;
    let f, mem, n8, R, Rinv, slots;
    const sign = (v) => (v === 0n ? 0 : v >= (p + 1n) / 2n ? -1 : 1);
    const legendre = (v) => v === 0n || power(v, (p - 1n) / 2n, p) === 1n;

    before(async () => {
        const loaded = await load((module) => addPrimeField(module, params));
        ({ n8, R } = loaded.parts);
        mem = loaded.mem;
        f = Object.fromEntries(
            Object.entries(loaded.exports).map(([name, fn]) => [name.slice(params.name.length + 1), fn]),
        );
        Rinv = inverse(R, p);
        slots = Array.from({ length: 6 }, () => mem.alloc(2 * n8 + 8));
    });

    /** z = op(x, y) with z apart, on x, on y, and x on y. */
    const binary = (op, expected) => {
        const list = samples(p, R);
        for (const [x, y, z] of [
            [0, 1, 2],
            [0, 1, 0],
            [0, 1, 1],
            [0, 0, 0],
            [0, 0, 2],
        ])
            for (let i = 0; i < list.length; i++) {
                const a = list[i],
                    b = x === y ? a : list[(i * 7 + 3) % list.length];
                mem.write(slots[x], a, n8);
                mem.write(slots[y], b, n8);
                f[op](slots[x], slots[y], slots[z]);
                expect(mem.read(slots[z], n8), `${op} ${a} ${b}`).to.equal(expected(a, b));
                if (x !== z) expect(mem.read(slots[x], n8), `${op} keeps x`).to.equal(a);
                if (y !== z) expect(mem.read(slots[y], n8), `${op} keeps y`).to.equal(b);
            }
    };
    const unary = (op, expected, list = samples(p, R)) => {
        for (const [x, z] of [[0, 2], [0, 0]]) for (const a of list) {
            mem.write(slots[x], a, n8);
            f[op](slots[x], slots[z]);
            expect(mem.read(slots[z], n8), `${op} ${a}`).to.equal(expected(a));
            if (x !== z) expect(mem.read(slots[x], n8), `${op} keeps x`).to.equal(a);
        }
    };
    const asks = (op, expected) => {
        for (const a of samples(p, R)) {
            mem.write(slots[0], a, n8);
            expect(f[op](slots[0]), `${op} ${a}`).to.equal(expected(a));
        }
    };

    it("add, sub, mul equal BigInt, whatever aliases", () => {
        binary("add", (a, b) => mod(a + b, p));
        binary("sub", (a, b) => mod(a - b, p));
        binary("mul", (a, b) => mod(a * b * Rinv, p));
    });

    it("mul and sqr agree on every pair of edges", () => {
        const edge = samples(p, R, 0);
        for (const a of edge) for (const b of edge) {
            mem.write(slots[0], a, n8);
            mem.write(slots[1], b, n8);
            f.mul(slots[0], slots[1], slots[2]);
            expect(mem.read(slots[2], n8)).to.equal(mod(a * b * Rinv, p));
        }
    });

    it("neg, dbl, sqr, inv, copy equal BigInt, in place or not", () => {
        unary("neg", (a) => mod(-a, p));
        unary("dbl", (a) => mod(2n * a, p));
        unary("sqr", (a) => mod(a * a * Rinv, p), samples(p, R, 200));
        unary("inv", (a) => (a === 0n ? 0n : mod(inverse(a, p) * R * R, p)));
        unary("copy", (a) => a);
    });

    it("toMont and fromMont take any bytes", () => {
        const any = [...samples(p, R), R - 1n, p, p + 1n, R - 2n ** 20n, ...Array.from({ length: 40 }, () => runs(R))];
        unary("toMont", (a) => mod(a * R, p), any);
        unary("fromMont", (a) => mod(a * Rinv, p), any);
        for (const [op, factor] of [["batchToMont", R], ["batchFromMont", Rinv]]) {
            const start = mem.alloc(n8 * any.length);
            any.forEach((a, i) => mem.write(start + n8 * i, a, n8));
            f[op](start, any.length, start);
            any.forEach((a, i) => expect(mem.read(start + n8 * i, n8)).to.equal(mod(a * factor, p)));
        }
    });

    it("mReduct divides a double-length value by R", () => {
        for (const a of [
            0n,
            p,
            p * R - 1n,
            R * R - 1n,
            ...Array.from({ length: 60 }, () => runs(R * R)),
            ...Array.from({ length: 60 }, () => uniform(p * R)),
        ]) {
            mem.write(slots[0], a, 2 * n8);
            f.mReduct(slots[0], slots[2]);
            expect(mem.read(slots[2], n8)).to.equal(mod(a * Rinv, p));
        }
    });

    it("load and mulScalar take integers of any length", () => {
        for (const len of [0, 1, 3, 8, n8 - 1, n8, n8 + 1, 2 * n8, 2 * n8 + 5, 3 * n8]) for (let i = 0; i < 5; i++) {
            const s =
                len === 0
                    ? 0n
                    : [
                          2n ** BigInt(8 * len) - 1n,
                          1n,
                          uniform(2n ** BigInt(8 * len)),
                          runs(2n ** BigInt(8 * len)),
                          p % 2n ** BigInt(8 * len),
                      ][i];
            const at = mem.alloc(len + 8), a = uniform(p);
            mem.write(at, s | (0xffn << BigInt(8 * len)), len + 1);
            f.load(at, len, slots[2]);
            expect(mem.read(slots[2], n8), `load ${len}`).to.equal(s % p);
            mem.write(slots[0], a, n8);
            f.mulScalar(slots[0], at, len, slots[0]);
            expect(mem.read(slots[0], n8), `mulScalar ${len}`).to.equal(mod(a * s, p));
        }
    });

    it("pow takes exponents of any length, 0^0 = 1", () => {
        const e = mem.alloc(64);
        for (const [base, exponent, len] of [
            [0n, 0n, 4],
            [5n, 0n, 0],
            [0n, 3n, 1],
            [7n, 1n, 1],
            [7n, 2n, 9],
            [3n, p - 1n, n8],
            [p - 2n, uniform(2n ** 300n), 38],
            [uniform(p), 2n ** 64n, 12],
        ]) {
            mem.write(slots[0], mod(base * R, p), n8);
            mem.write(e, exponent, Math.max(len, 1));
            f.pow(slots[0], e, len, slots[0]);
            expect(mod(mem.read(slots[0], n8) * Rinv, p), `${base}^${exponent}`).to.equal(
                power(mod(base, p), exponent, p),
            );
        }
    });

    it("zero, one, eq, isZero, isOne, sign, isNegative", () => {
        f.one(slots[0]);
        expect(mem.read(slots[0], n8)).to.equal(R % p);
        expect(f.isOne(slots[0])).to.equal(1);
        f.zero(slots[0]);
        expect(mem.read(slots[0], n8)).to.equal(0n);
        asks("isZero", (a) => Number(a === 0n));
        asks("isOne", (a) => Number(a === R % p));
        asks("sign", (a) => sign(mod(a * Rinv, p)));
        asks("isNegative", (a) => Number(sign(mod(a * Rinv, p)) < 0));
        for (let j = 0; j < 8 * n8; j += 13) {
            mem.write(slots[0], 5n, n8);
            mem.write(slots[1], 5n ^ (1n << BigInt(j)), n8);
            expect(f.eq(slots[0], slots[1])).to.equal(0);
            expect(f.eq(slots[0], slots[0])).to.equal(1);
        }
    });

    it("sqrt gives the root that is not negative, or 0 where there is none", () => {
        const list = samples(p, R, 8);
        for (const a of [...list, ...list.map((v) => mod(v * v * Rinv, p))]) {
            const plain = mod(a * Rinv, p), square = legendre(plain);
            mem.write(slots[0], a, n8);
            expect(f.isSquare(slots[0]), `isSquare ${plain}`).to.equal(Number(square));
            f.sqrt(slots[0], slots[0]);
            const root = mod(mem.read(slots[0], n8) * Rinv, p);
            if (!square) expect(root, `${plain} is no square`).to.equal(0n);
            else {
                expect(mod(root * root, p)).to.equal(plain);
                expect(sign(root)).to.be.greaterThanOrEqual(0);
            }
        }
    });

    it("batchInv inverts with steps, maps 0 to 0, in place or not, and does not move the allocator's mark", () => {
        for (const [list, inStep, outStep, inPlace] of [
            [[], n8, n8, false],
            [[0n], n8, n8, true],
            [samples(p, R, 10), n8, n8, true],
            [samples(p, R, 10), 3 * n8, 2 * n8, false],
            [[5n, 0n, 0n, 7n], 2 * n8, 2 * n8, true],
        ]) {
            const from = mem.alloc(list.length * inStep + 8),
                to = inPlace ? from : mem.alloc(list.length * outStep + 8),
                mark = mem.u32[0];
            list.forEach((a, i) => mem.write(from + i * inStep, a, n8));
            f.batchInv(from, inStep, list.length, to, outStep);
            list.forEach((a, i) =>
                expect(mem.read(to + i * outStep, n8)).to.equal(a === 0n ? 0n : mod(inverse(a, p) * R * R, p)),
            );
            expect(mem.u32[0]).to.equal(mark);
        }
    });
});
