/**
 * Products by known constants and by unknowns on tier simd, for transforms: two
 * elements of Fr, one per lane, in nine unsigned limbs of 29 bits held in
 * locals, R = 2^261. What limbs and columns are: limbs.js.
 *
 *   range   values only grow, by at most 4p in each stage, and are reduced
 *           once at the end; limbs grow up to 32 bits between normalisations
 *   bounds  ../../fft_lane/proof.js
 *   source  Montgomery 1985
 * @module scripts/wasm/lane/simd/pairs
 */
/** @import { Columns } from "../columns.js" */
/** @import { Constants } from "../constants.js" */
/** @import { LanePlan } from "../plan.js" */
/** @import { FunctionText } from "../text.js" */
/** @import { PairArithmetic, Twiddle } from "../types.js" */
import { inverse, mod } from "../../../../src/bigint/modular.js";
import { get } from "../../wat.js";
import { bitsFrom, loadWords, storeWords, wordsOf } from "../packed.js";
import { plainDigits } from "../plan.js";
import { limbsFrom, productSchedule, reducedRows } from "../product.js";
import { ZERO, and, bytesOf32, bytesOf64, f64Bits, ladd, lanes32, lsub, or, shl, shr } from "../words.js";
import { SimdLimbs, narrow } from "./limbs.js";

/** Words of an element of the base module. */
const WORDS = 4;

const W = 29, N = 9, VECTORS = 5;
const limbs = Array.from({ length: N }, (_, i) => i);
const vectors = Array.from({ length: VECTORS }, (_, k) => k);

/** One product of two pairs in locals. */
const PRODUCT = [{ a: { ptr: "w", offset: 0 }, b: { ptr: "x", offset: 0 } }];

/** Names of the vectors of a pair. @param {string} x */
const vectorsOf = (x) => vectors.map((k) => `${x}${k}`);

/**
 * 4p with every limb below the top at least 2^29 - 1, so that a product can be subtracted limb by
 * limb.
 * @param {bigint} p
 */
function roomyFourP(p) {
    const out = plainDigits(4n * p, N, W);
    for (let i = 0; i < N - 1; i++) {
        out[i] += 1n << BigInt(W);
        out[i + 1] -= 1n;
    }
    return out;
}

/** Limb i of both elements as i64x2. @param {string} x @param {number} i */
const limbOf = (x, i) => `(i64x2.extend_${i & 1 ? "high" : "low"}_i32x4_u ${get(`${x}${i >> 1}`)})`;

/** @implements {PairArithmetic} */
export class SimdPairs extends SimdLimbs {
    /**
     * @param {LanePlan} plan - p of 254 or 255 bits, and p = 1 mod 2^lg for `scale`
     * @param {Constants} constants
     */
    constructor(plan, constants) {
        super(plan, constants, false);
        const { p, n, w } = plan;
        if (n !== N || w !== W) throw new RangeError(`SimdPairs: expected 9 limbs of 29 bits, got ${n} of ${w}`);
        this.fourP = roomyFourP(p);
        this.twiddleBytes = 40;
        this.wideBytes = 360;
        this.rowBytes = 40;
        /** @type {[bigint, bigint]} */
        this.rows = [inverse(1n << BigInt(W * N - 58), p), 1n << BigInt(W)];
        this.skipsOne = false;
        this.interleaved = false;
        this.one = "(v128.const i32x4 1 1 0 0)";
        this.laneMask = "(v128.const i32x4 -1 0 -1 0)";
        this.adjust = 1n << BigInt(W * N - 256);
    }

    /**
     * @param {FunctionText} f
     * @param {string} name
     * @param {bigint} word - of 64 bits, in both lanes
     */
    both(f, name, word) {
        return this.constants.v128(f, name, bytesOf64([word, word]));
    }

    /** @type {PairArithmetic["difference"]} */
    difference(f, k, a, b) {
        return this.sub(this.add(a, this.digits(f, "fourP", this.fourP, k)), b);
    }

    /** @type {PairArithmetic["zipped"]} */
    zipped(a, b) {
        return [lanes32([0, 4, 2, 6], a, b), lanes32([1, 5, 3, 7], a, b)];
    }

    /** @type {PairArithmetic["zeroMask"]} */
    zeroMask(f, z, x) {
        f.v128(z, vectorsOf(x).map(get).reduce(or));
        f.v128(z, `(i32x4.eq ${or(get(z), lanes32([2, 3, 0, 1], get(z), get(z)))} ${ZERO})`);
    }

    /** Products are factors as they are. */
    settle() {}

    /** @type {PairArithmetic["beginScale"]} */
    beginScale(f, local) {
        f.i32("scaleBits", get(local));
        f.v128(
            "lowMask",
            `(i64x2.splat (i64.sub (i64.shl (i64.const 1) (i64.extend_i32_u ${get(local)})) (i64.const 1)))`,
        );
    }

    /** @type {PairArithmetic["twiddle"]} */
    twiddle(ptr) {
        return (i) => `(v128.load32_splat offset=${4 * i} ${get(ptr)})`;
    }

    /** @type {PairArithmetic["twiddlePair"]} */
    twiddlePair(ptr) {
        const one = this.twiddle(ptr);
        const words = this.twiddleBytes / 4;
        return (i) => lanes32([0, 4, 0, 4], one(i), one(i + words));
    }

    /** @type {PairArithmetic["loadTwiddle"]} */
    loadTwiddle(f, x, ptr) {
        vectors.forEach((v) =>
            f.v128(`${x}${v}`, lanes32([0, 0, 1, 1], `(v128.load64_splat offset=${8 * v} ${get(ptr)})`, ZERO)),
        );
    }

    /** @type {PairArithmetic["twiddleOf"]} */
    twiddleOf(value) {
        return bytesOf32([...plainDigits(mod(value << BigInt(W * N), this.p), N, W), 0n]);
    }

    /**
     * Digits are taken as they are: nothing.
     * @type {PairArithmetic["leftOut"]}
     */
    leftOut() {
        return new Uint8Array(0);
    }

    /**
     * The steps that make the vectors of a pair of columns.
     * @param {Columns} columns
     * @param {string} z
     */
    toPair(columns, z) {
        return this.toVectors(columns, (k, vector) => columns.fn.v128(`${z}${k}`, vector));
    }

    /**
     * z = w * x / 2^261 mod p; the table holds twiddles times 2^261.
     *
     *   in      x  limbs and value within what stages leave; w < p, tight
     *   out     z  < 4p, tight limbs
     *   cost    9 * 18 products of two lanes
     * @param {FunctionText} f @param {string} z @param {Twiddle} w @param {string} x
     */
    mulKnown(f, z, w, x) {
        const columns = this.columns(f);
        productSchedule(N, PRODUCT, {
            ...this.reduction(columns),
            ...this.toPair(columns, z),
            row: (i) => {
                f.v128("wi", w(i));
                limbs.forEach((j) => columns.add(i + j, this.extmul(j, get("wi"), get(`${x}${j >> 1}`))));
            },
        });
    }

    /**
     * z = w * x mod p, for a known w of which a table holds w_j = 2^(29 j + 58) w mod p.
     *
     *   in      x  limbs within what stages leave
     *   out     z  < 4p, tight limbs
     *   cost    81 products of two lanes for the sum of x_j w_j, 19 for the reduction by two limbs
     * @param {FunctionText} f
     * @param {string} z
     * @param {Twiddle} w - ten words for each j: the limbs of w_j, and zero
     * @param {string} x
     */
    mulWide(f, z, w, x) {
        const columns = this.columns(f);
        for (const j of limbs) for (const i of limbs) {
            f.v128("wi", w(10 * j + i));
            columns.add(i, this.extmul(j, get(`${x}${j >> 1}`), get("wi")));
        }
        const steps = { ...this.reduction(columns), ...this.toPair(columns, z) };
        reducedRows(2, [], { ...steps, row: () => {} });
        limbsFrom(N, 2, steps);
    }

    /**
     * w * x mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones.
     * @param {FunctionText} f
     * @param {string} ptr
     * @param {Twiddle} w - as above
     * @param {string[]} to
     */
    scalePacked(f, ptr, w, to) {
        this.pack(f, ptr, "x");
        this.mulWide(f, "x", w, "x");
        this.unpack(f, "x", to);
    }

    /**
     * Ten words of a table for mulWide: the limbs of v, of either lane.
     * @param {FunctionText} f
     * @param {string[]} to
     * @param {string} v - normalised
     */
    storeRow(f, to, v) {
        this.canonical(f, v);
        to.forEach((ptr, lane) => this.storeLimbs(f, ptr, lane));
    }

    /**
     * z = x y / 2^261 mod p, for two unknowns below 4p with tight limbs.
     * @param {FunctionText} f
     * @param {string} z
     * @param {string} x
     * @param {string} y
     */
    mul(f, z, x, y) {
        const limb = (/** @type {number} */ i) => get(`${y}${i >> 1}`);
        this.mulKnown(f, z, (i) => lanes32(i & 1 ? [2, 3, 2, 3] : [0, 1, 0, 1], limb(i), limb(i)), x);
    }

    /** The value stays: only limbs become small. @param {FunctionText} fn @param {string[]} t */
    norm(fn, t) {
        this.carries(fn, t);
    }

    /**
     * Ripple e0..e8 into 29-bit limbs, the top one keeping its excess.
     * @param {FunctionText} f
     * @param {number} i
     */
    rippleInto(f, i) {
        if (!i) return;
        f.v128(`e${i}`, ladd(get(`e${i}`), shr(get(`e${i - 1}`), W)));
        f.v128(`e${i - 1}`, this.low(f, get(`e${i - 1}`)));
    }

    /**
     * x / 2^lg mod p, lg <= 29. p = 1 mod 2^lg, so that q = -x mod 2^lg makes x + q p
     * divisible by 2^lg.
     * @param {FunctionText} f @param {string} x
     */
    scale(f, x) {
        this.norm(f, vectorsOf(x));
        f.v128("t", and(lsub(ZERO, limbOf(x, 0)), get("lowMask")));
        f.v128("q", lanes32([0, 2, 0, 2], get("t"), get("t")));
        for (const i of limbs) {
            f.v128(`e${i}`, ladd(limbOf(x, i), this.extmul(i, get("q"), this.vectorOfP(f, i >> 1))));
            this.rippleInto(f, i);
        }
        f.v128("e9", shr(get("e8"), W));
        f.v128("e8", this.low(f, get("e8")));
        const up = `(i32.sub (i32.const ${W}) ${get("scaleBits")})`;
        for (const i of limbs) {
            const shifted = or(shr(get(`e${i}`), get("scaleBits")), shl(get(`e${i + 1}`), up));
            f.v128(`e${i}`, i < N - 1 ? this.low(f, shifted) : shifted);
        }
        this.narrowed(f, x, limbs.map((i) => get(`e${i}`)));
    }

    /**
     * x = limbs that are low halves of two lanes.
     * @param {FunctionText} f
     * @param {string} x
     * @param {string[]} parts
     */
    narrowed(f, x, parts) {
        vectors.forEach((v) => f.v128(`${x}${v}`, narrow(parts[2 * v], parts[2 * v + 1] ?? ZERO)));
    }

    /**
     * The 29 bits of each limb of two neighbouring 32-byte elements times 2^up; the top one with
     * what is above.
     * @param {FunctionText} f
     * @param {string} ptr
     * @param {number} [up]
     */
    integerLimbs(f, ptr, up = 0) {
        const words = loadWords(f, ptr, WORDS);
        return limbs.map((i) => {
            const part = bitsFrom(words, W * i - up, W);
            return i < N - 1 ? this.low(f, part) : part;
        });
    }

    /**
     * Two neighbouring 32-byte elements to a pair.
     * @type {PairArithmetic["pack"]}
     */
    pack(f, ptr, x) {
        this.narrowed(f, x, this.integerLimbs(f, ptr));
    }

    /**
     * Canonical value of x in five limbs of 58 bits, d0..d4. The quotient by p
     * is taken from the top limb, rounded down, so that it is short by one at most.
     * @param {FunctionText} f @param {string} x - normalised
     */
    canonical(f, x) {
        const share = this.both(f, "invTopOfP", f64Bits((2 ** (W * (N - 1)) / Number(this.p)) * (1 - 2 ** -50)));
        const product = `(f64x2.mul (f64x2.convert_low_i32x4_u ${get(`${x}4`)}) ${share})`;
        f.v128("q", `(i32x4.trunc_sat_f64x2_u_zero ${product})`);
        f.v128("q", lanes32([0, 1, 0, 1], get("q"), get("q")));
        const bias = 1n << 40n;
        for (const i of limbs) {
            const less = lsub(limbOf(x, i), this.extmul(i, get("q"), this.vectorOfP(f, i >> 1)));
            f.v128(`e${i}`, ladd(less, i ? this.both(f, "bias", bias - (bias >> 29n)) : this.both(f, "bias0", bias)));
            this.rippleInto(f, i);
        }
        f.v128("e8", this.low(f, get("e8")));
        this.subtractOnce(f);
    }

    /** d0..d4 = the canonical value of e0..e8, tight and below 2p. @param {FunctionText} f */
    subtractOnce(f) {
        const minusP = plainDigits((1n << BigInt(58 * VECTORS)) - this.p, VECTORS, 58);
        const low = (/** @type {string} */ e) => and(e, this.both(f, "mask58", (1n << 58n) - 1n));
        vectors.forEach((v) =>
            f.v128(`d${v}`, v < 4 ? or(get(`e${2 * v}`), shl(get(`e${2 * v + 1}`), W)) : get("e8")),
        );
        for (const v of vectors) {
            f.v128(`t${v}`, ladd(get(`d${v}`), this.both(f, `minusP${v}`, minusP[v])));
            if (!v) continue;
            f.v128(`t${v}`, ladd(get(`t${v}`), shr(get(`t${v - 1}`), 58)));
            f.v128(`t${v - 1}`, low(get(`t${v - 1}`)));
        }
        f.v128("q", lsub(ZERO, shr(get("t4"), 58)));
        f.v128("t4", low(get("t4")));
        vectors.forEach((v) => f.v128(`d${v}`, `(v128.bitselect ${get(`t${v}`)} ${get(`d${v}`)} ${get("q")})`));
    }

    /** @type {PairArithmetic["unpack"]} */
    unpack(f, x, to) {
        this.canonical(f, x);
        this.storeCanonical(f, to);
    }

    /** @param {FunctionText} f @param {string[]} to */
    storeCanonical(f, to) {
        storeWords(f, to, wordsOf(vectorsOf("d").map(get), 2 * W, WORDS));
    }

    /**
     * x / 2^256 mod p of two neighbouring elements of 32 bytes, any bytes, to two canonical ones:
     * the reduction of 2^5 x.
     * Eight rows add less than m < p all together, the last one less than p: below 2p.
     * @param {FunctionText} f @param {string} ptr @param {string[]} to
     */
    fromMont(f, ptr, to) {
        const columns = this.columns(f);
        this.integerLimbs(f, ptr, W * N - 256).forEach((part, i) => columns.put(i, part));
        const take = (/** @type {number} */ i, /** @type {number} */ c) => f.v128(`e${i}`, this.low(f, columns.at(c)));
        const steps = { ...this.reduction(columns), row: () => {}, limb: take };
        productSchedule(N, [], { ...steps, top: (c) => take(N - 1, c) });
        this.subtractOnce(f);
        this.storeCanonical(f, to);
    }

    /** @param {FunctionText} f @param {string} ptr @param {string} v - normalised */
    storeTwiddle(f, ptr, v) {
        this.canonical(f, v);
        this.storeLimbs(f, get(ptr), 0);
    }

    /**
     * Limbs of d0..d4, one lane.
     * @param {FunctionText} f
     * @param {string} ptr
     * @param {number} lane
     */
    storeLimbs(f, ptr, lane) {
        for (const i of vectors) {
            const limb58 = `(i64x2.extract_lane ${lane} ${get(`d${i}`)})`;
            f.emit(
                `(i64.store offset=${8 * i} ${ptr} (i64.or (i64.and ${limb58} (i64.const ${this.MASK})) (i64.shl (i64.shr_u ${limb58} (i64.const ${W})) (i64.const 32))))`,
            );
        }
    }
}
