import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { expectSame, outcome } from "../support/compare.js";
import { runs, uniform } from "../support/random.js";

const { Scalar } = twin;
const same = (call, keeping) => expectSame(twin.Scalar, oracle.Scalar, call, keeping);
const bytes = (n) => Uint8Array.from({ length: n }, (_, i) => 11 * i + 1);
const VALUES = [
    0n,
    1n,
    2n,
    3n,
    7n,
    255n,
    256n,
    2n ** 53n - 1n,
    2n ** 64n,
    2n ** 64n - 1n,
    uniform(2n ** 256n),
    runs(2n ** 300n),
];

describe("Scalar", () => {
    it("has the names and arities of ffjavascript", () => {
        expect(Object.keys(Scalar).sort()).to.deep.equal(Object.keys(oracle.Scalar).sort());
        for (const key of Object.keys(oracle.Scalar)) {
            const theirs = oracle.Scalar[key];
            if (typeof theirs === "function") expect(Scalar[key], key).to.be.a("function").with.length(theirs.length);
            else expect(Scalar[key], key).to.equal(theirs);
        }
        expect(Scalar.e).to.equal(Scalar.fromString);
        expect([Scalar.shl, Scalar.shr]).to.deep.equal([Scalar.shiftLeft, Scalar.shiftRight]);
    });

    const TWO = [
        "add",
        "sub",
        "mul",
        "div",
        "mod",
        "eq",
        "neq",
        "lt",
        "gt",
        "leq",
        "geq",
        "band",
        "bor",
        "bxor",
        "land",
        "lor",
    ];
    for (const op of TWO) it(`${op} of pairs, of every kind`, () => {
        for (const a of VALUES)
            for (const b of VALUES)
                same((S) => [S[op](a, b || 1n), S[op](String(a), `0x${(b || 1n).toString(16)}`), S[op](-a, b || 1n)]);
        same((S) => [S[op](7, 2), S[op]("7", 2n), S[op](0, 3)]);
        for (const bad of [undefined, null, "abc", 1.5]) same((S) => S[op](bad, 1));
    });

    const ONE = [
        "neg",
        "square",
        "abs",
        "isNegative",
        "isZero",
        "isOdd",
        "lnot",
        "bits",
        "naf",
        "bitLength",
        "toLEBuff",
    ];
    for (const op of ONE) it(`${op}`, () => {
        for (const a of VALUES) same((S) => S[op](a));
        for (const a of [0, 1, 5, "0", "6", "256"]) same((S) => S[op](a));
    });

    const CALLS = {
        "e of text, numbers and hexadecimal": (S) => [
            S.e("12"),
            S.e("-12"),
            S.e("0x1f"),
            S.e("ff", 16),
            S.e("0xff", 16),
            S.e("101", 2),
            S.e("12", 10),
            S.e(12, 10),
            S.e(12n, 2),
            S.e(true),
            S.e(""),
            S.e([3]),
            S.e("12", 0),
            S.e("12", null),
        ],
        "e of a number in radix 16": (S) => S.e(12, 16),
        "e of null in radix 16": (S) => S.e(null, 16),
        "e of a word": (S) => S.e("abc"),
        "e of a word in radix 16": (S) => S.e("zz", 16),
        "e of a negative in radix 16": (S) => S.e("-ff", 16),
        "e of a fraction": (S) => S.e(1.5),
        "e of nothing": (S) => S.e(),
        arrays: (S) => [
            S.fromArray([1, 2, 3], 10),
            S.fromArray([], 10),
            S.fromArray(["1", "2"], 10),
            S.fromArray([15, 15], 16n),
            S.fromArray("123", 10),
            S.toArray(1234n, 10),
            S.toArray(0n, 10),
            S.toArray("1234", 10),
            S.toArray(2n ** 70n, 2n ** 32n),
            S.toArray(-12n, 10),
        ],
        "an array without a radix": (S) => S.fromArray([1]),
        "digits without a radix": (S) => S.toArray(1234n),
        powers: (S) => [S.pow(2, 10), S.exp("2", "10"), S.exp(0, 0), S.pow(3n, 200)],
        "a negative power": (S) => S.exp(2, -1),
        shifts: (S) => [
            S.shl(5n, 3),
            S.shl(5, "3"),
            S.shl("5", 3n),
            S.shl(5n, -1),
            S.shr(-5n, 1),
            S.shr(5n, 100),
            S.shr("500", 3),
        ],
        "a shift by a fraction": (S) => S.shl(5n, 1.5),
        numbers: (S) => [
            S.toNumber(5n),
            S.toNumber("5"),
            S.toNumber(-5n),
            S.toNumber(2n ** 53n - 1n),
            S.toNumber(2n ** 31n),
        ],
        text: (S) => [
            S.toString(255n),
            S.toString(255n, 16),
            S.toString(255),
            S.toString("0xff"),
            S.toString(-255n, 16),
            S.toString(255n, 2),
        ],
        "text of nothing": (S) => S.toString(undefined),
        reading: (S) => [
            S.fromRprLE(bytes(32)),
            S.fromRprLE(bytes(32), 8, 8),
            S.fromRprLE(bytes(16), 0, 0),
            S.fromRprLE(bytes(40).subarray(4), 4, 32),
            S.fromRprBE(bytes(32)),
            S.fromRprBE(bytes(32), 3, 8),
            S.fromRprBE(bytes(40).subarray(4), 5, 32),
            S.fromRprLE(Buffer.from(bytes(16))),
        ],
        "reading past the end": (S) => S.fromRprLE(bytes(16), 12, 8),
        "reading past the end, big-endian": (S) => S.fromRprBE(bytes(16), 12, 8),
        "reading before the start": (S) => S.fromRprLE(bytes(16), -4, 8),
        "zero divisors": (S) => S.div(7, 0),
        "zero moduli": (S) => S.mod(7, 0),
    };
    for (const [name, call] of Object.entries(CALLS)) it(name, () => same(call));

    it("too big for a number", () => {
        for (const a of [2n ** 53n, 2n ** 53n + 1n, 2n ** 64n]) same((S) => S.toNumber(a), "Number too big");
    });

    it("writes what ffjavascript writes into a clean buffer, longer values cut from LE", () => {
        for (const a of VALUES) for (const [n8, offset] of [[8, 0], [32, 4], [48, 8]]) {
            same((S) => { const b = new Uint8Array(64); S.toRprLE(b, offset, a, n8); return b; });
            if (a < 2n ** BigInt(8 * n8))
                same((S) => {
                    const b = new Uint8Array(64);
                    S.toRprBE(b, offset, a, n8);
                    return b;
                });
            else same((S) => S.toRprBE(new Uint8Array(64), offset, a, n8));
        }
        same((S) => S.toRprLE(new Uint8Array(16), 12, 5n, 8));
        same((S) => S.toRprBE(new Uint8Array(16), 12, 5n, 8));
    });

    describe("what is fixed compared with ffjavascript", () => {
        it("any length and alignment, read and written", () => {
            for (let n8 = 1; n8 <= 300; n8 += n8 < 70 ? 1 : 23) for (const offset of [0, 1, 3, 7]) {
                const a = uniform(2n ** BigInt(8 * n8));
                const [le, be] = [0, 0].map(() => new Uint8Array(n8 + 12).fill(0xee).subarray(1));
                Scalar.toRprLE(le, offset, a, n8);
                Scalar.toRprBE(be, offset, a, n8);
                expect(Scalar.fromRprLE(le, offset, n8)).to.equal(a);
                expect(Scalar.fromRprBE(be, offset, n8)).to.equal(a);
                expect([...le.subarray(offset, offset + n8)].reverse()).to.deep.equal([
                    ...be.subarray(offset, offset + n8),
                ]);
                expect([le[offset + n8], be[offset + n8]]).to.deep.equal([0xee, 0xee]);
                expect(BigInt(`0x${Buffer.from(be.buffer, 1 + offset, n8).toString("hex")}`)).to.equal(a);
            }
            expect(Scalar.fromRprLE(new Uint8Array(0))).to.equal(0n);
        });
        it("what would run away has digits or is refused", () => {
            expect(Scalar.naf(-7n)).to.deep.equal([1, 0, 0, -1]);
            for (const call of [() => Scalar.bits(-1n), () => Scalar.toArray(5n, 1), () => Scalar.toArray(5n, 0)]) {
                expect(outcome(call)).to.have.property("error", "RangeError");
            }
        });
        it("what is no buffer is a TypeError", () => {
            for (const bad of [[1, 2, 3, 4], new ArrayBuffer(8)])
                expect(() => Scalar.fromRprLE(bad, 0, 4)).to.throw(
                    TypeError,
                    "Scalar.fromRprLE: expected a Uint8Array",
                );
        });
    });
});
