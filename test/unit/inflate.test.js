/** Inflate against zlib and fflate: every kind of block, and input that ends early. */
import zlib from "node:zlib";
import { expect } from "chai";
import { deflateSync } from "fflate";
import { inflate } from "../../src/util/inflate.js";
import { seed, uniform } from "../support/random.js";

const random = (length, range) => Uint8Array.from({ length }, () => Number(uniform(range)));

const INPUTS = {
    "nothing": new Uint8Array(0),
    "one byte": Uint8Array.of(7),
    "a run longer than any match": new Uint8Array(70_000).fill(1),
    "noise": random(20_000, 256n),
    "few symbols": random(50_000, 3n),
    "text": new TextEncoder().encode("abracadabra ".repeat(999)),
    "every distance": new Uint8Array([...random(32_768, 256n), ...random(300, 2n)]),
};

const PACKERS = {
    "zlib": (bytes) => zlib.deflateRawSync(bytes, { level: 9 }),
    "zlib, stored": (bytes) => zlib.deflateRawSync(bytes, { level: 0 }),
    "zlib, fixed codes": (bytes) => zlib.deflateRawSync(bytes, { strategy: zlib.constants.Z_FIXED }),
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

    it("says when the input ends early or the length is wrong", () => {
        const packed = new Uint8Array(zlib.deflateRawSync(INPUTS.text));
        expect(() => inflate(packed.subarray(0, 20), INPUTS.text.length)).to.throw(
            RangeError,
            /^inflate: expected more input/,
        );
        expect(() => inflate(packed, INPUTS.text.length + 1)).to.throw(RangeError, /^inflate: expected \d+ bytes, got/);
    });
});
