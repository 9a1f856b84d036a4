/**
 * Products in Fp of tier fma whose columns are doubles, for eight limbs with
 * room. Of a column there are two numbers: `h`, to which each limb product is
 * added with one rounding, so that it stays a multiple of 2^w, and `l`, the sum
 * of what the roundings leave:
 *
 *   h' = h + a b, rounded;  l' = l + (a b + (h - h')),  both exact
 *
 * That is four operations for a limb product where columns of integers
 * (limbs.js) take five, and none of them has to wait for a carry. h starts from
 * 3 2^(w + 51), or from minus that where there are two chains for one column,
 * which then cancel.
 *
 * First all columns of the product, two limbs of each factor at a time; then
 * the reduction, of two units in turn. Digits are not unique here: a column
 * keeps what is left of it after rounding to a multiple of 2^w, and the next
 * gets the rest, all at once and without a ripple. Four columns are cleared
 * together, as the early rows of product.js clear one: by (mu p + 1) / 2^(4 w)
 * with mu = -1/p mod 2^(4 w), then two, then one, so that only four steps wait
 * for each other; the last row takes mu and p and brings the size down.
 *
 *   cost    129 limb products of four operations; a square 101
 *   memory  16 vectors of scratch per unit
 *   bounds  ../../msm_lane/proof.js
 *   source  the early rows of product.js, several at a time; the chains of roundings are ours
 * @module scripts/wasm/lane/fma/chains
 */
/** @import { FunctionText } from "../text.js" */
/** @import { FmaField } from "./field.js" */
import { inverse } from "../../../../src/bigint/modular.js";
import { at, get, i32 } from "../../wat.js";
import { fromBase } from "../module.js";
import { inTurn } from "../text.js";
import { fadd, fma, fmul, fsub } from "../words.js";

/** Limbs that this is written for, and units that are reduced in turn. */
export const LIMBS = 8, UNITS = 2;

/** Two neighbouring limbs. @typedef {[string, string]} Two */

/** Columns as they are added up, of one unit. */
class Chains {
    /** @param {FmaField} F @param {FunctionText} fn @param {string} id - of the locals */
    constructor(F, fn, id) {
        this.F = F;
        this.fn = fn;
        this.id = id;
        /** @type {Set<string>} */
        this.begun = new Set();
    }

    /** @param {string} name */
    local(name) {
        return get(`${name}${this.id}`);
    }

    /** @param {string} name @param {string} e */
    put(name, e) {
        this.fn.v128(`${name}${this.id}`, e);
    }

    /**
     * Adds a limb product to a chain: c and a column, or d and a column for a second chain of it,
     * which starts from minus what the first does.
     * @param {string} chain
     * @param {string} a
     * @param {string} b
     */
    add(chain, a, b) {
        const { F, fn, begun } = this, known = begun.has(chain);
        const start = chain[0] === "c" ? F.c1(fn) : F.real(fn, "negC1", -F.C1);
        const h = known ? this.local(`h${chain}`) : start;
        this.put("next", fma(a, b, h));
        this.put("low", fma(a, b, fsub(h, this.local("next"))));
        this.put(`h${chain}`, this.local("next"));
        this.put(`l${chain}`, known ? fadd(this.local(`l${chain}`), this.local("low")) : this.local("low"));
        begun.add(chain);
    }

    /**
     * Two limbs times two, from column c on; `other`: the chain of the second product that comes to
     * column c + 1, since one alone would wait for the first.
     * @param {number} c
     * @param {Two} a
     * @param {Two} b
     * @param {"c" | "d"} other
     */
    addTwo(c, [a0, a1], [b0, b1], other) {
        this.put("b0", b0);
        this.put("b1", b1);
        this.add(`c${c}`, a0, this.local("b0"));
        this.add(`c${c + 1}`, a0, this.local("b1"));
        this.add(`${other}${c + 1}`, a1, this.local("b0"));
        this.add(`c${c + 2}`, a1, this.local("b1"));
    }

    /**
     * The value of column c: with what its neighbour rounded, and `more`.
     * @param {number} c
     * @param {string} [more]
     */
    value(c, more) {
        const { F, fn, begun } = this, of = (/** @type {number} */ k) => [`c${k}`, `d${k}`].filter((x) => begun.has(x));
        const high = of(c - 1).map((x) => this.local(`h${x}`));
        const low = of(c).map((x) => this.local(`l${x}`));
        const rest = [...(more ? [more] : []), ...low];
        if (!high.length) return rest.reduce(fadd);
        const sum = high.length === 2 ? fadd(high[0], high[1]) : fsub(high[0], F.c1(fn));
        return rest.length ? fma(sum, F.down(fn), rest.reduce(fadd)) : fmul(sum, F.down(fn));
    }
}

/**
 * All columns of x y, one unit, to t.
 * @param {FmaField} F
 * @param {FunctionText} fn
 */
function productColumns(F, fn) {
    const sums = new Chains(F, fn, "");
    const last = LIMBS / 2 - 1;
    const limbs = (/** @type {string} */ ptr, /** @type {number} */ i) =>
        /** @type {Two} */ ([F.load(get(ptr), 0, 2 * i), F.load(get(ptr), 0, 2 * i + 1)]);
    for (let s = 0; s <= LIMBS - 1; s++) {
        for (let i = Math.max(0, s - last); i <= Math.min(last, s); i++) {
            limbs("x", i).forEach((e, k) => sums.put(`a${k}`, e));
            sums.addTwo(2 * s, [sums.local("a0"), sums.local("a1")], limbs("y", s - i), "d");
        }
        storeColumns(F, sums, s);
    }
}

/**
 * The same of x^2.
 * @param {FmaField} F
 * @param {FunctionText} fn
 */
function squareColumns(F, fn) {
    const sums = new Chains(F, fn, "");
    const last = LIMBS / 2 - 1;
    const a0 = sums.local("a0");
    const a1 = sums.local("a1");
    const limb = (/** @type {number} */ i) => F.load(get("x"), 0, i);
    for (let s = 0; s <= LIMBS - 1; s++) {
        for (let i = Math.max(0, s - last); 2 * i <= s; i++) {
            [0, 1].forEach((k) => sums.put(`a${k}`, limb(2 * i + k)));
            if (2 * i === s) {
                sums.add(`c${2 * s}`, a0, a0);
                sums.add(`c${2 * s + 1}`, fadd(a0, a0), a1);
                sums.add(`c${2 * s + 2}`, a1, a1);
                continue;
            }
            sums.put("a0", fadd(a0, a0));
            sums.put("a1", fadd(a1, a1));
            sums.addTwo(2 * s, [a0, a1], [limb(2 * (s - i)), limb(2 * (s - i) + 1)], "d");
        }
        storeColumns(F, sums, s);
    }
}

/** Columns 2 s and 2 s + 1. @param {FmaField} F @param {Chains} sums @param {number} s */
function storeColumns(F, sums, s) {
    for (const c of [2 * s, 2 * s + 1]) sums.fn.emit(F.store(get("t"), 0, c, sums.value(c)));
}

/**
 * What clears k columns at once: limbs of (mu p + 1) / 2^(k w).
 * @param {FmaField} F
 * @param {number} k
 */
function clearing({ plan: { p, w, digits } }, k) {
    const M = 1n << BigInt(k * w);
    const mu = M - inverse(p, M);
    return digits(((mu > M >> 1n ? mu - M : mu) * p + 1n) / M).map(Number);
}

/** The reduction of unit `number` of t to z. */
class Reduction extends Chains {
    /** @param {FmaField} F @param {FunctionText} fn @param {number} number */
    constructor(F, fn, number) {
        super(F, fn, `_${number}`);
        this.number = number;
        const of = (/** @type {string} */ name, /** @type {number[]} */ limbs) => (/** @type {number} */ j) =>
            F.real(fn, `${name}${j}`, limbs[j]);
        this.four = of("four", clearing(F, 4));
        this.two = of("two", clearing(F, 2));
        this.one = of("m", F.mDigits);
        this.p = of("p", F.pDigits);
    }

    /**
     * What is left of column c after rounding, and the rest of the one before it.
     * @param {number} c
     */
    digit(c) {
        const { F, fn } = this, product = F.load(get("t"), 2 * this.number * F.unitBytes, c);
        this.put("v", this.value(c, product));
        if (c === 2 * LIMBS - 1) return fma(this.local(`rest${c - 1}`), F.down(fn), this.local("v"));
        this.put(`rest${c}`, fsub(fadd(this.local("v"), F.c1(fn)), F.c1(fn)));
        const left = fsub(this.local("v"), this.local(`rest${c}`));
        return c ? fma(this.local(`rest${c - 1}`), F.down(fn), left) : left;
    }

    /** @param {number} from @param {number} to - columns to be cleared */
    digits(from, to) {
        for (let c = from; c <= to; c++) this.put(`q${c}`, this.digit(c));
    }

    /**
     * Digits i and i + 1 times limbs 2 j and 2 j + 1 of what clears `count` columns, which lie that
     * much higher.
     * @param {number} i
     * @param {number} j
     * @param {number} count
     */
    clear(i, j, count) {
        const m = count === 4 ? this.four : this.two;
        this.addTwo(i + 2 * j + count, [this.local(`q${i}`), this.local(`q${i + 1}`)], [m(2 * j), m(2 * j + 1)], "c");
    }

    /** Column c of the row of digit 6, or 7. @param {6 | 7} digit @param {number} c */
    row(digit, c) {
        this.add(`c${c}`, this.local(`q${digit}`), (digit === 6 ? this.one : this.p)(c - 7));
    }

    /** The last digit makes column 7, of which r is left, a multiple of 2^w. */
    lastDigit() {
        const { F, fn } = this, mu = F.real(fn, "mu", Number(F.plan.mu));
        const r = this.local("r");
        this.put("next", fma(r, mu, F.c1(fn)));
        this.put("q7", fma(r, mu, fsub(F.c1(fn), this.local("next"))));
    }

    /** What column 7 leaves to the next. */
    lastRest() {
        const of = (/** @type {string} */ name) => this.local(name);
        this.put("next", fma(of("q7"), this.p(0), of("hc7")));
        this.put("low", fma(of("q7"), this.p(0), fsub(of("hc7"), of("next"))));
        this.put("hc7", of("next"));
        const { F, fn } = this, sum = fadd(fadd(of("low"), of("r")), fadd(of("rest7"), F.c1(fn)));
        this.put("rest7", fsub(sum, F.c1(fn))); // rounds nothing, which the proof sees
    }

    /** @param {number} c */
    limb(c) {
        this.put("z", this.digit(c));
        this.fn.emit(this.F.store(get("z"), this.number * this.F.unitBytes, c - LIMBS, this.local("z")));
    }

    /**
     * Statements, in groups that are taken in turn with those of the other unit: no group waits for
     * the one before.
     */
    groups() {
        const steps = [
            () => this.digits(0, 1), () => this.digits(2, 3),
            () => this.clear(0, 0, 4), () => this.clear(0, 1, 4), () => this.clear(2, 0, 4),
            () => this.digits(4, 5),
            () => this.clear(0, 2, 4), () => this.clear(2, 1, 4),
            () => this.clear(4, 0, 2),
            () => this.digits(6, 6),
            () => this.clear(4, 1, 2),
            () => this.row(6, 7),
            () => this.clear(0, 3, 4), () => this.clear(2, 2, 4),
            () => { this.put("r", this.digit(7)); },
            () => this.clear(4, 2, 2),
            () => this.lastDigit(),
            () => { this.row(6, 8); this.row(6, 9); },
            () => this.lastRest(),
            () => { this.row(7, 8); this.row(7, 9); },
            () => { this.limb(8); this.limb(9); },
            () => { for (const digit of /** @type {const} */ ([6, 7])) for (const c of [10, 11]) this.row(digit, c); },
            () => { this.limb(10); this.limb(11); },
            () => this.clear(2, 3, 4), () => this.clear(4, 3, 2),
            () => { for (const digit of /** @type {const} */ ([6, 7])) for (const c of [12, 13]) this.row(digit, c); },
            () => { this.limb(12); this.limb(13); },
            () => { this.row(6, 14); this.row(7, 14); this.limb(14); this.limb(15); },
        ];
        return steps.map((step) => this.fn.capture(step).join("\n"));
    }
}

/**
 * The body of a kernel: z = x y, or x^2, of `count` units, two at a time while there are two.
 *
 *   in      locals x, y, count, z
 * @param {FmaField} F
 * @param {FunctionText} fn
 * @param {boolean} square
 */
export function chainedProducts(F, fn, square) {
    const U = F.unitBytes, scratch = F.module.scratch(2 * UNITS * U);
    const pointers = square ? ["x"] : ["x", "y"];
    const move = (/** @type {string} */ ptr, /** @type {number} */ bytes) => fn.i32(ptr, at(get(ptr), bytes));
    const reduced = (/** @type {number} */ units) => {
        fn.i32("t", fromBase(scratch));
        const streams = Array.from({ length: units }, (_, k) => new Reduction(F, fn, k));
        fn.emit(...inTurn(...streams.map((stream) => stream.groups())));
        move("z", units * U);
    };
    fn.loop("i", i32(0), get("count"), 0, () => {
        fn.i32("end", `(select ${at(get("i"), UNITS)} ${get("count")} (i32.lt_u ${at(get("i"), UNITS)} ${get("count")}))`);
        fn.i32("left", `(i32.sub ${get("end")} ${get("i")})`);
        fn.i32("t", fromBase(scratch));
        fn.loop("i", get("i"), get("end"), 1, () => {
            (square ? squareColumns : productColumns)(F, fn);
            for (const ptr of pointers) move(ptr, U);
            move("t", 2 * U);
        });
        fn.when(`(i32.eq ${get("left")} ${i32(UNITS)})`, () => reduced(UNITS), () => reduced(1));
    });
}
