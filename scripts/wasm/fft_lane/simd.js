/**
 * Pair arithmetic of the FFT on SIMD128: two elements of Fr, one per lane, in
 * nine unsigned limbs of 29 bits, R = 2^261.
 *
 *   form    vector k = [a_2k, b_2k, a_2k+1, b_2k+1] as i32x4; slot 9 is zero
 *   range   values only grow, by at most 4p in each stage, and are reduced
 *           once at the end; limbs grow up to 32 bits between normalisations
 *   source  Montgomery 1985, column sums with carries delayed to the end as in
 *           Mitscha-Baude, "ZPrize: Fast MSM in WebAssembly", 2022
 *
 * All ranges are proved by `simdSchedule` in bounds.js when the module is made.
 * @module scripts/wasm/fft_lane/simd
 */
/** @import { Body } from "./body.js" */
/** @import { PairArithmetic, Twiddle } from "./types.js" */
import { inverse, mod } from "../../../src/bigint/modular.js";
import { get } from "../wat.js";
import { simdReduction, simdSchedule, simdWide } from "./bounds.js";
import { Constants } from "./constants.js";
import { storeWords } from "./fma.js";
import { ZERO, and, f64Bits, firsts, ladd, lanes32, lsub, or, seconds, shl, shr } from "./words.js";

const W = 29n, BITS = 29, N = 9, VECTORS = 5, MASK = (1n << W) - 1n;
const limbs = Array.from({ length: N }, (_, i) => i);
const vectors = Array.from({ length: VECTORS }, (_, k) => k);

/** Ten limbs, the last one zero. @param {bigint} x */
const limbsOf = (x) => Array.from({ length: 10 }, (_, i) => (x >> (W * BigInt(i))) & MASK);

/** @param {(a: number) => bigint} limb */
const vectorsOf = (limb) => vectors.map((k) => [limb(2 * k), limb(2 * k), limb(2 * k + 1), limb(2 * k + 1)]);

/** 4p with every limb below the top at least 2^29 - 1, so that a product can be subtracted limb by limb. @param {bigint} p */
function roomyFourP(p) {
    const out = limbsOf(4n * p);
    out[8] = (4n * p) >> (W * 8n);
    for (let i = 0; i < 8; i++) {
        out[i] += 1n << W;
        out[i + 1] -= 1n;
    }
    return out;
}

/** @type {(high: number, a: string, b: string) => string} */
const widen = (high, a, b) => `(i64x2.extmul_${high ? "high" : "low"}_i32x4_u ${a} ${b})`;
/** Low halves of two i64 to [a, b, a, b]. @param {string} a */
const both = (a) => lanes32([0, 2, 0, 2], a, a);
/** Low halves of two i64x2 to one i32x4. @param {string} a @param {string} b */
const narrow = (a, b) => lanes32([0, 2, 4, 6], a, b);
/** Limb i of both elements as i64x2. @param {string} x @param {number} i */
const limbOf = (x, i) => `(i64x2.extend_${i & 1 ? "high" : "low"}_i32x4_u ${get(`${x}${i >> 1}`)})`;

/** @param {bigint} p @param {Constants} constants */
function defineConstants(p, constants) {
    const mu = mod(-inverse(p, 1n << W), 1n << W);
    // adding s * m one limb up is adding s * mu * p, which clears a lowest limb s
    const m = (mu * p + 1n) >> W, fourP = roomyFourP(p);
    simdReduction(p, mu);
    const splat = (/** @type {string} */ name, /** @type {readonly bigint[]} */ value) =>
        vectorsOf((i) => value[i]).forEach((words, k) => constants.put32(`${name}${k}`, words));
    splat("m", limbsOf(m));
    splat("p", limbsOf(p));
    splat("fourP", fourP);
    constants.put64("mask", MASK);
    constants.put32("mask32", [MASK, MASK, MASK, MASK]);
    constants.put32("mu", [mu, mu, mu, mu]);
    constants.put64("invTopOfP", f64Bits((2 ** 232 / Number(p)) * (1 - 2 ** -50)));
    constants.put64("bias0", 1n << 40n);
    constants.put64("bias", (1n << 40n) - (1n << 11n));
    constants.put64("mask58", (1n << 58n) - 1n);
    vectors.forEach((k) => constants.put64(`minusP${k}`, (((1n << 290n) - p) >> (58n * BigInt(k))) & ((1n << 58n) - 1n)));
    return fourP;
}

/**
 * @param {{ p: bigint }} field - p of 254 or 255 bits, p = 1 mod 2^28 at least
 * @param {number} maxLog - largest transform the range proof covers
 * @returns {PairArithmetic}
 */
export function simdPairs({ p }, maxLog) {
    const constants = new Constants();
    simdWide(p, simdSchedule(p, 1, maxLog, defineConstants(p, constants)).limb);
    const k = (/** @type {string} */ name) => constants.use(name);

    /**
     * z = w * x / 2^261 mod p; the table holds twiddles times 2^261.
     *
     *   in      x  limbs and value within simdSchedule; w < p, tight
     *   out     z  < 4p, tight limbs
     *   cost    9 * 18 products of two lanes
     * @param {Body} f @param {string} z @param {Twiddle} w @param {string} x
     */
    function mulKnown(f, z, w, x) {
        montgomery(f, (i, row) => {
            f.set("wi", w(i));
            row("wi", (v) => get(`${x}${v}`), i);
        });
        takeColumns(f, z, N);
    }

    /**
     * Montgomery's reduction, row by row, of columns that `add` fills before the row, or that are there already.
     * @param {Body} f @param {(i: number, row: (factor: string, vector: (v: number) => string, column: number) => void) => void} [add]
     */
    function montgomery(f, add) {
        const started = new Set();
        const accumulate = (/** @type {number} */ column, /** @type {string} */ value) => {
            f.set(`s${column}`, started.has(column) || !add && column < N ? ladd(get(`s${column}`), value) : value);
            started.add(column);
        };
        const row = (/** @type {string} */ factor, /** @type {(v: number) => string} */ vector, /** @type {number} */ column) =>
            limbs.forEach((j) => accumulate(column + j, widen(j & 1, get(factor), vector(j >> 1))));
        for (const i of limbs) {
            add?.(i, row);
            f.set("q", both(and(get(`s${i}`), k("mask"))));
            if (i < N - 1) {
                accumulate(i + 1, shr(get(`s${i}`), BITS));
                row("q", (v) => k(`m${v}`), i + 1);
            } else {
                f.set("q", both(and(widen(0, get("q"), k("mu")), k("mask"))));
                row("q", (v) => k(`p${v}`), i);
                accumulate(i + 1, shr(get(`s${i}`), BITS));
            }
        }
    }

    /** z = the nine columns from number `from` on, with their carries; the last one is nothing but a carry. @param {Body} f @param {string} z @param {number} from */
    function takeColumns(f, z, from) {
        const end = from + N - 1;
        for (let c = from; c < end; c++) {
            const carry = shr(get(`s${c}`), BITS);
            f.set(`s${c + 1}`, c < end - 1 ? ladd(get(`s${c + 1}`), carry) : carry);
            f.set(`s${c}`, and(get(`s${c}`), k("mask")));
        }
        vectors.forEach((v) => f.set(`${z}${v}`, narrow(get(`s${from + 2 * v}`), 2 * v + 1 < N ? get(`s${from + 2 * v + 1}`) : ZERO)));
    }

    /**
     * z = w * x mod p, for a known w of which a table holds w_j = 2^(29 j + 58) w mod p.
     *
     *   in      x  limbs within simdSchedule
     *   out     z  within simdWide, tight limbs
     *   cost    81 products of two lanes for the sum of x_j w_j, 19 for the reduction by two limbs
     * @param {Body} f @param {string} z @param {Twiddle} w - ten words for each j: the limbs of w_j, and zero @param {string} x
     */
    function mulWide(f, z, w, x) {
        const add = (/** @type {number} */ column, /** @type {string} */ value, first = false) => f.set(`s${column}`, first ? value : ladd(get(`s${column}`), value));
        for (const j of limbs) for (const i of limbs) {
            f.set("wi", w(10 * j + i));
            add(i, widen(j & 1, get(`${x}${j >> 1}`), get("wi")), j === 0);
        }
        f.set("q", both(and(get("s0"), k("mask"))));
        add(1, shr(get("s0"), BITS));
        limbs.forEach((i) => add(i + 1, widen(i & 1, get("q"), k(`m${i >> 1}`)), i === N - 1));
        f.set("q", both(and(get("s1"), k("mask"))));
        f.set("q", both(and(widen(0, get("q"), k("mu")), k("mask"))));
        limbs.forEach((i) => add(i + 1, widen(i & 1, get("q"), k(`p${i >> 1}`))));
        add(2, shr(get("s1"), BITS));
        takeColumns(f, z, 2);
    }

    /** w * x mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones. @param {Body} f @param {string} ptr @param {Twiddle} w - as above @param {string[]} to */
    function scalePacked(f, ptr, w, to) {
        pack(f, ptr, "x");
        mulWide(f, "x", w, "x");
        unpack(f, "x", to);
    }

    /** Ten words of a table for mulWide: the limbs of v, of either lane. @param {Body} f @param {string[]} to @param {string} v - normalised */
    function storeRow(f, to, v) {
        canonical(f, v);
        to.forEach((ptr, lane) => storeLimbs(f, ptr, lane));
    }

    /** z = x y / 2^261 mod p, for two unknowns below 4p with tight limbs. @param {Body} f @param {string} z @param {string} x @param {string} y */
    const mul = (f, z, x, y) => mulKnown(f, z, (i) => lanes32(i & 1 ? [2, 3, 2, 3] : [0, 1, 0, 1], get(`${y}${i >> 1}`), get(`${y}${i >> 1}`)), x);

    /** Carries of all limbs at once; the value stays. @param {Body} f @param {string} x */
    function norm(f, x) {
        vectors.forEach((v) => f.set(`c${v}`, `(i32x4.shr_u ${get(`${x}${v}`)} (i32.const ${BITS}))`));
        for (const v of vectors) {
            // there is no limb 9: the top limb keeps its excess
            const carried = lanes32([2, 3, 4, 5], v ? get(`c${v - 1}`) : ZERO, v < VECTORS - 1 ? get(`c${v}`) : ZERO);
            const kept = v < VECTORS - 1 ? and(get(`${x}${v}`), k("mask32")) : get(`${x}${v}`);
            f.set(`${x}${v}`, `(i32x4.add ${kept} ${carried})`);
        }
    }

    /** Ripple e0..e8 into 29-bit limbs, the top one keeping its excess. @param {Body} f @param {number} i */
    function rippleInto(f, i) {
        if (!i) return;
        f.set(`e${i}`, ladd(get(`e${i}`), shr(get(`e${i - 1}`), BITS)));
        f.set(`e${i - 1}`, and(get(`e${i - 1}`), k("mask")));
    }

    /**
     * x / 2^lg mod p. p = 1 mod 2^lg, so that q = -x mod 2^lg makes x + q p
     * divisible by 2^lg.
     * @param {Body} f @param {string} x
     */
    function scale(f, x) {
        norm(f, x);
        f.set("q", both(and(lsub(ZERO, limbOf(x, 0)), get("lowMask"))));
        for (const i of limbs) {
            f.set(`e${i}`, ladd(limbOf(x, i), widen(i & 1, get("q"), k(`p${i >> 1}`))));
            rippleInto(f, i);
        }
        f.set("e9", shr(get("e8"), BITS));
        f.set("e8", and(get("e8"), k("mask")));
        const up = `(i32.sub (i32.const ${BITS}) ${get("scaleBits")})`;
        for (const i of limbs) {
            const shifted = or(shr(get(`e${i}`), get("scaleBits")), shl(get(`e${i + 1}`), up));
            f.set(`e${i}`, i < N - 1 ? and(shifted, k("mask")) : shifted);
        }
        vectors.forEach((v) => f.set(`${x}${v}`, narrow(get(`e${2 * v}`), 2 * v + 1 < N ? get(`e${2 * v + 1}`) : ZERO)));
    }

    /** The 29 bits of each limb of two neighbouring 32-byte elements times 2^up; the top one with what is above. @param {Body} f @param {string} ptr @param {number} [up] */
    function integerLimbs(f, ptr, up = 0) {
        [0, 16, 32, 48].forEach((offset, i) => f.set(`v${i}`, `(v128.load offset=${offset} ${get(ptr)})`));
        [firsts, seconds, firsts, seconds].forEach((half, i) => f.set(`word${i}`, half(get(`v${i >> 1}`), get(`v${(i >> 1) + 2}`))));
        return limbs.map((i) => {
            const bit = BITS * i - up, word = bit >> 6, shift = bit & 63;
            if (bit < 0) return and(shl(get("word0"), -bit), k("mask"));
            let part = shift ? shr(get(`word${word}`), shift) : get(`word${word}`);
            if (shift + BITS > 64 && word < 3) part = or(part, shl(get(`word${word + 1}`), 64 - shift));
            return i < N - 1 ? and(part, k("mask")) : part;
        });
    }

    /** Two neighbouring 32-byte elements to a pair. @param {Body} f @param {string} ptr @param {string} x */
    function pack(f, ptr, x) {
        const parts = integerLimbs(f, ptr);
        vectors.forEach((v) => f.set(`${x}${v}`, narrow(parts[2 * v], 2 * v + 1 < N ? parts[2 * v + 1] : ZERO)));
    }

    /**
     * Canonical value of x in five limbs of 58 bits, d0..d4. The quotient by p
     * is taken from the top limb, rounded down, so that it is short by one at most.
     * @param {Body} f @param {string} x - normalised
     */
    function canonical(f, x) {
        f.set("q", `(i32x4.trunc_sat_f64x2_u_zero (f64x2.mul (f64x2.convert_low_i32x4_u ${get(`${x}4`)}) ${k("invTopOfP")}))`);
        f.set("q", lanes32([0, 1, 0, 1], get("q"), get("q")));
        for (const i of limbs) {
            f.set(`e${i}`, ladd(lsub(limbOf(x, i), widen(i & 1, get("q"), k(`p${i >> 1}`))), k(i ? "bias" : "bias0")));
            rippleInto(f, i);
        }
        f.set("e8", and(get("e8"), k("mask")));
        subtractOnce(f);
    }

    /** d0..d4 = the canonical value of e0..e8, tight and below 2p. @param {Body} f */
    function subtractOnce(f) {
        vectors.forEach((v) => f.set(`d${v}`, v < 4 ? or(get(`e${2 * v}`), shl(get(`e${2 * v + 1}`), BITS)) : get("e8")));
        for (const v of vectors) {
            f.set(`t${v}`, ladd(get(`d${v}`), k(`minusP${v}`)));
            if (!v) continue;
            f.set(`t${v}`, ladd(get(`t${v}`), shr(get(`t${v - 1}`), 58)));
            f.set(`t${v - 1}`, and(get(`t${v - 1}`), k("mask58")));
        }
        f.set("q", lsub(ZERO, shr(get("t4"), 58)));
        f.set("t4", and(get("t4"), k("mask58")));
        vectors.forEach((v) => f.set(`d${v}`, `(v128.bitselect ${get(`t${v}`)} ${get(`d${v}`)} ${get("q")})`));
    }

    /** @param {Body} f @param {string} x @param {string[]} to */
    function unpack(f, x, to) {
        canonical(f, x);
        storeCanonical(f, to);
    }

    /** @param {Body} f @param {string[]} to */
    function storeCanonical(f, to) {
        const d = vectors.map((v) => get(`d${v}`));
        [or(d[0], shl(d[1], 58)), or(shr(d[1], 6), shl(d[2], 52)), or(shr(d[2], 12), shl(d[3], 46)), or(shr(d[3], 18), shl(d[4], 40))]
            .forEach((word, i) => f.set(`word${i}`, word));
        storeWords(f, to);
    }

    /**
     * x / 2^256 mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones: the reduction of 2^5 x.
     * Eight rows add less than m < p all together, the last one less than p: below 2p.
     * @param {Body} f @param {string} ptr @param {string[]} to
     */
    function fromMont(f, ptr, to) {
        integerLimbs(f, ptr, BITS * N - 256).forEach((part, i) => f.set(`s${i}`, part));
        montgomery(f);
        for (const i of limbs) {
            const sum = i < N - 1 ? get(`s${N + i}`) : "";
            const carry = i ? shr(get(`s${N + i - 1}`), BITS) : "";
            f.set(`s${N + i}`, sum && carry ? ladd(sum, carry) : sum || carry);
            f.set(`e${i}`, and(get(`s${N + i}`), k("mask")));
        }
        subtractOnce(f);
        storeCanonical(f, to);
    }

    /** @param {Body} f @param {string} ptr @param {string} v - normalised */
    function storeTwiddle(f, ptr, v) {
        canonical(f, v);
        storeLimbs(f, get(ptr), 0);
    }

    /** Limbs of d0..d4, one lane. @param {Body} f @param {string} ptr @param {number} lane */
    function storeLimbs(f, ptr, lane) {
        for (const i of vectors) {
            const limb58 = `(i64x2.extract_lane ${lane} ${get(`d${i}`)})`;
            f.emit(`(i64.store offset=${8 * i} ${ptr} (i64.or (i64.and ${limb58} (i64.const ${MASK})) (i64.shl (i64.shr_u ${limb58} (i64.const ${BITS})) (i64.const 32))))`);
        }
    }

    return {
        tier: "simd", constants, vectors: VECTORS, pairBytes: 80, twiddleBytes: 40, skipsOne: false, interleaved: false, rowBytes: 40, wideBytes: 360, rows: [inverse(1n << (W * BigInt(N) - 58n), p), 1n << W],
        add: (f, z, x, y) => vectors.forEach((v) => f.set(`${z}${v}`, `(i32x4.add ${get(`${x}${v}`)} ${get(`${y}${v}`)})`)),
        sub: (f, z, x, y) => vectors.forEach((v) => f.set(`${z}${v}`, `(i32x4.sub (i32x4.add ${get(`${x}${v}`)} ${k(`fourP${v}`)}) ${get(`${y}${v}`)})`)),
        zip(f, a, b, x, y) {
            for (const v of vectors) {
                f.set(`${a}${v}`, lanes32([0, 4, 2, 6], get(`${x}${v}`), get(`${y}${v}`)));
                f.set(`${b}${v}`, lanes32([1, 5, 3, 7], get(`${x}${v}`), get(`${y}${v}`)));
            }
        },
        one: "(v128.const i32x4 1 1 0 0)",
        zeroMask(f, z, x) {
            f.set(z, vectors.map((v) => get(`${x}${v}`)).reduce(or));
            f.set(z, `(i32x4.eq ${or(get(z), lanes32([2, 3, 0, 1], get(z), get(z)))} ${ZERO})`);
        },
        laneMask: "(v128.const i32x4 -1 0 -1 0)",
        adjust: 1n << BigInt(BITS * N - 256), mulKnown, mul, settle: () => {}, fromMont, norm, scale, pack, unpack, storeTwiddle, mulWide, scalePacked, storeRow,
        beginScale(f, local) {
            f.seti("scaleBits", get(local));
            f.set("lowMask", `(i64x2.splat (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u ${get(local)})) (i64.const 1)))`);
        },
        twiddle: (ptr) => (i) => `(v128.load32_splat offset=${4 * i} ${get(ptr)})`,
        twiddlePair: (ptr) => (i) => lanes32([0, 4, 0, 4], `(v128.load32_splat offset=${4 * i} ${get(ptr)})`, `(v128.load32_splat offset=${4 * i + 40} ${get(ptr)})`),
        loadTwiddle: (f, x, ptr) => vectors.forEach((v) => f.set(`${x}${v}`, lanes32([0, 0, 1, 1], `(v128.load64_splat offset=${8 * v} ${get(ptr)})`, ZERO))),
        leftOut: () => new Uint8Array(0),
        twiddleOf: (value) => new Uint8Array(new Uint32Array(limbsOf(mod(value << 261n, p)).map(Number)).buffer),
    };
}
