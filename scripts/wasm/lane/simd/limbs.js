/**
 * What tier simd is: SIMD128, two elements per unit, n limbs of w <= 29 bits as
 * i32. Vector k of a unit is [a_2k, b_2k, a_2k+1, b_2k+1]; with an odd number of
 * limbs the last quarter is zero.
 *
 * Limbs are signed for points, where differences are factors, and unsigned for
 * transforms, whose differences take 4 p in advance and whose columns then need
 * no start. Products are i64x2.extmul_*_i32x4_s or _u. Signed columns carry a
 * bias of 2^63, because unsigned shifts are cheap and signed ones are not; what
 * the bias carries, 2^(63-w), is taken off in the next column's initial value.
 * Digits of results and of quotients are unsigned.
 *
 *   bounds  column sums of 64 bits, limbs in i32: proof.js of the rooms that use it
 *   source  delayed carries: Mitscha-Baude, "ZPrize: Fast MSM in WebAssembly", 2022
 * @module scripts/wasm/lane/simd/limbs
 */
/** @import { Constants } from "../constants.js" */
/** @import { LanePlan } from "../plan.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { LaneField } from "../types.js" */
import { get } from "../../wat.js";
import { Columns } from "../columns.js";
import { plainDigits } from "../plan.js";
import { ZERO, and, bytesOf32, lanes32, shr, v64 } from "../words.js";

/** Makes columns of signed products positive. */
const BIAS = 1n << 63n;

/** Low halves of two i64x2 as one i32x4. @param {string} a @param {string} b */
export const narrow = (a, b) => lanes32([0, 2, 4, 6], a, b);

export class SimdLimbs {
    /**
     * @param {LanePlan} plan
     * @param {Constants} constants
     * @param {boolean} signed - limbs
     */
    constructor(plan, constants, signed) {
        const { p, n, w, early } = plan, V = (n + 1) >> 1;
        this.plan = plan;
        this.constants = constants;
        this.signed = signed;
        this.p = p;
        this.n = n;
        this.w = w;
        this.MASK = (1n << BigInt(w)) - 1n;
        this.digitsOf = signed ? plan.digits : (/** @type {bigint} */ x) => plainDigits(x, n, w);
        this.pDigits = this.digitsOf(p);
        this.mDigits = this.digitsOf(early);
        /** The top limb sits in the upper half of the last vector. */
        this.topHigh = (n & 1) === 0;
        this.local = /** @type {const} */ ("v128");
        this.lanes = 2;
        this.vectors = V;
        this.unitBytes = 16 * V;
        /** @type {LaneField["places"]} */
        this.places = {
            type: "i32",
            inUnit: (lane, i) => 16 * (i >> 1) + 8 * (i & 1) + 4 * lane,
            atRest: (i) => 4 * i,
        };
    }

    /** @param {FunctionText} fn @param {string} name @param {bigint[]} words - four of 32 bits */
    constant(fn, name, words) {
        return this.constants.v128(fn, name, bytesOf32(words));
    }

    /** @param {FunctionText} fn @param {string} name @param {bigint} x - in all lanes */
    all(fn, name, x) {
        return this.constant(fn, name, [x, x, x, x]);
    }

    /**
     * Limbs 2k and 2k + 1 of a constant.
     * @param {FunctionText} fn @param {string} name @param {bigint[]} d @param {number} k
     */
    digits(fn, name, d, k) {
        const [a, b = 0n] = d.slice(2 * k, 2 * k + 2);
        return this.constant(fn, `${name}${k}`, [a, a, b, b]);
    }

    /** Vector k of p. @param {FunctionText} fn @param {number} k */
    vectorOfP(fn, k) {
        return this.digits(fn, "p", this.pDigits, k);
    }

    /**
     * Products of limb j of two vectors, or of one and a factor in both of its halves.
     * @param {number} j @param {string} a @param {string} b
     */
    extmul(j, a, b) {
        return `(i64x2.extmul_${j & 1 ? "high" : "low"}_i32x4_${this.signed ? "s" : "u"} ${a} ${b})`;
    }

    /** @param {FunctionText} fn @param {boolean} [open] - columns are there already */
    columns(fn, open) {
        const { n, w } = this, carried = BIAS >> BigInt(w);
        const start = (/** @type {number} */ c) => v64((c < 2 * n - 1 ? BIAS : 0n) - (c ? carried : 0n));
        return new Columns(fn, { open, start: this.signed ? start : undefined });
    }

    /** The digit in the low bits of 64. @param {FunctionText} fn @param {string} e */
    low(fn, e) {
        return and(e, this.constant(fn, "mask", [this.MASK, 0n, this.MASK, 0n]));
    }

    /** q = a digit as a factor: in both halves. @param {FunctionText} fn @param {string} e */
    spread(fn, e) {
        fn.v128("t", this.low(fn, e));
        fn.v128("q", lanes32([0, 2, 0, 2], get("t"), get("t")));
    }

    /** The steps of product.js that reduce. @param {Columns} columns */
    reduction(columns) {
        const { fn } = columns, { n, w, mDigits, pDigits } = this;
        const row = (/** @type {string} */ name, /** @type {bigint[]} */ d, /** @type {number} */ c) => {
            for (let j = 0; j < n; j++) columns.add(c + j, this.extmul(j, get("q"), this.digits(fn, name, d, j >> 1)));
        };
        return {
            digit: (/** @type {number} */ c) => this.spread(fn, columns.at(c)),
            early: (/** @type {number} */ c) => row("m", mDigits, c),
            lastDigit: () => this.spread(fn, this.extmul(0, get("q"), this.all(fn, "mu", this.plan.mu))),
            last: (/** @type {number} */ c) => row("p", pDigits, c),
            carry: (/** @type {number} */ c) => columns.add(c + 1, shr(columns.at(c), w)),
        };
    }

    /**
     * The steps that make vectors of limbs of columns.
     * @param {Columns} columns
     * @param {(k: number, vector: string) => void} put
     */
    toVectors(columns, put) {
        const { fn } = columns, last = this.n - 1;
        const pair = (/** @type {number} */ i, /** @type {number} */ c) =>
            put(i >> 1, i & 1 ? narrow(columns.at(c - 1), columns.at(c)) : narrow(columns.at(c), ZERO));
        return {
            limb: (/** @type {number} */ i, /** @type {number} */ c) => {
                columns.put(c, this.low(fn, columns.at(c)));
                if (i & 1) pair(i, c);
            },
            top: (/** @type {number} */ c) => pair(last, c),
        };
    }

    /**
     * Carries of all limbs at once, no ripple; the top limb keeps its excess. Signed ones are
     * rounded: to about [-2^(w-1), 2^(w-1)].
     * @param {FunctionText} fn
     * @param {string[]} t
     */
    carries(fn, t) {
        const { w, vectors, topHigh, signed } = this, last = vectors - 1;
        const above = (/** @type {string} */ x) =>
            signed
                ? `(i32x4.shr_s (i32x4.add ${get(x)} ${this.all(fn, "half", 1n << BigInt(w - 1))}) (i32.const ${w}))`
                : `(i32x4.shr_u ${get(x)} (i32.const ${w}))`;
        const without = (/** @type {string} */ x, /** @type {string} */ carry) =>
            signed ? this.sub(get(x), `(i32x4.shl ${carry} (i32.const ${w}))`) : and(get(x), this.all(fn, "mask32", this.MASK));
        t.forEach((x, k) => {
            if (k < last || topHigh) fn.v128(`nh${k}`, above(x));
        });
        t.forEach((x, k) => {
            const out = k < last ? get(`nh${k}`) : topHigh ? lanes32([0, 1, 4, 5], get(`nh${k}`), ZERO) : null;
            const from = lanes32([2, 3, 4, 5], k ? get(`nh${k - 1}`) : ZERO, k < last || topHigh ? get(`nh${k}`) : ZERO);
            fn.v128(x, this.add(out ? without(x, out) : get(x), from));
        });
    }

    /** @type {LaneField["add"]} */
    add(a, b) {
        return `(i32x4.add ${a} ${b})`;
    }

    /** @type {LaneField["sub"]} */
    sub(a, b) {
        return `(i32x4.sub ${a} ${b})`;
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
