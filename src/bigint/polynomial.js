/**
 * Polynomials over a prime field: arrays of coefficients, the constant one
 * first. Functions return new arrays and never change their arguments.
 * @module bigint/polynomial
 */
/** @import { ZqField } from "./field.js" */
import { log2 } from "../util/bits.js";
import { checkRange } from "../util/check.js";
import { FFT, transform } from "./fft.js";
import { rootsDown } from "./field.js";
import { isSquareMod } from "./sqrt.js";

/** @typedef {bigint[]} Polynomial */

/** Products with fewer coefficients are multiplied out. */
const FFT_FROM = 32;

/** Polynomials over F. */
export class PolField {
    /** @param {ZqField} F */
    constructor(F) {
        this.F = F;
        const { w, wi } = rootsOf(F);
        /** @type {bigint[]} w[i] is a primitive 2^i-th root of unity */
        this.w = w;
        /** @type {bigint[]} their inverses */
        this.wi = wi;
        /** @type {bigint[][]} roots[i] are the 2^i powers of w[i], made on first use */
        this.roots = [];
    }

    /** Makes the tables up to 2^n roots. @param {number} n */
    _setRoots(n) {
        this._engine()._setRoots(n);
    }

    /** @returns {FFT<bigint>} on the roots of this object */
    _engine() {
        const { F, w, wi, roots } = this;
        const engine = new FFT(
            F,
            { one: F.one, w, wi, mul: F.mul.bind(F), inv: F.inv.bind(F), e: F.e.bind(F) },
            F.mul.bind(F),
        );
        engine.roots = roots;
        return engine;
    }

    /** @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    add(a, b) {
        return this.reduce(this._pairwise(a, b, (x, y) => this.F.add(x, y)));
    }

    /** @param {Polynomial} a @returns {Polynomial} */
    double(a) {
        return this.add(a, a);
    }

    /** @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    sub(a, b) {
        return this.reduce(this._pairwise(a, b, (x, y) => this.F.sub(x, y)));
    }

    /**
     * @param {Polynomial} a
     * @param {Polynomial} b
     * @param {(x: bigint, y: bigint) => bigint} op
     * @returns {Polynomial}
     */
    _pairwise(a, b, op) {
        const { zero } = this.F;
        return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => op(a[i] ?? zero, b[i] ?? zero));
    }

    /**
     * @param {Polynomial} a
     * @param {bigint} b
     * @returns {Polynomial} the empty polynomial for b = 0
     */
    mulScalar(a, b) {
        if (this.F.eq(b, this.F.zero)) return [];
        return this.F.eq(b, this.F.one) ? a.slice() : a.map((c) => this.F.mul(c, b));
    }

    /** @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    mul(a, b) {
        if (a.length === 0 || b.length === 0) return [];
        if (a.length === 1) return this.mulScalar(b, a[0]);
        if (b.length === 1) return this.mulScalar(a, b[0]);
        const length = a.length + b.length - 1;
        return length >= FFT_FROM && length <= 2 ** (this.w.length - 1) ? this.mulFFT(a, b) : this.mulNormal(a, b);
    }

    /** Multiplies out. @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    mulNormal(a, b) {
        if (b.length === 0) return [];
        if (b.length === 1) return this.reduce(this.mulScalar(a, b[0]));
        const out = new Array(a.length + b.length - 1).fill(this.F.zero);
        a.forEach((x, i) => b.forEach((y, j) => { out[i + j] = this.F.add(out[i + j], this.F.mul(x, y)); }));
        return this.reduce(out);
    }

    /** Multiplies values. @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    mulFFT(a, b) {
        const size = 2 ** (log2(Math.max(a.length, b.length, 2) - 1) + 2);
        const [x, y] = [this.fft(this.extend(a, size)), this.fft(this.extend(b, size))];
        return this.reduce(this.ifft(x.map((value, i) => this.F.mul(value, y[i]))));
    }

    /** @param {Polynomial} a @returns {Polynomial} */
    square(a) {
        return this.mul(a, a);
    }

    /**
     * Times x^n; for n < 0 the terms below x^0 are dropped.
     * @param {Polynomial} p
     * @param {number} n
     * @returns {Polynomial}
     */
    scaleX(p, n) {
        return n >= 0 ? [...new Array(n).fill(this.F.zero), ...p] : p.slice(-n);
    }

    /** The same as `evaluate`. @param {Polynomial} p @param {bigint} x @returns {bigint} */
    eval2(p, x) {
        return this.evaluate(p, x);
    }

    /**
     * The value at x, by Horner's rule.
     * @param {Polynomial} p
     * @param {bigint} x
     * @returns {bigint}
     */
    evaluate(p, x) {
        return p.reduceRight((value, c) => this.F.add(this.F.mul(value, x), c), this.F.zero);
    }

    /**
     * The name of `evaluate` before ffjavascript 0.3. Quoted, because compartments refuse source
     * text that looks like a call of eval.
     * @param {Polynomial} p
     * @param {bigint} x
     * @returns {bigint}
     */
    ["eval"](p, x) {
        return this.evaluate(p, x);
    }

    /**
     * The polynomial of least degree through the points.
     * @param {[bigint, bigint][]} points - [x, y], x distinct
     * @returns {Polynomial}
     * @throws {Error} "Division by zero" when two x are equal
     */
    lagrange(points) {
        const { F } = this;
        const vanishing = points.reduce((p, [x]) => this.mulNormal(p, [F.neg(x), F.one]), [F.one]);
        let sum = /** @type {Polynomial} */ ([]);
        for (const [x, y] of points) {
            const basis = this.ruffini(vanishing, x);
            sum = this.add(sum, this.mulScalar(basis, F.div(y, this.evaluate(basis, x))));
        }
        return sum;
    }

    /**
     * The values at the roots of unity; the size is rounded up to a power of two.
     * @param {Polynomial} p
     * @returns {bigint[]}
     */
    fft(p) {
        return this._engine().fft(this.extend(p, this._next2Power(p.length)));
    }

    /** The same as `fft`. @param {Polynomial} p @returns {bigint[]} */
    fft2(p) {
        return this.fft(p);
    }

    /** The inverse of `fft`. @param {bigint[]} p @returns {Polynomial} */
    ifft(p) {
        return this._engine().ifft(this.extend(p, this._next2Power(p.length)));
    }

    /** The same as `ifft`. @param {bigint[]} p @returns {Polynomial} */
    ifft2(p) {
        return this.ifft(p);
    }

    /**
     * The FFT of pall[offset + i * step], i < 2^bits.
     * @param {bigint[]} pall
     * @param {number} bits
     * @param {number} offset
     * @param {number} step
     * @returns {bigint[]}
     */
    _fft(pall, bits, offset, step) {
        const engine = this._engine();
        checkRange(
            bits < this.w.length && offset + (2 ** bits - 1) * step < pall.length,
            "_fft",
            `${2 ** bits} values from ${offset} in steps of ${step}`,
            pall,
        );
        engine._setRoots(bits);
        return transform(engine, pall, bits, offset, step);
    }

    /**
     * With zeros up to e coefficients.
     * @param {Polynomial} p
     * @param {number} e
     * @returns {Polynomial}
     */
    extend(p, e) {
        checkRange(e >= p.length, "extend", `at least ${p.length} coefficients`, e);
        return e === p.length ? p : [...p, ...new Array(e - p.length).fill(this.F.zero)];
    }

    /**
     * Without leading zeros; the constant term stays.
     * @param {Polynomial} p
     * @returns {Polynomial}
     */
    reduce(p) {
        let n = p.length;
        while (n > 1 && this.F.isZero(p[n - 1])) n--;
        return n === p.length ? p : p.slice(0, n);
    }

    /** @param {Polynomial} a @param {Polynomial} b @returns {boolean} */
    eq(a, b) {
        const [x, y] = [this.reduce(a), this.reduce(b)];
        return x.length === y.length && x.every((c, i) => this.F.eq(c, y[i]));
    }

    /** The quotient by (x - r). @param {Polynomial} p @param {bigint} r @returns {Polynomial} */
    ruffini(p, r) {
        const out = new Array(Math.max(0, p.length - 1));
        for (let i = out.length - 1; i >= 0; i--)
            out[i] = this.F.add(p[i + 1], i === out.length - 1 ? this.F.zero : this.F.mul(r, out[i + 1]));
        return out;
    }

    /** The power of two at or above v; 0 for 0. @param {number} v @returns {number} */
    _next2Power(v) {
        return v <= 1 ? v : 2 ** (log2(v - 1) + 1);
    }

    /** Terms of the highest degree first. @param {Polynomial} p @returns {string} */
    toString(p) {
        const term = (/** @type {bigint} */ c, /** @type {number} */ i) =>
            i > 1 ? `${c}x^${i}` : i === 1 ? `${c}x` : `${c}`;
        return p.map(term).filter((_, i) => !this.F.isZero(p[i])).reverse().join(" + ");
    }

    /** Every coefficient reduced to [0, p). @param {Polynomial} p @returns {Polynomial} */
    normalize(p) {
        return p.map((c) => this.F.normalize(c));
    }

    /**
     * x^(2^(bits+1) - 2) / p for a p of 2^bits coefficients, the highest of them not 0.
     * @param {Polynomial} p
     * @param {number} bits
     * @returns {Polynomial}
     */
    _reciprocal(p, bits) {
        return this._inverseSeries(p.slice().reverse(), 2 ** bits).reverse();
    }

    /**
     * The first n coefficients of 1 / p as a power series (Newton: g <- g (2 - p g), doubling n).
     * @param {Polynomial} p - p[0] not 0
     * @param {number} n
     * @returns {Polynomial} n coefficients
     */
    _inverseSeries(p, n) {
        const { F } = this;
        let g = [F.inv(p[0])];
        while (g.length < n) {
            const m = Math.min(n, 2 * g.length);
            const correction = this.extend(this.mul(p.slice(0, m), g).slice(0, m), m).map((c) => F.neg(c));
            correction[0] = F.add(correction[0], F.two);
            g = this.extend(this.mul(g, this.reduce(correction)).slice(0, m), m);
        }
        return g;
    }

    /** The quotient of x^m and v. @param {number} m @param {Polynomial} v @returns {Polynomial} */
    _div2(m, v) {
        const n = m - v.length + 2;
        return n <= 0 ? [] : this._inverseSeries(v.slice().reverse(), n).reverse();
    }

    /**
     * The quotient. The highest coefficient of b must not be 0.
     * @param {Polynomial} _u
     * @param {Polynomial} _v
     * @returns {Polynomial}
     * @throws {Error} "Division by zero"
     */
    div(_u, _v) {
        if (_v.length === 0 || this.F.isZero(_v[_v.length - 1])) throw new Error("Division by zero");
        const u = this.reduce(_u);
        const n = u.length - _v.length + 1;
        if (n <= 0 || this.F.isZero(u[u.length - 1])) return [];
        const quotient = this.mul(u.slice().reverse().slice(0, n), this._inverseSeries(_v.slice().reverse(), n));
        return this.reduce(this.extend(quotient.slice(0, n), n).reverse());
    }

    /**
     * w^i for the primitive n-th root of unity w.
     * @param {number} n - power of two, from 2
     * @param {number} i - below n
     * @returns {bigint}
     */
    oneRoot(n, i) {
        const bits = this.log2(n - 1) + 1;
        if (i >= n) throw new Error(`oneRoot: Given 'i' should be lower than 'n': got i = ${i}, n = ${n}`);
        if (2 ** bits !== n) throw new Error(`Internal errlr: ${n} should equal ${2 ** bits}`);
        checkRange(bits < this.w.length, "oneRoot", `at most 2^${this.w.length - 1} roots in this field`, n);
        return this.F.exp(this.w[bits], i);
    }

    /**
     * t^(2^bits) - 1, the value at t of the polynomial that vanishes on the 2^bits-th roots of
     * unity.
     * @param {number} bits
     * @param {bigint} t
     * @returns {bigint}
     */
    computeVanishingPolinomial(bits, t) {
        return this.F.sub(this.F.exp(t, 2n ** BigInt(bits)), this.F.one);
    }

    /**
     * The values at t of the polynomials that are 1 at one 2^bits-th root of unity and 0 at the
     * others.
     * @param {number} bits
     * @param {bigint} t
     * @returns {bigint[]}
     */
    evaluateLagrangePolynomials(bits, t) {
        const { F } = this;
        checkRange(
            bits >= 0 && bits < this.w.length,
            "evaluateLagrangePolynomials",
            `at most ${this.w.length - 1} bits`,
            bits,
        );
        const m = 2 ** bits;
        const vanishing = this.computeVanishingPolinomial(bits, t);
        const scale = F.div(vanishing, F.e(m));
        let root = F.one;
        return Array.from({ length: m }, () => {
            const at = F.isZero(vanishing)
                ? F.eq(t, root)
                    ? F.one
                    : F.zero
                : F.div(F.mul(scale, root), F.sub(t, root));
            root = F.mul(root, this.w[bits]);
            return at;
        });
    }

    /** @param {number} V @returns {number} floor of log2, below 2^32 */
    log2(V) {
        return log2(V);
    }
}

/**
 * The roots of unity that come from the generator 5, as in ffjavascript, if 5
 * is a non-residue; otherwise those of the field.
 * @param {ZqField} F
 * @returns {{ w: bigint[], wi: bigint[] }}
 */
function rootsOf(F) {
    if (isSquareMod(5n, F.p)) return { w: F.w.slice(), wi: F.wi.slice() };
    const top = F.exp(5n % F.p, F.t);
    return { w: rootsDown(top, F.s, F.p), wi: rootsDown(F.inv(top), F.s, F.p) };
}
