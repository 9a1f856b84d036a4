import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import { thinned } from "../support/extent.js";
import * as twin from "../support/twin.js";
import { expectSame, fieldOf, outcome } from "../support/compare.js";
import { MODULI } from "../support/moduli.js";
import { runs, seed, uniform } from "../support/random.js";

const SEED = [seed, 2, 3, 4, 5, 6, 7, 8];
const bytes = (n) => Uint8Array.from({ length: n }, (_, i) => 7 * i + 1);

/** Runs `call(field, library)` in both libraries. */
const same = (p, call, keeping) => expectSame(twin, oracle, (library) => call(fieldOf(library, p), library), keeping);

/** Elements with a reason, and some without. */
const elements = (p) =>
    [0n, 1n, 2n, p - 1n, p >> 1n, (p >> 1n) + 1n, uniform(p), uniform(p), runs(p)].map((a) => a % p);

/** Calls that take any pair of elements. */
const PAIRS = {
    add: (F, a, b) => F.add(a, b),
    sub: (F, a, b) => F.sub(a, b),
    mul: (F, a, b) => F.mul(a, b),
    div: (F, a, b) => F.div(a, b),
    idiv: (F, a, b) => F.idiv(a, b),
    mod: (F, a, b) => F.mod(a, b),
    exp: (F, a, b) => F.exp(a, b),
    pow: (F, a, b) => F.pow(a, b),
    mulScalar: (F, a, b) => F.mulScalar(a, b),
    negativeScalar: (F, a, b) => F.mulScalar(a, -b),
    eq: (F, a, b) => F.eq(a, b),
    neq: (F, a, b) => F.neq(a, b),
    lt: (F, a, b) => F.lt(a, b),
    gt: (F, a, b) => F.gt(a, b),
    leq: (F, a, b) => F.leq(a, b),
    geq: (F, a, b) => F.geq(a, b),
    band: (F, a, b) => F.band(a, b),
    bor: (F, a, b) => F.bor(a, b),
    bxor: (F, a, b) => F.bxor(a, b),
    shl: (F, a, b) => F.shl(a, b),
    shr: (F, a, b) => BigInt(F.shr(a, b)),
    land: (F, a, b) => F.land(a, b),
    lor: (F, a, b) => F.lor(a, b),
};
const SINGLES = {
    neg: (F, a) => F.neg(a),
    inv: (F, a) => F.inv(a),
    square: (F, a) => F.square(a),
    bnot: (F, a) => F.bnot(a),
    lnot: (F, a) => F.lnot(a),
    isZero: (F, a) => F.isZero(a),
    sqrt: (F, a) => F.sqrt(a),
    sqrtOfSquare: (F, a) => F.sqrt(F.square(a)),
    sqrt_old: (F, a) => F.sqrt_old(F.square(a)),
    text: (F, a) => [F.toString(a), F.toString(a, 10), F.toString(a, 16), F.toString(a, 2), F.toString(a, 36)],
    shifts: (F, a) => [1n, 3n, 63n, 64n, F.p - 1n, F.p - 5n, F.p].flatMap((n) => [F.shl(a, n), BigInt(F.shr(a, n))]),
    bytes: (F, a) =>
        ["toRprLE", "toRprLEM", "toRprBE", "toRprBEM"].map((name) => {
            const buff = new Uint8Array(F.n8 + 4);
            F[name](buff, 4, a);
            return [buff, F[name.replace("to", "from")](buff, 4)];
        }),
    normalize: (F, a) => [
        F.normalize(a + F.p),
        F.normalize(-a),
        F.normalize(a.toString()),
        F.e(a + 3n * F.p),
        F.e(-a),
        F.e(`0x${a.toString(16)}`),
        F.e(a.toString(16), 16),
        F.toObject(a),
    ],
};

for (const [name, p] of thinned(Object.entries(MODULI), 3)) describe(`F1Field ${name}`, () => {
    it("has the properties of ffjavascript", () => {
        const skip = ["sqrt", "sqrt_z", "FFT", "fft", "ifft"];
        const names = Object.getOwnPropertyNames(new oracle.F1Field(p)).filter((key) => !skip.includes(key));
        expect(names).to.include("nqr_to_t");
        for (const key of names) same(p, (F) => F[key]);
    });
    it("has every method, with its arity", () => {
        const F = new twin.F1Field(p);
        const theirs = new oracle.F1Field(p);
        for (const key of Object.getOwnPropertyNames(oracle.F1Field.prototype))
            expect(F[key], key).to.be.a("function").with.length(theirs[key].length);
        expect(F.sqrt).to.be.a("function").with.length(1);
    });
    for (const [op, call] of Object.entries(PAIRS)) it(`${op} of pairs`, () => {
        for (const a of elements(p)) for (const b of elements(p)) same(p, (F) => call(F, a, b));
    });
    for (const [op, call] of Object.entries(SINGLES)) it(`${op} of elements`, () => {
        for (const a of elements(p)) same(p, (F) => call(F, a));
    });
    it("draws the same elements from the same stream", () => {
        same(p, (F, { ChaCha }) => {
            const rng = new ChaCha(SEED);
            return Array.from({ length: 20 }, () => F.fromRng(rng));
        });
    });
    it("transforms", () => {
        const { s } = new twin.F1Field(p);
        for (let bits = 0; bits <= Math.min(s, 5); bits++) {
            const values = Array.from({ length: 2 ** bits }, () => uniform(p));
            same(p, (F) => [F.fft(values), F.ifft(values), F.ifft(F.fft(values)), F.FFT.fft(values)]);
        }
        same(p, (F) => [F.fft([]), F.ifft([])]);
    });
    it("random() is an element", () =>
        expect(new twin.F1Field(p).random()).to.satisfy((a) => typeof a === "bigint" && a >= 0n && a < p));
});

describe("F1Field, quirks of ffjavascript that are kept", () => {
    const CALLS = {
        "integers of every kind": (F) => [
            F.e(5),
            F.e(-5),
            F.e("12"),
            F.e("-12"),
            F.e("0x1f"),
            F.e("ff", 16),
            F.e(true),
            F.e(""),
            F.e(255, 16),
            F.e(5n, 16),
        ],
        "a radix that is neither 10 nor 16": (F) => [F.e("ff", 10), F.e("101", 2)],
        "numbers compare with elements": (F) => [F.eq(1n, 1), F.neq(1n, 1), F.isZero(0), F.isZero("0"), F.isZero(97n)],
        "shift by a number": (F) => F.shl(1n, 3),
        "words are not numbers": (F) => F.e("abc"),
        "hexadecimal with a prefix and radix 16": (F) => F.e("0xff", 16),
        fractions: (F) => F.e(1.5),
        undefined: (F) => F.e(undefined),
        "a number among elements": (F) => F.mul(5, 3),
        "a radix below 2": (F) => F.toString(96n, 1),
        reading: (F) => [
            F.fromRprLE(bytes(16)),
            F.fromRprLE(bytes(16), 4),
            F.fromRprBE(bytes(16), 3),
            F.fromRprLEM(bytes(16)),
            F.fromRprBEM(bytes(16), 1),
            F.fromRprLE(bytes(16).subarray(4), 0),
        ],
        "reading past the end": (F) => F.fromRprLE(bytes(16), 12),
        "writing past the end": (F) => F.toRprLE(new Uint8Array(16), 12, 5n),
        "a field of text": (F, { F1Field }) => [new F1Field("97").p, new F1Field("0x61").s, new F1Field(97).w],
        "a field of a word": (F, { F1Field }) => new F1Field("zz"),
        "a field of nothing": (F, { F1Field }) => new F1Field(),
        "the class without new": (F, { F1Field }) => F1Field(97n),
    };
    for (const [name, call] of Object.entries(CALLS)) it(name, () => same(97n, call));
    it("divisions by zero", () => {
        for (const call of [(F) => F.inv(0n), (F) => F.div(1n, 0n), (F) => F.idiv(1n, 0n), (F) => F.mod(1n, 0n)])
            same(97n, call, "Division by zero");
    });
    it("sizes of transforms", () => {
        for (const n of [3, 5, 6, 31])
            for (const op of ["fft", "ifft"])
                same(97n, (F) => F[op](new Array(n).fill(1n)), "Size must be multiple of 2");
    });
    it("is one class under two names", () => {
        expect(twin.F1Field).to.equal(twin.ZqField);
        expect(twin.F1Field.name).to.equal(oracle.F1Field.name);
    });
});

describe("F1Field, what is fixed compared with ffjavascript", () => {
    const F = new twin.F1Field(97n);
    it("a modulus that one power shows not to be prime is refused, however long", () => {
        const taken = [];
        for (let p = 3n; p < 1000n; p += 2n) {
            let factor = 3n, field;
            while (p % factor !== 0n) factor += 2n;
            try {
                field = new twin.F1Field(p);
            } catch (error) {
                expect(error).to.be.instanceOf(RangeError).and.match(/F1Field: expected a prime modulus, got \d+/);
                expect(factor < p, `${p} is prime`).to.equal(true);
                continue;
            }
            if (factor < p) taken.push(p);
            const of = (n) => field.pow(n, field.half);
            expect(of(field.nqr), `${p}`).to.equal(p - 1n);
            if (factor === p) for (let n = 2n; n < field.nqr; n++) expect(of(n), `${n} of ${p}`).to.equal(1n);
        }
        expect(taken, "pseudoprimes").to.deep.equal([703n]);
        expect(() => new twin.F1Field((2n ** 511n + 111n) ** 2n)).to.throw(RangeError, "expected a prime modulus, got a bigint");
    });
    it("negative exponents invert", () => {
        for (let a = 1n; a < 97n; a++) expect(F.mul(F.exp(a, -7n), F.exp(a, 7))).to.equal(1n);
        expect(F.pow(3n, "-1")).to.equal(F.inv(3n));
        expect(outcome(() => F.exp(0n, -1n))).to.deep.equal({ error: "Error", message: "Division by zero" });
    });
    it("shifts too far are 0n", () => {
        for (const n of [7n, 8n, 48n, 90n]) expect(F.shr(64n, n)).to.equal(0n);
    });
    it("bytes at any offset, and all of them written", () => {
        const buff = new Uint8Array(24).fill(0xee).subarray(5);
        F.toRprLE(buff, 3, 5n);
        expect([...buff.subarray(3, 11)]).to.deep.equal([5, 0, 0, 0, 0, 0, 0, 0]);
        F.toRprBE(buff, 3, 5n);
        expect([...buff.subarray(2, 12)]).to.deep.equal([0xee, 0, 0, 0, 0, 0, 0, 0, 5, 0xee]);
        expect(F.fromRprBE(buff, 3)).to.equal(5n);
    });
    it("a modulus that is no odd prime is refused, and nothing loops", () => {
        for (const p of [0n, 1n, 2n, 4n, 9n, 21n, -97n])
            expect(outcome(() => new twin.F1Field(p))).to.have.property("error", "RangeError");
    });
    it("text is decimal wherever it is an integer", () => {
        const buff = new Uint8Array(8);
        F.toRprLE(buff, 0, "500");
        expect([...buff]).to.deep.equal([0xf4, 1, 0, 0, 0, 0, 0, 0]);
    });
    it("-p is 0", () => expect(F.normalize(-97n)).to.equal(0n));
    it("a transform larger than the field has roots for", () => {
        expect(() => F.fft(new Array(64).fill(1n))).to.throw(
            RangeError,
            "fft: expected at most 2^5 values in this field, got 64",
        );
    });
});
