/**
 * Tier simd: SIMD128, two elements per unit, n limbs of w <= 29 bits as i32.
 * Vector k of a unit is [a_2k, b_2k, a_2k+1, b_2k+1].
 *
 * Limb products are i64x2.extmul_*_i32x4_s: signed, so a difference of two
 * elements goes in without a carry, and a subtracted term is an i64x2.sub.
 * Columns carry a bias of 2^63, because unsigned shifts are cheap and signed
 * ones are not; what the bias carries, 2^(63-w), is taken off in the next
 * column's initial value. Digits of results and of quotients are unsigned.
 *
 *   bounds  column sums in [-2^63, 2^63), limbs in i32: bounds.js
 * @module scripts/wasm/lane/simd
 */
/** @import { LanePlan } from "./plan.js" */
/** @import { LaneModule } from "./module.js" */
/** @import { Operand, Term } from "./product.js" */
/** @import { FunctionText } from "./text.js" */
/** @import { LaneField } from "./types.js" */
import { get } from "../wat.js";
import { isSquare, productSchedule, rolledSchedule } from "./product.js";
import { v64 } from "./text.js";

const BIAS = 1n << 63n, ZERO = v64(0n);

/** i32 lanes picked from two vectors. @param {string} a @param {string} b @param {number[]} lanes - 0..3 of a, 4..7 of b */
const shuffle = (a, b, ...lanes) => `(i8x16.shuffle ${lanes.flatMap((l) => [4 * l, 4 * l + 1, 4 * l + 2, 4 * l + 3]).join(" ")} ${a} ${b})`;
const extmul = (/** @type {number} */ j, /** @type {string} */ a, /** @type {string} */ b) => `(i64x2.extmul_${j & 1 ? "high" : "low"}_i32x4_s ${a} ${b})`;

/** A pair of i32 values as [a, a, b, b]-ordered lanes [a, b, a, b]. @param {string} a @param {string} b */
const lanesOf = (a, b) => `(i32x4.replace_lane 3 (i32x4.replace_lane 1 (i32x4.splat ${a}) ${b}) ${b})`;

/**
 * @param {LaneModule} module
 * @param {LanePlan} plan
 * @returns {LaneField}
 */
export function simdField(module, plan) {
    const { p, n, w, mu, early, digits } = plan;
    const V = (n + 1) >> 1, MASK = (1n << BigInt(w)) - 1n;
    const i32x4 = (/** @type {bigint[]} */ words) => new Uint8Array(new Int32Array(words.map((x) => Number(BigInt.asIntN(32, x)))).buffer);
    /** @param {FunctionText} fn @param {bigint[]} words - four i32 */
    const constant = (fn, words) => {
        const at = module.data(i32x4(words));
        return fn.once(`k_${at}`, `(v128.load offset=${at} (global.get $base))`, "v128");
    };
    const all = (/** @type {FunctionText} */ fn, /** @type {bigint} */ x) => constant(fn, [x, x, x, x]);
    const pairs = (/** @type {bigint[]} */ d, /** @type {number} */ k) => [d[2 * k], d[2 * k], d[2 * k + 1] ?? 0n, d[2 * k + 1] ?? 0n];
    const pDigits = digits(p), mDigits = digits(early);
    const topHigh = (n & 1) === 0; // the top limb sits in the upper half of the last vector

    /** @param {FunctionText} fn @param {Term[]} terms @param {number} offset */
    function product(fn, terms, offset) {
        const rolled = !terms.every(isSquare);
        const seen = new Set(), square = (/** @type {Term} */ term) => !rolled && isSquare(term);
        const column = (/** @type {number} */ c, /** @type {string} */ e, /** @type {boolean} */ negative = false) => {
            const start = (c < 2 * n - 1 ? BIAS : 0n) - (c ? BIAS >> BigInt(w) : 0n);
            fn.v128(`s${c}`, `(i64x2.${negative ? "sub" : "add"} ${rolled || seen.has(c) ? get(`s${c}`) : v64(start)} ${e})`);
            seen.add(c);
        };
        const low64 = (/** @type {string} */ e) => `(v128.and ${e} ${constant(fn, [MASK, 0n, MASK, 0n])})`;
        const spread = (/** @type {string} */ e) => {
            fn.v128("t", e);
            fn.v128("q", shuffle(get("t"), get("t"), 0, 2, 0, 2));
        };
        /** Second factors stay in locals for the whole kernel. @param {Operand} operand @param {number} k */
        const vector = ({ ptr, offset }, k) => {
            const name = `${ptr}_${offset}_${k}`;
            if (!fn.locals.has(name)) fn.v128(name, `(v128.load offset=${offset + 16 * k} ${get(ptr)})`);
            return get(name);
        };
        for (const { b } of terms) for (let k = 0; k < V; k++) vector(b, k);
        const digitTimes = (/** @type {number} */ c, /** @type {bigint[]} */ d) => {
            for (let j = 0; j < n; j++) column(c + j, extmul(j, get("q"), constant(fn, pairs(d, j >> 1))));
        };
        /** @type {import("./product.js").Steps} */
        const steps = {
            row(i, term) {
                const at = rolled ? `(i32.add ${get(term.a.ptr)} ${get("row")})` : get(term.a.ptr);
                fn.v128("xi", `(v128.load64_splat offset=${term.a.offset + 8 * i * Number(!rolled)} ${at})`);
                if (term.twice) fn.v128("xi", `(i32x4.add ${get("xi")} ${get("xi")})`);
                for (let j = square(term) ? i : 0; j < n; j++) {
                    column(i + j, extmul(j, get("xi"), vector(term.b, j >> 1)), term.negative);
                    if (square(term) && i === j && i < n - 1) fn.v128("xi", `(i32x4.add ${get("xi")} ${get("xi")})`);
                }
            },
            digit: (c) => spread(low64(get(`s${c}`))),
            early: (c) => digitTimes(c, mDigits),
            lastDigit: () => spread(low64(extmul(0, get("q"), all(fn, mu)))),
            last: (c) => digitTimes(c, pDigits),
            carry: (c) => column(c + 1, `(i64x2.shr_u ${get(`s${c}`)} (i32.const ${w}))`),
            limb(i, c) {
                fn.v128(`s${c}`, low64(get(`s${c}`)));
                if (i & 1) storePair(i >> 1, c);
            },
            top: (c) => storePair(V - 1, c),
        };
        if (rolled) rolledSchedule(n, terms, { ...steps, ...rolling() });
        else productSchedule(n, terms, steps);

        function rolling() {
            const later = fn.once("k_start", v64(BIAS - (BIAS >> BigInt(w))), "v128");
            fn.v128("s0", v64(BIAS));
            for (let c = 1; c <= n; c++) fn.v128(`s${c}`, later);
            return {
                loop: (/** @type {number} */ turns, /** @type {() => void} */ body) => fn.loop("row", "(i32.const 0)", `(i32.const ${8 * turns})`, 8, body),
                shift() {
                    for (let c = 0; c < n; c++) fn.v128(`s${c}`, get(`s${c + 1}`));
                    fn.v128(`s${n}`, later); // the top column keeps its bias: only its low 32 bits are stored
                },
            };
        }
        /** Limbs 2k and 2k + 1; c is the column of the last of them. @param {number} k @param {number} c */
        function storePair(k, c) {
            const two = 2 * k + 1 < n;
            fn.emit(`(v128.store offset=${offset + 16 * k} ${get("z")} ${shuffle(get(`s${two ? c - 1 : c}`), two ? get(`s${c}`) : ZERO, 0, 2, 4, 6)})`);
        }
    }

    /** One parallel carry step with rounding: limbs below the top one to about [-2^(w-1), 2^(w-1)]. @param {FunctionText} fn @param {string[]} t */
    function carry(fn, t) {
        const half = all(fn, 1n << BigInt(w - 1)), last = V - 1;
        t.forEach((x, k) => {
            if (k === last && !topHigh) return;
            fn.v128(`nh${k}`, `(i32x4.shr_s (i32x4.add ${get(x)} ${half}) (i32.const ${w}))`);
        });
        t.forEach((x, k) => {
            const out = k < last ? get(`nh${k}`) : topHigh ? shuffle(get(`nh${k}`), ZERO, 0, 1, 4, 5) : null;
            const rest = out ? `(i32x4.sub ${get(x)} (i32x4.shl ${out} (i32.const ${w})))` : get(x);
            fn.v128(x, `(i32x4.add ${rest} ${shuffle(k ? get(`nh${k - 1}`) : ZERO, k === last && !topHigh ? ZERO : get(`nh${k}`), 2, 3, 4, 5)})`);
        });
    }

    // k = round(top * factor / 2^shift); the product fits in i32 for |t| < 8 p
    const pTop = Number(p) / 2 ** (w * (n - 1));
    const shift = 27, factor = BigInt(Math.round(2 ** shift / pTop));
    /** t -= round(t / p) p, from the top limb. @param {FunctionText} fn @param {string[]} t */
    function subtractMultiple(fn, t) {
        const top = get(t[V - 1]), lanes = topHigh ? [2, 3, 2, 3] : [0, 1, 0, 1];
        fn.v128("nk", `(i32x4.shr_s (i32x4.add (i32x4.mul ${shuffle(top, top, ...lanes)} ${all(fn, factor)}) ${all(fn, 1n << BigInt(shift - 1))}) (i32.const ${shift}))`);
        t.forEach((x, k) => fn.v128(x, `(i32x4.sub ${get(x)} (i32x4.mul ${get("nk")} ${constant(fn, pairs(pDigits, k))}))`));
    }
    /** @param {FunctionText} fn @param {string[]} t */
    function norm(fn, t) {
        carry(fn, t);
        subtractMultiple(fn, t);
        carry(fn, t);
    }
    const swap = (/** @type {string} */ e) => shuffle(e, e, 0, 2, 1, 3);
    const word = (/** @type {bigint} */ a, /** @type {bigint} */ b) => BigInt.asUintN(32, a) | (BigInt.asUintN(32, b) << 32n);
    const bytes = (/** @type {bigint[]} */ words) => new Uint8Array(new BigUint64Array(words).buffer);

    return {
        plan, local: "v128", lanes: 2, vectors: V, unitBytes: 16 * V, bytes: 8 * V,
        products: (fn, streams) => { for (const { terms, offset } of streams) product(fn, terms, offset); }, pairs: false, bothWays: false, tight: false, reduce: () => {}, norm,
        add: (a, b) => `(i32x4.add ${a} ${b})`, sub: (a, b) => `(i32x4.sub ${a} ${b})`,
        load: (ptr, offset, j) => `(v128.load offset=${offset + 16 * j} ${ptr})`,
        store: (ptr, offset, j, e) => `(v128.store offset=${offset + 16 * j} ${ptr} ${e})`,
        gather(fn, [a, b], offset, j) {
            fn.v128("ga", `(v128.load64_lane offset=${offset + 8 * j} 1 ${b} (v128.load64_zero offset=${offset + 8 * j} ${a}))`);
            return swap(get("ga"));
        },
        scatter(fn, [a, b], offset, j, e) {
            fn.v128("sc", e);
            fn.v128("sc", swap(get("sc")));
            fn.emit(`(v128.store64_lane offset=${offset + 8 * j} 0 ${a} ${get("sc")})`, `(v128.store64_lane offset=${offset + 8 * j} 1 ${b} ${get("sc")})`);
        },
        signMask: (fn, [a, b]) => `(i32x4.neg (v128.and ${lanesOf(a, b)} ${all(fn, 1n)}))`,
        negateIf: (e, mask) => `(i32x4.sub (v128.xor ${e} ${mask}) ${mask})`,
        bitMask: (_fn, [a, b], bit) => `(i32x4.shr_s (i32x4.shl ${lanesOf(a, b)} (i32.const ${31 - bit})) (i32.const 31))`,
        choose: (a, b, mask) => `(v128.bitselect ${a} ${b} ${mask})`,
        zeroLanes(fn, t) {
            fn.v128("zz", t.map((x) => `(i32x4.eq ${get(x)} ${ZERO})`).reduce((a, b) => `(v128.and ${a} ${b})`));
            return `(i32.and (i32x4.bitmask (v128.and ${get("zz")} ${shuffle(get("zz"), get("zz"), 2, 3, 0, 1)})) (i32.const 3))`;
        },
        unpack(fn, [a, b], offset, j) {
            // limbs 2j and 2j + 1 of both elements: 2w bits from bit 2wj on, of which a 64-bit load holds all
            const at = Math.min((2 * w * j) >> 3, plan.packed - 8), down = 2 * w * j - 8 * at;
            fn.v128("up", `(i64x2.shr_u (v128.load64_lane offset=${offset + at} 1 ${b} (v128.load64_zero offset=${offset + at} ${a})) (i32.const ${down}))`);
            const lowPart = `(v128.and ${get("up")} ${constant(fn, [MASK, 0n, MASK, 0n])})`;
            const highPart = `(v128.and (i64x2.shl ${get("up")} (i32.const ${32 - w})) ${constant(fn, [0n, MASK, 0n, MASK])})`;
            fn.v128("up", `(v128.or ${lowPart} ${highPart})`);
            return swap(get("up"));
        },
        limbAsI64: (_fn, t, lane, i) => `(i64.extend_i32_s (i32x4.extract_lane ${lane + 2 * (i & 1)} ${get(t[i >> 1])}))`,
        unit: (x) => bytes(Array.from({ length: V }, (_, k) => pairs(digits(x), k)).flatMap(([a, , b]) => [word(a, a), word(b, b)])),
        element: (x) => bytes(Array.from({ length: V }, (_, k) => word(digits(x)[2 * k], digits(x)[2 * k + 1] ?? 0n))),
    };
}
