import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { clear, copyBytes, isBytes, readBE, readLE, sameBytes, writeBE, writeLE } from "../../src/util/bytes.js";
import { bitReverse, log2, reverseElements } from "../../src/util/bits.js";
import {
    checkBytes,
    checkCount,
    checkPowerOfTwo,
    checkRange,
    checkType,
    describe as say,
} from "../../src/util/check.js";
import { getRandomBytes, getRandomSeed, getThreadRng } from "../../src/util/random.js";
import { ChaCha } from "../../src/util/chacha.js";
import { parseAddress } from "../../src/util/host_address.js";
import { uniform } from "../support/random.js";

describe("bytes", () => {
    it("read what was written, short and long", () => {
        for (const n8 of [1, 7, 8, 9, 32, 48, 255, 256, 257, 600]) {
            const value = uniform(2n ** BigInt(8 * n8));
            const buff = new Uint8Array(n8 + 3);
            writeLE(buff, 2, value, n8);
            expect(readLE(buff, 2, n8)).to.equal(value);
            writeBE(buff, 1, value, n8);
            expect(readBE(buff, 1, n8)).to.equal(value);
        }
    });
    it("are the same if their number and each is", () => {
        const bytes = Uint8Array.of(1, 2, 3), empty = new Uint8Array(0);
        for (const [a, b, same] of [[bytes, bytes.slice(), true], [empty, new Uint8Array(0), true],
            [bytes, empty, false], [empty, bytes, false],
            [bytes, bytes.slice(0, 2), false], [bytes.slice(0, 2), bytes, false],
            ...[0, 1, 2].map((at) => [bytes, bytes.with(at, 4), false])])
            expect(sameBytes(a, b), `${a} and ${b}`).to.equal(same);
    });
    it("reads to the end by default", () =>
        expect([readLE(new Uint8Array([1, 2, 3]), 1), readBE(new Uint8Array([1, 2, 3]), 1)]).to.deep.equal([
            0x302n,
            0x203n,
        ]));
    it("refuses what does not fit, naming the caller", () => {
        for (const [offset, n8] of [
            [0, 9],
            [5, 4],
            [-1, 2],
            [0.5, 2],
            [0, -1],
            [0, NaN],
        ])
            expect(() => readLE(new Uint8Array(8), offset, n8, "here")).to.throw(
                RangeError,
                /^here: expected .*, got /,
            );
        for (const bad of [null, undefined, [1], "ab"])
            expect(() => writeLE(bad, 0, 1n, 1, "here")).to.throw(TypeError, /^here: expected a Uint8Array, got /);
    });
    it("knows bytes of other realms and of Node", () => {
        for (const yes of [new Uint8Array(1), Buffer.alloc(1), runInNewContext("new Uint8Array(1)")])
            expect(isBytes(yes)).to.equal(true);
        for (const no of [
            new Uint16Array(1),
            new DataView(new ArrayBuffer(1)),
            [1],
            null,
            new ArrayBuffer(1),
            { [Symbol.toStringTag]: "Uint8Array" },
        ])
            expect(isBytes(no)).to.equal(false);
    });
    it("clears bytes wherever they begin and end, and no others, in shared memory as well", () => {
        for (const Memory of [ArrayBuffer, SharedArrayBuffer])
            for (const [from, length] of [[0, 64], [0, 61], [8, 40], [8, 7], [3, 40], [63, 1], [64, 0]]) {
                const all = new Uint8Array(new Memory(64)).fill(0xff);
                clear(all.subarray(from, from + length));
                expect([...all], `${from}, ${length}`)
                    .to.deep.equal([...all].map((_, i) => (i >= from && i < from + length ? 0 : 0xff)));
            }
        const given = new Uint8Array(8);
        structuredClone(given, { transfer: [given.buffer] });
        expect(() => clear(given)).not.to.throw();
    });
    it("copies a Buffer too", () => {
        const source = Buffer.from([1, 2, 3]);
        const copy = copyBytes(source, 1);
        copy[0] = 9;
        expect(source[1]).to.equal(2);
    });
});

describe("bits", () => {
    it("reverses as text does", () => {
        for (let bits = 1; bits <= 10; bits++) for (let i = 0; i < 2 ** bits; i += 3) {
            const text = [...i.toString(2).padStart(bits, "0")].reverse().join("");
            expect(bitReverse(i, bits)).to.equal(parseInt(text, 2));
        }
        expect(log2(2 ** 31)).to.equal(31);
    });
    it("reversing elements twice gives them back", () => {
        for (const [size, offset] of [[3, 0], [4, 0], [4, 4], [4, 1], [32, 8]]) { // by words where they are aligned
            const all = Uint8Array.from({ length: offset + size * 64 + 5 }, (_, i) => i * 7 + (i >> 8)),
                kept = all.slice();
            const once = all.subarray(offset), element = (bytes, i) => [...bytes.subarray(i * size, (i + 1) * size)];
            reverseElements(once, size, 6);
            for (const [i, j] of [
                [0, 0],
                [1, 32],
                [2, 16],
                [3, 48],
                [63, 63],
            ])
                expect(element(once, i)).to.deep.equal(element(kept.subarray(offset), j));
            expect([...all.subarray(0, offset), ...once.subarray(size * 64)], "what is around").to.deep.equal([
                ...kept.subarray(0, offset),
                ...kept.subarray(offset + size * 64),
            ]);
            reverseElements(once, size, 6);
            expect(all).to.deep.equal(kept);
        }
        const single = Uint8Array.of(1, 2);
        reverseElements(single, 2, 0);
        expect([...single]).to.deep.equal([1, 2]);
    });
});

describe("checks", () => {
    it("pass what is right", () => {
        checkRange(true, "w", "x", 1);
        checkType(true, "w", "x", 1);
        checkBytes(Buffer.alloc(2), "w");
        checkCount(0, "w");
        for (const n of [1, 2, 1024, 2 ** 40]) checkPowerOfTwo(n, "w");
    });
    it("say where, what and what instead", () => {
        expect(() => checkRange(false, "fft", "a power of two", 3)).to.throw(
            RangeError,
            "fft: expected a power of two, got 3",
        );
        expect(() => checkBytes([1, 2], "set")).to.throw(TypeError, "set: expected a Uint8Array, got an array of 2");
        for (const n of [-1, 1.5, NaN, Infinity]) expect(() => checkCount(n, "n")).to.throw(RangeError);
        for (const n of [undefined, "5", 5n]) expect(() => checkCount(n, "n")).to.throw(TypeError);
        for (const n of [0, 3, 6])
            expect(() => checkPowerOfTwo(n, "fft")).to.throw(RangeError, `fft: expected a power of two, got ${n}`);
    });
    it("describe every kind of value in a few words", () => {
        const cases = [
            [null, "null"],
            [undefined, "undefined"],
            [5n, "5n"],
            [-5n, "-5n"],
            [2n ** 100n, "a bigint of 101 bits"],
            ["ab", '"ab"'],
            [2n ** 64n - 1n, "18446744073709551615n"],
            [2n ** 64n, "a bigint of 65 bits"],
            [0n, "0n"],
            [-(2n ** 64n), "-a bigint of 65 bits"],
            ["x".repeat(40), `"${"x".repeat(40)}"`],
            ["x".repeat(41), "a string of 41 characters"],
            [5, "5"],
            [[1, 2], "an array of 2"],
            [{ constructor: 5 }, "an object of class none"],
            [true, "true"],
            [new Uint8Array(3), "Uint8Array of 3 bytes"],
            [{}, "an object of class Object"],
            [Object.create(null), "an object of class none"],
            [() => 1, "a function"],
            [Symbol("s"), "a symbol"],
        ];
        for (const [value, words] of cases) expect(say(value)).to.equal(words);
    });
});

describe("addresses of the web", () => {
    it("are text that begins with http, and no list or object that becomes such text", () => {
        expect(parseAddress("HTTPS://a.example/key")?.href).to.equal("https://a.example/key");
        for (const other of [["https://a.example/key"], new URL("https://a.example/key"), "file:///key", "key", "https://", 7, null, undefined])
            expect(parseAddress(other), String(other)).to.equal(undefined);
    });
});

describe("randomness", () => {
    it("comes from the host, of any length", () => {
        expect(getRandomBytes(0)).to.have.length(0);
        expect(getRandomBytes(200000)).to.have.length(200000);
        expect([...getRandomBytes(32)]).to.not.deep.equal([...getRandomBytes(32)]);
        for (const bad of [-1, 1.5]) expect(() => getRandomBytes(bad)).to.throw(RangeError, "getRandomBytes: expected");
        expect(getRandomSeed().every((word) => Number.isInteger(word) && word >= 0 && word < 2 ** 32)).to.equal(true);
    });
    it("the shared stream is one ChaCha", () => {
        expect(getThreadRng()).to.equal(getThreadRng());
        expect(getThreadRng()).to.be.an.instanceof(ChaCha);
        expect(getThreadRng().nextU64()).to.not.equal(new ChaCha().nextU64());
    });
});
