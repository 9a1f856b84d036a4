/**
 * Tier fma: relaxed SIMD with a fused multiply-add, two elements per unit, n
 * signed limbs of w = 51 or 49 bits held as f64.
 *
 * A limb product is split exactly by two fused operations: h = a b + C1 rounds
 * it to a multiple of 2^w (C1 = 3 2^(w + 51), so that h stays in one binade for
 * either sign), l = a b + (C2 - h) is the rest. The bits of h and l, read as
 * integers, add up in i64 columns; the bits of C1 and of C2 - C1 are taken off
 * in each column's initial value. Digits are signed: a bias of 2^(w - 1), in the
 * same initial values, makes rounding out of truncation, at no cost; a bias of
 * 2^63 there lets a carry be an unsigned shift, for which V8 has one instruction
 * on x64 where a signed one of 64 bits takes six. That
 * closes the range: |z| <= sum |x y| / R + (1 + mu / 2^w) / 2 p; with unsigned
 * digits there is no closed range on bn254 (R = 2.64 p).
 *
 * bn254 fills its limbs of 51 bits. bls12-381 leaves 27 bits of eight, so they
 * have 49 there: limbs of a product may then be four times those of a result,
 * and sums of numbers in range are factors without a carry.
 *
 *   bounds  |limb product| <= 2^(w + 51), result limbs <= 2^51 (the top column is converted through 1.5 2^52): bounds.js
 *   source  Gueron, Krasnov (2013) for the split; the signs and the layout are ours
 * @module scripts/wasm/lane/fma
 */
/** @import { LanePlan } from "./plan.js" */
/** @import { LaneModule } from "./module.js" */
/** @import { Operand, Stream, Term } from "./product.js" */
/** @import { LaneField } from "./types.js" */
import { get } from "../wat.js";
import { addColumns, productOfThree } from "./karatsuba.js";
import { columnSchedule, isSquare, productSchedule, rolledSchedule } from "./product.js";
import { v64 } from "./text.js";
/** @import { FunctionText } from "./text.js" */

/** Bits of a double, as an integer. @param {number} x */
const bitsOf = (x) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    return view.getBigUint64(0);
};

const C51 = 3 * 2 ** 51;
const LOW = bitsOf(C51), BIAS = 1n << 63n;

const madd = (/** @type {string} */ a, /** @type {string} */ b, /** @type {string} */ c) => `(f64x2.relaxed_madd ${a} ${b} ${c})`;
const nmadd = (/** @type {string} */ a, /** @type {string} */ b, /** @type {string} */ c) => `(f64x2.relaxed_nmadd ${a} ${b} ${c})`;
const add = (/** @type {string} */ a, /** @type {string} */ b) => `(f64x2.add ${a} ${b})`;
const sub = (/** @type {string} */ a, /** @type {string} */ b) => `(f64x2.sub ${a} ${b})`;

/** Two i32 values as the two 64-bit lanes. @param {string} a @param {string} b */
const pair = (a, b) => `(i64x2.replace_lane 1 (i64x2.splat (i64.extend_i32_u ${a})) (i64.extend_i32_u ${b}))`;

/**
 * @param {LaneModule} module
 * @param {LanePlan} plan
 * @returns {LaneField}
 */
export function fmaField(module, plan) {
    const { p, n, w, mu, early, digits } = plan, C1 = 3 * 2 ** (w + 51), HIGH = bitsOf(C1), W = BigInt(w), HALF = 1n << (W - 1n), MASK = (1n << W) - 1n;
    const bytes = (/** @type {bigint[]} */ words) => new Uint8Array(new BigUint64Array(words).buffer);
    const pair64 = (/** @type {bigint} */ word) => module.data(bytes([word, word]));
    /** A constant in both lanes, in a local filled once per call. @param {FunctionText} fn @param {string} name @param {bigint} word */
    const constant = (fn, name, word) => fn.once(`k_${name}`, `(v128.load offset=${pair64(word)} (global.get $base))`, "v128");
    const real = (/** @type {FunctionText} */ fn, /** @type {string} */ name, /** @type {number} */ x) => constant(fn, name, bitsOf(x));
    const pDigits = digits(p).map(Number), mDigits = digits(early).map(Number);

    /**
     * Streams of one call are independent and are interleaved statement by statement: a product alone waits for its
     * own chain of digits.
     * @param {FunctionText} fn
     * @param {Stream[]} streams
     * @param {boolean} [byColumns] - written out column by column
     */
    function products(fn, streams, byColumns = false) {
        if (byColumns) {
            zipped(fn, streams.map((stream, s) => columnProduct(fn, stream, `_${s}`)));
            return;
        }
        const rolled = !streams.every(({ terms }) => terms.every(isSquare));
        const parts = streams.map((stream, s) => product(fn, stream, `_${s}`, rolled));
        zipped(fn, parts.map((part) => part.before));
        if (rolled) fn.loop("row", "(i32.const 0)", `(i32.const ${16 * (n - 1)})`, 16, () => zipped(fn, parts.map((part) => part.row)));
        zipped(fn, parts.map((part) => part.after));
    }

    /** Initial value of column c: what the halves, digits and carries bring in addition to their values, taken off. @param {ReturnType<typeof columnCounts>} counts */
    const startOf = ({ low, high }) => (/** @type {number} */ c) =>
        BigInt.asUintN(64, (c < 2 * n - 1 ? HALF + BIAS : 0n) - (c ? BIAS >> W : 0n) - (BigInt(low[c]) * LOW + BigInt(high[c]) * HIGH));

    /** Of a limb product. @param {FunctionText} fn @param {string} a @param {string} b @param {boolean} [negative] */
    const highHalf = (fn, a, b, negative) => (negative ? nmadd : madd)(a, b, real(fn, "c1", C1));
    /** The rest of it. @param {FunctionText} fn @param {string} a @param {string} b @param {string} h @param {boolean} [negative] */
    const lowHalf = (fn, a, b, h, negative) => (negative ? nmadd : madd)(a, b, sub(real(fn, "c2", C1 + C51), h));

    /** Signed digit in a column. @param {FunctionText} fn @param {string} column */
    const digitOf = (fn, column) => sub(`(v128.or (v128.and ${column} ${constant(fn, "mask", MASK)}) ${real(fn, "b52", 2 ** 52)})`, real(fn, "c52", 2 ** 52 + 2 ** (w - 1)));

    /** The top column as a limb. @param {FunctionText} fn @param {string} column */
    const topOf = (fn, column) => sub(`(i64x2.add ${column} ${real(fn, "c51", C51)})`, real(fn, "c51", C51));

    /** Low half of q mu. @param {FunctionText} fn @param {string} q @param {(e: string) => void} setHigh @param {() => string} high */
    function timesMu(fn, q, setHigh, high) {
        const k = real(fn, "mu", Number(mu));
        setHigh(highHalf(fn, q, k));
        return sub(lowHalf(fn, q, k, high()), real(fn, "c51", C51));
    }

    /** @param {FunctionText} fn @param {Stream} stream @param {string} id @param {boolean} rolled */
    function product(fn, { terms, offset, shift = 0 }, id, rolled) {
        const square = (/** @type {Term} */ term) => !rolled && isSquare(term);
        const start = startOf(columnCounts(n, terms, square));
        const seen = new Set();
        const set = (/** @type {string} */ name, /** @type {string} */ e) => fn.v128(name + id, e);
        const own = (/** @type {string} */ name) => get(name + id);
        const column = (/** @type {number} */ c, /** @type {string} */ e) => {
            set(`s${c}`, `(i64x2.add ${rolled || seen.has(c) ? own(`s${c}`) : v64(start(c))} ${e})`);
            seen.add(c);
        };
        const times = (/** @type {string} */ a, /** @type {string} */ b, /** @type {number} */ c, /** @type {boolean} */ negative = false) => {
            set("h", highHalf(fn, a, b, negative));
            column(c + 1, own("h"));
            column(c, lowHalf(fn, a, b, own("h"), negative));
        };
        const digit = (/** @type {number} */ c) => digitOf(fn, own(`s${c}`));
        const limb = (/** @type {Operand} */ { ptr, offset }, /** @type {number} */ i) => `(v128.load offset=${shift + offset + 16 * i} ${get(ptr)})`;
        const factor = (/** @type {Operand} */ { ptr, offset }, /** @type {number} */ i) =>
            (rolled && i === 0 ? `(v128.load offset=${shift + offset} (i32.add ${get(ptr)} ${get("row")}))` : limb({ ptr, offset }, i));
        const store = (/** @type {number} */ i, /** @type {string} */ e) => fn.emit(`(v128.store offset=${offset + 16 * i} ${get("z")} ${e})`);
        /** @type {import("./product.js").Steps} */
        const steps = {
            row(i, term) {
                set("xi", factor(term.a, i));
                if (term.twice) set("xi", add(own("xi"), own("xi")));
                for (let j = square(term) ? i : 0; j < n; j++) {
                    times(own("xi"), square(term) && i === j ? own("xi") : limb(term.b, j), i + j, term.negative);
                    if (square(term) && i === j && i < n - 1) set("xi", add(own("xi"), own("xi")));
                }
            },
            digit: (c) => set("q", digit(c)),
            early: (c) => { for (let j = 0; j < n; j++) times(own("q"), real(fn, `m${j}`, mDigits[j]), c + j); },
            lastDigit: () => set("q", timesMu(fn, own("q"), (h) => set("h", h), () => own("h"))),
            last: (c) => { for (let j = 0; j < n; j++) times(own("q"), real(fn, `p${j}`, pDigits[j]), c + j); },
            carry: (c) => column(c + 1, `(i64x2.shr_u ${own(`s${c}`)} (i32.const ${w}))`),
            limb: (i, c) => store(i, digit(c)),
            top: (c) => store(n - 1, topOf(fn, own(`s${c}`))),
        };
        if (!rolled) return { before: fn.capture(() => productSchedule(n, terms, steps)), row: [], after: [] };
        const table = module.data(bytes(Array.from({ length: 2 * n + 1 }, (_, c) => start(c))));
        const before = fn.capture(() => { for (let c = 0; c < n + 2; c++) set(`s${c}`, `(v128.load64_splat offset=${table + 8 * c} (global.get $base))`); });
        /** @type {string[]} */
        let row = [];
        const after = fn.capture(() => rolledSchedule(n, terms, {
            ...steps,
            loop: (_turns, body) => { row = fn.capture(body); },
            shift() {
                for (let c = 0; c <= n; c++) set(`s${c}`, own(`s${c + 1}`));
                const next = `(i32.add (global.get $base) (i32.shr_u ${get("row")} (i32.const 1)))`;
                set(`s${n + 1}`, `(v128.load64_splat offset=${table + 8 * (n + 2)} ${next})`);
            },
        }));
        return { before, row, after };
    }

    /** Adds a limb product to columns c and c + 1. @param {FunctionText} fn @param {string} id @param {(c: number) => string} column - name of a local */
    const adder = (fn, id, column) => {
        const addTo = (/** @type {number} */ c, /** @type {string} */ e) => fn.v128(column(c), `(i64x2.add ${get(column(c))} ${e})`);
        const times = (/** @type {string} */ a, /** @type {string} */ b, /** @type {number} */ c, /** @type {boolean} */ negative = false) => {
            fn.v128(`h${id}`, highHalf(fn, a, b, negative));
            addTo(c + 1, get(`h${id}`));
            addTo(c, lowHalf(fn, a, b, get(`h${id}`), negative));
        };
        return { addTo, times };
    };

    /** The steps of columnSchedule that reduce. @param {FunctionText} fn @param {string} id @param {number} offset - of the result @param {(c: number) => string} column */
    function reduction(fn, id, offset, column) {
        const { addTo, times } = adder(fn, id, column), last = `q${n - 1}${id}`;
        const digit = (/** @type {number} */ c) => digitOf(fn, get(column(c)));
        const store = (/** @type {number} */ i, /** @type {string} */ e) => fn.emit(`(v128.store offset=${offset + 16 * i} ${get("z")} ${e})`);
        /** @type {Omit<import("./product.js").ColumnSteps, "open" | "product">} */
        const steps = {
            early: (i, j) => times(get(`q${i}${id}`), real(fn, `m${j}`, mDigits[j]), i + j + 1),
            last: (j) => times(get(last), real(fn, `p${j}`, pDigits[j]), n - 1 + j),
            digit: (c) => fn.v128(`q${c}${id}`, digit(c)),
            lastDigit: () => fn.v128(last, timesMu(fn, get(last), (h) => fn.v128(`h${id}`, h), () => get(`h${id}`))),
            carry: (c) => addTo(c + 1, `(i64x2.shr_u ${get(column(c))} (i32.const ${w}))`),
            limb: (i, c) => store(i, digit(c)),
            top: (c) => store(n - 1, topOf(fn, get(column(c)))),
        };
        return steps;
    }

    /** Offset of the initial values of all columns. @param {ReturnType<typeof columnCounts>} counts */
    const startTable = (counts) => module.data(bytes(Array.from({ length: 2 * n }, (_, c) => startOf(counts)(c))));

    /** @param {FunctionText} fn @param {Stream} stream @param {string} id */
    function columnProduct(fn, { terms, offset, shift = 0 }, id) {
        const table = startTable(columnCounts(n, terms, () => false));
        const column = (/** @type {number} */ c) => `s${c & 1}${id}`, { times } = adder(fn, id, column);
        /** Limb i of an operand, loaded where it is first used. @param {Operand} operand @param {number} i */
        const limb = ({ ptr, offset: from }, i) => {
            const name = `${ptr}${from}_${i}${id}`;
            if (!seen.has(name)) fn.v128(name, `(v128.load offset=${shift + from + 16 * i} ${get(ptr)})`);
            seen.add(name);
            return get(name);
        };
        /** @type {Set<string>} */
        const seen = new Set();
        return fn.capture(() => columnSchedule(n, terms, {
            ...reduction(fn, id, offset, column),
            open: (c) => fn.v128(column(c), `(v128.load64_splat offset=${table + 8 * c} (global.get $base))`),
            product: (i, j, term) => times(limb(term.a, i), limb(term.b, j), i + j, term.negative),
        }));
    }

    /** @type {import("./karatsuba.js").Words} */
    const words = { n, high: highHalf, low: lowHalf, add, reduction, table: (count) => startTable(columnCounts(n, [], () => false, count)) };

    /** z = x y in Fp2, one unit. @param {FunctionText} fn */
    function product2(fn) {
        addColumns(module, words);
        zipped(fn, productOfThree(module, words, fn));
    }

    /** t -= round(t / p) p with the signed digits of p: |t| <= p / 2, limbs grow by 2^50 per multiple. @param {FunctionText} fn @param {string[]} t */
    function reduce(fn, t) {
        const magic = real(fn, "rm", 1.5 * 2 ** 52);
        fn.v128("nk", sub(add(`(f64x2.mul ${get(t[n - 1])} ${real(fn, "ip", 1 / pDigits[n - 1])})`, magic), magic));
        t.forEach((x, i) => fn.v128(x, nmadd(get("nk"), real(fn, `p${i}`, pDigits[i]), get(x))));
    }

    /** reduce, then one parallel carry step: |limb| <= 2^50 + 4. @param {FunctionText} fn @param {string[]} t */
    function norm(fn, t) {
        reduce(fn, t);
        const magic = real(fn, "cr", 1.5 * 2 ** (w + 52)), down = real(fn, "down", 2 ** -w);
        t.forEach((x, i) => {
            if (i < n - 1) {
                fn.v128(`nh${i % 2}`, sub(add(get(x), magic), magic));
                fn.v128(x, sub(get(x), get(`nh${i % 2}`)));
            }
            if (i) fn.v128(x, madd(get(`nh${(i - 1) % 2}`), down, get(x)));
        });
    }

    return {
        plan, local: "v128", lanes: 2, vectors: n, unitBytes: 16 * n, bytes: 8 * n,
        products, product2: plan.tight ? undefined : product2, pairs: n <= 5, bothWays: true, tight: plan.tight, reduce, norm, add, sub,
        load: (ptr, offset, j) => `(v128.load offset=${offset + 16 * j} ${ptr})`,
        store: (ptr, offset, j, e) => `(v128.store offset=${offset + 16 * j} ${ptr} ${e})`,
        gather: (_fn, [a, b], offset, j) => `(v128.load64_lane offset=${offset + 8 * j} 1 ${b} (v128.load64_zero offset=${offset + 8 * j} ${a}))`,
        scatter: (fn, [a, b], offset, j, e) => {
            fn.v128("sc", e);
            fn.emit(`(v128.store64_lane offset=${offset + 8 * j} 0 ${a} ${get("sc")})`, `(v128.store64_lane offset=${offset + 8 * j} 1 ${b} ${get("sc")})`);
        },
        signMask: (_fn, [a, b]) => `(i64x2.shl ${pair(a, b)} (i32.const 63))`,
        negateIf: (e, mask) => `(v128.xor ${e} ${mask})`,
        bitMask: (_fn, [a, b], bit) => `(i64x2.shr_s (i64x2.shl ${pair(a, b)} (i32.const ${63 - bit})) (i32.const 63))`,
        choose: (a, b, mask) => `(v128.bitselect ${a} ${b} ${mask})`,
        zeroLanes: (_fn, t) => `(i64x2.bitmask ${t.map((x) => `(f64x2.eq ${get(x)} (v128.const f64x2 0 0))`).reduce((a, b) => `(v128.and ${a} ${b})`)})`,
        unpack(fn, [a, b], offset, j) {
            const at = Math.min((w * j) >> 3, plan.packed - 8), shift = w * j - 8 * at;
            const words = `(v128.load64_lane offset=${offset + at} 1 ${b} (v128.load64_zero offset=${offset + at} ${a}))`;
            const b52 = real(fn, "b52", 2 ** 52);
            return sub(`(v128.or (v128.and (i64x2.shr_u ${words} (i32.const ${shift})) ${constant(fn, "mask", MASK)}) ${b52})`, b52);
        },
        limbAsI64: (_fn, t, lane, i) => `(i64.trunc_f64_s (f64x2.extract_lane ${lane} ${get(t[i])}))`,
        unit: (x) => bytes(digits(x).flatMap((d) => [bitsOf(Number(d)), bitsOf(Number(d))])),
        element: (x) => bytes(digits(x).map((d) => bitsOf(Number(d)))),
    };
}

/** Statements of several lists in turn. @param {FunctionText} fn @param {string[][]} lists */
const zipped = (fn, lists) => fn.emit(...lists[0].flatMap((_, i) => lists.map((list) => list[i] ?? "")), ...lists.slice(1).flatMap((list) => list.slice(lists[0].length)));

/**
 * How many low and high halves of limb products each column receives: their constant parts are taken off at the start.
 * @param {number} n
 * @param {Term[]} terms
 * @param {(term: Term) => boolean} square - whether only the products above the diagonal are made
 * @param {number} [more] - products of n by n limbs that come in addition, less than 0 where they go
 */
function columnCounts(n, terms, square, more = 0) {
    const low = new Array(2 * n + 1).fill(0), high = new Array(2 * n + 1).fill(0);
    const count = (/** @type {number} */ c, products = 1) => {
        low[c] += products;
        high[c + 1] += products;
    };
    for (let i = 0; i < n; i++) {
        for (const term of terms) for (let j = square(term) ? i : 0; j < n; j++) count(i + j);
        for (let j = 0; j < n; j++) {
            count(i + j + (i < n - 1 ? 1 : 0));
            count(i + j, more);
        }
    }
    return { low, high };
}
