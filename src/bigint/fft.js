/**
 * The discrete Fourier transform over a field with 2^s-th roots of unity, of
 * elements of the field itself or of anything it multiplies (points).
 * Natural order in, natural order out.
 * @module bigint/fft
 */
import { checkRange } from "../util/check.js";
import { log2 } from "../util/bits.js";

/**
 * The field of the roots.
 * @typedef {object} RootField
 * @property {bigint} one
 * @property {bigint[]} w - w[i] is a primitive 2^i-th root of unity
 * @property {bigint[]} wi - their inverses
 * @property {(a: bigint, b: bigint) => bigint} mul
 * @property {(a: bigint) => bigint} inv
 * @property {(a: any) => bigint} e
 */

/**
 * The group of the values.
 * @template E
 * @typedef {object} Values
 * @property {(a: E, b: E) => E} add
 * @property {(a: E, b: E) => E} sub
 */

/**
 * FFTs of values of type E.
 * @template E
 */
export class FFT {
    /**
     * @param {Values<E>} G - where the values are added
     * @param {RootField} F - where the roots are multiplied
     * @param {(value: E, root: bigint) => E} opMulGF
     */
    constructor(G, F, opMulGF) {
        this.F = F;
        this.G = G;
        this.opMulGF = opMulGF;
        this.w = F.w;
        this.wi = F.wi;
        /** @type {bigint[][]} roots[i] are the 2^i powers of w[i], made on first use */
        this.roots = [];
    }

    /**
     * Makes the tables up to 2^n roots.
     * @param {number} n
     */
    _setRoots(n) {
        const top = Math.min(n, this.w.length - 1);
        for (let i = this.roots.length; i <= top; i++) {
            const table = new Array(2 ** i);
            let power = this.F.one;
            for (let j = 0; j < table.length; j++, power = this.F.mul(power, this.w[i])) table[j] = power;
            this.roots[i] = table;
        }
    }

    /**
     * out[k] = sum of p[j] * w^(jk).
     * @param {ArrayLike<E>} p - 2^k values, k <= s
     * @returns {E[]}
     * @throws {Error} "Size must be multiple of 2"
     */
    fft(p) {
        const bits = this._bits(p);
        if (p.length <= 1) return Array.from(p);
        this._setRoots(bits);
        return transform(this, p, bits, 0, 1);
    }

    /**
     * The inverse of `fft`.
     * @param {ArrayLike<E>} p - 2^k values, k <= s
     * @returns {E[]}
     */
    ifft(p) {
        const values = this.fft(p);
        if (values.length === 0) return values;
        const scale = this.F.inv(this.F.e(values.length));
        return values.map((_, i) => this.opMulGF(values[(values.length - i) % values.length], scale));
    }

    /** @param {ArrayLike<E>} p @returns {number} */
    _bits(p) {
        const bits = log2(p.length);
        if (p.length > 1 && p.length !== 2 ** bits)
            throw new Error(`fft: Size must be multiple of 2: expected a power of two values, got ${p.length}`);
        checkRange(bits < this.w.length, "fft", `at most 2^${this.w.length - 1} values in this field`, p.length);
        return bits;
    }
}

/**
 * Cooley and Tukey 1965, decimation in time: transforms the even and the odd values separately.
 * @template E
 * @param {{ G: Values<E>, roots: bigint[][], opMulGF: (value: E, root: bigint) => E }} fft
 * @param {ArrayLike<E>} p
 * @param {number} bits - 2^bits values take part
 * @param {number} offset - of the first one
 * @param {number} step - from one to the next
 * @returns {E[]}
 */
export function transform(fft, p, bits, offset, step) {
    if (bits === 0) return [p[offset]];
    const half = 2 ** (bits - 1);
    const even = transform(fft, p, bits - 1, offset, 2 * step);
    const odd = transform(fft, p, bits - 1, offset + step, 2 * step);
    const out = new Array(2 * half);
    for (let i = 0; i < half; i++) {
        const turned = fft.opMulGF(odd[i], fft.roots[bits][i]);
        out[i] = fft.G.add(even[i], turned);
        out[i + half] = fft.G.sub(even[i], turned);
    }
    return out;
}
