/**
 * Products of units in memory on tier simd, and elements at rest, for points.
 * What limbs and columns are: limbs.js; they are signed here, so a difference
 * of two elements goes in without a carry, and a subtracted term is an i64x2.sub.
 * @module scripts/wasm/lane/simd/field
 */
/** @import { LaneModule } from "../module.js" */
/** @import { LanePlan } from "../plan.js" */
/** @import { Operand, Term } from "../product.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { LaneField } from "../types.js" */
import { get } from "../../wat.js";
import { ModuleConstants } from "../constants.js";
import { isSquare, productSchedule, rolledSchedule } from "../product.js";
import { ZERO, and, bytesOf64, lanes32, or, shl, shr } from "../words.js";
import { SimdLimbs } from "./limbs.js";

/**
 * A pair of i32 values as [a, a, b, b]-ordered lanes [a, b, a, b].
 * @param {string} a
 * @param {string} b
 */
const lanesOf = (a, b) => `(i32x4.replace_lane 3 (i32x4.replace_lane 1 (i32x4.splat ${a}) ${b}) ${b})`;

const swap = (/** @type {string} */ e) => lanes32([0, 2, 1, 3], e, e);
const word = (/** @type {bigint} */ a, /** @type {bigint} */ b) =>
    BigInt.asUintN(32, a) | (BigInt.asUintN(32, b) << 32n);

/** @implements {LaneField} */
export class SimdField extends SimdLimbs {
    /**
     * @param {LaneModule} module
     * @param {LanePlan} plan
     */
    constructor(module, plan) {
        super(plan, new ModuleConstants(module), true);
        this.bytes = 8 * this.vectors;
        this.pairs = false;
        this.bothWays = false;
        this.tight = false;
    }

    /** @type {LaneField["products"]} */
    products(fn, streams) {
        for (const { terms, offset } of streams) this.product(fn, terms, offset);
    }

    /** @param {FunctionText} fn @param {Term[]} terms @param {number} offset */
    product(fn, terms, offset) {
        const { n, vectors } = this, rolled = !terms.every(isSquare);
        const columns = this.columns(fn, rolled);
        /**
         * Second factors stay in locals for the whole kernel.
         * @param {Operand} operand
         * @param {number} k
         */
        const vector = ({ ptr, offset }, k) => {
            const name = `${ptr}_${offset}_${k}`;
            if (!fn.locals.has(name)) fn.v128(name, this.load(get(ptr), offset, k));
            return get(name);
        };
        for (const { b } of terms) for (let k = 0; k < vectors; k++) vector(b, k);
        /** @type {import("../product.js").Steps} */
        const steps = {
            ...this.reduction(columns),
            ...this.toVectors(columns, (k, e) => fn.emit(this.store(get("z"), offset, k, e))),
            row: (i, term) => {
                const square = !rolled && isSquare(term), { ptr, offset } = term.a;
                const at = rolled ? `(i32.add ${get(ptr)} ${get("row")})` : get(ptr);
                const double = () => fn.v128("xi", this.add(get("xi"), get("xi")));
                fn.v128("xi", `(v128.load64_splat offset=${offset + (rolled ? 0 : 8 * i)} ${at})`);
                if (term.times) fn.v128("xi", this.scale(fn, get("xi"), term.times));
                for (let j = square ? i : 0; j < n; j++) {
                    columns.add(i + j, this.extmul(j, get("xi"), vector(term.b, j >> 1)), term.negative);
                    if (square && i === j && i < n - 1) double();
                }
            },
        };
        if (!rolled) return productSchedule(n, terms, steps);
        // the top column keeps its bias: only its low 32 bits are stored
        const later = fn.once("k_start", String(columns.start(1)), "v128");
        for (let c = 0; c <= n; c++) columns.put(c, c ? later : String(columns.start(0)));
        rolledSchedule(n, terms, {
            ...steps,
            loop: (turns, body) => fn.loop("row", "(i32.const 0)", `(i32.const ${8 * turns})`, 8, body),
            shift() {
                for (let c = 0; c < n; c++) columns.put(c, columns.at(c + 1));
                columns.put(n, later);
            },
        });
    }

    /**
     * t -= round(t / p) p, from the top limb: k = round(top * factor / 2^shift), whose product fits
     * in i32 for |t| < 8 p.
     * @param {FunctionText} fn
     * @param {string[]} t
     */
    subtractMultiple(fn, t) {
        const { p, n, w, topHigh } = this, shift = 27, pTop = Number(p) / 2 ** (w * (n - 1));
        const factor = this.all(fn, "factor", BigInt(Math.round(2 ** shift / pTop)));
        const top = get(t[t.length - 1]);
        const tops = lanes32(topHigh ? [2, 3, 2, 3] : [0, 1, 0, 1], top, top);
        const rounding = this.all(fn, "rounding", 1n << BigInt(shift - 1));
        fn.v128("nk", `(i32x4.shr_s ${this.add(`(i32x4.mul ${tops} ${factor})`, rounding)} (i32.const ${shift}))`);
        t.forEach((x, k) => fn.v128(x, this.sub(get(x), `(i32x4.mul ${get("nk")} ${this.vectorOfP(fn, k)})`)));
    }

    /** @param {FunctionText} fn @param {string[]} t */
    norm(fn, t) {
        this.carries(fn, t);
        this.subtractMultiple(fn, t);
        this.carries(fn, t);
    }

    /** Values are never close to what limbs hold. */
    reduce() {}

    /** @type {LaneField["scale"]} */
    scale(fn, e, k) {
        return k === 2 ? this.add(e, e) : `(i32x4.mul ${e} ${this.all(fn, `times${k}`, BigInt(k))})`;
    }

    /** @type {LaneField["gather"]} */
    gather(fn, [a, b], offset, j) {
        fn.v128(
            "ga",
            `(v128.load64_lane offset=${offset + 8 * j} 1 ${b} (v128.load64_zero offset=${offset + 8 * j} ${a}))`,
        );
        return swap(get("ga"));
    }

    /** @type {LaneField["scatter"]} */
    scatter(fn, [a, b], offset, j, e) {
        fn.v128("sc", e);
        fn.v128("sc", swap(get("sc")));
        [a, b].forEach((ptr, lane) =>
            fn.emit(`(v128.store64_lane offset=${offset + 8 * j} ${lane} ${ptr} ${get("sc")})`),
        );
    }

    /** @type {LaneField["signMask"]} */
    signMask(fn, [a, b]) {
        return `(i32x4.neg (v128.and ${lanesOf(a, b)} ${this.all(fn, "one", 1n)}))`;
    }

    /** @type {LaneField["negateIf"]} */
    negateIf(e, mask) {
        return `(i32x4.sub (v128.xor ${e} ${mask}) ${mask})`;
    }

    /** @type {LaneField["bitMask"]} */
    bitMask(_fn, [a, b], bit) {
        return `(i32x4.shr_s (i32x4.shl ${lanesOf(a, b)} (i32.const ${31 - bit})) (i32.const 31))`;
    }

    /** @type {LaneField["choose"]} */
    choose(a, b, mask) {
        return `(v128.bitselect ${a} ${b} ${mask})`;
    }

    /** @type {LaneField["zeroLanes"]} */
    zeroLanes(fn, t) {
        fn.v128("zz", t.map((x) => `(i32x4.eq ${get(x)} ${ZERO})`).reduce((a, b) => `(v128.and ${a} ${b})`));
        return `(i32.and (i32x4.bitmask (v128.and ${get("zz")} ${lanes32([2, 3, 0, 1], get("zz"), get("zz"))})) (i32.const 3))`;
    }

    /** @type {LaneField["unpack"]} */
    unpack(fn, [a, b], offset, j) {
        // limbs 2j and 2j + 1 of both elements: 2w bits from bit 2wj on, of which a 64-bit load
        // holds all
        const { w, MASK } = this, at = Math.min((2 * w * j) >> 3, this.plan.packed - 8);
        const down = 2 * w * j - 8 * at;
        const words = `(v128.load64_lane offset=${offset + at} 1 ${b} (v128.load64_zero offset=${offset + at} ${a}))`;
        fn.v128("up", shr(words, down));
        const upper = and(shl(get("up"), 32 - w), this.constant(fn, "upper", [0n, MASK, 0n, MASK]));
        fn.v128("up", or(this.low(fn, get("up")), upper));
        return swap(get("up"));
    }

    /** @type {LaneField["limbAsI64"]} */
    limbAsI64(_fn, t, lane, i) {
        return `(i64.extend_i32_s (i32x4.extract_lane ${lane + 2 * (i & 1)} ${get(t[i >> 1])}))`;
    }

    /** @type {LaneField["unit"]} */
    unit(x) {
        const d = this.plan.digits(x);
        return bytesOf64(Array.from({ length: 2 * this.vectors }, (_, i) => word(d[i] ?? 0n, d[i] ?? 0n)));
    }

    /** @type {LaneField["element"]} */
    element(x) {
        const d = this.plan.digits(x);
        return bytesOf64(Array.from({ length: this.vectors }, (_, k) => word(d[2 * k], d[2 * k + 1] ?? 0n)));
    }
}
