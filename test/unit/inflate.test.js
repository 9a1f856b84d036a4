/** Unpacking of DEFLATE streams, against zlib. */
import { constants, deflateRawSync } from "node:zlib";
import { expect } from "chai";
import { fromBase64 } from "../../src/util/base64.js";
import { inflate } from "../../src/util/inflate.js";
import { unpack } from "../../src/util/packed.js";
import * as bls12381 from "../../src/wasm/bls12381.js";
import * as bn128 from "../../src/wasm/bn128.js";
import * as fftFma from "../../src/wasm/fft_fma.js";
import * as fftSimd from "../../src/wasm/fft_simd.js";
import { seed, uniform } from "../support/random.js";

const { Z_FIXED, Z_HUFFMAN_ONLY } = constants;
const KINDS = { dynamic: { level: 9 }, fast: { level: 1 }, fixed: { strategy: Z_FIXED }, stored: { level: 0 }, literals: { strategy: Z_HUFFMAN_ONLY }, "small window": { windowBits: 9, memLevel: 1 } };

/** Bytes between noise and one byte repeated. */
const bytesOf = (length, alphabet) => Uint8Array.from({ length }, () => Number(uniform(BigInt(alphabet))));

describe(`inflate, seed ${seed}`, () => {
    for (const [kind, options] of Object.entries(KINDS)) it(`undoes zlib: ${kind}`, () => {
        for (const length of [0, 1, 2, 3, 257, 258, 259, 5000, 70000]) for (const alphabet of [1, 2, 20, 256]) {
            const bytes = bytesOf(length, alphabet);
            expect(Buffer.compare(inflate(deflateRawSync(bytes, options), length), bytes), `${length} bytes of ${alphabet}`).to.equal(0);
        }
    });

    it("unpacks the modules like the host", () => {
        for (const { code } of [bn128, bls12381, fftFma, fftSimd]) {
            const [size, text] = code.split(":"), bytes = unpack(code);
            expect(bytes.length).to.equal(Number(size));
            expect(Buffer.compare(inflate(fromBase64(text), Number(size)), bytes)).to.equal(0);
        }
    });

    it("reads plain base64 as well", () => {
        expect([...unpack("AGFzbQ==")]).to.deep.equal([0, 97, 115, 109]);
    });

    it("refuses what is no such stream, and always ends", () => {
        const good = deflateRawSync(bytesOf(3000, 30));
        expect(() => inflate(good, 2999)).to.throw(RangeError, /^inflate: expected/);
        expect(() => inflate(good, 3001)).to.throw(RangeError, /^inflate: expected/);
        expect(() => inflate(good.subarray(0, good.length >> 1), 3000)).to.throw(RangeError, /^inflate: expected/);
        expect(() => inflate(Uint8Array.of(7), 1)).to.throw(RangeError, /kind/);
        for (let i = 0; i < 300; i++) {
            const bad = Uint8Array.from(good);
            bad[Number(uniform(BigInt(bad.length)))] ^= 1 << Number(uniform(8n));
            try {
                expect(inflate(bad, 3000).length).to.equal(3000);
            } catch (error) {
                expect(error).to.be.instanceOf(RangeError);
            }
        }
    });
});
