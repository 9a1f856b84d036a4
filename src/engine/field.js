/**
 * WasmField1: a prime field, one value at a time. Public as curve.Fr and curve.F1.
 * @module engine/field
 */
/** @import { ThreadManager, Scalarish, Rng } from "./types.js" */
import { mod } from "../bigint/modular.js";
import * as Scalar from "../bigint/scalar.js";
import { secretBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { isBelow } from "../util/words.js";
import { isByteView } from "./scratch.js";
import { FieldOperations } from "./operations.js";

/**
 * Elements are n8 bytes, little-endian Montgomery with R = 2^(8 n8), reduced.
 */
export class WasmField1 extends FieldOperations {
    /** Of p and of the mask, for drawing without integers. @type {{ order: Uint32Array, mask: Int32Array }} */ #words;

    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "frm" or "f1m"
     * @param {number} n8 - bytes per element
     * @param {bigint} p - the modulus
     */
    constructor(tm, prefix, n8, p) {
        const half = p >> 1n;
        const bitLength = p.toString(2).length;
        const mask = (1n << BigInt(bitLength)) - 1n;
        super(tm, prefix, { p, n8, type: "F1", m: 1, half, bitLength, mask });
        this.p = p;
        this.half = half;
        this.bitLength = bitLength;
        this.mask = mask;
        const wordsOf = (/** @type {bigint} */ value) => this.encode(value).buffer;
        this.#words = { order: new Uint32Array(wordsOf(p)), mask: new Int32Array(wordsOf(mask)) };
        this.n64 = Math.floor(n8 / 8);
        this.n32 = Math.floor(n8 / 4);
        this.nqr = this.smallestNonSquare();
        this.shift = this.mul(this.nqr, this.nqr);
        this.shiftInv = this.inv(this.shift);
        this.s = 0;
        /** @type {Uint8Array[]} w[i] is a primitive 2^i-th root of unity */
        this.w = [];
        this.prepareRoots();
    }

    /** @returns {Uint8Array} */
    smallestNonSquare() {
        let candidate = this.two;
        while (this.isSquare(candidate)) candidate = this.add(candidate, this.one);
        return candidate;
    }

    /** p - 1 = 2^s t, w[s] = nqr^t, w[i - 1] = w[i]^2. */
    prepareRoots() {
        let t = this.p - 1n;
        while ((t & 1n) === 0n) {
            t >>= 1n;
            this.s++;
        }
        this.w[this.s] = this.exp(this.nqr, t);
        for (let i = this.s; i > 0; i--) this.w[i - 1] = this.square(this.w[i]);
    }

    /** @param {Uint8Array} a */
    isSquare(a) { return this.op1Bool("_isSquare", a); }

    /**
     * @param {Uint8Array} a
     * @returns {Uint8Array} the root that is not negative
     * @throws {Error} a is not a square: the loop in the module would not end
     */
    sqrt(a) {
        if (!this.isSquare(a)) throw new Error(`${this.prefix}_sqrt: expected a square, got ${this.toString(a)}`);
        return this.op1("_sqrt", a);
    }

    /**
     * @param {Uint8Array | Scalarish} a - bytes are not checked and returned as the same object
     * @param {number} [b] - radix of a string, 10 or 16
     * @returns {Uint8Array} a mod p
     */
    e(a, b) {
        if (isByteView(a)) return a;
        let value = Scalar.e(/** @type {bigint} */ (a), b);
        if (value < 0n || value >= this.p) value = mod(value, this.p);
        return this.integerToMontgomery(value);
    }

    /**
     * @param {bigint} value - >= 0
     * @returns {Uint8Array} its lowest n8 bytes, plain little-endian
     */
    encode(value) {
        const words = new BigUint64Array(this.n8 / 8); // takes the lowest 64 bits
        for (let i = 0; i < words.length; i++, value >>= 64n) words[i] = value;
        return new Uint8Array(words.buffer);
    }

    /**
     * @param {Uint8Array} a
     * @param {number} [radix]
     * @returns {string} of the value in [0, p), never signed
     */
    toString(a, radix) { return this.toObject(a).toString(radix); }

    /**
     * Rejection sampling; the words drawn are the Montgomery form itself.
     * @param {Rng} rng
     * @returns {Uint8Array} in secretBytes
     */
    fromRng(rng) {
        const bytes = secretBytes(this.n8);
        const words = new Int32Array(bytes.buffer), { mask, order } = this.#words;
        do {
            if (rng.draw) rng.draw(words);
            else new BigUint64Array(bytes.buffer).forEach((_, i, all) => { all[i] = rng.nextU64(); });
            for (let i = 0; i < words.length; i++) words[i] &= mask[i];
        } while (!isBelow(new Uint32Array(bytes.buffer), 0, order, 0, order.length));
        return bytes;
    }

    /**
     * @param {Uint8Array} a
     * @returns {bigint} in [0, p)
     */
    toObject(a) { return Scalar.fromRprLE(this.fromMontgomery(a), 0, this.n8); }

    /**
     * The inverse of toObject, which behaves as in ffjavascript: a string is read as HEX
     * digits ("17" is 23), bits above 8 n8 are dropped, a negative number gives zero.
     * @param {bigint | number | string} a
     * @returns {Uint8Array} a mod p
     */
    fromObject(a) {
        const value = typeof a === "string" ? BigInt(`0x${a.replace(/^0x/i, "") || "0"}`) : BigInt(a);
        return this.integerToMontgomery(value < 0n ? 0n : value);
    }

    /**
     * @param {Uint8Array} buff - n8 plain little-endian bytes are written here
     * @param {number} off
     * @param {Uint8Array} a
     */
    toRprLE(buff, off, a) { buff.set(this.fromMontgomery(a), off); }

    /**
     * @param {Uint8Array} buff - n8 plain big-endian bytes are written here
     * @param {number} off
     * @param {Uint8Array} a
     */
    toRprBE(buff, off, a) { buff.set(this.fromMontgomery(a).reverse(), off); }

    /**
     * @param {Uint8Array} buff
     * @param {number} [off]
     * @returns {Uint8Array} the element whose plain little-endian bytes are at off
     */
    fromRprLE(buff, off) {
        const start = off || 0;
        const bytes = buff.slice(start, start + this.n8);
        if (bytes.length !== this.n8)
            throw new RangeError(
                `${this.prefix}_fromRprLE: expected ${this.n8} bytes from offset ${start}, got ${describe(bytes)}`,
            );
        return this.toMontgomery(bytes);
    }
}
