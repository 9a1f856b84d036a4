import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { expectSame } from "../support/compare.js";
import { uniform } from "../support/random.js";

const same = (call, keeping) => expectSame(twin, oracle, (library) => call(library.utils, library), keeping);
const bytes = (n) => Uint8Array.from({ length: n }, (_, i) => i + 1);
const u8 = (...values) => new Uint8Array(values);

class Point {
    constructor() {
        this.x = 1n;
        this.y = "2";
    }
}

describe("utils", () => {
    it("has the names and arities of ffjavascript", () => {
        expect(Object.keys(twin.utils).sort()).to.deep.equal(Object.keys(oracle.utils).sort());
        for (const key of Object.keys(oracle.utils))
            expect(twin.utils[key], key).to.be.a("function").with.length(oracle.utils[key].length);
    });

    const TREES = [
        5n,
        -5n,
        "5",
        5,
        true,
        [1n, [2n, ["x"]]],
        { a: 1n, b: { c: [3n] } },
        u8(1, 2, 3, 4),
        { a: bytes(32) },
        () => 1,
        new Uint32Array([1, 2]),
        new Map([[1, 2n]]),
        new Date(0),
        new Point(),
        Object.create({ y: 1n }),
        [],
        {},
    ];
    TREES.forEach((tree, i) => it(`stringifyBigInts, tree ${i}`, () => same((u) => u.stringifyBigInts(tree))));
    it("a null or undefined inside is a TypeError", () => {
        for (const tree of [null, undefined, [undefined], { a: 1n, b: null }])
            for (const call of [
                (u) => u.stringifyBigInts(tree),
                (u, { F1Field }) => u.stringifyFElements(new F1Field(97n), tree),
            ])
                same(call);
    });
    const TEXTS = [
        "5",
        "-5",
        "0x1f",
        "0xFF",
        "0X1F",
        "0xfg",
        "0x",
        "1e3",
        "",
        "00012",
        "12 ",
        "12\n",
        5,
        5n,
        true,
        null,
        undefined,
        [1, "2", ["3", null]],
        { a: "1", b: "x", c: null, d: undefined },
        u8(1, 2),
        new Date(0),
        new Point(),
        () => 1,
    ];
    TEXTS.forEach((tree, i) => it(`unstringifyBigInts, tree ${i}`, () => same((u) => u.unstringifyBigInts(tree))));
    it("elements of a field, both ways", () => {
        for (const tree of [5n, 96n, { a: 96n, b: [1n, "x", 3] }, u8(1), "5", true, [1n]])
            same((u, { F1Field }) => u.stringifyFElements(new F1Field(97n), tree));
        for (const tree of [
            "100",
            ["100", "-5", "0x10", "x", { a: "1" }],
            null,
            undefined,
            5,
            5n,
            u8(1),
            { a: null },
            "0xfg",
        ])
            same((u, { F1Field }) => u.unstringifyFElements(new F1Field(97n), tree));
    });

    it("integers from bytes", () => {
        for (const n of [0, 1, 3, 8, 32, 37, 200, 1001])
            same((u) => [
                u.beBuff2int(bytes(n)),
                u.leBuff2int(bytes(n)),
                u.leBuff2int(bytes(n + 3).subarray(3)),
                u.beBuff2int(Buffer.from(bytes(n))),
            ]);
        for (const bad of [[1, 2], new ArrayBuffer(8)])
            for (const op of ["beBuff2int", "leBuff2int"]) same((u) => u[op](bad));
    });
    it("bytes from integers", () => {
        for (const [a, n] of [
            [66051n, 5],
            [66051n, 3],
            [0n, 0],
            [0n, 4],
            [2n ** 100n, 20],
            [uniform(2n ** 256n), 32],
            [uniform(2n ** 4000n), 501],
        ])
            same((u) => [u.beInt2Buff(a, n), u.leInt2Buff(a, n)]);
        same((u) => [u.leInt2Buff(66051n), u.leInt2Buff(0n), u.leInt2Buff(2n ** 64n)]);
        for (const op of ["beInt2Buff", "leInt2Buff"]) {
            for (const [a, n] of [
                [66051n, 2],
                [-5n, 4],
                [1n, 0],
            ])
                same((u) => u[op](a, n), "Number does not fit in this length");
            for (const a of [66051, "66051"]) same((u) => u[op](a, 5));
        }
    });
    it("log2 and bitReverse, on 32 bits", () => {
        for (const n of [0, 1, 2, 3, 4, 5, 1000, 1024, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33, -1, 1.5, "8"])
            same((u) => u.log2(n));
        same((u) => u.log2(8n));
        for (const [i, bits] of [
            [11, 6],
            [1, 32],
            [0, 6],
            [5, 0],
            [5, 1],
            [1, 31],
            [3, 2],
            [65, 6],
            [1, 33],
        ])
            same((u) => u.bitReverse(i, bits));
    });
    it("buffReverseBits, in place", () => {
        for (const [n, size] of [
            [16, 4],
            [16, 2],
            [4, 4],
            [64, 1],
            [192, 3],
        ])
            same((u) => {
                const b = bytes(n);
                return [u.buffReverseBits(b, size), b];
            });
        for (const n of [12, 3, 0]) same((u) => u.buffReverseBits(bytes(n), 4), "Invalid number of pointers");
    });
    it("arrays and buffers", () => {
        same((u) => [
            u.array2buffer([u8(1, 2), u8(3, 4)], 2),
            u.array2buffer([u8(1, 2), u8(3)], 3),
            u.array2buffer([], 2),
            u.array2buffer([[1, 2], [3]], 2),
        ]);
        same((u) => u.array2buffer([u8(1, 2), undefined], 2));
        same((u) => u.array2buffer([u8(1, 2, 3)], 2));
        same((u) => u.array2buffer(undefined, 2));
        same((u) => [u.buffer2array(bytes(6), 2), u.buffer2array(u8(), 2)]);
        same((u) => u.buffer2array(bytes(7), 2));
        same((u, { BigBuffer }) => { const b = new BigBuffer(6); b.set(bytes(6)); return u.buffer2array(b, 3); });
    });

    describe("what is fixed compared with ffjavascript", () => {
        it("stringifyBigInts of bytes of any length", () => {
            expect(twin.utils.stringifyBigInts(u8(1, 2, 3))).to.equal(0x030201n);
            expect(twin.utils.stringifyBigInts({ a: u8() })).to.deep.equal({ a: 0n });
        });
        it("buffer2array of a Buffer makes copies", () => {
            const source = Buffer.from([1, 2, 3, 4]);
            const [first] = twin.utils.buffer2array(source, 2);
            first[0] = 9;
            expect(source[0]).to.equal(1);
        });
        it("beInt2Buff without a length takes as many bytes as needed", () =>
            expect([...twin.utils.beInt2Buff(66051n)]).to.deep.equal([1, 2, 3]));
        it("a key named __proto__ stays a key", () => {
            const tree = twin.utils.unstringifyBigInts(JSON.parse('{"__proto__": {"a": "1"}}'));
            expect(Object.keys(tree)).to.deep.equal(["__proto__"]);
            expect(tree.a).to.equal(undefined);
        });
    });
});
