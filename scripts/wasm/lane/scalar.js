/**
 * Tier scalar: no SIMD, one element per unit, n limbs of w <= 29 bits, i32 in
 * memory and i64 in locals. The limbs are those of tier simd; columns are
 * signed, so a difference of two elements goes in without a carry and no bias
 * is needed. Digits of results and of quotients are unsigned.
 *
 *   bounds  column sums in [-2^63, 2^63), limbs in i32: bounds.js
 *   source  delayed carries: Mitscha-Baude 2022
 * @module scripts/wasm/lane/scalar
 */
/** @import { LanePlan } from "./plan.js" */
/** @import { LaneModule } from "./module.js" */
/** @import { Operand, Term } from "./product.js" */
/** @import { FunctionText } from "./text.js" */
/** @import { LaneField } from "./types.js" */
import { get, i64, mul, sum } from "../wat.js";
import { isSquare, productSchedule, rolledSchedule } from "./product.js";

const sub = (/** @type {string} */ a, /** @type {string} */ b) => `(i64.sub ${a} ${b})`;
const down = (/** @type {string} */ e, /** @type {number} */ bits) => `(i64.shr_s ${e} ${i64(bits)})`;

/**
 * @param {LaneModule} _module - this tier keeps its constants in the code
 * @param {LanePlan} plan
 * @returns {LaneField}
 */
export function scalarField(_module, plan) {
    const { p, n, w, mu, early, digits, packed } = plan;
    const MASK = (1n << BigInt(w)) - 1n, size = 8 * ((n + 1) >> 1);
    const pDigits = digits(p), mDigits = digits(early);
    const low = (/** @type {string} */ e) => `(i64.and ${e} ${i64(MASK)})`;
    const load = (/** @type {string} */ ptr, /** @type {number} */ offset, /** @type {number} */ j) => `(i64.load32_s offset=${offset + 4 * j} ${ptr})`;
    const store = (/** @type {string} */ ptr, /** @type {number} */ offset, /** @type {number} */ j, /** @type {string} */ e) => `(i64.store32 offset=${offset + 4 * j} ${ptr} ${e})`;

    /** @param {FunctionText} fn @param {Term[]} terms @param {number} offset */
    function product(fn, terms, offset) {
        const rolled = !terms.every(isSquare);
        const seen = new Set(), square = (/** @type {Term} */ term) => !rolled && isSquare(term);
        const column = (/** @type {number} */ c, /** @type {string} */ e, /** @type {boolean} */ negative = false) => {
            const old = rolled || seen.has(c) ? get(`s${c}`) : negative ? i64(0) : null;
            fn.i64(`s${c}`, old === null ? e : negative ? sub(old, e) : sum(old, e));
            seen.add(c);
        };
        /** Second factors stay in locals for the whole kernel. @param {Operand} operand @param {number} j */
        const limb = ({ ptr, offset }, j) => {
            const name = `${ptr}_${offset}_${j}`;
            if (!fn.locals.has(name)) fn.i64(name, load(get(ptr), offset, j));
            return get(name);
        };
        for (const { b } of terms) for (let j = 0; j < n; j++) limb(b, j);
        /** @type {import("./product.js").Steps} */
        const steps = {
            row(i, term) {
                const { ptr, offset } = term.a;
                fn.i64("xi", rolled ? load(`(i32.add ${get(ptr)} ${get("row")})`, offset, 0) : load(get(ptr), offset, i));
                if (term.twice) fn.i64("xi", sum(get("xi"), get("xi")));
                for (let j = square(term) ? i : 0; j < n; j++) {
                    column(i + j, mul(get("xi"), limb(term.b, j)), term.negative);
                    if (square(term) && i === j && i < n - 1) fn.i64("xi", sum(get("xi"), get("xi")));
                }
            },
            digit: (c) => fn.i64("q", low(get(`s${c}`))),
            early: (c) => { for (let j = 0; j < n; j++) column(c + j, mul(get("q"), i64(mDigits[j]))); },
            lastDigit: () => fn.i64("q", low(mul(get("q"), i64(mu)))),
            last: (c) => { for (let j = 0; j < n; j++) column(c + j, mul(get("q"), i64(pDigits[j]))); },
            carry: (c) => column(c + 1, down(get(`s${c}`), w)),
            limb: (i, c) => fn.emit(store(get("z"), offset, i, low(get(`s${c}`)))),
            top: (c) => fn.emit(store(get("z"), offset, n - 1, get(`s${c}`))),
        };
        if (!rolled) return productSchedule(n, terms, steps);
        for (let c = 0; c <= n; c++) fn.i64(`s${c}`, i64(0));
        rolledSchedule(n, terms, {
            ...steps,
            loop: (turns, body) => fn.loop("row", "(i32.const 0)", `(i32.const ${4 * turns})`, 4, body),
            shift() {
                for (let c = 0; c < n; c++) fn.i64(`s${c}`, get(`s${c + 1}`));
                fn.i64(`s${n}`, i64(0));
            },
        });
    }

    const pTop = Number(p) / 2 ** (w * (n - 1)), shift = 40, factor = BigInt(Math.round(2 ** shift / pTop));
    /** t -= round(t / p) p and one carry chain with rounding. @param {FunctionText} fn @param {string[]} t */
    function norm(fn, t) {
        // the top limb lacks what the limb below carries: at most 4 units, far below p
        fn.i64("nk", down(sum(mul(get(t[n - 1]), i64(factor)), i64(1n << BigInt(shift - 1))), shift));
        t.forEach((x, i) => {
            fn.i64(x, sub(i ? sum(get(x), get("nc")) : get(x), mul(get("nk"), i64(pDigits[i]))));
            if (i === n - 1) return;
            fn.i64("nc", down(sum(get(x), i64(1n << BigInt(w - 1))), w));
            fn.i64(x, sub(get(x), `(i64.shl ${get("nc")} ${i64(w)})`));
        });
    }
    const bytes = (/** @type {bigint[]} */ d) => {
        const view = new DataView(new ArrayBuffer(size));
        d.forEach((x, i) => view.setInt32(4 * i, Number(x), true));
        return new Uint8Array(view.buffer);
    };
    return {
        plan, local: "i64", lanes: 1, vectors: n, unitBytes: size, bytes: size,
        products: (fn, streams) => { for (const { terms, offset } of streams) product(fn, terms, offset); }, pairs: false, bothWays: false, tight: false, reduce: () => {}, norm, load, store,
        add: (a, b) => `(i64.add ${a} ${b})`, sub,
        gather: (_fn, [a], offset, j) => load(a, offset, j),
        scatter: (fn, [a], offset, j, e) => fn.emit(store(a, offset, j, e)),
        signMask: (_fn, [a]) => sub(i64(0), `(i64.extend_i32_u (i32.and ${a} (i32.const 1)))`),
        negateIf: (e, mask) => sub(`(i64.xor ${e} ${mask})`, mask),
        bitMask: (_fn, [a], bit) => sub(i64(0), `(i64.extend_i32_u (i32.and (i32.shr_u ${a} (i32.const ${bit})) (i32.const 1)))`),
        choose: (a, b, mask) => `(select ${a} ${b} (i32.wrap_i64 ${mask}))`,
        zeroLanes: (_fn, t) => `(i64.eqz ${t.map(get).reduce((a, b) => `(i64.or ${a} ${b})`)})`,
        unpack(_fn, [a], offset, j) {
            const at = Math.min((w * j) >> 3, packed - 8), shift = w * j - 8 * at;
            const word = `(i64.shr_u (i64.load offset=${offset + at} ${a}) ${i64(shift)})`;
            return j < n - 1 ? low(word) : word;
        },
        limbAsI64: (_fn, t, _lane, i) => get(t[i]),
        unit: (x) => bytes(digits(x)),
        element: (x) => bytes(digits(x)),
    };
}
