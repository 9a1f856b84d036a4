/**
 * Products by known constants and by unknowns on tier fma, for transforms: two
 * elements of Fr, one per lane, in five limbs of 51 bits held in locals. What
 * limbs and columns are: limbs.js.
 *
 *   form    lane 0 and lane 1 are neighbouring elements
 *   normal  |limb| <= 2^50 + 8 and |value| <= p/2 (1 + 2^-40)
 *   bounds  ../../fft_lane/proof.js
 *   source  product by a known constant: Shoup (NTL), Harvey,
 *           "Faster arithmetic for number-theoretic transforms", 2014
 * @module scripts/wasm/lane/fma/pairs
 */
/** @import { Constants } from "../constants.js" */
/** @import { LanePlan } from "../plan.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { PairArithmetic, Twiddle } from "../types.js" */
import { inverse, mod } from "../../../../src/bigint/modular.js";
import { get } from "../../wat.js";
import { Columns } from "../columns.js";
import { bitsFrom, loadWords, storeWords, wordsOf } from "../packed.js";
import { centredDigits, plainDigits } from "../plan.js";
import { limbsFrom, productSchedule, reducedRows } from "../product.js";
import {
    ZERO, and, bytesOf64, f64Bits, fadd, firsts, fma, fmul, fsub, ladd, lsub, or, seconds, shl, shr,
} from "../words.js";
import { BIAS, FmaLimbs, LOW, columnCounts } from "./limbs.js";

/** Words of an element of the base module. */
const WORDS = 4;

const W = 51, N = 5, HALF = 1n << 50n;
const CARRIED_BIAS = BIAS >> 51n;

// One product is larger, below 2^103: its high half counts 2^52, twice as much, and its low half
// may be 2^51.
const C1W = 3 * 2 ** 103;

const limbs = Array.from({ length: N }, (_, i) => i);

/** One product of two pairs in locals. */
const PRODUCT = [{ a: { ptr: "x", offset: 0 }, b: { ptr: "y", offset: 0 } }];

/** Names of the limbs of a pair. @param {string} x */
const limbsOf = (x) => limbs.map((i) => `${x}${i}`);

/** Pairs (i, j) of limbs of two factors with i + j = k. @param {number} k */
const termsOf = (k) => limbs.flatMap((i) => limbs.filter((j) => i + j === k)).length;

/**
 * Rows of Montgomery's reduction that take mu: only what the last ones add counts in the result,
 * which need not be normal then to be unpacked.
 */
const LONG_ROWS = 2;

/** round(a / b), ties upward. @param {bigint} a @param {bigint} b - positive */
export function roundedQuotient(a, b) {
    const twice = 2n * a + b;
    const q = twice / (2n * b);
    return twice % (2n * b) < 0n ? q - 1n : q;
}

/** The residue in (-p/2, p/2]. @param {bigint} value @param {bigint} p */
const centredResidue = (value, p) => {
    const residue = mod(value, p);
    return residue > p / 2n ? residue - p : residue;
};

/**
 * A constant w and its quotient w'' = round(2^306 w / p), as doubles: limbs 0..4
 * of w, limbs 0..4 of w'' above the point, the limb below the point.
 * @param {bigint} p
 * @param {bigint} value
 */
function shoupTwiddle(p, value) {
    const w = centredResidue(value, p);
    const [below, ...above] = centredDigits(roundedQuotient(w << 306n, p), N + 1, W);
    return [...centredDigits(w, N, W), ...above, below].map(Number);
}

/** @implements {PairArithmetic} */
export class FmaPairs extends FmaLimbs {
    /**
     * @param {LanePlan} plan - p of 254 or 255 bits, and p = 1 mod 2^lg for `scale`
     * @param {Constants} constants
     */
    constructor(plan, constants) {
        super(plan, constants);
        const { p, n, w } = plan;
        if (n !== N || w !== W) throw new RangeError(`FmaPairs: expected 5 limbs of 51 bits, got ${n} of ${w}`);
        this.p = p;
        this.twiddleBytes = 88;
        this.wideBytes = 240;
        this.rowBytes = 48;
        /** @type {[bigint, bigint]} */
        this.rows = [1n, 1n << BigInt(W)];
        this.skipsOne = true;
        this.interleaved = true;
        this.one = "(v128.const f64x2 1 1)";
        this.laneMask = "(v128.const i64x2 -1 0)";
        this.adjust = inverse(2n, p);
    }

    /** @type {PairArithmetic["difference"]} */
    difference(_f, _k, a, b) {
        return this.sub(a, b);
    }

    /** @type {PairArithmetic["zipped"]} */
    zipped(a, b) {
        return [firsts(a, b), seconds(a, b)];
    }

    /** @type {PairArithmetic["zeroMask"]} */
    zeroMask(f, z, x) {
        f.v128(z, `(i64x2.eq ${limbsOf(x).map(get).reduce(or)} ${ZERO})`);
    }

    /** @type {PairArithmetic["twiddle"]} */
    twiddle(ptr) {
        return (i) => `(v128.load64_splat offset=${8 * i} ${get(ptr)})`;
    }

    /** @type {PairArithmetic["twiddlePair"]} */
    twiddlePair(ptr) {
        const one = this.twiddle(ptr);
        return (i) => `(v128.load64_lane offset=${8 * i + this.twiddleBytes} 1 ${get(ptr)} ${one(i)})`;
    }

    /** @type {PairArithmetic["loadTwiddle"]} */
    loadTwiddle(f, x, ptr) {
        limbs.forEach((i) => f.v128(`${x}${i}`, this.twiddle(ptr)(i)));
    }

    /** @type {PairArithmetic["twiddleOf"]} */
    twiddleOf(value) {
        return bytesOf64(shoupTwiddle(this.p, value).map(f64Bits));
    }

    /**
     * What the digits that scalePacked takes leave out of the product: limbs, integers.
     * @type {PairArithmetic["leftOut"]}
     */
    leftOut(value) {
        const offset = limbs.reduce((sum, i) => sum + ((i < 4 ? HALF : 2n * HALF) << BigInt(W * i)), 0n);
        return bytesOf64(
            centredDigits(centredResidue(value * offset, this.p), N, W).map((digit) => BigInt.asUintN(64, digit)),
        );
    }

    /**
     * z = w * x mod p, for a known w.
     *
     *   in      x  |limb| <= 2^52, |value| within what stages leave
     *   out     z  |value| <= p/2 (1 + 2^-40), digits in [-2^50, 2^50)
     *   cost    15 products for the quotient, 15 for w x, 15 for q p
     *
     * q = round(x w / p) needs only the upper half of x w''; of the remainder,
     * which is smaller than 2^254, only the lower half is computed.
     * @param {FunctionText} f
     * @param {string} z
     * @param {Twiddle} w
     * @param {string} x
     * @param {string} q - prefix of the quotient digits
     */
    mulKnown(f, z, w, x, q = "q") {
        this.upperHalf(f, q, w, x);
        const columns = new Columns(f, {
            local: (c) => `r${c}`,
            start: (c) => this.constant(f, `r${c}`, this.columnStart(2 * (c + 1), 2 * c, { first: c === 0 })),
        });
        for (const i of limbs) {
            f.v128("wi", w(i));
            for (const j of limbs)
                if (i + j < N) this.times(columns, get("wi"), get(`${x}${j}`), i + j, { upTo: N - 1 });
        }
        for (const i of limbs)
            for (const j of limbs)
                if (i + j < N) this.times(columns, get(`${q}${i}`), this.limbOfMinusP(f, j), i + j, { upTo: N - 1 });
        for (const c of limbs) {
            if (c < N - 1) this.carry(columns, c);
            f.v128(`${z}${c}`, this.digit(f, columns.at(c)));
        }
    }

    /**
     * Digits of x w'': its columns 3 and 4 in floating point, 5..9 exactly.
     * @param {FunctionText} f
     * @param {string} q - prefix of the digits
     * @param {Twiddle} w
     * @param {string} x
     */
    upperHalf(f, q, w, x) {
        // column 5 also takes the rounded sum of the columns below, whose pattern is that of a low
        // half
        const start = (/** @type {number} */ c) =>
            this.columnStart(termsOf(c) + (c === N ? 1 : 0), termsOf(c - 1), { first: c === N, top: c === 2 * N - 1 });
        const columns = new Columns(f, { local: (c) => `u${c}`, start: (c) => this.constant(f, `u${c}`, start(c)) });
        f.v128("f3", fmul(w(10), get(`${x}4`)));
        let sumOfLows = "";
        for (const i of limbs) {
            f.v128("wi", w(N + i));
            for (const j of limbs) {
                const a = get("wi");
                const b = get(`${x}${j}`);
                if (i + j < 3) continue;
                if (i + j > 4) { this.times(columns, a, b, i + j); continue; }
                if (i + j === 3) { f.v128("f3", fma(a, b, get("f3"))); continue; }
                f.v128("h", this.high(f, a, b));
                columns.add(N, get("h"));
                const low = fma(a, b, fsub(this.c1(f), get("h")));
                f.v128("f4", sumOfLows ? fadd(get("f4"), low) : low);
                sumOfLows = "f4";
            }
        }
        const down = this.down(f);
        columns.add(N, fma(fma(get("f3"), down, get("f4")), down, this.c51(f)));
        limbsFrom(N, N, {
            carry: (c) => this.carry(columns, c),
            limb: (i, c) => f.v128(`${q}${i}`, this.digit(f, columns.at(c))),
            top: (c) => f.v128(`${q}4`, this.top(f, columns.at(c))),
        });
    }

    /**
     * z = w * x mod p, for a known w of which a table holds w_i = 2^(51 i) w mod p and w_i / p.
     *
     *   in      x  within what stages leave; normal afterwards
     *   out     z  |value| below 1.7 p, digits in [-2^50, 2^50) below the top
     *   cost    25 products for the sum of x_i w_i, 5 for q p
     * @param {FunctionText} f
     * @param {string} z
     * @param {Twiddle} w - six words for each i: the limbs of w_i, the quotient
     * @param {string} x
     * @param {boolean} [byColumns]
     */
    mulWide(f, z, w, x, byColumns = false) {
        this.norm(f, limbsOf(x));
        this.sumOfRows(f, z, w, x, byColumns);
    }

    /**
     * w * x mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones.
     * Digits of x are taken from -2^50 on, as the sum of rows wants them; what that leaves out of
     * the product is a constant.
     * @param {FunctionText} f
     * @param {string} ptr
     * @param {Twiddle} w - as above, then the limbs of that constant, integers
     * @param {string[]} to
     */
    scalePacked(f, ptr, w, to) {
        const top = this.real(f, "b52and51", 2 ** 52 + 2 ** 51);
        this.integerLimbs(f, ptr).forEach((part, i) =>
            f.v128(`x${i}`, i < N - 1 ? this.digit(f, part) : fsub(or(part, this.real(f, "b52", 2 ** 52)), top)),
        );
        this.sumOfRows(f, "x", w, "x", false, (columns, c) => columns.add(c, w(6 * N + c)));
        this.norm(f, limbsOf("x"));
        this.unpack(f, "x", to);
    }

    /**
     * The sum has one digit more than p, so that its quotient q, which is at most some 2^51, is one
     * double.
     * @param {FunctionText} f
     * @param {string} z
     * @param {Twiddle} w
     * @param {string} x - |limb| <= 2^50 + 8
     * @param {boolean} byColumns - column by column instead of row by row: the other order is
     *   faster on older V8
     * @param {(columns: Columns, column: number) => void} [more] - to a column
     */
    sumOfRows(f, z, w, x, byColumns, more) {
        this.sumOfShares(f, w, x);
        const start = (/** @type {number} */ c) =>
            c < N ? this.columnStart(N + 1, c ? N + 1 : 0, { first: c === 0 }) : this.startAbove();
        const columns = new Columns(f, { local: (c) => `d${c}`, start: (c) => this.constant(f, `d${c}`, start(c)) });
        const byTwiddle = (/** @type {number} */ i, /** @type {number} */ j) => {
            f.v128("wi", w(6 * i + j));
            this.times(columns, get(`${x}${i}`), get("wi"), j);
        };
        const byQuotient = (/** @type {number} */ j) =>
            j < N - 1 ? this.times(columns, get("q"), this.limbOfMinusP(f, j), j) : this.timesTopOfP(columns);
        const takeDigit = (/** @type {number} */ c) => {
            more?.(columns, c);
            this.carry(columns, c);
            f.v128(`${z}${c}`, this.digit(f, columns.at(c)));
        };
        if (byColumns) for (const j of limbs) {
            limbs.forEach((i) => byTwiddle(i, j));
            byQuotient(j);
            takeDigit(j);
        } else {
            for (const i of limbs) limbs.forEach((j) => byTwiddle(i, j));
            limbs.forEach(byQuotient);
            limbs.forEach(takeDigit);
        }
        f.v128(`${z}4`, fadd(get(`${z}4`), fsub(columns.at(N), this.c1(f))));
    }

    /**
     * q = round(x w / p), from the shares of the rows.
     * @param {FunctionText} f
     * @param {Twiddle} w
     * @param {string} x
     */
    sumOfShares(f, w, x) {
        const share = (/** @type {number} */ i, /** @type {string} */ sum) => {
            f.v128("wi", w(6 * i + N));
            return sum ? fma(get(`${x}${i}`), get("wi"), sum) : fmul(get(`${x}${i}`), get("wi"));
        };
        f.v128("s0", share(0, ""));
        f.v128("s2", share(2, ""));
        f.v128("s0", share(1, get("s0")));
        f.v128("s2", share(3, get("s2")));
        f.v128("q", `(f64x2.nearest ${share(4, fadd(get("s0"), get("s2")))})`);
    }

    /** What is above column 4 of a sum of rows is read as a double of the size of a high half. */
    startAbove() {
        return this.HIGH - BigInt(N) * this.HIGH - 2n * f64Bits(C1W) - CARRIED_BIAS;
    }

    /**
     * Takes q times the top limb of p off the top columns of a sum of rows.
     * @param {Columns} columns
     */
    timesTopOfP(columns) {
        const { fn: f } = columns, top = N - 1;
        const limb = this.limbOfMinusP(f, top);
        const c1w = this.real(f, "c1w", C1W);
        f.v128("h", fma(get("q"), limb, c1w));
        columns.add(top, fma(get("q"), limb, fadd(fsub(c1w, get("h")), this.c51(f))));
        columns.add(top + 1, shl(get("h"), 1));
    }

    /**
     * Six words of a table for mulWide: the limbs of v, normal, and v / p, of either lane.
     * @param {FunctionText} f
     * @param {string[]} to
     * @param {string} v
     */
    storeRow(f, to, v) {
        const at = (/** @type {number} */ i) => get(`${v}${i}`);
        const share = 2 ** 204 / Number(this.p);
        const rest = Number((1n << 400n) / this.p - BigInt(share * 2 ** 196)) * 2 ** -196;
        const below = fmul(at(3), this.real(f, "shareBelow", share * 2 ** -W));
        f.v128("h", fma(at(4), this.real(f, "ip", share), fma(at(4), this.real(f, "shareRest", rest), below)));
        to.forEach((ptr, lane) =>
            [...limbs.map(at), get("h")].forEach((value, i) =>
                f.emit(`(v128.store64_lane offset=${8 * i} ${lane} ${ptr} ${value})`),
            ),
        );
    }

    /**
     * z = x y / 2^255 mod p, for two unknowns.
     *
     *   in      x  canonical, packed or normal; y  settled, or both of them settled
     *   out     z  digits in [-2^50, 2^50), |value| below p: to unpack, or to settle and multiply
     *              on
     *   cost    52 products
     * @param {FunctionText} f @param {string} z @param {string} x @param {string} y
     */
    mul(f, z, x, y) {
        const start = this.startsOf(columnCounts(N, PRODUCT, { long: LONG_ROWS }));
        const columns = new Columns(f, { start: (c) => this.constant(f, `full${c}`, start(c)) });
        productSchedule(N, PRODUCT, {
            ...this.reduction(columns),
            row: (i) => limbs.forEach((j) => this.times(columns, get(`${x}${i}`), get(`${y}${j}`), i + j)),
            limb: (i, c) => f.v128(`${z}${i}`, this.digit(f, columns.at(c))),
            top: (c) => f.v128(`${z}4`, this.top(f, columns.at(c))),
        }, LONG_ROWS);
    }

    /**
     * Makes the result of a product a factor: |value| of about p/2, |limb| <= 2^51, not normal.
     * @param {FunctionText} f
     * @param {string} x
     */
    settle(f, x) {
        this.reduce(f, limbsOf(x));
    }

    /**
     * x / 2^256 mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones.
     * @param {FunctionText} f @param {string} ptr @param {string[]} to
     */
    fromMont(f, ptr, to) {
        // what is left is read as integers: digits from 0 on, the top one as it is
        const { low, high } = columnCounts(N, [], { long: LONG_ROWS });
        const start = (/** @type {number} */ c) =>
            this.columnStart(low[c], high[c], { first: c === 0 }) - (c < N ? 0n : c < 2 * N - 1 ? HALF : HALF + BIAS);
        const columns = new Columns(f, { start: (c) => this.constant(f, `bare${c}`, start(c)) });
        this.integerLimbs(f, ptr).forEach((part, i) => columns.add(i, i < N - 1 ? this.lowBits(f, part) : part));
        reducedRows(N, [], { ...this.reduction(columns), row: () => {} }, LONG_ROWS);
        this.unpackHalf(f, limbs.map((i) => columns.local(N + i)), to);
    }

    /**
     * Carries of integers, one after the other; the top one keeps its sign.
     * @param {FunctionText} f @param {string[]} t
     */
    ripple(f, t) {
        for (let i = 0; i < N - 1; i++) {
            f.v128(t[i + 1], ladd(get(t[i + 1]), shr(get(t[i]), W)));
            f.v128(t[i], this.lowBits(f, get(t[i])));
        }
    }

    /** @param {FunctionText} f @param {string} word */
    lowBits(f, word) {
        return and(word, this.constant(f, "mask", this.MASK));
    }

    /**
     * Half of the value in five columns mod p, canonical: what is odd needs p, what is even and
     * negative 2 p.
     * @param {FunctionText} f @param {string[]} t - the columns @param {string[]} to - two
     *   addresses
     */
    unpackHalf(f, t, to) {
        const [p, twoP] = [this.p, 2n * this.p].map((x) => plainDigits(x, N, W));
        this.ripple(f, t);
        f.v128("odd", lsub(ZERO, and(get(t[0]), this.constant(f, "one", 1n))));
        f.v128("neg", `(v128.andnot (i64x2.lt_s ${get(t[4])} ${ZERO}) ${get("odd")})`);
        t.forEach((x, i) => {
            const odd = and(get("odd"), this.constant(f, `word${i}`, p[i]));
            f.v128(x, ladd(get(x), ladd(odd, and(get("neg"), this.constant(f, `twice${i}`, twoP[i])))));
        });
        this.ripple(f, t);
        storeWords(f, to, wordsOf(t.map(get), W, WORDS, 1));
    }

    /**
     * x / 2^lg mod p, normal. p = 1 mod 2^lg, so that the low lg bits are the
     * quotient of an exact division: x - (x mod 2^lg) p is divisible by 2^lg.
     * @param {FunctionText} f @param {string} x
     */
    scale(f, x) {
        const t = limbsOf(x);
        const c1 = this.c1(f);
        const c51 = this.c51(f);
        f.v128("nq", fsub(get(t[0]), fsub(fadd(get(t[0]), get("roundLow")), get("roundLow"))));
        for (const i of limbs) {
            const limb = this.limbOfMinusP(f, i);
            // the product nq * p_i is split at 2^51 so that each part is exact
            f.v128("h", fsub(fma(get("nq"), limb, c1), c1));
            f.v128(t[i], fadd(get(t[i]), fma(get("nq"), limb, `(f64x2.neg ${get("h")})`)));
            if (i < N - 1) f.v128(t[i + 1], fma(get("h"), this.down(f), get(t[i + 1])));
            else f.v128("above", get("h"));
        }
        this.carries(f, t);
        for (const i of limbs) {
            f.v128("nq", fmul(get(t[i]), get("scaleBy")));
            f.v128(t[i], fsub(fadd(get("nq"), c51), c51));
            if (i)
                f.v128(t[i - 1], fma(fsub(get("nq"), get(t[i])), this.real(f, "up", 2 ** W), get(t[i - 1])));
        }
        f.v128(t[4], fma(get("above"), get("scaleBy"), get(t[4])));
    }

    /**
     * What `scale` needs: 2^-lg, and 1.5 * 2^(52 + lg), which rounds to a multiple of 2^lg.
     * @type {PairArithmetic["beginScale"]}
     */
    beginScale(f, local) {
        const lg = `(i64.extend_i32_u ${get(local)})`;
        f.v128("scaleBy", `(i64x2.splat (i64.shl (i64.sub (i64.const 1023) ${lg}) (i64.const 52)))`);
        f.v128(
            "roundLow",
            `(i64x2.splat (i64.or (i64.shl (i64.add (i64.const 1075) ${lg}) (i64.const 52)) (i64.const ${1n << 51n})))`,
        );
    }

    /**
     * Limbs of two neighbouring 32-byte elements, all but the top one with the bits above them.
     * @param {FunctionText} f
     * @param {string} ptr
     */
    integerLimbs(f, ptr) {
        const words = loadWords(f, ptr, WORDS);
        return limbs.map((i) => bitsFrom(words, W * i, W));
    }

    /**
     * Two neighbouring 32-byte elements to a pair, limbs in [0, 2^51), the top one in [0, 2^52).
     * @type {PairArithmetic["pack"]}
     */
    pack(f, ptr, x) {
        this.integerLimbs(f, ptr).forEach((part, i) => f.v128(`${x}${i}`, this.fromBits(f, part, i === N - 1)));
    }

    /**
     * A normal pair to two canonical 32-byte elements.
     * @param {FunctionText} f
     * @param {string} x - destroyed
     * @param {string[]} to - two addresses
     */
    unpack(f, x, to) {
        const t = limbsOf(x);
        const p = plainDigits(this.p, N, W);
        // the pattern of 1.5 2^52 + x, less its own, with the bias of a column that is carried
        const integer = [
            this.constant(f, "unpack0", LOW - BIAS),
            ...Array(N - 2).fill(this.constant(f, "unpack", LOW - BIAS + CARRIED_BIAS)),
            this.constant(f, "unpackTop", LOW + CARRIED_BIAS),
        ];
        t.forEach((limb, i) => f.v128(limb, lsub(fadd(get(limb), this.c51(f)), integer[i])));
        this.ripple(f, t);
        f.v128("neg", `(i64x2.shr_s ${get(t[4])} (i32.const 63))`);
        t.forEach((limb, i) =>
            f.v128(limb, ladd(get(limb), and(get("neg"), this.constant(f, `word${i}`, p[i])))),
        );
        this.ripple(f, t);
        storeWords(f, to, wordsOf(t.map(get), W, WORDS));
    }

    /**
     * w'' of the element v (normal, the same in both lanes), then both to the table.
     * @param {FunctionText} f
     * @param {string} ptr
     * @param {string} v
     */
    storeTwiddle(f, ptr, v) {
        // 2^255 v / p = w0 v / p + kappa v, and the first of these is Q + R / p
        const R = 1n << BigInt(W * N);
        const w0 = centredResidue(R, this.p);
        const words = shoupTwiddle(this.p, w0);
        this.mulKnown(f, "R", (i) => this.real(f, `w${i}`, words[i]), v, "Q");
        const kappa = this.real(f, "kappa", Number((R - w0) / this.p));
        const top = get("R4");
        const below = get("R3");
        limbs.forEach((i) => f.v128(`Q${i}`, fma(kappa, get(`${v}${i}`), get(`Q${i}`))));
        this.carries(f, limbsOf("Q"));
        f.v128("h", fmul(this.real(f, "r255OverP", 2 ** (W * N) / Number(this.p)), fma(below, this.down(f), top)));
        const store = (/** @type {number} */ i, /** @type {string} */ value) =>
            f.emit(`(v128.store64_lane offset=${8 * i} 0 ${get(ptr)} ${value})`);
        limbs.forEach((i) => { store(i, get(`${v}${i}`)); store(N + i, get(`Q${i}`)); });
        store(2 * N, get("h"));
    }
}
