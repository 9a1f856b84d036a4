/**
 * What tier fma is: relaxed SIMD with a fused multiply-add, two elements per
 * unit, n signed limbs of w = 51 or 48 bits held as f64; limb i of a unit is the
 * vector [a_i, b_i].
 *
 * A limb product is split exactly by two fused operations: h = a b + C1 rounds
 * it to a multiple of 2^w (C1 = 3 2^(w + 51), so that h stays in one binade for
 * either sign), l = a b + (C2 - h) is the rest. The bits of h and l, read as
 * integers, add up in i64 columns; the bits of C1 and of C2 - C1 are taken off
 * in each column's initial value. Digits are signed: a bias of 2^(w - 1), in the
 * same initial values, makes rounding out of truncation, at no cost; a bias of
 * 2^63 there lets a carry be an unsigned shift, for which V8 has one instruction
 * on x64 where a signed one of 64 bits takes six. That
 * closes the range: |z| <= sum |x y| / R + (1 + |mu| / 2^w) / 2 p; with unsigned
 * digits there is no closed range on bn254 (R = 2.64 p).
 *
 * bn254 fills its limbs of 51 bits. bls12-381 leaves 27 bits of eight, so they
 * have 48 there, R = 2^384: limbs of a product may then be eight times those of
 * a result, and sums of numbers in range are factors without a carry.
 *
 *   bounds  |limb product| <= 2^(w + 51), result limbs <= 2^51 (the top column is converted through
 *           1.5 2^52): proof.js of the rooms that use it
 *   source  Gueron, Krasnov 2013, Emmart, Zheng, Weems 2018 for the split; the signs and the layout
 *           are ours
 * @module scripts/wasm/lane/fma/limbs
 */
/** @import { Columns } from "../columns.js" */
/** @import { Constants } from "../constants.js" */
/** @import { LanePlan } from "../plan.js" */
/** @import { Term } from "../product.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { LaneField } from "../types.js" */
import { get } from "../../wat.js";
import { and, bytesOf64, f64Bits, fadd, fma, fsub, nmadd, or, shr } from "../words.js";

const C51 = 3 * 2 ** 51;

/** What the low half of a product brings into its column besides its value. */
export const LOW = f64Bits(C51);

/** Makes columns positive. */
export const BIAS = 1n << 63n;

export class FmaLimbs {
    /**
     * @param {LanePlan} plan
     * @param {Constants} constants
     */
    constructor(plan, constants) {
        const { p, n, w, early, digits } = plan;
        this.plan = plan;
        this.constants = constants;
        this.n = n;
        this.w = w;
        this.C1 = 3 * 2 ** (w + 51);
        /** What the high half of a product brings besides its value. */
        this.HIGH = f64Bits(this.C1);
        this.HALF = 1n << BigInt(w - 1);
        this.MASK = (1n << BigInt(w)) - 1n;
        this.pDigits = digits(p).map(Number);
        this.mDigits = digits(early).map(Number);
        this.local = /** @type {const} */ ("v128");
        this.lanes = 2;
        this.vectors = n;
        this.unitBytes = 16 * n;
        /** @type {LaneField["places"]} */
        this.places = { type: "f64", inUnit: (lane, i) => 16 * i + 8 * lane, atRest: (i) => 8 * i };
    }

    /**
     * A constant, the same in both lanes.
     * @param {FunctionText} fn
     * @param {string} name
     * @param {bigint} word - mod 2^64
     */
    constant(fn, name, word) {
        return this.constants.v128(fn, name, bytesOf64([word, word]));
    }

    /** @param {FunctionText} fn @param {string} name @param {number} x */
    real(fn, name, x) {
        return this.constant(fn, name, f64Bits(x));
    }

    /** @param {FunctionText} fn */
    c1(fn) {
        return this.real(fn, "c1", this.C1);
    }

    /** 1.5 2^52: what is added to it is rounded to an integer. @param {FunctionText} fn */
    c51(fn) {
        return this.real(fn, "c51", C51);
    }

    /** 2^-w. @param {FunctionText} fn */
    down(fn) {
        return this.real(fn, "down", 2 ** -this.w);
    }

    /** A limb of p. @param {FunctionText} fn @param {number} j */
    limbOfP(fn, j) {
        return this.real(fn, `p${j}`, this.pDigits[j]);
    }

    /** Minus it. @param {FunctionText} fn @param {number} j */
    limbOfMinusP(fn, j) {
        return this.real(fn, `negP${j}`, -this.pDigits[j]);
    }

    /**
     * High half of a limb product.
     * @param {FunctionText} fn
     * @param {string} a
     * @param {string} b
     * @param {boolean} [negative]
     */
    high(fn, a, b, negative) {
        return (negative ? nmadd : fma)(a, b, this.c1(fn));
    }

    /**
     * The rest of it.
     * @param {FunctionText} fn
     * @param {string} a
     * @param {string} b
     * @param {string} h - the high half
     * @param {boolean} [negative]
     */
    low(fn, a, b, h, negative) {
        return (negative ? nmadd : fma)(a, b, fsub(this.real(fn, "c2", this.C1 + C51), h));
    }

    /**
     * Adds a limb product to columns c and c + 1.
     * @param {Columns} columns
     * @param {string} a
     * @param {string} b
     * @param {number} c
     * @param {{ h?: string, negative?: boolean, upTo?: number }} [options] -
     *   h: local of the high half; upTo: the last column that counts
     */
    times(columns, a, b, c, { h = "h", negative, upTo = Infinity } = {}) {
        const { fn } = columns;
        fn.v128(h, this.high(fn, a, b, negative));
        if (c < upTo) columns.add(c + 1, get(h));
        columns.add(c, this.low(fn, a, b, get(h), negative));
    }

    /**
     * What a column starts from: minus the patterns of the halves that come into it, and of the
     * bias that the carry from below brings; half a digit and a bias, or, where it is read as a
     * double (`top`), the pattern of that.
     * @param {number} low - halves
     * @param {number} high
     * @param {{ first?: boolean, top?: boolean }} [position]
     */
    columnStart(low, high, { first = false, top = false } = {}) {
        const carried = first ? 0n : BIAS >> BigInt(this.w);
        return (top ? LOW : this.HALF + BIAS) - carried - BigInt(low) * LOW - BigInt(high) * this.HIGH;
    }

    /** The same for the columns of a sum of products. @param {Counts} counts */
    startsOf({ low, high }) {
        return (/** @type {number} */ c) =>
            this.columnStart(low[c], high[c], { first: c === 0, top: c >= 2 * this.n - 1 });
    }

    /** Signed digit in a column. @param {FunctionText} fn @param {string} column */
    digit(fn, column) {
        const { w, MASK } = this;
        const digit = or(and(column, this.constant(fn, "mask", MASK)), this.real(fn, "b52", 2 ** 52));
        return fsub(digit, this.real(fn, "c52", 2 ** 52 + 2 ** (w - 1)));
    }

    /** The top column as a limb. @param {FunctionText} fn @param {string} column */
    top(fn, column) {
        return fsub(column, this.c51(fn));
    }

    /** @param {Columns} columns @param {number} c - column, into the next */
    carry(columns, c) {
        columns.add(c + 1, shr(columns.at(c), this.w));
    }

    /**
     * Low half of q mu.
     * @param {FunctionText} fn
     * @param {string} q
     * @param {string} h - local of the high half
     */
    timesMu(fn, q, h) {
        const mu = this.real(fn, "mu", Number(this.plan.mu));
        fn.v128(h, this.high(fn, q, mu));
        return fsub(this.low(fn, q, mu, get(h)), this.c51(fn));
    }

    /**
     * The steps of product.js that reduce.
     * @param {Columns} columns
     * @param {string} [id] - of the locals
     */
    reduction(columns, id = "") {
        const { fn } = columns, { n, mDigits } = this, q = `q${id}`;
        const h = `h${id}`;
        const row = (/** @type {(j: number) => string} */ limb, /** @type {number} */ c) => {
            for (let j = 0; j < n; j++) this.times(columns, get(q), limb(j), c + j, { h });
        };
        return {
            digit: (/** @type {number} */ c) => fn.v128(q, this.digit(fn, columns.at(c))),
            early: (/** @type {number} */ c) => row((j) => this.real(fn, `m${j}`, mDigits[j]), c),
            lastDigit: () => fn.v128(q, this.timesMu(fn, get(q), h)),
            last: (/** @type {number} */ c) => row((j) => this.limbOfP(fn, j), c),
            carry: (/** @type {number} */ c) => this.carry(columns, c),
        };
    }

    /** round(t / p) of limbs t, from the top one. @param {FunctionText} fn @param {string[]} t */
    quotient(fn, t) {
        const { n, w, plan } = this;
        const share = this.real(fn, "ip", 2 ** (w * (n - 1)) / Number(plan.p));
        return fsub(fma(get(t[n - 1]), share, this.c51(fn)), this.c51(fn));
    }

    /**
     * t -= round(t / p) p with the signed digits of p: |t| <= p / 2, limbs grow by 2^50 per
     * multiple.
     * @param {FunctionText} fn
     * @param {string[]} t
     */
    reduce(fn, t) {
        fn.v128("nk", this.quotient(fn, t));
        t.forEach((x, i) => fn.v128(x, fma(get("nk"), this.limbOfMinusP(fn, i), get(x))));
    }

    /**
     * Carries of all limbs at once, no ripple: |limb| <= 2^50 + 8 afterwards, from |limb| <= 2^53.
     * @param {FunctionText} fn
     * @param {string[]} t
     */
    carries(fn, t) {
        const { n } = this;
        t.forEach((x, i) => {
            if (i < n - 1) {
                fn.v128(`nh${i % 2}`, fsub(fadd(get(x), this.c1(fn)), this.c1(fn)));
                fn.v128(x, fsub(get(x), get(`nh${i % 2}`)));
            }
            if (i) fn.v128(x, fma(get(`nh${(i - 1) % 2}`), this.down(fn), get(x)));
        });
    }

    /** reduce, then one parallel carry step. @param {FunctionText} fn @param {string[]} t */
    norm(fn, t) {
        this.reduce(fn, t);
        this.carries(fn, t);
    }

    /**
     * w low bits of a word as a limb; with what is above, too, for the top one, below 2^52.
     * @param {FunctionText} fn
     * @param {string} word
     * @param {boolean} top
     */
    fromBits(fn, word, top) {
        const bits = top ? word : and(word, this.constant(fn, "mask", this.MASK));
        const b52 = this.real(fn, "b52", 2 ** 52);
        return fsub(or(bits, b52), b52);
    }

    /** @type {LaneField["add"]} */
    add(a, b) {
        return fadd(a, b);
    }

    /** @type {LaneField["sub"]} */
    sub(a, b) {
        return fsub(a, b);
    }

    /** @type {LaneField["load"]} */
    load(ptr, offset, j) {
        return `(v128.load offset=${offset + 16 * j} ${ptr})`;
    }

    /** @type {LaneField["store"]} */
    store(ptr, offset, j, e) {
        return `(v128.store offset=${offset + 16 * j} ${ptr} ${e})`;
    }
}

/**
 * Low and high halves that come into each column.
 * @typedef {{ low: number[], high: number[] }} Counts
 */

/**
 * How many low and high halves of limb products each column of a sum of products and its reduction
 * receives.
 * @param {number} n
 * @param {Term[]} terms
 * @param {{ square?: (term: Term) => boolean, more?: number, long?: number }} [options] -
 *   square: only the products above the diagonal are made; more: products of n by n limbs that come
 *   in addition, less than 0 where they go; long: rows of the reduction that take mu
 * @returns {Counts}
 */
export function columnCounts(n, terms, { square = () => false, more = 0, long = 1 } = {}) {
    const low = new Array(2 * n + 1).fill(0);
    const high = new Array(2 * n + 1).fill(0);
    const count = (/** @type {number} */ c, products = 1) => {
        low[c] += products;
        high[c + 1] += products;
    };
    for (let i = 0; i < n; i++) {
        for (const term of terms) for (let j = square(term) ? i : 0; j < n; j++) count(i + j);
        for (let j = 0; j < n; j++) {
            count(i + j + (i < n - long ? 1 : 0));
            count(i + j, more);
        }
    }
    return { low, high };
}
