import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { expectSame, fieldOf } from "../support/compare.js";
import { MODULI } from "../support/moduli.js";
import { uniform } from "../support/random.js";

const rings = new Map();
function ringOf(library, p) {
    const key = `${library === oracle} ${p}`;
    return rings.get(key) ?? rings.set(key, new library.PolField(fieldOf(library, p))).get(key);
}
const count = (n) => Array.from({ length: n }, (_, i) => BigInt(i + 1));

for (const name of ["bn128 r", "bls12381 r"]) describe(`PolField over ${name}`, () => {
    const p = MODULI[name];
    const same = (call, keeping) => expectSame(twin, oracle, (library) => call(ringOf(library, p), library), keeping);
    const twinRing = () => ringOf(twin, p);
    const random = (n) => Array.from({ length: n }, () => uniform(p));
    const POLYNOMIALS = [
        [],
        [0n],
        [1n],
        [5n],
        [1n, 2n],
        [1n, 2n, 0n],
        [0n, 0n],
        [6n, 5n, 1n],
        [p - 1n, p - 2n],
        count(9),
        random(20),
        random(33),
    ];

    it("has the methods of ffjavascript, and the roots", () => {
        for (const key of Object.getOwnPropertyNames(oracle.PolField.prototype))
            expect(twin.PolField.prototype[key], key)
                .to.be.a("function")
                .with.length(oracle.PolField.prototype[key].length);
        same((P) => [P.w, P.wi]);
    });
    for (const op of ["add", "sub", "mul", "mulNormal", "mulFFT", "eq"]) it(op, () => {
        for (const a of POLYNOMIALS) for (const b of POLYNOMIALS) same((P) => P[op](a.slice(), b.slice()));
    });
    for (const op of ["double", "square", "fft", "fft2", "ifft", "ifft2", "reduce", "toString", "normalize"])
        it(op, () => {
            for (const a of POLYNOMIALS) same((P) => P[op](a.slice()));
        });
    it("values", () => {
        for (const a of POLYNOMIALS)
            for (const x of [0n, 1n, 2n, p - 1n, uniform(p)]) same((P) => [P.evaluate(a, x), P.eval2(a, x)]);
    });
    it("eval is evaluate", () => expect(ringOf(twin, p).eval([1n, 2n, 3n], 2n)).to.equal(17n));
    it("scaleX, extend, mulScalar", () => {
        for (const a of POLYNOMIALS) {
            for (const n of [-3, -2, -1, 0, 1, 3]) same((P) => P.scaleX(a, n));
            for (const n of [0, 1, 5]) same((P) => P.extend(a, a.length + n));
            for (const b of [0n, 1n, 3n, p - 1n]) same((P) => P.mulScalar(a, b));
        }
        same((P) => P.extend([1n, 2n], 1));
    });
    it("lagrange and ruffini", () => {
        for (const n of [0, 1, 2, 3, 8]) {
            const points = random(n).map((x) => [x, uniform(p)]);
            same((P) => P.lagrange(points));
        }
        same((P) => [P.lagrange([[0n, 1n], [1n, 1n]]), P.lagrange([[0n, 0n], [1n, 0n]])]);
        same((P) => P.lagrange([[1n, 2n], [1n, 3n]]), "Division by zero");
        for (const a of POLYNOMIALS.filter(({ length }) => length > 1))
            same((P) => [P.ruffini(a, 2n), P.ruffini(a, p - 2n)]);
    });
    it("div", () => {
        const divisors = [[1n], [5n], [1n, 2n], [0n, 1n], [6n, 5n, 1n], count(4), random(7), random(16), random(20)];
        for (const a of POLYNOMIALS) for (const b of divisors) same((P) => P.div(a.slice(), b));
        for (const b of [[], [0n], [1n, 2n, 0n]]) same((P) => P.div(count(5), b), "Division by zero");
    });
    it("parts of a division and of a transform", () => {
        same((P) => [
            P._reciprocal([1n, 2n], 1),
            P._reciprocal([1n, 2n, 3n, 4n], 2),
            P._reciprocal([5n], 0),
            P._div2(3, [1n, 2n, 3n]),
        ]);
        same((P) => [
            P._fft(count(4), 2, 0, 1),
            P._fft(count(4), 1, 1, 2),
            P._fft(count(8), 2, 1, 2),
            P._fft([1n], 0, 0, 1),
        ]);
        same((P) => [0, 1, 2, 3, 4, 5, 8, 9, 31, 2 ** 20 + 1, 2 ** 31].map((n) => P._next2Power(n)));
        same((P) => [8, 9, 0, 2 ** 32].map((n) => P.log2(n)));
    });
    it("roots", () => {
        same((P) => [[8, 0], [8, 1], [8, 3], [8, 7], [2, 1], [2 ** 28, 1]].map(([n, i]) => P.oneRoot(n, i)));
        const tooMany = 2 ** twinRing().w.length; // ffjavascript gives the power of undefined
        expect(() => twinRing().oneRoot(tooMany, 1)).to.throw(Error, /at most 2\^28 roots|Internal errlr: 8589934592/);
        for (const i of [8, 9]) same((P) => P.oneRoot(8, i), "Given 'i' should be lower than 'n'");
        for (const [n, i] of [[5, 2], [1, 0]]) same((P) => P.oneRoot(n, i), "Internal errlr: ");
    });
    it("Lagrange polynomials and the vanishing one", () => {
        for (const bits of [0, 1, 3])
            for (const t of [0n, 2n, 5n, uniform(p)])
                same((P) => [P.computeVanishingPolinomial(bits, t), P.evaluateLagrangePolynomials(bits, t)]);
        same((P) => P.evaluateLagrangePolynomials(2, 1n));
    });
    it("changes none of its arguments", () => {
        const P = ringOf(twin, p);
        const [a, b] = [count(5).concat(0n), count(3)];
        for (const op of [
            "add",
            "sub",
            "mul",
            "mulFFT",
            "div",
            "eq",
            "fft",
            "ifft",
            "reduce",
            "square",
            "double",
            "normalize",
        ])
            P[op](a, b);
        expect([a, b]).to.deep.equal([[1n, 2n, 3n, 4n, 5n, 0n], [1n, 2n, 3n]]);
    });
});

describe("PolField, what is fixed compared with ffjavascript", () => {
    it("works over other fields", () => {
        for (const p of [5n, 41n, 97n, 257n, 7681n, 2n ** 61n - 1n, 2n ** 64n - 2n ** 32n + 1n]) {
            const P = ringOf(twin, p);
            const F = fieldOf(twin, p);
            const top = P.w[P.w.length - 1];
            expect(F.exp(top, 2n ** BigInt(F.s - 1)), `a primitive root over ${p}`).to.equal(F.negone);
            expect(P.wi.every((root, i) => F.mul(root, P.w[i]) === 1n)).to.equal(true);
            const [a, b] = [count(20), count(33)].map((c) => P.normalize(c));
            const product = P.mul(a, b);
            for (const x of [0n, 1n, 3n, p - 2n])
                expect(P.evaluate(product, x)).to.equal(F.mul(P.evaluate(a, x), P.evaluate(b, x)));
            expect(P.eq(P.div(product, P.reduce(b)), a)).to.equal(true);
            const values = P.normalize(count(2 ** Math.min(F.s, 6)));
            expect(P.ifft(P.fft(values))).to.deep.equal(values);
        }
    });
    it("keeps the roots that ffjavascript takes from the generator 5", () => {
        for (const p of [17n, 97n, 193n, 257n, 786433n])
            expectSame(twin, oracle, (library) => {
                const P = ringOf(library, p);
                return [P.w, P.wi];
            });
    });
    it("Lagrange polynomials at the roots themselves", () => {
        const P = ringOf(twin, MODULI["bn128 r"]);
        for (let i = 0; i < 8; i++)
            expect(P.evaluateLagrangePolynomials(3, P.oneRoot(8, i))).to.deep.equal(
                Array.from({ length: 8 }, (_, j) => (i === j ? 1n : 0n)),
            );
    });
    it("x^m over a short polynomial, and constants by ruffini", () => {
        const P = ringOf(twin, 97n);
        expect(
            P.add(
                P.mul(P._div2(4, [1n, 2n]), [1n, 2n]),
                [P.F.neg(P.F.exp(P.F.div(96n, 2n), 4))].map((c) => P.F.neg(c)),
            ),
        ).to.deep.equal([0n, 0n, 0n, 0n, 1n]);
        expect([P.ruffini([1n], 2n), P.ruffini([], 2n)]).to.deep.equal([[], []]);
    });
});
