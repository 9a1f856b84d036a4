/**
 * Machine words of unknowns: what integer and floating-point instructions do
 * to values (forms.js). An instruction is taken for what it means only where
 * that can be proved: an integer is read as signed or unsigned only if it fits,
 * a double is rounded unless the result is exact, its bits are read as an
 * integer only if it stays in one binade. Whatever cannot be proved throws.
 * @module scripts/wasm/proof/words
 */
/** @import { Forms, Value } from "./forms.js" */
import { abs, bitsOf, down, up } from "./forms.js";

/**
 * A word of 32 or 64 bits.
 *
 * | int | the value mod 2^bits; a mask is 0 or -1 |
 * | f64 | a double                                |
 *
 * `of`: the words whose bits a word has, all together; it is zero when they are.
 * @typedef {{ kind: "int" | "f64", bits: 32 | 64, v: Value, of?: Word[] }} Word
 */

/**
 * Bits by which the interval of an exact double may be too wide before one looks for a tighter one.
 */
const NEARLY = 8;

/** Bits that are read as a double, and that differ by more than this, are looked at closely. */
const WIDE = 1n << 40n;

const view = new DataView(new ArrayBuffer(8));

/** A size for messages. @param {bigint} x */
const size = (x) =>
    abs(x) < 10000n
        ? `${x}`
        : `${x < 0n ? "-" : ""}2^${(Math.log2(Number(abs(x) >> BigInt(Math.max(0, bitsOf(x) - 53)))) + Math.max(0, bitsOf(x) - 53)).toFixed(3)}`;

/** @param {boolean} holds @param {string} what @param {{ lo: bigint, hi: bigint }} got */
export function demand(holds, what, { lo, hi }) {
    if (!holds) throw new RangeError(`expected ${what}, got ${size(lo)} to ${size(hi)}`);
}

/** Terms of which the halves of a product are still short. */
const FEW = 4;

export class Words {
    /** @param {Forms} forms */
    constructor(forms) {
        this.forms = forms;
        /** @type {WeakMap<Word, [Word, Word]>} */
        this.cut = new WeakMap();
        /**
         * Whether words are known not to be zero, all of them: for who can tell.
         * @type {(words: Word[]) => boolean}
         */
        this.someBit = () => false;
        /** Largest sizes seen, for the report. */
        this.most = { product: 0n, column: 0n };
    }

    /** @param {Value} v @param {32 | 64} [bits] @returns {Word} */
    int(v, bits = 64) {
        return { kind: "int", bits, v };
    }

    /** @param {Value} v @returns {Word} */
    double(v) {
        return { kind: "f64", bits: 64, v };
    }

    /** @param {bigint} x @param {32 | 64} [bits] @returns {Word} */
    constant(x, bits = 64) {
        return this.int(this.forms.constant(BigInt.asUintN(bits, x)), bits);
    }

    /** The bits of a constant word, or undefined. @param {Word} a */
    known(a) {
        if (a.v.t.size) return undefined;
        return BigInt.asUintN(a.bits, a.kind === "f64" ? this.asInt(a).c : a.v.c);
    }

    /**
     * The integer that the word is, when read with or without a sign.
     * @param {Word} a
     * @param {boolean} signed
     * @returns {Value}
     */
    fit(a, signed) {
        const v = this.asInt(a);
        const modulus = 1n << BigInt(a.bits);
        const min = signed ? -(modulus >> 1n) : 0n;
        const turns = (v.lo - min) >> BigInt(a.bits);
        const k = -turns * modulus;
        if (v.hi + k >= min + modulus) {
            const tight = this.forms.tightened(v);
            if (tight.hi - tight.lo < v.hi - v.lo) return this.fit(this.int(tight, a.bits), signed);
        }
        demand(v.hi + k < min + modulus, `${signed ? "a signed" : "an unsigned"} integer of ${a.bits} bits`, v);
        return k === 0n ? v : { ...v, c: v.c + k, lo: v.lo + k, hi: v.hi + k };
    }

    /** The integer whose bits, mod 2^bits, the word has. @param {Word} a @returns {Value} */
    asInt(a) {
        if (a.kind === "int") return a.v;
        const { lo, hi, e } = a.v;
        if (lo === 0n && hi === 0n) return this.forms.constant(0n);
        demand(lo > 0n, "a positive double where its bits are read", { lo: down(lo, -e), hi: up(hi, -e) });
        const E = bitsOf(lo) - 1 + e;
        demand(hi <= 1n << BigInt(E + 1 - e), "a double in one binade where its bits are read", {
            lo: down(lo, -e),
            hi: up(hi, -e),
        });
        const ulp = E - 52;
        const start = (BigInt(E + 1023) << 52n) - (1n << 52n);
        // exact: a double of this binade is a multiple of its ulp
        const scaled = this.forms.rounded(a.v, ulp, "nearest");
        return this.forms.add(scaled, this.forms.constant(start));
    }

    /** The double that the word is. @param {Word} a @returns {Value} */
    asDouble(a) {
        if (a.kind === "f64") return a.v;
        const v = this.fit(a, false);
        if (v.t.size === 0) return this.constantDouble(v.c);
        const exponent = v.lo >> 52n;
        const top = (exponent + 1n) << 52n;
        // a sum of halves of products: what they cancel is seen now or never
        if (v.hi > top || v.hi - v.lo > WIDE) {
            const tight = this.forms.tightened(v);
            if (tight.hi - tight.lo < v.hi - v.lo) return this.asDouble(this.int(tight));
        }
        demand(exponent > 0n && exponent < 2047n && v.hi <= top, "the bits of doubles of one binade", v);
        const e = Number(exponent) - 1023 - 52;
        const mantissa = this.forms.add(v, this.forms.constant((1n << 52n) - (exponent << 52n)));
        return this.forms.times(mantissa, 1n, e);
    }

    /** @param {bigint} bits */
    constantDouble(bits) {
        view.setBigUint64(0, bits);
        const x = view.getFloat64(0);
        if (!Number.isFinite(x)) throw new RangeError(`expected a finite double, got ${x}`);
        if (x === 0) return this.forms.constant(0n);
        const exponent = Number((bits >> 52n) & 2047n) - 1075;
        const mantissa = (bits & ((1n << 52n) - 1n)) + (1n << 52n);
        return this.forms.constant(x < 0 ? -mantissa : mantissa, exponent);
    }

    /** An exact real as a double: itself, or rounded once. @param {Value} r @returns {Word} */
    round(r) {
        const { forms } = this, most = abs(r.lo) > abs(r.hi) ? abs(r.lo) : abs(r.hi);
        if (most === 0n) return this.double(r); // zero, but its form may cancel others
        const grid = forms.grid(r);
        const E = bitsOf(most) - 1 + r.e;
        if (most <= 1n << BigInt(Math.max(0, 53 + grid - r.e)) && 53 + grid >= r.e) return this.double(r);
        if (E < 53 + grid + NEARLY) {
            const tight = forms.tightened(r);
            if (tight.hi - tight.lo < r.hi - r.lo) return this.round(tight);
        }
        const least = abs(r.lo) < abs(r.hi) ? abs(r.lo) : abs(r.hi),
            sameSign = r.lo > 0n === r.hi > 0n && r.lo !== 0n && r.hi !== 0n;
        // in one binade every result is a multiple of its ulp; elsewhere it is of the operands'
        // grid, and within half the largest ulp
        const oneBinade = sameSign && most <= 1n << BigInt(bitsOf(least));
        const ulp = (oneBinade ? bitsOf(least) - 1 + r.e : E) - 52;
        if (oneBinade) return this.double(forms.times(forms.rounded(r, ulp, "nearest"), 1n, ulp));
        const lo = forms.rounded(forms.constant(r.lo, r.e), ulp, "nearest").c,
            hi = forms.rounded(forms.constant(r.hi, r.e), ulp, "nearest").c;
        const by = BigInt(ulp - grid);
        const half = 1n << BigInt(ulp - r.e - 1);
        const scaled = { e: r.e - grid, c: r.c, t: r.t };
        const near = r.lo >= 0n ? this.above(scaled, most) : { form: scaled, lo: -half, hi: half };
        return this.double(
            forms.valueOf(
                forms.symbol({
                    lo: r.lo < 0n ? (lo - 1n) << by : 0n,
                    hi: r.hi > 0n ? (hi + 1n) << by : 0n,
                    near: forms.direct(near),
                    inexact: true,
                }),
                grid,
            ),
        );
    }

    /**
     * What a positive double f that is rounded is close to: it is within a share of 2^-53, so it
     * lies below f (1 + 2^-53), also where f is small.
     * @param {import("./forms.js").Form} f @param {bigint} most - of its value
     */
    above({ e, c, t }, most) {
        const more = (1n << 53n) + 1n;
        return {
            form: { e: e - 53, c: c * more, t: new Map([...t].map(([key, x]) => [key, x * more])) },
            lo: -2n * most, hi: 0n,
        };
    }

    /**
     * A factor of a limb of a constant, in chains as one symbol: its halves then are few terms.
     * @param {Value} v
     * @param {Value} other
     */
    factor(v, other) {
        const limb = other.t.size === 0 && bitsOf(other.c & -other.c) !== bitsOf(other.c);
        return this.forms.chains && limb && v.t.size > FEW ? this.forms.named(v) : v;
    }

    /**
     * a b + c, rounded once.
     * @param {Word} a
     * @param {Word} b
     * @param {Word | null} c
     * @param {boolean} [minus] - c - a b
     * @returns {Word}
     */
    madd(a, b, c, minus = false) {
        const { forms } = this, [x, y] = [this.asDouble(a), this.asDouble(b)],
            ab = forms.mul(this.factor(x, y), this.factor(y, x)),
            product = minus ? forms.times(ab, -1n) : ab;
        if (ab.t.size && c && ab.e === 0)
            this.most.product = [this.most.product, abs(ab.lo), abs(ab.hi)].reduce((x, y) => (x > y ? x : y));
        return this.round(c ? forms.add(product, this.asDouble(c)) : product);
    }

    /** @param {Word} a @param {Word} b @param {bigint} [sign] */
    addDoubles(a, b, sign = 1n) {
        return this.round(this.forms.add(this.asDouble(a), this.asDouble(b), sign));
    }

    /** @param {Word} a @returns {Word} */
    nearest(a) {
        return this.double(this.forms.rounded(this.asDouble(a), 0, "nearest"));
    }

    /**
     * The integer below a double.
     * @param {Word} a
     * @param {32 | 64} bits
     * @param {boolean} signed
     * @returns {Word}
     */
    truncate(a, bits, signed) {
        const v = this.asDouble(a);
        const whole = this.forms.grid(v) >= 0;
        if (!whole) demand(v.lo >= 0n, "an integer or a positive double to truncate", v);
        const out = this.int(this.forms.rounded(v, 0, "down"), bits);
        this.fit(out, signed);
        return out;
    }

    /** @param {Word} a @param {Word} b @param {bigint} [sign] @returns {Word} */
    add(a, b, sign = 1n) {
        return this.int(this.forms.add(this.asInt(a), this.asInt(b), sign), a.bits);
    }

    /**
     * Product mod 2^bits; a constant is taken with its sign, which keeps the interval narrow.
     * @param {Word} a
     * @param {Word} b
     * @returns {Word}
     */
    mul(a, b) {
        const [x, y] = [a, b].map((word) => (this.known(word) === undefined ? this.asInt(word) : this.fit(word, true)));
        return this.int(this.forms.mul(x, y), a.bits);
    }

    /**
     * Product of two words of 32 bits, in 64.
     * @param {Word} a
     * @param {Word} b
     * @param {boolean} signed
     * @returns {Word}
     */
    widened(a, b, signed) {
        const v = this.forms.mul(this.fit(a, signed), this.fit(b, signed));
        if (v.t.size) this.most.product = [this.most.product, abs(v.lo), abs(v.hi)].reduce((x, y) => (x > y ? x : y));
        return this.int(v);
    }

    /** @param {Word} a @param {number} k */
    shl(a, k) {
        return this.int(this.forms.times(this.asInt(a), 1n << BigInt(k)), a.bits);
    }

    /** @param {Word} a @param {number} k @param {boolean} signed */
    shr(a, k, signed) {
        if (k === 0) return a;
        const known = this.known(a);
        if (known !== undefined && signed) return this.constant(BigInt.asIntN(a.bits, known) >> BigInt(k), a.bits);
        const { quotient, left } = this.forms.divided(this.fit(a, signed), k);
        // what is exact keeps its interval, which its terms do not know
        return this.int(left === undefined || quotient.t.size < 2 ? quotient : this.forms.named(quotient), a.bits);
    }

    /** The k low bits. @param {Value} v @param {number} k @returns {Value} */
    low(v, k) {
        const modulus = 1n << BigInt(k);
        const from = v.lo >> BigInt(k);
        if (v.hi >> BigInt(k) === from) return this.forms.add(v, this.forms.constant(-(from << BigInt(k))));
        if (v.hi >> BigInt(k) === from + 1n) {
            const tight = this.forms.tightened(v);
            if (tight.hi >> BigInt(k) === tight.lo >> BigInt(k)) return this.low(tight, k);
        }
        const { quotient, left } = this.forms.divided(v, k);
        if (left !== undefined && v.e === 0) return this.forms.constant(left);
        const out = this.forms.sub(v, this.forms.times(quotient, modulus));
        const lo = out.lo > 0n ? out.lo : 0n;
        const hi = out.hi < modulus ? out.hi : modulus - 1n;
        const exact = { ...out, lo, hi };
        return exact.t.size > 1 ? this.forms.named(exact) : exact;
    }

    /** @param {Word} a @param {Word} b @returns {Word} */
    and(a, b) {
        const [x, y] = [this.known(a), this.known(b)];
        if (x !== undefined && y !== undefined) return this.constant(x & y, a.bits);
        if (x !== undefined) return this.and(b, a);
        if (this.isMask(a)) return this.masked(b, a);
        if (y === undefined) return this.masked(a, b);
        if (y === 0n) return this.constant(0n, a.bits);
        if (y === (1n << BigInt(a.bits)) - 1n) return a;
        const from = bitsOf(y & -y) - 1;
        const to = bitsOf(y);
        if (y !== (1n << BigInt(to)) - (1n << BigInt(from))) {
            throw new RangeError(`expected a mask of neighbouring bits, got ${y.toString(16)}`);
        }
        const low = this.low(this.asInt(a), to);
        return this.int(
            from ? this.forms.times(this.forms.rounded(low, from, "down"), 1n << BigInt(from)) : low,
            a.bits,
        );
    }

    /** Is the word 0 or -1? @param {Word} a */
    isMask({ kind, v }) {
        return kind === "int" && v.e === 0 && v.lo >= -1n && v.hi <= 0n;
    }

    /** x where the mask is all ones, else 0. @param {Word} x @param {Word} mask @returns {Word} */
    masked(x, mask) {
        if (!this.isMask(mask)) throw new RangeError("expected one of two unknowns to be a mask");
        return this.select(x, this.constant(0n, x.bits), mask);
    }

    /** A word that is 0 or -1, it is not known which. @param {32 | 64} bits @returns {Word} */
    unknownMask(bits) {
        return this.int(this.forms.times(this.forms.unknown(0n, 1n), -1n), bits);
    }

    /**
     * a where the mask is all ones, else b: b + s (a - b), where the mask is -s.
     * @param {Word} a
     * @param {Word} b
     * @param {Word} mask
     * @returns {Word}
     */
    either(a, b, mask) {
        const { forms } = this, s = forms.times(mask.v, -1n);
        const asDouble = a.kind === "f64" || b.kind === "f64";
        const [v, u] = [a, b].map((word) => (asDouble ? this.asDouble(word) : this.asInt(word)));
        const out = forms.add(u, forms.mul(forms.sub(v, u), s)), e = out.e;
        const lows = [v, u].map((x) => down(x.lo, e - x.e));
        const highs = [v, u].map((x) => up(x.hi, e - x.e));
        const lo = lows[0] < lows[1] ? lows[0] : lows[1];
        const hi = highs[0] > highs[1] ? highs[0] : highs[1];
        const value = forms.named(forms.value(out, out.lo > lo ? out.lo : lo, out.hi < hi ? out.hi : hi));
        return asDouble ? this.double(value) : this.int(value, a.bits);
    }

    /** @param {Word} a @param {Word} b @returns {Word} */
    or(a, b) {
        const [x, y] = [this.known(a), this.known(b)];
        if (x !== undefined && y !== undefined) return this.constant(x | y, a.bits);
        if (x === 0n || y === 0n) return x === 0n ? b : a;
        const double = [a, b].some(({ kind }) => kind === "f64");
        if (double && [a, b].every(({ kind, of }) => of || kind === "f64")) return this.union(a, b, 64);
        const [u, v] = [this.asInt(a), this.asInt(b)], bits = a.bits;
        for (const [low, high] of [[a, v], [b, u]]) {
            const range = this.tryUnsigned(/** @type {Word} */ (low));
            if (range && this.forms.grid(/** @type {Value} */ (high)) >= bitsOf(range.hi))
                return this.int(this.forms.add(range, /** @type {Value} */ (high)), bits);
        }
        // bits that overlap: those of both at most
        const [x0, y0] = [a, b].map((word) => this.tryUnsigned(word)),
            most = x0 && y0 ? Math.max(bitsOf(x0.hi), bitsOf(y0.hi)) : bits;
        return this.union(a, b, most);
    }

    /**
     * Bits of both, of which `bits` are not known.
     * @param {Word} a @param {Word} b @param {number} bits @returns {Word}
     */
    union(a, b, bits) {
        const { v } = this.int(this.forms.unknown(0n, (1n << BigInt(bits)) - 1n), a.bits);
        return { kind: "int", bits: a.bits, v, of: [...(a.of ?? [a]), ...(b.of ?? [b])] };
    }

    /** @param {Word} a */
    tryUnsigned(a) {
        const v = this.asInt(a);
        const turns = v.lo >> BigInt(a.bits);
        if (v.hi >> BigInt(a.bits) !== turns) return undefined;
        return turns === 0n ? v : this.forms.add(v, this.forms.constant(-(turns << BigInt(a.bits))));
    }

    /** @param {Word} a @param {Word} b @returns {Word} */
    xor(a, b) {
        const [x, y] = [this.known(a), this.known(b)];
        const ones = (1n << BigInt(a.bits)) - 1n;
        if (x !== undefined && y !== undefined) return this.constant(x ^ y, a.bits);
        if (x !== undefined) return this.xor(b, a);
        if (y === 0n) return a;
        if (y === ones) return this.int(this.forms.sub(this.forms.constant(-1n), this.asInt(a)), a.bits);
        if (y === 1n << 63n && a.kind === "f64") return this.double(this.forms.times(a.v, -1n));
        throw new RangeError("expected an exclusive or with a sign");
    }

    /**
     * The bits of a where those of the mask are one, those of b elsewhere.
     * @param {Word} a
     * @param {Word} b
     * @param {Word} mask
     */
    select(a, b, mask) {
        const known = this.known(mask);
        if (known === 0n) return b;
        if (known === (1n << BigInt(mask.bits)) - 1n) return a;
        if (known === undefined && this.isMask(mask)) return this.either(a, b, mask);
        throw new RangeError("expected a mask of all ones or all zeros");
    }

    /**
     * Lower and upper half of a word of 64 bits; the same word has the same halves.
     * @param {Word} a
     * @returns {[Word, Word]}
     */
    halves(a) {
        const known = this.cut.get(a);
        if (known) return known;
        const parts = /** @type {[Word, Word]} */ ([this.half(a, false), this.half(a, true)]);
        this.cut.set(a, parts);
        return parts;
    }

    /**
     * Lower or upper half of a word of 64 bits.
     * @param {Word} a
     * @param {boolean} upper
     * @returns {Word}
     */
    half(a, upper) {
        const v = this.asInt(a);
        if (this.isMask(a)) return this.int(v, 32);
        if (upper) return this.int(this.forms.rounded(v, 32, "down"), 32);
        if (v.e < 0 || v.hi - v.lo < 1n << 32n) return this.int(v, 32);
        const { rest } = this.forms.split(v, 32);
        return this.int(this.forms.value(rest, ...this.forms.interval(rest), true), 32);
    }

    /** @param {Word} lower @param {Word} upper @returns {Word} */
    joined(lower, upper) {
        if (this.isMask(lower) && this.isMask(upper) && this.forms.sub(lower.v, upper.v).t.size === 0)
            return this.int(lower.v);
        return this.int(
            this.forms.add(this.low(this.asInt(lower), 32), this.forms.times(this.asInt(upper), 1n << 32n)),
        );
    }
}
