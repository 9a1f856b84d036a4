/** Inflate against zlib and fflate: every kind of block, and zlib's verdict on damaged streams. */
import zlib from "node:zlib";
import { expect } from "chai";
import { deflateSync } from "fflate";
import { inflate } from "../../src/util/inflate.js";
import { answers, someStream } from "../support/deflated.js";
import { rowsOf } from "../support/extent.js";
import { seed, uniform } from "../support/random.js";

const random = (length, range) => Uint8Array.from({ length }, () => Number(uniform(range)));

/** How often symbols come, beside one end of the block, if their codes have all lengths. */
const fibonacci = (n) => {
    const list = [1, 2];
    while (list.length < n) list.push(list.at(-1) + list.at(-2));
    return list;
};

const INPUTS = {
    "nothing": new Uint8Array(0),
    "one byte": Uint8Array.of(7),
    "a run longer than any match": new Uint8Array(70_000).fill(1),
    "noise": random(20_000, 256n),
    "few symbols": random(50_000, 3n),
    "text": new TextEncoder().encode("abracadabra ".repeat(999)),
    "codes of every length": Uint8Array.from(fibonacci(17).flatMap((times, symbol) => Array(times).fill(symbol))),
    "every distance": new Uint8Array([...random(32_768, 256n), ...random(300, 2n)]),
};

const PACKERS = {
    "zlib": (bytes) => zlib.deflateRawSync(bytes, { level: 9 }),
    "zlib, stored": (bytes) => zlib.deflateRawSync(bytes, { level: 0 }),
    "zlib, fixed codes": (bytes) => zlib.deflateRawSync(bytes, { strategy: zlib.constants.Z_FIXED }),
    "zlib, without repetitions": (bytes) => zlib.deflateRawSync(bytes, { strategy: zlib.constants.Z_HUFFMAN_ONLY }),
    "zlib, many blocks": (bytes) => zlib.deflateRawSync(bytes, { memLevel: 1 }),
    "zlib, stored between codes": (bytes) => {
        const third = Math.ceil(bytes.length / 3);
        const parts = [0, 1, 2].map((i) => bytes.subarray(i * third, (i + 1) * third));
        return Buffer.concat(parts.map((part, i) => zlib.deflateRawSync(part, {
            level: i === 1 ? 0 : 9, finishFlush: zlib.constants[i === 2 ? "Z_FINISH" : "Z_SYNC_FLUSH"],
        })));
    },
    "fflate": (bytes) => deflateSync(bytes, { level: 9 }),
};

describe(`inflate, seed ${seed}`, () => {
    for (const [packer, pack] of Object.entries(PACKERS)) it(packer, () => {
        for (const [name, bytes] of Object.entries(INPUTS)) {
            expect(Buffer.compare(inflate(new Uint8Array(pack(bytes)), bytes.length), bytes), name).to.equal(0);
        }
    });

    it("accepts and refuses what zlib does, in damaged streams", () => {
        const seen = { accepted: 0, refused: 0 };
        for (let i = 0; i < rowsOf(2000, 800); i++) {
            const stream = someStream((n) => Number(uniform(BigInt(n))));
            for (const { expected, got } of answers(inflate, stream)) {
                expect(got, `${Buffer.from(stream.packed).toString("hex")} to ${stream.length}`).to.equal(expected);
                seen[expected === "refused" ? "refused" : "accepted"]++;
            }
        }
        expect(Math.min(seen.accepted, seen.refused)).to.be.greaterThan(rowsOf(500, 200));
    });

    /** Streams that chance rarely makes; bits as RFC 1951 writes them, first bit first. */
    const bits = (text) => {
        const all = text.replace(/ /g, "").padEnd(8 * Math.ceil(text.replace(/ /g, "").length / 8), "0");
        return Uint8Array.from(all.match(/.{8}/g), (byte) => parseInt([...byte].reverse().join(""), 2));
    };
    /** A block with its codes: counts, then the lengths of the code of lengths, in their order 16 17 18 0 8 7 .. */
    const block = (literals, distances, lengths, rest) => bits([
        "1 01", number(literals - 257, 5), number(distances - 1, 5), number(lengths.length - 4, 4),
        ...lengths.map((length) => number(length, 3)), rest,
    ].join(""));
    const number = (value, length) => [...value.toString(2).padStart(length, "0")].reverse().join("");
    /** Lengths of the code of lengths: 0 is 00, 1 is 01, 16 is 10 and 18 is 11. */
    const FOUR = [2, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
    const ZERO = "00", ONE = "01", again = (times) => `10 ${number(times - 3, 2)}`;
    const zeros = (times) => `11 ${number(times - 11, 7)}`, NO_BYTES = zeros(138) + zeros(118), END = "0";

    /** Lengths of the code of lengths: 0 is 00, 1 is 01, 2 is 10 and 18 is 11; and one in which only 1 has a code. */
    const TWOS = [0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2], TWO = "10";
    const ONLY_ONE = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], NONE = "1".padEnd(15, "0");

    for (const [name, stream] of Object.entries({
        "the third kind of block": bits("1 11 00000"),
        "a complement that is none": Uint8Array.of(1, 1, 0, 0xfe, 0xfe, 7),
        "a stored block that ends early": Uint8Array.of(1, 2, 0, 0xfd, 0xff, 7),
        "287 symbols": block(287, 1, FOUR, NO_BYTES + ONE + zeros(30) + ZERO + END),
        "31 distances": block(257, 31, FOUR, NO_BYTES + ONE + zeros(31) + END),
        "lengths that take a code twice": block(257, 1, [1, 1, 1, 0], "0".repeat(400)),
        "lengths that leave codes out": block(257, 1, [0, 0, 2, 2], "0".repeat(400)),
        "no lengths at all": block(257, 1, [0, 0, 0, 0], "0".repeat(400)),
        "a length that is none": block(257, 1, ONLY_ONE, `${NONE}${number(127, 7)} ${NONE}${number(107, 7)} 0 0 0`),
        "an end of two bits alone": block(257, 1, TWOS, NO_BYTES + TWO + ZERO + "00"),
        "five symbols of two bits": block(257, 1, TWOS, TWO.repeat(4) + zeros(138) + zeros(114) + TWO + ZERO + "00"),
        "three symbols of one bit": block(257, 1, FOUR, ONE + ONE + zeros(138) + zeros(116) + ONE + ZERO + "0"),
        "a distance of two bits alone": block(257, 1, TWOS, NO_BYTES + ONE + TWO + END),
        "a repetition of nothing": block(257, 1, FOUR, again(3) + zeros(138) + zeros(115) + ONE + ZERO + END),
        "more lengths than symbols": block(257, 1, FOUR, NO_BYTES + ONE + zeros(11) + END),
        "no end of a block": block(257, 1, FOUR, NO_BYTES + ZERO + ZERO),
        "a distance where there are none": block(258, 1, FOUR, NO_BYTES + ONE + ONE + ZERO + "1 0 0 0"),
        "a symbol that is none": bits("1 10 11000110"), // 286 in the fixed code
        "a distance that is none": bits("1 10 00110000 0000001 11110"), // "\0", a length of 3, distance 30
        "a distance before the start": bits("1 10 00110000 0000001 00001"),
        "a byte after the end": Uint8Array.of(3, 0, 0),
        "nothing": new Uint8Array(0),
    })) it(`refuses ${name}, as zlib does`, () => {
        for (const length of [0, 1, 4]) expect(answers(inflate, { packed: stream, length })).to.deep.equal([
            { expected: "refused", got: "refused" },
        ]);
    });

    it("accepts a block whose end is its only symbol, with one distance and with none", () => {
        for (const distance of [ZERO, ONE]) {
            const packed = block(257, 1, FOUR, NO_BYTES + ONE + distance + END);
            expect(answers(inflate, { packed, length: 0 })[0]).to.deep.equal({ expected: "", got: "" });
        }
    });

    it("says what it refuses", () => {
        const packed = new Uint8Array(zlib.deflateRawSync(INPUTS.text));
        const failing = (length, bytes = packed) => () => inflate(bytes, length);
        expect(failing(INPUTS.text.length, packed.subarray(0, 20))).to.throw(RangeError, /^inflate: expected input, got its end$/);
        expect(failing(INPUTS.text.length + 1)).to.throw(RangeError, /^inflate: expected \d+ bytes, got \d+$/);
        expect(failing(2, Uint8Array.of(1, 2, 0, 0xfd, 0xff, 7))).to.throw("inflate: expected input, got its end");
        expect(failing(4)).to.throw(RangeError, "inflate: expected fewer bytes, got more");
    });
});
