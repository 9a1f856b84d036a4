/**
 * Numbers of a kernel that is run on unknowns. A value is a polynomial of
 * degree two at most in integer symbols, times a power of two, together with
 * the interval it lies in:
 *
 *   2^e (c + sum of coefficient times monomial),  lo 2^e <= value <= hi 2^e
 *
 * Polynomials keep what intervals forget: that the halves of a product add up
 * to it, or that x less its carry is small. A symbol that stands for a rounded
 * value knows what it is close to; a symbol that only abbreviates knows what
 * it stands for.
 * @module scripts/wasm/proof/forms
 */

/**
 * @typedef {{ e: number, c: bigint, t: Map<number, bigint> }} Form - keys: a symbol, or two
 *   (pairKey)
 */

/** @typedef {Form & { lo: bigint, hi: bigint }} Value */

/**
 * @typedef {object} Symbol
 * @property {bigint} lo
 * @property {bigint} hi
 * @property {{ form: Form, lo: bigint, hi: bigint }} [near] - the symbol lies in form + [lo, hi]
 *   2^e
 * @property {boolean} [inexact] - it stands for a double that was rounded, not to an integer
 * @property {Form} [is] - what it abbreviates
 * @property {{ form: Form, k: number }} [floor] - it is form / 2^k, rounded down
 * @property {bigint} [left] - what that leaves, if it is always the same
 */

const PAIR = 2 ** 24;
const MOST_SYMBOLS = PAIR - 1;

/**
 * Forms with more terms get a name, so that each step costs the same; of chains, which cancel
 * later.
 */
const MOST_TERMS = 14, MOST_OF_CHAINS = 20;

/** Forms with more terms are not looked at for a tighter interval. */
const REFINED = 10;

/** Symbols that are written out at most, for a tighter interval. */
const MOST_TURNS = 1000;

/** Key of the product of two symbols. @param {number} a @param {number} b */
const pairKey = (a, b) => (a < b ? (a + 1) * PAIR + b : (b + 1) * PAIR + a);

/** Symbols of a key. @param {number} key */
const symbolsOf = (key) => (key < PAIR ? [key] : [Math.floor(key / PAIR) - 1, key % PAIR]);

/** @param {bigint} a */
export const abs = (a) => (a < 0n ? -a : a);

/** a / 2^k, rounded down. @param {bigint} a @param {number} k - may be negative */
export const down = (a, k) => (k >= 0 ? a >> BigInt(k) : a << BigInt(-k));

/** a / 2^k, rounded up. @param {bigint} a @param {number} k */
export const up = (a, k) => -down(-a, k);

/** Bits of |a|. @param {bigint} a */
export const bitsOf = (a) => (a === 0n ? 0 : abs(a).toString(2).length);

/** Twos in a, which is not zero. @param {bigint} a */
const twosIn = (a) => {
    let k = 0;
    for (; (a & 0xffffffffn) === 0n; k += 32) a >>= 32n;
    return k + 31 - Math.clz32(Number(a & -a & 0xffffffffn));
};

/** @param {[bigint, bigint]} a @param {[bigint, bigint]} b @returns {[bigint, bigint]} */
const timesInterval = ([a, b], [c, d]) => {
    const all = [a * c, a * d, b * c, b * d];
    return [all.reduce((x, y) => (x < y ? x : y)), all.reduce((x, y) => (x > y ? x : y))];
};

/** @param {Form} f @param {number} e - of a unit that divides all coefficients @returns {Form} */
function atScale(f, e) {
    if (f.e === e) return f;
    const by = BigInt(f.e - e); // a shift by less than 0 goes to the right
    return { e, c: f.c << by, t: new Map([...f.t].map(([key, x]) => [key, x << by])) };
}

/** @param {Map<number, bigint>} t @param {number} key @param {bigint} x */
function addTerm(t, key, x) {
    const sum = (t.get(key) ?? 0n) + x;
    if (sum === 0n) t.delete(key);
    else t.set(key, sum);
}

/** The symbols of one run. */
export class Forms {
    /**
     * @param {boolean} [chains] - of roundings, each of a sum of all before it: their forms are
     *   longer
     */
    constructor(chains = false) {
        this.chains = chains;
        this.mostTerms = chains ? MOST_OF_CHAINS : MOST_TERMS;
        /** @type {Symbol[]} */
        this.symbols = [];
        /** @type {Map<string, number>} */
        this.floors = new Map();
        /** @type {WeakMap<Value, Value>} */
        this.names = new WeakMap();
    }

    /** @param {Symbol} symbol */
    symbol(symbol) {
        if (symbol.lo > symbol.hi) throw new Error(`proof: expected an interval, got ${symbol.lo} to ${symbol.hi}`);
        if (this.symbols.length >= MOST_SYMBOLS) {
            throw new RangeError(`proof: expected at most ${MOST_SYMBOLS} symbols`);
        }
        return this.symbols.push(symbol) - 1;
    }

    /** An unknown integer. @param {bigint} lo @param {bigint} hi @returns {Value} */
    unknown(lo, hi) {
        return lo === hi ? this.constant(lo) : this.valueOf(this.symbol({ lo, hi }));
    }

    /** @param {number} id @param {number} [e] @returns {Value} 2^e times a symbol */
    valueOf(id, e = 0) {
        const { lo, hi } = this.symbols[id];
        if (lo === hi) return this.constant(lo, e);
        return { e, c: 0n, t: new Map([[id, 1n]]), lo, hi };
    }

    /** @param {bigint} c @param {number} [e] @returns {Value} c 2^e */
    constant(c, e = 0) {
        return { e, c, t: new Map(), lo: c, hi: c };
    }

    /** @param {number} key @returns {[bigint, bigint]} */
    range(key) {
        const [a, b] = symbolsOf(key).map((id) => this.symbols[id]);
        if (b === undefined) return [a.lo, a.hi];
        const [lo, hi] = timesInterval([a.lo, a.hi], [b.lo, b.hi]);
        return a === b && lo < 0n ? [0n, hi] : [lo, hi];
    }

    /** Interval of a form by those of its symbols. @param {Form} f @returns {[bigint, bigint]} */
    interval({ c, t }) {
        let lo = c, hi = c;
        for (const [key, x] of t) {
            const [a, b] = this.range(key);
            if (x > 0n) { lo += x * a; hi += x * b; } else { lo += x * b; hi += x * a; }
        }
        return [lo, hi];
    }

    /**
     * The value of a form that lies in an interval.
     * @param {Form} f
     * @param {bigint} lo
     * @param {bigint} hi
     * @param {boolean} [refine] - the form may tell a tighter interval
     * @returns {Value}
     */
    value(f, lo, hi, refine = false) {
        if (f.t.size === 0) return this.constant(f.c, f.e);
        if (refine && f.t.size <= (this.chains ? this.mostTerms : REFINED)) [lo, hi] = this.refined(f, lo, hi);
        if (lo > hi) throw new Error("proof: expected an interval, got none");
        const value = { e: f.e, c: f.c, t: f.t, lo, hi };
        return f.t.size > this.mostTerms ? this.named(value) : value;
    }

    /**
     * Has a symbol of a to do with one of b? Intervals that are added do not know.
     * @param {Form} a
     * @param {Form} b
     */
    related(a, b) {
        for (const key of a.t.keys()) for (const id of symbolsOf(key)) {
            const near = this.symbols[id].near;
            if (near) for (const other of near.form.t.keys()) if (b.t.has(other)) return true;
            if (b.t.has(key)) return true;
        }
        return false;
    }

    /**
     * Replaces the symbol that is close to something and adds most to the interval, again and
     * again; of chains, first the last one alone, which was rounded from the others.
     * @param {Form} f
     * @param {bigint} lo
     * @param {bigint} hi
     * @returns {[bigint, bigint]}
     */
    refined(f, lo, hi) {
        const none = /** @type {[bigint, bigint]} */ ([0n, 0n]);
        const narrow = (/** @type {Form} */ g, /** @type {[bigint, bigint]} */ by) => {
            const [a, b] = this.interval(g);
            const low = up(a + by[0], f.e - g.e);
            const high = down(b + by[1], f.e - g.e);
            if (low > lo) lo = low;
            if (high < hi) hi = high;
        };
        if (this.chains) {
            const last = Math.max(-1, ...[...f.t.keys()].flatMap(symbolsOf).filter((id) => this.symbols[id].near));
            const first = last < 0 ? null : this.replaced(f, none, last);
            if (first) narrow(first.cur, first.err);
        }
        let cur = f, err = none;
        for (let turn = 0; f.t.size <= REFINED && turn < 40; turn++) {
            narrow(cur, err);
            const id = this.lastWide(cur);
            if (id < 0) break;
            const next = this.replaced(cur, err, id);
            if (!next || next.cur.t.size > 4 * REFINED) break;
            ({ cur, err } = next);
        }
        return [lo, hi];
    }

    /**
     * A value whose form has been written out as far as it goes, for a tighter interval: where the
     * first one is too wide.
     * @param {Value} a @returns {Value}
     */
    tightened(a) {
        let cur = /** @type {Form} */ (a), err = /** @type {[bigint, bigint]} */ ([0n, 0n]), { lo, hi } = a;
        for (let turn = 0; turn < MOST_TURNS; turn++) {
            const id = [...cur.t.keys()]
                .flatMap(symbolsOf)
                .reduce((last, one) => (one > last && this.close(one) ? one : last), -1);
            const next = id < 0 ? null : this.replaced(cur, err, id);
            if (!next) break;
            ({ cur, err } = next);
            const [first, last] = this.interval(cur),
                shift = a.e - cur.e,
                low = up(first + err[0], shift),
                high = down(last + err[1], shift);
            if (low > lo) lo = low;
            if (high < hi) hi = high;
        }
        return { e: a.e, c: a.c, t: a.t, lo, hi };
    }

    /** What a symbol is, or is close to. @param {number} id @returns {Symbol["near"]} */
    close(id) {
        const { is, near } = this.symbols[id];
        return is ? { form: is, lo: 0n, hi: 0n } : near;
    }

    /**
     * The last symbol that is close to something, of those that add to the interval about as much
     * as any.
     * @param {Form} f
     */
    lastWide(f) {
        const found = [...f.t].flatMap(([key, x]) => symbolsOf(key).filter((id) => this.symbols[id].near).map((id) => {
            const [lo, hi] = this.range(key);
            return { id, width: abs(x) * (hi - lo) };
        }));
        const most = found.reduce((a, { width }) => (width > a ? width : a), 0n);
        return found.reduce((last, { id, width }) => (16n * width >= most && id > last ? id : last), -1);
    }

    /** @param {Form} f @param {[bigint, bigint]} err @param {number} id */
    replaced(f, err, id) {
        const near = /** @type {NonNullable<Symbol["near"]>} */ (this.close(id));
        const e = Math.min(f.e, f.e + near.form.e);
        const g = atScale(f, e);
        const t = new Map();
        const by = BigInt(f.e + near.form.e - e);
        let c = g.c, [lo, hi] = err.map((x) => x << BigInt(f.e - e));
        for (const [key, x] of g.t) {
            const [a, b] = symbolsOf(key);
            if (a !== id && b !== id) { addTerm(t, key, x); continue; }
            if (a === id && b === id) return null;
            const other = b === undefined ? -1 : a === id ? b : a;
            // x is in units of 2^e, its symbol an integer: what replaces it brings 2^near.form.e
            const factor = (x >> BigInt(f.e - e)) << by;
            if (other < 0) c += factor * near.form.c;
            else addTerm(t, other, factor * near.form.c);
            for (const [k, y] of near.form.t) {
                if (other >= 0 && k >= PAIR) return null;
                addTerm(t, other < 0 ? k : pairKey(k, other), factor * y);
            }
            const range = other < 0 ? /** @type {[bigint, bigint]} */ ([1n, 1n]) : this.range(other);
            const [l, h] = timesInterval(timesInterval([near.lo, near.hi], range), [factor, factor]);
            lo += l;
            hi += h;
        }
        return { cur: { e, c, t }, err: /** @type {[bigint, bigint]} */ ([lo, hi]) };
    }

    /** @param {Value} a @param {Value} b @param {bigint} [sign] @returns {Value} */
    add(a, b, sign = 1n) {
        const e = Math.min(a.e, b.e);
        const f = atScale(a, e);
        const g = atScale(b, e);
        const t = new Map(f.t);
        for (const [key, x] of g.t) addTerm(t, key, sign * x);
        const [la, ha] = [a.lo << BigInt(a.e - e), a.hi << BigInt(a.e - e)],
            [lb, hb] = [b.lo << BigInt(b.e - e), b.hi << BigInt(b.e - e)];
        return this.value(
            { e, c: f.c + sign * g.c, t },
            sign > 0n ? la + lb : la - hb,
            sign > 0n ? ha + hb : ha - lb,
            this.related(a, b) || this.related(b, a),
        );
    }

    /** @param {Value} a @param {Value} b */
    sub(a, b) {
        return this.add(a, b, -1n);
    }

    /** x 2^e a. @param {Value} a @param {bigint} x @param {number} [e] @returns {Value} */
    times(a, x, e = 0) {
        if (x === 0n) return this.constant(0n);
        const [lo, hi] = timesInterval([a.lo, a.hi], [x, x]);
        return { e: a.e + e, c: a.c * x, t: new Map([...a.t].map(([key, y]) => [key, x * y])), lo, hi };
    }

    /** @param {Value} a @param {Value} b @returns {Value} */
    mul(a, b) {
        if (a.t.size === 0) return this.times(b, a.c, a.e);
        if (b.t.size === 0) return this.times(a, b.c, b.e);
        const [f, g] = [a, b].map((x) =>
            x.t.size > 2 || [...x.t.keys()].some((key) => key >= PAIR) ? this.named(x) : x,
        );
        const t = new Map();
        for (const [k, x] of f.t) {
            for (const [l, y] of g.t) addTerm(t, ...this.product(k, l, x * y));
            addTerm(t, k, x * g.c);
        }
        for (const [l, y] of g.t) addTerm(t, l, y * f.c);
        const [lo, hi] = timesInterval([f.lo, f.hi], [g.lo, g.hi]);
        return this.value({ e: f.e + g.e, c: f.c * g.c, t }, lo, hi);
    }

    /**
     * x times the product of two symbols; a symbol that is 0 or 1, or 0 or -1, is its own square up
     * to sign.
     * @param {number} k
     * @param {number} l
     * @param {bigint} x
     * @returns {[number, bigint]} key and coefficient
     */
    product(k, l, x) {
        const { lo, hi } = this.symbols[k];
        if (k !== l || lo < -1n || hi > 1n || (lo < 0n && hi > 0n)) return [pairKey(k, l), x];
        return [k, lo < 0n ? -x : x];
    }

    /** One symbol for a value. @param {Value} a @returns {Value} */
    named(a) {
        if (a.t.size === 0) return a;
        const known = this.names.get(a);
        if (known) return known;
        // the coarsest unit, so that the name is known to be a multiple of it
        const e = this.grid(a);
        const form = { ...atScale(a, e), e: 0 };
        const name = this.valueOf(this.symbol({ lo: up(a.lo, e - a.e), hi: down(a.hi, e - a.e), is: form }), e);
        this.names.set(a, name);
        return name;
    }

    /** Power of two that divides a value, whatever its symbols are. @param {Form} a */
    grid({ e, c, t }) {
        let k = c === 0n ? Infinity : twosIn(c);
        for (const x of t.values()) k = Math.min(k, twosIn(x));
        return k === Infinity ? Infinity : e + k;
    }

    /**
     * Parts of a: one that 2^k divides whatever the symbols are, in units of 2^k, and the rest,
     * with small coefficients.
     * @param {Value} a
     * @param {number} k
     */
    split(a, k) {
        const bits = k - a.e;
        const unit = BigInt(bits);
        const mask = (1n << unit) - 1n;
        const whole = new Map();
        const rest = new Map();
        for (const [key, x] of a.t) {
            const small = BigInt.asIntN(bits, x);
            if (small !== 0n) rest.set(key, small);
            if (small !== x) whole.set(key, (x - small) >> unit);
        }
        const c = a.c & mask;
        return { whole: { e: 0, c: (a.c - c) >> unit, t: whole }, rest: { e: a.e, c, t: rest } };
    }

    /**
     * a / 2^k rounded to an integer: down, or to the nearest.
     * @param {Value} a @param {number} k @param {"down" | "nearest"} way @returns {Value}
     */
    rounded(a, k, way) {
        return way === "down" ? this.divided(a, k).quotient : this.nearest(a, k);
    }

    /** @param {Value} a @param {number} k @returns {Value} */
    nearest(a, k) {
        if (a.e >= k) return this.times(a, 1n, -k);
        const { whole, rest } = this.split(a, k);
        const half = 1n << BigInt(k - a.e - 1);
        const lo = up(a.lo - half, k - a.e);
        const hi = down(a.hi + half, k - a.e);
        if (rest.t.size === 0 && rest.c === 0n) return this.value(whole, lo, hi);
        const [l, h] = this.outside(lo, hi, whole);
        const id = this.floorSymbol("nearest", rest, k, l, h);
        return this.plus(this.valueOf(id), whole, lo, hi);
    }

    /**
     * a / 2^k rounded down, and what is left where it is the same for all values of the symbols, in
     * units of 2^a.e.
     * @param {Value} a @param {number} k @returns {{ quotient: Value, left?: bigint }}
     */
    divided(a, k) {
        const scaled = a.e - k;
        if (scaled >= 0) return { quotient: this.times(a, 1n, -k), left: 0n };
        const { whole, rest } = this.split(a, k);
        const lo = down(a.lo, -scaled);
        const hi = down(a.hi, -scaled);
        if (rest.t.size === 0) return { quotient: this.value(whole, lo, hi), left: rest.c };
        const [first, last] = this.interval(rest);
        const same = down(first, -scaled);
        if (same === down(last, -scaled)) return { quotient: this.value({ ...whole, c: whole.c + same }, lo, hi) };
        const [l, h] = this.outside(lo, hi, whole);
        const id = this.floorSymbol("down", rest, k, l, h);
        return { quotient: this.plus(this.valueOf(id), whole, lo, hi), left: this.symbols[id].left };
    }

    /**
     * The symbol for a rounded quotient.
     * @param {"down" | "nearest"} way @param {Form} rest @param {number} k @param {bigint} lo
     *   @param {bigint} hi
     */
    floorSymbol(way, rest, k, lo, hi) {
        const { form, k: by } = way === "nearest" ? { form: rest, k } : this.innermost(rest, k);
        const key = `${way} ${by - form.e} ${form.c} ${[...form.t].sort(([x], [y]) => x - y).join(" ")}`,
            known = this.floors.get(key);
        if (known !== undefined) return known;
        const scaled = rest.e - k,
            one = 1n << BigInt(-scaled),
            remainder = way === "down" || this.chains ? this.residue(rest, k) : undefined,
            left = way === "down" || remainder === 0n ? remainder : undefined;
        // where what is left is a constant, the division is exact; to the nearest where nothing is
        // left
        const is = left === undefined ? undefined : { ...rest, e: scaled, c: rest.c - left };
        const near = is
            ? undefined
            : this.direct({
                  form: { ...rest, e: scaled },
                  lo: way === "nearest" ? -(one >> 1n) : 1n - one,
                  hi: way === "nearest" ? one >> 1n : 0n,
              });
        const id = this.symbol({ lo, hi, near, is, left, floor: way === "nearest" ? undefined : { form, k: by } });
        this.floors.set(key, id);
        return id;
    }

    /**
     * What is close to something, without symbols that are inexact themselves.
     * @param {NonNullable<Symbol["near"]>} near
     * @returns {NonNullable<Symbol["near"]>}
     */
    direct(near) {
        for (const key of near.form.t.keys()) for (const id of symbolsOf(key)) if (this.symbols[id].inexact) {
            const next = this.replaced(near.form, [near.lo, near.hi], id);
            if (next) return this.direct({ form: next.cur, lo: next.err[0], hi: next.err[1] });
        }
        return near;
    }

    /**
     * The same floor of what cannot be made smaller: without common twos, and of a floor the form
     * inside.
     * @param {Form} f
     * @param {number} k
     * @returns {{ form: Form, k: number }}
     */
    innermost(f, k) {
        const common = this.grid(f) - f.e;
        if (common > 0) return this.innermost(atScale(f, f.e + common), k);
        const upper = this.withoutLowBits(f);
        if (upper) return this.innermost(upper, k);
        if (f.e !== 0 || f.c !== 0n || f.t.size !== 1) return { form: f, k };
        const [[key, x]] = f.t, floor = key < PAIR && x === 1n ? this.symbols[key].floor : undefined;
        return floor ? this.innermost(floor.form, floor.k + k) : { form: f, k };
    }

    /**
     * The form without terms that lie below the last bit of all others, if there are such: no floor
     * above that bit sees them.
     * @param {Form} f
     * @returns {Form | undefined}
     */
    withoutLowBits({ e, c, t }) {
        const twos = [...t.values()].map(twosIn).filter((k) => k > 0);
        for (const k of new Set(twos)) {
            const bits = BigInt(k),
                low = { e, c: c & ((1n << bits) - 1n), t: new Map([...t].filter(([, x]) => twosIn(x) < k)) };
            const [lo, hi] = this.interval(low);
            if (lo >= 0n && hi < 1n << bits)
                return { e, c: c - low.c, t: new Map([...t].filter(([, x]) => twosIn(x) >= k)) };
        }
        return undefined;
    }

    /**
     * Interval of x where x + f lies in [lo, hi].
     * @param {bigint} lo
     * @param {bigint} hi
     * @param {Form} f
     * @returns {[bigint, bigint]}
     */
    outside(lo, hi, f) {
        const [a, b] = this.interval(f);
        return [lo - b, hi - a];
    }

    /** @param {Value} a @param {Form} f @param {bigint} lo @param {bigint} hi */
    plus(a, f, lo, hi) {
        const t = new Map(f.t);
        for (const [key, x] of a.t) addTerm(t, key, x);
        return this.value({ e: 0, c: a.c + f.c, t }, lo, hi);
    }

    /**
     * The residue mod 2^k of a form if it is the same for all values of the symbols, in units of
     * 2^e.
     * @param {Form} f
     * @param {number} k
     */
    residue(f, k) {
        const { c, terms } = this.normalForm(f, 1n << BigInt(k - f.e));
        return terms.size ? undefined : c;
    }

    /**
     * Is a value a multiple of the odd number m for all values of the symbols?
     * @param {Value} a
     * @param {bigint} m
     */
    isMultiple(a, m) {
        const { c, terms } = this.normalForm(a, m);
        return c === 0n && terms.size === 0;
    }

    /**
     * The coefficients of a form mod m, in units of 2^e, with all abbreviations written out: from
     * the last symbol to the first,
     * each once. Fractions stay abbreviated where m is even.
     * @param {Form} f @param {bigint} m
     */
    normalForm(f, m) {
        const terms = /** @type {Map<number, bigint>} */ (new Map());
        /** @type {Map<number, bigint>[]} by the last symbol of the key that abbreviates */
        const open = [];
        const abbreviates = (/** @type {number} */ id) => {
            const { is } = this.symbols[id];
            return is && (is.e >= 0 || (m & 1n) === 1n);
        };
        const add = (/** @type {number} */ key, /** @type {bigint} */ x) => {
            const last = Math.max(-1, ...symbolsOf(key).filter(abbreviates)),
                keys = last < 0 ? terms : (open[last] ??= new Map());
            keys.set(key, (keys.get(key) ?? 0n) + x);
        };
        let c = f.c;
        for (const [key, x] of f.t) add(key, x);
        for (let id = open.length - 1; id >= 0; id--) for (const [key, sum] of open[id] ?? []) {
            const x = mod(sum, m);
            const [a, b] = symbolsOf(key);
            const other = b === undefined ? -1 : a === id ? b : a;
            if (x === 0n) continue;
            const is = /** @type {Form} */ (this.symbols[id].is);
            // products of more than two unknowns stay as they are
            if (other >= 0 && (other === id || [...is.t.keys()].some((k) => k >= PAIR))) {
                terms.set(key, x);
                continue;
            }
            const factor = mod(x * (is.e < 0 ? power(inverseOfTwo(m), -is.e, m) : 1n << BigInt(is.e)), m);
            if (other < 0) c += factor * is.c;
            else add(other, factor * is.c);
            for (const [k, y] of is.t) {
                if (other < 0) add(k, factor * y);
                else add(...this.product(k, other, factor * y));
            }
        }
        for (const [key, x] of terms) if (mod(x, m) === 0n) terms.delete(key);
        return { c: mod(c, m), terms };
    }
}

/** @param {bigint} a @param {bigint} m */
const mod = (a, m) => ((a % m) + m) % m;

/** @param {bigint} m - odd */
const inverseOfTwo = (m) => (m + 1n) / 2n;

/** @param {bigint} x @param {number} n @param {bigint} m */
function power(x, n, m) {
    let out = 1n;
    for (; n > 0; n--) out = (out * x) % m;
    return out;
}
