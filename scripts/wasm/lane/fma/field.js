/**
 * Products of units in memory on tier fma, and elements at rest, for points.
 * What limbs and columns are: limbs.js.
 * @module scripts/wasm/lane/fma/field
 */
/** @import { LaneModule } from "../module.js" */
/** @import { LanePlan } from "../plan.js" */
/** @import { Operand, Stream, Term } from "../product.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { LaneField } from "../types.js" */
import { get } from "../../wat.js";
import { Columns } from "../columns.js";
import { ModuleConstants } from "../constants.js";
import { columnSchedule, isSquare, productSchedule, rolledSchedule } from "../product.js";
import { inTurn } from "../text.js";
import { bytesOf64, f64Bits, fadd, fmul, shr, v64 } from "../words.js";
import { LIMBS, chainedProducts } from "./chains.js";
import { addColumns, productOfThree } from "./karatsuba.js";
import { FmaLimbs, columnCounts } from "./limbs.js";

/** Two i32 values as the two 64-bit lanes. @param {string} a @param {string} b */
const pair = (a, b) => `(i64x2.replace_lane 1 (i64x2.splat (i64.extend_i32_u ${a})) (i64.extend_i32_u ${b}))`;

/** @implements {LaneField} */
export class FmaField extends FmaLimbs {
    /**
     * @param {LaneModule} module
     * @param {LanePlan} plan
     */
    constructor(module, plan) {
        super(plan, new ModuleConstants(module));
        const { n, tight } = plan;
        this.module = module;
        this.bytes = 8 * n;
        this.pairs = n <= 5;
        this.bothWays = true;
        this.tight = tight;
        this.kernel1 = tight || n !== LIMBS ? undefined : {
            product: (/** @type {FunctionText} */ fn) => chainedProducts(this, fn, false),
            square: (/** @type {FunctionText} */ fn) => chainedProducts(this, fn, true),
        };
        this.product2 = tight ? undefined : (/** @type {FunctionText} */ fn) => this.threeProducts(fn);
    }

    /**
     * Streams of one call are independent and are interleaved statement by statement: a product
     * alone waits for its own chain of digits.
     * @param {FunctionText} fn
     * @param {Stream[]} streams
     * @param {boolean} [byColumns] - written out column by column
     */
    products(fn, streams, byColumns = false) {
        const { n } = this;
        if (byColumns) {
            fn.emit(...inTurn(...streams.map((stream, s) => this.columnProduct(fn, stream, `_${s}`))));
            return;
        }
        const rolled = !streams.every(({ terms }) => terms.every(isSquare));
        const parts = streams.map((stream, s) => this.product(fn, stream, `_${s}`, rolled));
        fn.emit(...inTurn(...parts.map((part) => part.before)));
        if (rolled)
            fn.loop("row", "(i32.const 0)", `(i32.const ${16 * (n - 1)})`, 16, () =>
                fn.emit(...inTurn(...parts.map((part) => part.row))),
            );
        fn.emit(...inTurn(...parts.map((part) => part.after)));
    }

    /**
     * @param {FunctionText} fn
     * @param {Stream} stream
     * @param {string} id
     * @param {boolean} rolled
     */
    product(fn, { terms, offset, shift = 0 }, id, rolled) {
        const { n } = this, square = (/** @type {Term} */ term) => !rolled && isSquare(term);
        const start = this.startsOf(columnCounts(n, terms, { square }));
        const columns = new Columns(fn, { local: (c) => `s${c}${id}`, start: (c) => v64(start(c)), open: rolled });
        /** @type {import("../product.js").Steps} */
        const steps = {
            ...this.reduction(columns, id),
            ...this.toMemory(columns, offset),
            row: this.row(columns, id, { shift, rolled, square }),
        };
        if (!rolled) return { before: fn.capture(() => productSchedule(n, terms, steps)), row: [], after: [] };
        const table = this.module.data(bytesOf64(Array.from({ length: 2 * n + 1 }, (_, c) => start(c))));
        const before = fn.capture(() => {
            for (let c = 0; c < n + 2; c++)
                columns.put(c, `(v128.load64_splat offset=${table + 8 * c} (global.get $base))`);
        });
        /** @type {string[]} */
        let row = [];
        const after = fn.capture(() => rolledSchedule(n, terms, {
            ...steps,
            loop: (_turns, body) => { row = fn.capture(body); },
            shift() {
                for (let c = 0; c <= n; c++) columns.put(c, columns.at(c + 1));
                const next = `(i32.add (global.get $base) ${shr32(get("row"), 1)})`;
                columns.put(n + 1, `(v128.load64_splat offset=${table + 8 * (n + 2)} ${next})`);
            },
        }));
        return { before, row, after };
    }

    /**
     * The step that adds a limb of a factor, times the other factor.
     * @param {Columns} columns
     * @param {string} id
     * @param {{ shift: number, rolled: boolean, square: (term: Term) => boolean }} how
     */
    row(columns, id, { shift, rolled, square }) {
        const { n } = this, { fn } = columns, xi = `xi${id}`;
        const h = `h${id}`;
        const limb = (/** @type {Operand} */ { ptr, offset }, /** @type {number} */ i) =>
            `(v128.load offset=${shift + offset + 16 * i} ${get(ptr)})`;
        const factor = (/** @type {Operand} */ { ptr, offset }, /** @type {number} */ i) =>
            rolled && i === 0
                ? `(v128.load offset=${shift + offset} (i32.add ${get(ptr)} ${get("row")}))`
                : limb({ ptr, offset }, i);
        return (/** @type {number} */ i, /** @type {Term} */ term) => {
            fn.v128(xi, factor(term.a, i));
            if (term.times) fn.v128(xi, this.scale(fn, get(xi), term.times));
            for (let j = square(term) ? i : 0; j < n; j++) {
                const diagonal = square(term) && i === j;
                const other = diagonal ? get(xi) : limb(term.b, j);
                this.times(columns, get(xi), other, i + j, { h, negative: term.negative });
                if (diagonal && i < n - 1) fn.v128(xi, fadd(get(xi), get(xi)));
            }
        };
    }

    /** The steps that store limbs at z. @param {Columns} columns @param {number} offset */
    toMemory(columns, offset) {
        const { fn } = columns;
        const store = (/** @type {number} */ i, /** @type {string} */ e) => fn.emit(this.store(get("z"), offset, i, e));
        return {
            limb: (/** @type {number} */ i, /** @type {number} */ c) => store(i, this.digit(fn, columns.at(c))),
            top: (/** @type {number} */ c) => store(this.n - 1, this.top(fn, columns.at(c))),
        };
    }

    /**
     * The steps of columnSchedule that reduce: a local for each digit.
     * @param {Columns} columns
     * @param {string} id
     * @param {number} offset - of the result
     */
    columnReduction(columns, id, offset) {
        const { n, mDigits } = this, { fn } = columns, h = `h${id}`;
        const last = `q${n - 1}${id}`;
        return {
            ...this.toMemory(columns, offset),
            early: (/** @type {number} */ i, /** @type {number} */ j) =>
                this.times(columns, get(`q${i}${id}`), this.real(fn, `m${j}`, mDigits[j]), i + j + 1, { h }),
            last: (/** @type {number} */ j) =>
                this.times(columns, get(last), this.limbOfP(fn, j), n - 1 + j, { h }),
            digit: (/** @type {number} */ c) => fn.v128(`q${c}${id}`, this.digit(fn, columns.at(c))),
            lastDigit: () => fn.v128(last, this.timesMu(fn, get(last), h)),
            carry: (/** @type {number} */ c) => this.carry(columns, c),
        };
    }

    /** Two columns at a time. @param {FunctionText} fn @param {string} id */
    twoColumns(fn, id) {
        return new Columns(fn, { local: (c) => `s${c & 1}${id}`, open: true });
    }

    /**
     * Offset of the initial values of all columns.
     * @param {ReturnType<typeof columnCounts>} counts
     */
    startTable(counts) {
        return this.module.data(bytesOf64(Array.from({ length: 2 * this.n }, (_, c) => this.startsOf(counts)(c))));
    }

    /** @param {FunctionText} fn @param {Stream} stream @param {string} id */
    columnProduct(fn, { terms, offset, shift = 0 }, id) {
        const { n } = this, table = this.startTable(columnCounts(n, terms));
        const columns = this.twoColumns(fn, id);
        /** @type {Set<string>} */
        const seen = new Set();
        /**
         * Limb i of an operand, loaded where it is first used.
         * @param {Operand} operand
         * @param {number} i
         */
        const limb = ({ ptr, offset: from }, i) => {
            const name = `${ptr}${from}_${i}${id}`;
            if (!seen.has(name)) fn.v128(name, `(v128.load offset=${shift + from + 16 * i} ${get(ptr)})`);
            seen.add(name);
            return get(name);
        };
        /** @param {Term} term @param {number} i */
        const factor = ({ a, times }, i) => (times ? this.scale(fn, limb(a, i), times) : limb(a, i));
        return fn.capture(() => columnSchedule(n, terms, {
            ...this.columnReduction(columns, id, offset),
            open: (c) => columns.put(c, `(v128.load64_splat offset=${table + 8 * c} (global.get $base))`),
            product: (i, j, term) =>
                this.times(columns, factor(term, i), limb(term.b, j), i + j, { h: `h${id}`, negative: term.negative }),
        }));
    }

    /** z = x y in Fp2, one unit. @param {FunctionText} fn */
    threeProducts(fn) {
        addColumns(this.module, this);
        fn.emit(...inTurn(...productOfThree(this.module, this, fn)));
    }

    /** @type {LaneField["scale"]} */
    scale(fn, e, k) {
        return k === 2 ? fadd(e, e) : fmul(e, this.real(fn, `times${k}`, k));
    }

    /** @type {LaneField["gather"]} */
    gather(_fn, [a, b], offset, j) {
        return `(v128.load64_lane offset=${offset + 8 * j} 1 ${b} (v128.load64_zero offset=${offset + 8 * j} ${a}))`;
    }

    /** @type {LaneField["scatter"]} */
    scatter(fn, [a, b], offset, j, e) {
        fn.v128("sc", e);
        [a, b].forEach((ptr, lane) =>
            fn.emit(`(v128.store64_lane offset=${offset + 8 * j} ${lane} ${ptr} ${get("sc")})`),
        );
    }

    /** @type {LaneField["signMask"]} */
    signMask(_fn, [a, b]) {
        return `(i64x2.shl ${pair(a, b)} (i32.const 63))`;
    }

    /** @type {LaneField["negateIf"]} */
    negateIf(e, mask) {
        return `(v128.xor ${e} ${mask})`;
    }

    /** @type {LaneField["bitMask"]} */
    bitMask(_fn, [a, b], bit) {
        return `(i64x2.shr_s (i64x2.shl ${pair(a, b)} (i32.const ${63 - bit})) (i32.const 63))`;
    }

    /** @type {LaneField["choose"]} */
    choose(a, b, mask) {
        return `(v128.bitselect ${a} ${b} ${mask})`;
    }

    /** @type {LaneField["zeroLanes"]} */
    zeroLanes(_fn, t) {
        const zeros = t.map((x) => `(f64x2.eq ${get(x)} (v128.const f64x2 0 0))`);
        return `(i64x2.bitmask ${zeros.reduce((a, b) => `(v128.and ${a} ${b})`)})`;
    }

    /** @type {LaneField["unpack"]} */
    unpack(fn, [a, b], offset, j) {
        const at = Math.min((this.w * j) >> 3, this.plan.packed - 8);
        const shift = this.w * j - 8 * at;
        const words = `(v128.load64_lane offset=${offset + at} 1 ${b} (v128.load64_zero offset=${offset + at} ${a}))`;
        return this.fromBits(fn, shr(words, shift), false);
    }

    /** @type {LaneField["limbAsI64"]} */
    limbAsI64(_fn, t, lane, i) {
        return `(i64.trunc_f64_s (f64x2.extract_lane ${lane} ${get(t[i])}))`;
    }

    /** @type {LaneField["unit"]} */
    unit(x) {
        return bytesOf64(this.plan.digits(x).flatMap((d) => [f64Bits(Number(d)), f64Bits(Number(d))]));
    }

    /** @type {LaneField["element"]} */
    element(x) {
        return bytesOf64(this.plan.digits(x).map((d) => f64Bits(Number(d))));
    }
}

/** @param {string} a @param {number} bits */
const shr32 = (a, bits) => `(i32.shr_u ${a} (i32.const ${bits}))`;
