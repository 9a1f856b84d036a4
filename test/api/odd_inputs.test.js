/**
 * Scalar and utils under what is no integer: the same value, the same bytes, or both throw. A client that hands on what
 * a stranger sent (snarkjs's public signals) must come to the same answer on either library: " 5" was once 5 here and 0
 * there.
 */
import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import { outcome } from "../support/compare.js";
import * as twin from "../support/twin.js";

const holes = [1];
holes.length = 3;

/** By name; every one of them where a value may stand. */
const ODD = {
    undefined,
    null: null,
    true: true,
    false: false,
    NaN,
    Infinity,
    "-Infinity": -Infinity,
    0: 0,
    "-0": -0,
    5: 5,
    "-5": -5,
    1.5: 1.5,
    "-1.5": -1.5,
    "2^31": 2 ** 31,
    "2^53 - 1": 2 ** 53 - 1,
    "2^53": 2 ** 53,
    "2^53 + 2": 2 ** 53 + 2,
    "-2^60": -(2 ** 60),
    "1e21": 1e21,
    "1e300": 1e300,
    "1e-7": 1e-7,
    "0n": 0n,
    "7n": 7n,
    "-7n": -7n,
    "-0x1234567n": -0x1234567n,
    "-2^64n": -(2n ** 64n),
    "2^255": 2n ** 255n + 12345n,
    "2^600": 2n ** 600n + 1n,
    ...Object.fromEntries(
        [
            "",
            " ",
            "0",
            "-0",
            "00",
            "5",
            "12",
            " 5",
            "5 ",
            "\t5\n",
            "\u00a05",
            "+5",
            "-5",
            "- 5",
            "--5",
            " 1234567",
            "+1234567",
            "-1234567",
            "-12345678",
            "0x",
            "0x1f",
            "0X1F",
            "0xfg",
            "-0x5",
            "0x-5",
            "0x123456",
            "0x1234567",
            "0x12345678",
            "0x123456789",
            "0x1111111111111111",
            "0o17",
            "0O17",
            "0b11",
            "00012",
            "0000000012345678",
            "1e3",
            "5n",
            "5.0",
            "1.80000000",
            ".5",
            "1_0",
            "1,2",
            "1 2",
            "12345678 2",
            "12345678\n",
            "abc",
            "ff",
            "FF",
            "g",
            "1g",
            "x5",
            "x12345678",
            "true",
            "null",
            "Infinity",
            "\u0665",
            "\uff15",
            "9".repeat(200),
            "f".repeat(40),
        ].map((text) => [JSON.stringify(text), text]),
    ),
    "[]": [],
    "[5]": [5],
    '["12"]': ["12"],
    '[" 5"]': [" 5"],
    "[1, 2]": [1, 2],
    "[[5]]": [[5]],
    holes: holes,
    "one hole": new Array(1),
    "two holes": new Array(2),
    "{}": {},
    valueOf: { valueOf: () => 5n },
    toString: { toString: () => "12" },
    "toString gives a number": { toString: () => 255 },
    toPrimitive: { [Symbol.toPrimitive]: () => 5n },
    "no prototype": Object.create(null),
    eq: { eq: 1, toString: () => "q" },
    "eq null": { eq: null },
    "new String": new String("12"),
    "new Number": new Number(5),
    "Object(5n)": Object(5n),
    bytes: new Uint8Array([1, 2, 3, 4]),
    words: new Uint32Array([5]),
    Date: new Date(5),
    RegExp: /5/,
    Map: new Map([[1, 2]]),
    "a function": () => 5,
    "a symbol": Symbol("5"),
};
const CASES = Object.entries(ODD);

/** A few values to pair each odd one with. */
const PARTNERS = [0n, 1n, 3n, -2n, 2, "5", " 5", "0x5", null, [2], 1.5];

/** Where ffjavascript runs for ever or fills the memory, there is nothing to compare. */
const integer = (value) => {
    try {
        return BigInt(value);
    } catch {
        return undefined;
    }
};
const small = (value, bound = 1000n) => {
    const n = integer(value);
    return n === undefined || (n <= bound && n >= -bound);
};
const ENDS = {
    bits: (a) => !(integer(a) < 0n),
    naf: (a) => !(integer(a) < 0n),
    toArray: (a, radix) => integer(a) === 0n || ![1n, -1n].includes(integer(radix)),
    pow: (a, b) => small(b),
    exp: (a, b) => small(b),
    shl: (a, b) => small(b),
    shr: (a, b) => small(b),
    shiftLeft: (a, b) => small(b),
    shiftRight: (a, b) => small(b),
};

/**
 * Where the answers differ on purpose. Lengths and offsets are no values: there only whole numbers are compared.
 */
const MENDED = {
    "a radix that is a symbol": (name, args) => ["e", "fromString"].includes(name) && typeof args[1] === "symbol",
    "beInt2Buff without a length, which takes as many bytes as are needed": (name, [, length]) =>
        name === "beInt2Buff" && length === undefined,
    "no number in no bytes": (name, [value, length]) =>
        name.endsWith("Int2Buff") && typeof value !== "bigint" && !length,
};
const isMended = (name, args) => Object.values(MENDED).some((test) => test(name, args));

/** @returns whether both throw, or both answer alike */
function agree(call) {
    const [mine, theirs] = [outcome(() => call(twin)), outcome(() => call(oracle))];
    return { same: theirs.error ? mine.error !== undefined : mine.value === theirs.value, mine, theirs };
}

function expectAgreement(label, call) {
    const { same, mine, theirs } = agree(call);
    if (!same) expect.fail(`${label}: expected ${JSON.stringify(theirs)}, got ${JSON.stringify(mine)}`);
}

describe("odd inputs", () => {
    it("sees every function of Scalar and utils", () => {
        expect(
            Object.keys(oracle.Scalar).filter((name) => typeof oracle.Scalar[name] === "function").length,
        ).to.be.above(40);
        expect(Object.keys(oracle.utils).length).to.be.above(12);
    });

    const WRITING = ["toRprLE", "toRprBE"], READING = ["fromRprLE", "fromRprBE"];
    const names = Object.keys(oracle.Scalar).filter(
        (name) => typeof oracle.Scalar[name] === "function" && ![...WRITING, ...READING].includes(name),
    );
    for (const name of names) it(`Scalar.${name}`, () => {
        for (const [title, value] of CASES) {
            const pairs = [[value], ...PARTNERS.flatMap((partner) => [[value, partner], [partner, value]])];
            for (const args of pairs)
                if (!isMended(name, args) && (!ENDS[name] || ENDS[name](...args)))
                    expectAgreement(`${name} of ${title}`, ({ Scalar }) => Scalar[name](...args));
        }
    });

    for (const name of ["e", "fromString", "toString"]) it(`Scalar.${name} with a radix`, () => {
        for (const [title, value] of CASES)
            for (const radix of [
                undefined,
                null,
                "",
                0,
                2,
                8,
                10,
                16,
                37,
                16n,
                10n,
                "16",
                "10",
                [16],
                [10],
                true,
                1.5,
            ]) {
                expectAgreement(`${name}(${title}, ${String(radix)})`, ({ Scalar }) => Scalar[name](value, radix));
            }
    });

    /** A length that is no multiple of four is mended: ffjavascript forgets the offset there. */
    for (const name of WRITING)
        for (const [n8, offset] of [
            [8, 0],
            [8, 8],
            [32, 0],
            [32, 16],
            [48, 4],
            ...(name === "toRprLE"
                ? [
                      [31, 0],
                      [5, 0],
                      [3, 0],
                  ]
                : []),
        ])
            it(`Scalar.${name}, ${n8} bytes at ${offset}`, () => {
                for (const [title, value] of CASES) {
                    const write = ({ Scalar }) => {
                        const bytes = new Uint8Array(64);
                        return [Scalar[name](bytes, offset, value, n8), bytes];
                    };
                    // Text that needs more bytes than there are is written before the offset by ffjavascript, where
                    // there is room.
                    const spills = name === "toRprBE" && offset > 0 && !agree(write).same;
                    if (spills) expect(agree(write).mine.error, title).to.equal("RangeError");
                    else expectAgreement(title, write);
                }
            });

    for (const name of [...WRITING, ...READING])
        it(`Scalar.${name} of what is no buffer throws, also where ffjavascript writes nowhere`, () => {
            for (const [title, value] of CASES) {
                if (ArrayBuffer.isView(value)) continue;
                expect(
                    () =>
                        WRITING.includes(name) ? twin.Scalar[name](value, 0, 5n, 8) : twin.Scalar[name](value, 0, 4),
                    title,
                ).to.throw(TypeError);
            }
        });

    const SIZES = [0, 1, 2, 4, 32];
    const F = ({ F1Field }) => new F1Field(97n);
    const nested = (name) => (value) => [
        ({ utils }) => utils[name](value),
        ({ utils }) => utils[name]([value]),
        ({ utils }) => utils[name]({ a: value }),
    ];
    const inField = (name) => (value) => [
        (L) => L.utils[name](F(L), value),
        (L) => L.utils[name](F(L), [value]),
        (L) => L.utils[name](F(L), { a: value }),
    ];
    const sized = (name) => (value) =>
        [undefined, ...SIZES]
            .filter((n) => !isMended(name, [value, n]))
            .map(
                (n) =>
                    ({ utils }) =>
                        utils[name](value, n),
            );
    const bits = (name) => (value) =>
        SIZES.flatMap((n) => [({ utils }) => utils[name](value, n), ({ utils }) => utils[name](n, value)]);
    // words are no bytes
    const ofBytes = (name) => (value) => (value instanceof Uint32Array ? [] : nested(name)(value));
    const CALLS = {
        stringifyBigInts: nested("stringifyBigInts"),
        unstringifyBigInts: nested("unstringifyBigInts"),
        stringifyFElements: inField("stringifyFElements"),
        unstringifyFElements: inField("unstringifyFElements"),
        beInt2Buff: sized("beInt2Buff"),
        leInt2Buff: sized("leInt2Buff"),
        log2: nested("log2"),
        bitReverse: bits("bitReverse"),
        beBuff2int: ofBytes("beBuff2int"),
        leBuff2int: ofBytes("leBuff2int"),
        buffReverseBits: (value) =>
            SIZES.map((n) => ({ utils }) => [
                utils.buffReverseBits(value instanceof Uint8Array ? value.slice() : value, n),
            ]),
        array2buffer: (value) =>
            SIZES.flatMap((n) => [
                ({ utils }) => utils.array2buffer([value], n),
                ({ utils }) => utils.array2buffer([new Uint8Array(2), value], n),
            ]),
        buffer2array: (value) =>
            SIZES.slice(1).map(
                (n) =>
                    ({ utils }) =>
                        utils.buffer2array(value, n),
            ),
    };
    it("has a row for every function of utils", () =>
        expect(Object.keys(CALLS).sort()).to.deep.equal(Object.keys(oracle.utils).sort()));
    for (const [name, calls] of Object.entries(CALLS)) it(`utils.${name}`, () => {
        for (const [title, value] of CASES)
            calls(value).forEach((call, i) => expectAgreement(`${name} of ${title}, ${i}`, call));
    });
});
