/**
 * What SIMD instructions do to vectors of unknown words. A vector is two
 * halves of 64 bits; a half is one word, or two of 32 bits.
 * @module scripts/wasm/proof/vectors
 */
/** @import { Word, Words } from "./words.js" */

/** @typedef {{ word?: Word, parts?: [Word, Word] }} Half */

/** @typedef {[Half, Half]} Vector */

/** @param {Words} words @param {Half} half @returns {Word} */
export const wordOf = (words, half) => half.word ?? words.joined(.../** @type {[Word, Word]} */ (half.parts));

/** @param {Words} words @param {Half} half @returns {[Word, Word]} */
export const partsOf = (words, { word, parts }) => parts ?? words.halves(/** @type {Word} */ (word));

/** @param {Word} word @returns {Half} */
export const whole = (word) => ({ word });

/** Words of 64 bits. @param {Words} words @param {Vector} v */
const by64 = (words, v) => v.map((half) => wordOf(words, half));

/** Words of 32 bits. @param {Words} words @param {Vector} v */
const by32 = (words, v) => v.flatMap((half) => partsOf(words, half));

/** @param {Word[]} two @returns {Vector} */
const from64 = ([a, b]) => [{ word: a }, { word: b }];

/** @param {Word[]} four @returns {Vector} */
const from32 = ([a, b, c, d]) => [{ parts: [a, b] }, { parts: [c, d] }];

/** @typedef {(words: Words, vectors: Vector[]) => Vector} VectorInstruction */

/**
 * f of each lane; lanes with the same operands share the result.
 * @param {Words} words
 * @param {(words: Words, ...args: Word[]) => Word} f
 * @param {Word[][]} args - lanes of each operand
 */
function eachLane(words, f, args) {
    /** @type {Word[]} */
    const out = [];
    args[0].forEach((_, l) => {
        const same = out.findIndex((_result, k) => args.every((lanes) => lanes[k] === lanes[l]));
        out.push(same < 0 ? f(words, ...args.map((lanes) => lanes[l])) : out[same]);
    });
    return out;
}

/** @param {(words: Words, ...args: Word[]) => Word} f @returns {VectorInstruction} */
const each64 = (f) => (words, vectors) => from64(eachLane(words, f, vectors.map((v) => by64(words, v))));

/** @param {(words: Words, ...args: Word[]) => Word} f @returns {VectorInstruction} */
const each32 = (f) => (words, vectors) => from32(eachLane(words, f, vectors.map((v) => by32(words, v))));

/**
 * Bits that no lane width matters to: by 32 where all are cut so.
 * @param {(words: Words, ...args: Word[]) => Word} f
 * @returns {VectorInstruction}
 */
const eachHalf = (f) => (words, vectors) => {
    const halves = vectors.flat(),
        whole = !halves.some(({ parts }) => parts) || halves.some(({ word }) => word?.kind === "f64");
    return whole
        ? from64(
              eachLane(
                  words,
                  f,
                  vectors.map((v) => by64(words, v)),
              ),
          )
        : from32(
              eachLane(
                  words,
                  f,
                  vectors.map((v) => by32(words, v)),
              ),
          );
};

/** @param {number} upper @param {boolean} signed @returns {VectorInstruction} */
const widened = (upper, signed) => (words, vectors) => {
    return from64(
        eachLane(
            words,
            (_, a, b) => words.widened(a, b, signed),
            vectors.map((v) => partsOf(words, v[upper])),
        ),
    );
};

/** @param {number} upper @returns {VectorInstruction} */
const extended =
    (upper) =>
    (words, [v]) =>
        from64(partsOf(words, v[upper]).map((part) => words.int(words.fit(part, false))));

/**
 * A comparison whose result is not known, unless both sides are.
 * @param {Words} words
 * @param {Word} a
 * @param {Word} b
 * @param {boolean} [equal]
 * @returns {Word}
 */
function compared(words, a, b, equal = true) {
    const [x, y] = [words.known(a), words.known(b)];
    if (equal && x !== undefined && y !== undefined) return words.constant(x === y ? -1n : 0n, a.bits);
    if (equal && y === 0n && a.of && words.someBit(a.of)) return words.constant(0n, a.bits);
    return words.unknownMask(a.bits);
}

/**
 * a < 0, as 0 or -1: the sign keeps what it has to do with a.
 * @param {Words} words
 * @param {Word} a
 * @param {Word} b
 */
function below(words, a, b) {
    if (words.known(b) !== 0n) throw new RangeError("expected a comparison with zero");
    return words.int(words.forms.rounded(words.fit(a, true), a.bits - 1, "down"), a.bits);
}

/** @type {Readonly<Record<string, VectorInstruction>>} */
export const VECTOR = Object.freeze({
    "f64x2.add": each64((w, a, b) => w.addDoubles(a, b)),
    "f64x2.sub": each64((w, a, b) => w.addDoubles(a, b, -1n)),
    "f64x2.mul": each64((w, a, b) => w.madd(a, b, null)),
    "f64x2.neg": each64((w, a) => w.double(w.forms.times(w.asDouble(a), -1n))),
    "f64x2.nearest": each64((w, a) => w.nearest(a)),
    "f64x2.relaxed_madd": each64((w, a, b, c) => w.madd(a, b, c)),
    "f64x2.relaxed_nmadd": each64((w, a, b, c) => w.madd(a, b, c, true)),
    "f64x2.eq": each64((w, a, b) => compared(w, a, b)),
    "i64x2.add": each64((w, a, b) => w.add(a, b)),
    "i64x2.sub": each64((w, a, b) => w.add(a, b, -1n)),
    "i64x2.eq": each64((w, a, b) => compared(w, a, b)),
    "i64x2.lt_s": each64((w, a, b) => below(w, a, b)),
    "i32x4.add": each32((w, a, b) => w.add(a, b)),
    "i32x4.sub": each32((w, a, b) => w.add(a, b, -1n)),
    "i32x4.mul": each32((w, a, b) => w.mul(a, b)),
    "i32x4.neg": each32((w, a) => w.int(w.forms.times(w.asInt(a), -1n), 32)),
    "i32x4.eq": each32((w, a, b) => compared(w, a, b)),
    "i64x2.extmul_low_i32x4_s": widened(0, true),
    "i64x2.extmul_high_i32x4_s": widened(1, true),
    "i64x2.extmul_low_i32x4_u": widened(0, false),
    "i64x2.extmul_high_i32x4_u": widened(1, false),
    "i64x2.extend_low_i32x4_u": extended(0),
    "i64x2.extend_high_i32x4_u": extended(1),
    "v128.and": eachHalf((w, a, b) => w.and(a, b)),
    "v128.or": eachHalf((w, a, b) => w.or(a, b)),
    "v128.xor": eachHalf((w, a, b) => w.xor(a, b)),
    "v128.andnot": eachHalf((w, a, mask) => w.select(w.constant(0n, a.bits), a, mask)),
    "v128.bitselect": eachHalf((w, a, b, mask) => w.select(a, b, mask)),
    "f64x2.convert_low_i32x4_u": (w, [v]) => from64(partsOf(w, v[0]).map((part) => w.double(w.fit(part, false)))),
    "i32x4.trunc_sat_f64x2_u_zero": (w, [v]) =>
        from32([...by64(w, v).map((a) => w.truncate(a, 32, false)), w.constant(0n, 32), w.constant(0n, 32)]),
});

/**
 * Shifts of all lanes by the same number.
 * @type {Readonly<Record<string, (words: Words, v: Vector, by: number) => Vector>>}
 */
export const SHIFT = Object.freeze({
    "i64x2.shl": (w, v, by) => each64((_, a) => w.shl(a, by))(w, [v]),
    "i64x2.shr_u": (w, v, by) => each64((_, a) => w.shr(a, by, false))(w, [v]),
    "i64x2.shr_s": (w, v, by) => each64((_, a) => w.shr(a, by, true))(w, [v]),
    "i32x4.shl": (w, v, by) => each32((_, a) => w.shl(a, by))(w, [v]),
    "i32x4.shr_u": (w, v, by) => each32((_, a) => w.shr(a, by, false))(w, [v]),
    "i32x4.shr_s": (w, v, by) => each32((_, a) => w.shr(a, by, true))(w, [v]),
});

/**
 * Lanes of 32 bits, or of 64 where they stay together.
 * @param {Words} words
 * @param {number[]} bytes
 * @param {Vector} a
 * @param {Vector} b
 * @returns {Vector}
 */
export function shuffle(words, bytes, a, b) {
    const lanes = [0, 1, 2, 3].map((l) => {
        const lane = bytes[4 * l] / 4;
        if (!Number.isInteger(lane) || [1, 2, 3].some((i) => bytes[4 * l + i] !== 4 * lane + i))
            throw new Error(`proof: expected a shuffle of 32-bit lanes, got ${bytes}`);
        return lane;
    });
    const halves = [...a, ...b];
    return /** @type {Vector} */ ([0, 2].map((l) => {
        const [x, y] = [lanes[l], lanes[l + 1]];
        if (x % 2 === 0 && y === x + 1) return halves[x / 2];
        return { parts: [x, y].map((k) => partsOf(words, halves[k >> 1])[k & 1]) };
    }));
}
