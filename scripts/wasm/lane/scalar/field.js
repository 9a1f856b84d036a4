/**
 * Tier scalar: no SIMD, one element per unit, n limbs of w <= 29 bits, i32 in
 * memory and i64 in locals. The limbs are those of tier simd; columns are
 * signed, so a difference of two elements goes in without a carry and no bias
 * is needed. Digits of results and of quotients are unsigned.
 *
 *   bounds  column sums in [-2^63, 2^63), limbs in i32: ../../msm_lane/proof.js
 *   source  delayed carries: Mitscha-Baude 2022
 * @module scripts/wasm/lane/scalar/field
 */
/** @import { LanePlan } from "../plan.js" */
/** @import { LaneModule } from "../module.js" */
/** @import { Operand, Term } from "../product.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { LaneField } from "../types.js" */
import { get, i64, mul, sum } from "../../wat.js";
import { Columns } from "../columns.js";
import { isSquare, productSchedule, rolledSchedule } from "../product.js";

const sub = (/** @type {string} */ a, /** @type {string} */ b) => `(i64.sub ${a} ${b})`;
const down = (/** @type {string} */ e, /** @type {number} */ bits) => `(i64.shr_s ${e} ${i64(bits)})`;

const load = (/** @type {string} */ ptr, /** @type {number} */ offset, /** @type {number} */ j) =>
    `(i64.load32_s offset=${offset + 4 * j} ${ptr})`;
const store = (
    /** @type {string} */ ptr,
    /** @type {number} */ offset,
    /** @type {number} */ j,
    /** @type {string} */ e,
) => `(i64.store32 offset=${offset + 4 * j} ${ptr} ${e})`;

/** @implements {LaneField} */
export class ScalarField {
    /**
     * @param {LaneModule} _module - this tier keeps its constants in the code
     * @param {LanePlan} plan
     */
    constructor(_module, plan) {
        const { p, n, w, mu, early, digits } = plan, size = 8 * ((n + 1) >> 1);
        this.plan = plan;
        this.p = p;
        this.n = n;
        this.w = w;
        this.mu = mu;
        this.pDigits = digits(p);
        this.mDigits = digits(early);
        this.local = /** @type {const} */ ("i64");
        this.lanes = 1;
        this.vectors = n;
        this.unitBytes = size;
        this.bytes = size;
        this.pairs = false;
        this.bothWays = false;
        this.tight = false;
        /** @type {LaneField["places"]} */
        this.places = { type: "i32", inUnit: (_lane, i) => 4 * i, atRest: (i) => 4 * i };
    }

    /** The digit of a column. @param {string} e */
    low(e) {
        return `(i64.and ${e} ${i64((1n << BigInt(this.w)) - 1n)})`;
    }

    /** @type {LaneField["products"]} */
    products(fn, streams) {
        for (const { terms, offset } of streams) this.product(fn, terms, offset);
    }

    /** @param {FunctionText} fn @param {Term[]} terms @param {number} offset */
    product(fn, terms, offset) {
        const { n, w, mu, pDigits, mDigits } = this;
        const rolled = !terms.every(isSquare);
        const square = (/** @type {Term} */ term) => !rolled && isSquare(term);
        const columns = new Columns(fn, { type: "i64", start: () => i64(0), open: rolled, plus: sum, minus: sub });
        /**
         * Second factors stay in locals for the whole kernel.
         * @param {Operand} operand
         * @param {number} j
         */
        const limb = ({ ptr, offset }, j) => {
            const name = `${ptr}_${offset}_${j}`;
            if (!fn.locals.has(name)) fn.i64(name, load(get(ptr), offset, j));
            return get(name);
        };
        for (const { b } of terms) for (let j = 0; j < n; j++) limb(b, j);
        const scaled = (/** @type {string} */ e, /** @type {number} */ k) => this.scale(fn, e, k);
        /** @type {import("../product.js").Steps} */
        const steps = {
            row(i, term) {
                const { ptr, offset } = term.a;
                fn.i64(
                    "xi",
                    rolled ? load(`(i32.add ${get(ptr)} ${get("row")})`, offset, 0) : load(get(ptr), offset, i),
                );
                if (term.times) fn.i64("xi", scaled(get("xi"), term.times));
                for (let j = square(term) ? i : 0; j < n; j++) {
                    columns.add(i + j, mul(get("xi"), limb(term.b, j)), term.negative);
                    if (square(term) && i === j && i < n - 1) fn.i64("xi", sum(get("xi"), get("xi")));
                }
            },
            digit: (c) => fn.i64("q", this.low(columns.at(c))),
            early: (c) => { for (let j = 0; j < n; j++) columns.add(c + j, mul(get("q"), i64(mDigits[j]))); },
            lastDigit: () => fn.i64("q", this.low(mul(get("q"), i64(mu)))),
            last: (c) => { for (let j = 0; j < n; j++) columns.add(c + j, mul(get("q"), i64(pDigits[j]))); },
            carry: (c) => columns.add(c + 1, down(columns.at(c), w)),
            limb: (i, c) => fn.emit(store(get("z"), offset, i, this.low(columns.at(c)))),
            top: (c) => fn.emit(store(get("z"), offset, n - 1, columns.at(c))),
        };
        if (!rolled) return productSchedule(n, terms, steps);
        for (let c = 0; c <= n; c++) columns.put(c, i64(0));
        rolledSchedule(n, terms, {
            ...steps,
            loop: (turns, body) => fn.loop("row", "(i32.const 0)", `(i32.const ${4 * turns})`, 4, body),
            shift() {
                for (let c = 0; c < n; c++) columns.put(c, columns.at(c + 1));
                columns.put(n, i64(0));
            },
        });
    }

    /**
     * t -= round(t / p) p and one carry chain with rounding.
     * @param {FunctionText} fn
     * @param {string[]} t
     */
    norm(fn, t) {
        const { p, n, w, pDigits } = this;
        const pTop = Number(p) / 2 ** (w * (n - 1)), shift = 40;
        const factor = BigInt(Math.round(2 ** shift / pTop));
        // the top limb lacks what the limb below carries: at most 4 units, far below p
        fn.i64("nk", down(sum(mul(get(t[n - 1]), i64(factor)), i64(1n << BigInt(shift - 1))), shift));
        t.forEach((x, i) => {
            fn.i64(x, sub(i ? sum(get(x), get("nc")) : get(x), mul(get("nk"), i64(pDigits[i]))));
            if (i === n - 1) return;
            fn.i64("nc", down(sum(get(x), i64(1n << BigInt(w - 1))), w));
            fn.i64(x, sub(get(x), `(i64.shl ${get("nc")} ${i64(w)})`));
        });
    }

    /** Values are never close to what limbs hold. */
    reduce() {}

    /** @type {LaneField["add"]} */
    add(a, b) {
        return `(i64.add ${a} ${b})`;
    }

    /** @type {LaneField["sub"]} */
    sub(a, b) {
        return sub(a, b);
    }

    /** @type {LaneField["scale"]} */
    scale(_fn, e, k) {
        return k === 2 ? sum(e, e) : mul(e, i64(BigInt(k)));
    }

    /** @type {LaneField["load"]} */
    load(ptr, offset, j) {
        return load(ptr, offset, j);
    }

    /** @type {LaneField["store"]} */
    store(ptr, offset, j, e) {
        return store(ptr, offset, j, e);
    }

    /** @type {LaneField["gather"]} */
    gather(_fn, [a], offset, j) {
        return load(a, offset, j);
    }

    /** @type {LaneField["scatter"]} */
    scatter(fn, [a], offset, j, e) {
        fn.emit(store(a, offset, j, e));
    }

    /** @type {LaneField["signMask"]} */
    signMask(_fn, [a]) {
        return sub(i64(0), `(i64.extend_i32_u (i32.and ${a} (i32.const 1)))`);
    }

    /** @type {LaneField["negateIf"]} */
    negateIf(e, mask) {
        return sub(`(i64.xor ${e} ${mask})`, mask);
    }

    /** @type {LaneField["bitMask"]} */
    bitMask(_fn, [a], bit) {
        return sub(i64(0), `(i64.extend_i32_u (i32.and (i32.shr_u ${a} (i32.const ${bit})) (i32.const 1)))`);
    }

    /** @type {LaneField["choose"]} */
    choose(a, b, mask) {
        return `(select ${a} ${b} (i32.wrap_i64 ${mask}))`;
    }

    /** @type {LaneField["zeroLanes"]} */
    zeroLanes(_fn, t) {
        return `(i64.eqz ${t.map(get).reduce((a, b) => `(i64.or ${a} ${b})`)})`;
    }

    /** @type {LaneField["unpack"]} */
    unpack(_fn, [a], offset, j) {
        const at = Math.min((this.w * j) >> 3, this.plan.packed - 8);
        const shift = this.w * j - 8 * at;
        const word = `(i64.shr_u (i64.load offset=${offset + at} ${a}) ${i64(shift)})`;
        return j < this.n - 1 ? this.low(word) : word;
    }

    /** @type {LaneField["limbAsI64"]} */
    limbAsI64(_fn, t, _lane, i) {
        return get(t[i]);
    }

    /** @type {LaneField["unit"]} */
    unit(x) {
        return this.element(x);
    }

    /** @type {LaneField["element"]} */
    element(x) {
        const view = new DataView(new ArrayBuffer(this.bytes));
        this.plan.digits(x).forEach((d, i) => view.setInt32(4 * i, Number(d), true));
        return new Uint8Array(view.buffer);
    }
}
