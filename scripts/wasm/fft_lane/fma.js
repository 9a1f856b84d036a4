/**
 * Pair arithmetic of the FFT on relaxed SIMD: two elements of Fr, one per lane,
 * in five limbs of 51 bits.
 *
 *   form    limb i of weight 2^(51 i), a SIGNED integer held exactly in an f64;
 *           lane 0 and lane 1 are neighbouring elements
 *   normal  |limb| <= 2^50 + 8 and |value| <= p/2 (1 + 2^-40)
 *   source  products split by two fused multiply-adds: Emmart, Zheng, Weems 2018;
 *           product by a known constant: Shoup (NTL), Harvey, "Faster arithmetic
 *           for number-theoretic transforms", 2014
 *
 * All ranges are proved by `fmaSchedule` in bounds.js when the module is made.
 * @module scripts/wasm/fft_lane/fma
 */
/** @import { Body } from "./body.js" */
/** @import { PairArithmetic, Twiddle } from "./types.js" */
import { inverse, mod } from "../../../src/bigint/modular.js";
import { get } from "../wat.js";
import { balancedLimbs, fmaMontgomery, fmaScale, fmaSchedule, fmaWide, roundedQuotient } from "./bounds.js";
import { Constants } from "./constants.js";
import { and, f64Bits, fadd, firsts, fma, fmul, fsub, ladd, lsub, or, seconds, shl, shr, ZERO } from "./words.js";

const W = 51n, N = 5, HALF = 1n << 50n, MASK = (1n << W) - 1n;

// A product a*b < 2^102 in size is split as hi * 2^51 + lo:
//   hi = fma(a, b, C1)        bits(hi) - bits(C1) = round(a*b / 2^51)
//   lo = fma(a, b, C2 - hi)   bits(lo) - bits(C51) = a*b - 2^51 round(a*b / 2^51)
const C1 = 3 * 2 ** 102, C51 = 3 * 2 ** 51, C2 = C1 + C51;
const BITS_C1 = f64Bits(C1), BITS_C51 = f64Bits(C51);

// One product is larger, below 2^103: its hi counts 2^52, twice as much, and its lo may be 2^51.
const C1W = 3 * 2 ** 103, BITS_C1W = f64Bits(C1W);

// Added to every column, so that it is positive and the cheap unsigned shift can carry.
const BIAS = 1n << 58n, CARRIED_BIAS = BIAS >> W;

const limbs = Array.from({ length: N }, (_, i) => i);

/**
 * What a column starts from: minus the patterns that its `low` and `high` halves
 * bring, plus half a digit (so that digits come out in [-2^50, 2^50)) and the
 * bias, minus the bias that the carry from below brings.
 * @param {number} low
 * @param {number} high
 * @param {{ first?: boolean, top?: boolean, minus?: bigint }} [position] - `top`: read as a double, not as a digit
 */
function columnStart(low, high, { first = false, top = false, minus = 0n } = {}) {
    const halves = BigInt(low) * BITS_C51 + BigInt(high) * BITS_C1;
    return (top ? BITS_C51 : HALF + BIAS) - halves - minus - (first ? 0n : CARRIED_BIAS);
}

/** The digit in [-2^50, 2^50) that is x mod 2^51. @param {bigint} x - in [0, 2^51) */
const centred = (x) => (x < HALF ? x : x - (1n << W));

/** Rows of Montgomery's reduction that take mu: the others add s m one limb up, m = (mu p + 1) / 2^51, and only what the last ones add counts in the result. */
export const LONG_ROWS = 2;

/** Low and high halves that come into each column of a Montgomery product, or of the reduction alone. @param {boolean} product */
function montgomeryTerms(product) {
    const terms = Array.from({ length: 2 * N }, () => /** @type {[number, number]} */ ([0, 0]));
    const row = (/** @type {number} */ at) => limbs.forEach((j) => { terms[at + j][0]++; terms[at + j + 1][1]++; });
    for (const i of limbs) {
        if (product) row(i);
        row(i < N - LONG_ROWS ? i + 1 : i);
    }
    return terms;
}

/** Pairs (i, j) of limbs of two factors with i + j = k. @param {number} k */
const termsOf = (k) => limbs.flatMap((i) => limbs.filter((j) => i + j === k)).length;

/** @param {bigint} p @param {Constants} constants @param {bigint} w0 - 2^255 mod p, centred */
function defineConstants(p, constants, w0) {
    const put = (/** @type {string} */ name, /** @type {number} */ value) => constants.put64(name, f64Bits(value));
    constants.put64("c1", BITS_C1);
    put("c2", C2);
    constants.put64("c51", BITS_C51);
    constants.put64("mask", MASK);
    put("b52", 2 ** 52);
    put("digitBase", 2 ** 52 + 2 ** 50);
    put("b52and51", 2 ** 52 + 2 ** 51);
    put("round102", 3 * 2 ** 102);
    put("inv51", 2 ** -51);
    put("shift51", 2 ** 51);
    put("invTopOfP", 2 ** 204 / Number(p));
    balancedLimbs(p).forEach((limb, i) => { put(`negP${i}`, -Number(limb)); put(`p${i}f`, Number(limb)); });
    limbs.forEach((i) => constants.put64(`p${i}`, (p >> (W * BigInt(i))) & MASK));
    for (let k = 5; k <= 9; k++) {
        // column 5 also takes the rounded sum of the columns below, whose pattern is that of C51
        constants.put64(`u${k}`, columnStart(termsOf(k), termsOf(k - 1), { first: k === 5, top: k === 9, minus: k === 5 ? BITS_C51 : 0n }));
    }
    limbs.forEach((i) => constants.put64(`d${i}`, columnStart(N + 1, i ? N + 1 : 0, { first: i === 0 })));
    // what is above column 4 is read as a double of this size
    constants.put64("d5", BITS_C1 - BigInt(N) * BITS_C1 - 2n * BITS_C1W - CARRIED_BIAS);
    put("c1w", C1W);
    const share = 2 ** 204 / Number(p);
    put("share", share);
    put("shareRest", Number((1n << 400n) / p - BigInt(share * 2 ** 196)) * 2 ** -196);
    put("shareBelow", share * 2 ** -51);
    const mu = centred(mod(-inverse(p, 1n << W), 1n << W)), early = (mu * p + 1n) >> W;
    put("mu", Number(mu));
    balancedLimbs(early).forEach((limb, i) => put(`early${i}`, Number(limb)));
    const full = montgomeryTerms(true), short = montgomeryTerms(false);
    for (let k = 0; k <= 9; k++) {
        constants.put64(`m${k}`, columnStart(...full[k], { first: k === 0, top: k === 9 }));
        // results of a bare reduction are read as integers: digits from 0 on, the top one as it is
        constants.put64(`s${k}`, columnStart(...short[k], { first: k === 0, minus: k < N ? 0n : k < 9 ? HALF : HALF + BIAS }));
    }
    limbs.forEach((i) => constants.put64(`twoP${i}`, ((2n * p) >> (W * BigInt(i))) & (i < N - 1 ? MASK : 2n * MASK + 1n)));
    constants.put64("one", 1n);
    limbs.forEach((k) => constants.put64(`r${k}`, columnStart(2 * (k + 1), 2 * k, { first: k === 0 })));
    // integer patterns of limbs in unpack: the double 3 * 2^51 + x minus its bits, plus bias
    constants.put64("unpack0", BITS_C51 - BIAS);
    constants.put64("unpack", BITS_C51 - BIAS + CARRIED_BIAS);
    constants.put64("unpackTop", BITS_C51 + CARRIED_BIAS);
    shoupTwiddle(p, w0).forEach((value, i) => put(`w${i}`, value));
    put("kappa", Number(((1n << 255n) - w0) / p));
    put("r255OverP", 2 ** 255 / Number(p));
}

/**
 * A constant w and its quotient w'' = round(2^306 w / p), as doubles: limbs 0..4
 * of w, limbs 0..4 of w'' above the point, the limb below the point.
 * @param {bigint} p
 * @param {bigint} w
 */
function shoupTwiddle(p, w) {
    const centred = w > p / 2n ? w - p : w;
    const quotient = roundedQuotient(centred << 306n, p);
    const [below, ...above] = balancedLimbs(quotient, 6);
    return [...balancedLimbs(centred), ...above, below].map(Number);
}

/**
 * @param {{ p: bigint }} field - p of 254 or 255 bits, p = 1 mod 2^28 at least
 * @returns {PairArithmetic}
 */
export function fmaPairs({ p }) {
    const residue = mod(1n << 255n, p), w0 = residue > p / 2n ? residue - p : residue;
    const constants = new Constants();
    defineConstants(p, constants, w0);
    const k = (/** @type {string} */ name) => constants.use(name);
    const digit = (/** @type {string} */ column) => fsub(or(and(get(column), k("mask")), k("b52")), k("digitBase"));
    fmaSchedule(p);
    fmaWide(p);
    fmaScale(p);
    fmaMontgomery(p, LONG_ROWS);

    /**
     * z = w * x mod p, for a known w.
     *
     *   in      x  |limb| <= 2^52, |value| within fmaSchedule
     *   out     z  |value| <= p/2 (1 + 2^-40), digits in [-2^50, 2^50)
     *   cost    15 products for the quotient, 15 for w x, 15 for q p
     *
     * q = round(x w / p) needs only the upper half of x w''; of the remainder,
     * which is smaller than 2^254, only the lower half is computed.
     * @param {Body} f @param {string} z @param {Twiddle} w @param {string} x @param {string} q - prefix of the quotient digits
     */
    function mulKnown(f, z, w, x, q = "q") {
        const started = new Set();
        const accumulate = (/** @type {string} */ column, /** @type {string} */ value) => {
            f.set(column, ladd(started.has(column) ? get(column) : k(column), value));
            started.add(column);
        };
        // upper half of x w'': columns 3 and 4 in floating point, 5..9 exactly
        f.set("f3", fmul(w(10), get(`${x}4`)));
        let sumOfLows = "";
        for (const i of limbs) {
            f.set("wi", w(5 + i));
            for (const j of limbs) {
                const column = i + j;
                if (column < 3) continue;
                const a = get("wi"), b = get(`${x}${j}`);
                if (column === 3) { f.set("f3", fma(a, b, get("f3"))); continue; }
                f.set("hi", fma(a, b, k("c1")));
                accumulate(`u${column + 1}`, get("hi"));
                if (column > 4) { accumulate(`u${column}`, fma(a, b, fsub(k("c2"), get("hi")))); continue; }
                const low = fma(a, b, fsub(k("c1"), get("hi")));
                f.set("f4", sumOfLows ? fadd(get("f4"), low) : low);
                sumOfLows = "f4";
            }
        }
        accumulate("u5", fma(fma(get("f3"), k("inv51"), get("f4")), k("inv51"), k("c51")));
        for (let c = 5; c < 9; c++) {
            accumulate(`u${c + 1}`, shr(get(`u${c}`), 51));
            f.set(`${q}${c - 5}`, digit(`u${c}`));
        }
        f.set(`${q}4`, fsub(get("u9"), k("c51")));
        // lower half of x w - q p
        const product = (/** @type {string} */ a, /** @type {string} */ b, /** @type {number} */ column) => {
            f.set("hi", fma(a, b, k("c1")));
            if (column < 4) accumulate(`r${column + 1}`, get("hi"));
            accumulate(`r${column}`, fma(a, b, fsub(k("c2"), get("hi"))));
        };
        for (const i of limbs) {
            f.set("wi", w(i));
            for (const j of limbs) if (i + j < N) product(get("wi"), get(`${x}${j}`), i + j);
        }
        for (const i of limbs) for (const j of limbs) if (i + j < N) product(get(`${q}${i}`), k(`negP${j}`), i + j);
        for (const c of limbs) {
            if (c < 4) accumulate(`r${c + 1}`, shr(get(`r${c}`), 51));
            f.set(`${z}${c}`, digit(`r${c}`));
        }
    }

    /**
     * z = w * x mod p, for a known w of which a table holds w_i = 2^(51 i) w mod p and w_i / p.
     *
     *   in      x  within fmaSchedule; normal afterwards
     *   out     z  |value| within fmaWide, digits in [-2^50, 2^50) below the top
     *   cost    25 products for the sum of x_i w_i, 5 for q p
     * @param {Body} f @param {string} z @param {Twiddle} w - six words for each i: the limbs of w_i, the quotient @param {string} x @param {boolean} [columns]
     */
    function mulWide(f, z, w, x, columns = false) {
        norm(f, x);
        sumOfRows(f, z, w, x, columns);
    }

    /**
     * w * x mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones. Digits of x are taken from
     * -2^50 on, as the sum of rows wants them; what that leaves out of the product is a constant.
     * @param {Body} f @param {string} ptr @param {Twiddle} w - as above, then the limbs of that constant, integers @param {string[]} to
     */
    function scalePacked(f, ptr, w, to) {
        integerLimbs(f, ptr).forEach((part, i) => f.set(`x${i}`, fsub(or(i < 4 ? and(part, k("mask")) : part, k("b52")), k(i < 4 ? "digitBase" : "b52and51"))));
        sumOfRows(f, "x", w, "x", false, (column) => f.set(`d${column}`, ladd(get(`d${column}`), w(6 * N + column))));
        norm(f, "x");
        unpack(f, "x", to);
    }

    /**
     * The sum has one digit more than p, so that its quotient q, which is at most some 2^51, is one double.
     * @param {Body} f @param {string} z @param {Twiddle} w @param {string} x - |limb| <= 2^50 + 8 @param {boolean} columns - column by column instead of row by row: the other order is faster on older V8
     * @param {(column: number) => void} [add] - to a column
     */
    function sumOfRows(f, z, w, x, columns, add) {
        const started = new Set();
        const accumulate = (/** @type {number} */ column, /** @type {string} */ value) => {
            f.set(`d${column}`, ladd(started.has(column) ? get(`d${column}`) : k(`d${column}`), value));
            started.add(column);
        };
        const share = (/** @type {number} */ i, /** @type {string} */ sum) => {
            f.set("wi", w(6 * i + N));
            return sum ? fma(get(`${x}${i}`), get("wi"), sum) : fmul(get(`${x}${i}`), get("wi"));
        };
        f.set("s0", share(0, ""));
        f.set("s2", share(2, ""));
        f.set("s0", share(1, get("s0")));
        f.set("s2", share(3, get("s2")));
        f.set("q", `(f64x2.nearest ${share(4, fadd(get("s0"), get("s2")))})`);
        const product = (/** @type {string} */ a, /** @type {string} */ b, /** @type {number} */ column) => {
            f.set("hi", fma(a, b, k("c1")));
            accumulate(column, fma(a, b, fsub(k("c2"), get("hi"))));
            accumulate(column + 1, get("hi"));
        };
        const byTwiddle = (/** @type {number} */ i, /** @type {number} */ j) => {
            f.set("wi", w(6 * i + j));
            product(get(`${x}${i}`), get("wi"), j);
        };
        const byQuotient = (/** @type {number} */ j) => {
            if (j < 4) { product(get("q"), k(`negP${j}`), j); return; }
            f.set("hi", fma(get("q"), k("negP4"), k("c1w")));
            accumulate(4, fma(get("q"), k("negP4"), fadd(fsub(k("c1w"), get("hi")), k("c51"))));
            accumulate(5, shl(get("hi"), 1));
        };
        const takeDigit = (/** @type {number} */ c) => {
            add?.(c);
            accumulate(c + 1, shr(get(`d${c}`), 51));
            f.set(`${z}${c}`, digit(`d${c}`));
        };
        if (columns) for (const j of limbs) {
            limbs.forEach((i) => byTwiddle(i, j));
            byQuotient(j);
            takeDigit(j);
        } else {
            for (const i of limbs) limbs.forEach((j) => byTwiddle(i, j));
            limbs.forEach(byQuotient);
            limbs.forEach(takeDigit);
        }
        f.set(`${z}4`, fadd(get(`${z}4`), fsub(get("d5"), k("c1"))));
    }

    /** Six words of a table for mulWide: the limbs of v, normal, and v / p, of either lane. @param {Body} f @param {string[]} to @param {string} v */
    function storeRow(f, to, v) {
        const at = (/** @type {number} */ i) => get(`${v}${i}`);
        f.set("hi", fma(at(4), k("share"), fma(at(4), k("shareRest"), fmul(at(3), k("shareBelow")))));
        to.forEach((ptr, lane) => [...limbs.map(at), get("hi")].forEach((value, i) => f.emit(`(v128.store64_lane offset=${8 * i} ${lane} ${ptr} ${value})`)));
    }

    /**
     * Montgomery's reduction of the columns `start`0..9, row by row, and the product of x and y with it where they are given.
     * The quotient digits are signed; columns 5..9 are left, with the carry from below.
     * @param {Body} f @param {string} start - prefix of the constants that columns begin with @param {[string, string]} [factors]
     */
    function montgomery(f, start, factors) {
        const started = new Set();
        const accumulate = (/** @type {number} */ column, /** @type {string} */ value) => {
            f.set(`m${column}`, ladd(started.has(column) || !factors && column < N ? get(`m${column}`) : k(`${start}${column}`), value));
            started.add(column);
        };
        const product = (/** @type {string} */ a, /** @type {string} */ b, /** @type {number} */ column) => {
            f.set("hi", fma(a, b, k("c1")));
            accumulate(column + 1, get("hi"));
            accumulate(column, fma(a, b, fsub(k("c2"), get("hi"))));
        };
        for (const i of limbs) {
            if (factors) for (const j of limbs) product(get(`${factors[0]}${i}`), get(`${factors[1]}${j}`), i + j);
            f.set("s", digit(`m${i}`));
            if (i < N - LONG_ROWS) {
                accumulate(i + 1, shr(get(`m${i}`), 51));
                for (const j of limbs) product(get("s"), k(`early${j}`), i + 1 + j);
                continue;
            }
            f.set("hi", fma(get("s"), k("mu"), k("c1")));
            f.set("s", fsub(fma(get("s"), k("mu"), fsub(k("c2"), get("hi"))), k("c51")));
            for (const j of limbs) product(get("s"), k(`p${j}f`), i + j);
            accumulate(i + 1, shr(get(`m${i}`), 51));
        }
    }

    /**
     * z = x y / 2^255 mod p, for two unknowns.
     *
     *   in      x  canonical, packed or normal; y  settled, or both of them settled
     *   out     z  digits in [-2^50, 2^50), |value| below p: to unpack, or to settle and multiply on
     *   cost    52 products
     * @param {Body} f @param {string} z @param {string} x @param {string} y
     */
    function mul(f, z, x, y) {
        montgomery(f, "m", [x, y]);
        for (let c = N; c < 2 * N - 1; c++) {
            f.set(`m${c + 1}`, ladd(get(`m${c + 1}`), shr(get(`m${c}`), 51)));
            f.set(`${z}${c - N}`, digit(`m${c}`));
        }
        f.set(`${z}4`, fsub(get("m9"), k("c51")));
    }

    /** Makes the result of a product a factor: |value| of about p/2, |limb| <= 2^51, not normal. @param {Body} f @param {string} x */
    function settle(f, x) {
        f.set("nq", fsub(fma(get(`${x}4`), k("invTopOfP"), k("c51")), k("c51")));
        for (const i of limbs) f.set(`${x}${i}`, fma(get("nq"), k(`negP${i}`), get(`${x}${i}`)));
    }

    /**
     * x / 2^256 mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones.
     * @param {Body} f @param {string} ptr @param {string[]} to
     */
    function fromMont(f, ptr, to) {
        integerLimbs(f, ptr).forEach((part, i) => f.set(`m${i}`, ladd(k(`s${i}`), i < 4 ? and(part, k("mask")) : part)));
        montgomery(f, "s");
        unpackHalf(f, to);
    }

    /**
     * Half of the value in the columns 5..9 mod p, canonical: what is odd needs p, what is even and negative 2 p.
     * @param {Body} f @param {string[]} to - two addresses
     */
    function unpackHalf(f, to) {
        const at = (/** @type {number} */ i) => `m${N + i}`;
        const ripple = () => limbs.slice(0, 4).forEach((i) => {
            f.set(at(i + 1), ladd(get(at(i + 1)), shr(get(at(i)), 51)));
            f.set(at(i), and(get(at(i)), k("mask")));
        });
        ripple();
        f.set("odd", lsub(ZERO, and(get(at(0)), k("one"))));
        f.set("neg", `(v128.andnot (i64x2.lt_s ${get(at(4))} ${ZERO}) ${get("odd")})`);
        limbs.forEach((i) => f.set(at(i), ladd(get(at(i)), or(and(get("odd"), k(`p${i}`)), and(get("neg"), k(`twoP${i}`))))));
        ripple();
        const l = limbs.map((i) => get(at(i)));
        [or(shr(l[0], 1), shl(l[1], 50)), or(shr(l[1], 14), shl(l[2], 37)), or(shr(l[2], 27), shl(l[3], 24)), or(shr(l[3], 40), shl(l[4], 11))]
            .forEach((word, i) => f.set(`word${i}`, word));
        storeWords(f, to);
    }

    /** Carries of all limbs at once, no ripple: |limb| <= 2^50 + 8 afterwards, from |limb| <= 2^53. @param {Body} f @param {string} x */
    function carry(f, x) {
        limbs.slice(0, 4).forEach((i) => f.set(`cy${i}`, fsub(fadd(get(`${x}${i}`), k("round102")), k("round102"))));
        for (const i of limbs) {
            const rest = i < 4 ? fsub(get(`${x}${i}`), get(`cy${i}`)) : get(`${x}${i}`);
            f.set(`${x}${i}`, i ? fma(get(`cy${i - 1}`), k("inv51"), rest) : rest);
        }
    }

    /** Makes a value normal again, by subtracting round(top limb / top of p) p. @param {Body} f @param {string} x */
    function norm(f, x) {
        f.set("nq", fsub(fma(get(`${x}4`), k("invTopOfP"), k("c51")), k("c51")));
        for (const i of limbs) f.set(`${x}${i}`, fma(get("nq"), k(`negP${i}`), get(`${x}${i}`)));
        carry(f, x);
    }

    /**
     * x / 2^lg mod p, normal. p = 1 mod 2^lg, so that the low lg bits are the
     * quotient of an exact division: x - (x mod 2^lg) p is divisible by 2^lg.
     * @param {Body} f @param {string} x
     */
    function scale(f, x) {
        f.set("nq", fsub(get(`${x}0`), fsub(fadd(get(`${x}0`), get("roundLow")), get("roundLow"))));
        for (const i of limbs) {
            // the product nq * p_i is split at 2^51 so that each part is exact
            f.set("hi", fsub(fma(get("nq"), k(`negP${i}`), k("round102")), k("round102")));
            f.set(`${x}${i}`, fadd(get(`${x}${i}`), fma(get("nq"), k(`negP${i}`), `(f64x2.neg ${get("hi")})`)));
            if (i < 4) f.set(`${x}${i + 1}`, fma(get("hi"), k("inv51"), get(`${x}${i + 1}`)));
            else f.set("above", get("hi"));
        }
        carry(f, x);
        for (const i of limbs) {
            f.set("nq", fmul(get(`${x}${i}`), get("scaleBy")));
            f.set(`${x}${i}`, fsub(fadd(get("nq"), k("c51")), k("c51")));
            if (i) f.set(`${x}${i - 1}`, fma(fsub(get("nq"), get(`${x}${i}`)), k("shift51"), get(`${x}${i - 1}`)));
        }
        f.set(`${x}4`, fma(get("above"), get("scaleBy"), get(`${x}4`)));
    }

    /** What `scale` needs: 2^-lg, and 1.5 * 2^(52 + lg), which rounds to a multiple of 2^lg. @param {Body} f @param {string} local - that holds lg */
    function beginScale(f, local) {
        const lg = `(i64.extend_i32_u ${get(local)})`;
        f.set("scaleBy", `(i64x2.splat (i64.shl (i64.sub (i64.const 1023) ${lg}) (i64.const 52)))`);
        f.set("roundLow", `(i64x2.splat (i64.or (i64.shl (i64.add (i64.const 1075) ${lg}) (i64.const 52)) (i64.const ${1n << 51n})))`);
    }

    /** Limbs of two neighbouring 32-byte elements, all but the top one with the bits above them. @param {Body} f @param {string} ptr */
    function integerLimbs(f, ptr) {
        [0, 16, 32, 48].forEach((offset, i) => f.set(`v${i}`, `(v128.load offset=${offset} ${get(ptr)})`));
        [firsts, seconds, firsts, seconds].forEach((half, i) => f.set(`word${i}`, half(get(`v${i >> 1}`), get(`v${(i >> 1) + 2}`))));
        const word = [0, 1, 2, 3].map((i) => get(`word${i}`));
        return [word[0], or(shr(word[0], 51), shl(word[1], 13)), or(shr(word[1], 38), shl(word[2], 26)), or(shr(word[2], 25), shl(word[3], 39)), shr(word[3], 12)];
    }

    /** Two neighbouring 32-byte elements to a pair, limbs in [0, 2^51), the top one in [0, 2^52). @param {Body} f @param {string} ptr @param {string} x */
    function pack(f, ptr, x) {
        integerLimbs(f, ptr).forEach((part, i) => f.set(`${x}${i}`, fsub(or(i < 4 ? and(part, k("mask")) : part, k("b52")), k("b52"))));
    }

    /** A normal pair to two canonical 32-byte elements. @param {Body} f @param {string} x - destroyed @param {string[]} to - two addresses */
    function unpack(f, x, to) {
        const at = (/** @type {number} */ i) => `${x}${i}`;
        limbs.forEach((i) => f.set(at(i), lsub(fadd(get(at(i)), k("c51")), k(i === 0 ? "unpack0" : i < 4 ? "unpack" : "unpackTop"))));
        const ripple = () => limbs.slice(0, 4).forEach((i) => {
            f.set(at(i + 1), ladd(get(at(i + 1)), shr(get(at(i)), 51)));
            f.set(at(i), and(get(at(i)), k("mask")));
        });
        ripple();
        f.set("neg", `(i64x2.shr_s ${get(at(4))} (i32.const 63))`);
        limbs.forEach((i) => f.set(at(i), ladd(get(at(i)), and(get("neg"), k(`p${i}`)))));
        ripple();
        const l = limbs.map((i) => get(at(i)));
        [or(l[0], shl(l[1], 51)), or(shr(l[1], 13), shl(l[2], 38)), or(shr(l[2], 26), shl(l[3], 25)), or(shr(l[3], 39), shl(l[4], 12))]
            .forEach((word, i) => f.set(`word${i}`, word));
        storeWords(f, to);
    }

    /** w'' of the element v (normal, the same in both lanes), then both to the table. @param {Body} f @param {string} ptr @param {string} v */
    function storeTwiddle(f, ptr, v) {
        // 2^255 v / p = w0 v / p + kappa v, and the first of these is Q + R / p
        mulKnown(f, "R", (i) => k(`w${i}`), v, "Q");
        limbs.forEach((i) => f.set(`Q${i}`, fma(k("kappa"), get(`${v}${i}`), get(`Q${i}`))));
        carry(f, "Q");
        f.set("hi", fmul(k("r255OverP"), fma(get("R3"), k("inv51"), get("R4"))));
        const store = (/** @type {number} */ i, /** @type {string} */ value) => f.emit(`(v128.store64_lane offset=${8 * i} 0 ${get(ptr)} ${value})`);
        limbs.forEach((i) => { store(i, get(`${v}${i}`)); store(N + i, get(`Q${i}`)); });
        store(2 * N, get("hi"));
    }

    return {
        tier: "fma", constants, vectors: N, pairBytes: 80, twiddleBytes: 88, skipsOne: true, interleaved: true, rowBytes: 48, wideBytes: 240, rows: [1n, 1n << W],
        add: (f, z, x, y) => limbs.forEach((i) => f.set(`${z}${i}`, fadd(get(`${x}${i}`), get(`${y}${i}`)))),
        sub: (f, z, x, y) => limbs.forEach((i) => f.set(`${z}${i}`, fsub(get(`${x}${i}`), get(`${y}${i}`)))),
        zip(f, a, b, x, y) {
            for (const i of limbs) {
                f.set(`${a}${i}`, firsts(get(`${x}${i}`), get(`${y}${i}`)));
                f.set(`${b}${i}`, seconds(get(`${x}${i}`), get(`${y}${i}`)));
            }
        },
        one: "(v128.const f64x2 1 1)",
        zeroMask: (f, z, x) => f.set(z, `(i64x2.eq ${limbs.map((i) => get(`${x}${i}`)).reduce(or)} ${ZERO})`),
        laneMask: "(v128.const i64x2 -1 0)",
        adjust: inverse(2n, p), mulKnown, mul, settle, fromMont, norm, scale, beginScale, pack, unpack, storeTwiddle, mulWide, scalePacked, storeRow,
        twiddle: (ptr) => (i) => `(v128.load64_splat offset=${8 * i} ${get(ptr)})`,
        twiddlePair: (ptr) => (i) => `(v128.load64_lane offset=${8 * i + 88} 1 ${get(ptr)} (v128.load64_splat offset=${8 * i} ${get(ptr)}))`,
        loadTwiddle: (f, x, ptr) => limbs.forEach((i) => f.set(`${x}${i}`, `(v128.load64_splat offset=${8 * i} ${get(ptr)})`)),
        leftOut: (value) => leftOut(p, value),
        twiddleOf: (value) => new Uint8Array(new Float64Array(shoupTwiddle(p, mod(value, p))).buffer),
    };
}

/** What the digits that scalePacked takes leave out of the product by w: limbs, integers. @param {bigint} p @param {bigint} w */
function leftOut(p, w) {
    const offset = limbs.reduce((sum, i) => sum + ((i < 4 ? HALF : 2n * HALF) << (W * BigInt(i))), 0n), value = mod(w * offset, p);
    return new Uint8Array(new BigInt64Array(balancedLimbs(value > p / 2n ? value - p : value)).buffer);
}

/** Four vectors word0..3 (word i of both elements) to two elements of four words. @param {Body} f @param {string[]} to */
export function storeWords(f, [a, b]) {
    const store = (/** @type {string} */ ptr, /** @type {(x: string, y: string) => string} */ half) => {
        f.emit(`(v128.store ${ptr} ${half(get("word0"), get("word1"))})`);
        f.emit(`(v128.store offset=16 ${ptr} ${half(get("word2"), get("word3"))})`);
    };
    store(a, firsts);
    store(b, seconds);
}
