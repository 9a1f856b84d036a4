/**
 * Intervals of the lane tiers: what each word of a field (types.js) does to
 * the size of a value and of its limbs. A word whose condition does not hold
 * throws, so a schedule of words that runs through here is safe on every input
 * within its first bounds. Tests on random values would not notice: they pass
 * over overflowing limbs.
 *
 * | condition                                    | tier   | because |
 * | a limb product is at most 2^(w + 51)         | fma    | C1 = 3 2^(w + 51) keeps the rounded product in one binade |
 * | a limb of a result is at most 2^51           | fma    | the top column goes through 1.5 2^52; above it halves appear |
 * | limbs before a carry are below 2^53          | fma    | integers in f64 |
 * | columns lie in [-2^63, 2^63)                 | all    | i64; fma and simd carry a bias of 2^63 |
 * | limbs lie in i32, twice where doubled        | simd, scalar | at rest, and as factors |
 *
 * @module scripts/wasm/lane/bounds
 */
/** @import { LanePlan } from "./plan.js" */

/**
 * @typedef {object} Bound
 * @property {number} v - |value| / p
 * @property {number} low - |limb|, below the top one
 * @property {number} top - |top limb|
 */

/** Doubles are rounded; every bound is widened by more than that. */
const WIDER = 1 + 2 ** -40;

/** @param {string} what @param {number} got @param {number} limit */
function atMost(what, got, limit) {
    if (!(got <= limit)) throw new RangeError(`bounds: expected ${what} at most 2^${Math.log2(limit).toFixed(2)}, got 2^${Math.log2(got).toFixed(3)}`);
}

/** @param {Bound} b */
const limb = ({ low, top }) => Math.max(low, top);

export class LaneBounds {
    /** @param {LanePlan} plan */
    constructor(plan) {
        const { p, n, w, mu, R } = plan;
        this.plan = plan;
        this.fma = plan.tier === "fma";
        this.base = 2 ** w;
        this.limit = 2 ** (w + 51);
        this.pTop = Number(p) / 2 ** (w * (n - 1));
        this.perR = Number(p) / Number(R);
        const digits = 1 + Number(mu) / this.base; // unsigned quotient digits add up to this times p, signed ones to half of it
        this.quotient = (this.fma ? digits / 2 : digits) * WIDER;
        /** The largest seen, for the report. */
        this.most = { product: 0, column: 0, limb: 0 };
    }

    /** The top limb follows from the value and the limbs below. @param {number} v @param {number} low @returns {Bound} */
    bound(v, low) {
        return { v, low, top: v * this.pTop * WIDER + low / this.base + 2 };
    }

    /** A constant or a canonical value in centred digits. */
    constant() {
        return this.bound(1, this.base / 2);
    }

    /** A packed value cut into limbs. */
    unpacked() {
        return this.bound(1, this.base);
    }

    /**
     * Sum of products with one reduction.
     * @param {string} what
     * @param {{ a: Bound, b: Bound, twice?: boolean }[]} terms - twice: one factor is doubled
     * @returns {Bound}
     */
    product(what, terms) {
        const { n } = this.plan;
        let v = 0, column = (n + 1) * this.base * (this.base / 2); // quotient digits times digits of p
        for (const { a, b, twice } of terms) {
            const product = limb(a) * limb(b) * (twice ? 2 : 1);
            if (this.fma) atMost(`${what}: a limb product`, product, this.limit);
            else atMost(`${what}: a limb`, Math.max(limb(a) * (twice ? 2 : 1), limb(b)), 2 ** 31 - 1);
            this.most.product = Math.max(this.most.product, product);
            column += n * product;
            v += a.v * b.v * (twice ? 2 : 1);
        }
        // fma: a column takes the halves, each at most half of 2^w beyond its share of the product
        if (this.fma) column = (column / this.base) * 2 + (terms.length + 1) * n * this.base;
        column += 2 ** 63 / this.base;
        atMost(`${what}: a column`, column, 2 ** 63 - 1);
        this.most.column = Math.max(this.most.column, column);
        const z = this.bound(v * this.perR + this.quotient, this.fma ? this.base / 2 : this.base);
        atMost(`${what}: a limb of the result`, z.top, this.fma ? 2 ** 51 : 2 ** 31 - 1);
        this.most.limb = Math.max(this.most.limb, limb(z));
        return z;
    }

    /**
     * A product in Fp2, coefficients within a and b: as two sums of two products each, and by three products (karatsuba.js).
     * @param {string} what @param {Bound} a @param {Bound} b @returns {Bound}
     */
    product2(what, a, b) {
        const z = this.product(what, [{ a, b }, { a, b }]), { n } = this.plan;
        if (!this.fma || this.plan.tight) return z;
        const product = limb(this.sum(what, a, a)) * limb(this.sum(what, b, b));
        atMost(`${what}: a limb product of sums`, product, this.limit);
        this.most.product = Math.max(this.most.product, product);
        // three lists of n limb products per column, and the quotient's: halves as in a product
        const column = 2 * (n * (product + 2 * limb(a) * limb(b)) / this.base + (n + 1) * (this.base / 2)) + 5 * n * this.base + 2 ** 63 / this.base;
        atMost(`${what}: a column of three products`, column, 2 ** 63 - 1);
        return z;
    }

    /** A square: the triangle doubles a factor. The doubled terms count their pair, so the value counts once. @param {string} what @param {Bound} a */
    square(what, a) {
        const z = this.product(what, [{ a, b: a }]);
        if (this.fma) atMost(`${what}: a limb product`, 2 * limb(a) ** 2, this.limit);
        else atMost(`${what}: a doubled limb`, 2 * limb(a), 2 ** 31 - 1);
        return z;
    }

    /** Sum or difference. @param {string} what @param {Bound[]} terms @returns {Bound} */
    sum(what, ...terms) {
        const z = terms.reduce((s, x) => ({ v: s.v + x.v, low: s.low + x.low, top: s.top + x.top }));
        atMost(`${what}: a limb of the sum`, limb(z), this.fma ? 2 ** 53 - 1 : 2 ** 31 - 1);
        return z;
    }

    /** @param {Bound[]} all @returns {Bound} */
    any(...all) {
        return all.reduce((s, x) => ({ v: Math.max(s.v, x.v), low: Math.max(s.low, x.low), top: Math.max(s.top, x.top) }));
    }

    /** Multiple of p that is taken off, and how far from half of p the rest can be. @param {Bound} t */
    multiple(t) {
        const estimate = t.low / this.base / this.pTop; // the quotient is read off the top limb alone
        const step = this.fma ? 2 ** -50 : this.plan.tier === "simd" ? Math.abs(Math.round(2 ** 27 / this.pTop) / (2 ** 27 / this.pTop) - 1) : 2 ** -15;
        const off = estimate + t.v * step + 1 / this.pTop;
        return { k: Math.ceil(t.v + off - 0.5), rest: 0.5 + off };
    }

    /** fma only; elsewhere values are never close to what limbs hold. @param {string} what @param {Bound} t @returns {Bound} */
    reduce(what, t) {
        if (!this.fma) return t;
        const { k, rest } = this.multiple(t), low = t.low + k * (this.base / 2);
        atMost(`${what}: a limb in reduce`, Math.max(low, t.top + k * this.pTop), 2 ** 53 - 1);
        return this.bound(rest, low);
    }

    /** @param {string} what @param {Bound} t @returns {Bound} */
    norm(what, t) {
        const half = this.base / 2;
        if (this.fma) {
            const { low, v } = this.reduce(what, t);
            return this.bound(v, half + Math.ceil(low / this.base + 0.5));
        }
        const carry = (/** @type {Bound} */ x) => this.sum(what, { v: x.v, low: half + Math.ceil(x.low / this.base) + 1, top: x.top + Math.ceil(x.low / this.base) + 1 });
        const once = this.plan.tier === "simd" ? carry(t) : t, { k, rest } = this.multiple(once);
        if (this.plan.tier === "simd") atMost(`${what}: the estimate of the multiple`, once.top * Math.round(2 ** 27 / this.pTop) + 2 ** 26, 2 ** 31 - 1);
        const low = once.low + k * half;
        if (this.plan.tier === "simd") atMost(`${what}: a limb in norm`, Math.max(low, once.top + k * this.pTop), 2 ** 31 - 1);
        return this.bound(rest, half + Math.ceil(low / this.base) + 1);
    }

    /** A normalised zero has to be all zeros: centred limbs below 2^w. @param {Bound} t */
    zeroTest(t) {
        atMost("zero test: a limb", t.low, this.base - 1);
        atMost("zero test: p times the value", t.v * 2 ** 20, 2 ** 20 - 1);
    }

    /** The bound of x after any number of steps. @param {string} what @param {Bound} x @param {(x: Bound) => Bound} step @returns {Bound} */
    closed(what, x, step) {
        for (let i = 0; i < 1000; i++) {
            const next = this.any(x, step(x));
            if (next.v <= x.v && next.low <= x.low && next.top <= x.top) return x;
            // nudge towards the limit, so that a slow contraction ends
            x = { v: next.v * (1 + 2 ** -30), low: next.low, top: next.top * (1 + 2 ** -30) };
        }
        throw new RangeError(`bounds: expected ${what} to stay in a range, got ${x.v.toFixed(2)} p and growing`);
    }
}
