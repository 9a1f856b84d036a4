/**
 * FFT kernels over pairs, for any tier.
 *
 * Every butterfly is Cooley-Tukey, (a, b) -> (a + w b, a - w b): natural order
 * in, bit-reversed inside. Stage s has 2^s blocks, and block k uses ONE twiddle
 * T[k], with T[1] = i and T[2^s + j] = T[2^s] T[j]: the table is in bit-reversed
 * order, a prefix of it serves every smaller size, and a block streams no
 * twiddles. The inverse needs no table of its own: its output index is n - k.
 * Twiddles that serve many butterflies are also in a wide table, as their
 * multiples by the weights of the limbs: a product is then a sum over the limbs
 * of the other factor, of one digit more than p, instead of one of twice its size.
 * A transform that starts at block 1 instead of block 0 is the transform on the
 * coset of the primitive 2n-th root.
 *
 *   source  Cooley, Tukey 1965; bit-reversed twiddles as in Bernstein, "The
 *           tangent FFT", 2007, section 1
 * @module scripts/wasm/fft_lane/transform
 */
/** @import { Body } from "./body.js" */
/** @import { PairArithmetic } from "./types.js" */
import { get, i32 } from "../wat.js";

/** @type {(a: string, b: string) => string} */
const plus = (a, b) => `(i32.add ${a} ${b})`;
/** @type {(a: string, b: number) => string} */
const times = (a, b) => `(i32.mul ${a} ${i32(b)})`;
/** @type {(a: string, b: string) => string} */
const left = (a, b) => `(i32.shl ${a} ${b})`;
/** @type {(a: string, b: string) => string} */
const right = (a, b) => `(i32.shr_u ${a} ${b})`;
/** @type {(a: string, b: string) => string} */
const minus = (a, b) => `(i32.sub ${a} ${b})`;

const ELEMENT = 32;

/**
 * @typedef {object} Kernel
 * @property {string} name
 * @property {string} params
 * @property {(f: Body) => void} write
 */

/** @param {PairArithmetic} pairs */
export function transformKernels(pairs) {
    const PAIR = pairs.pairBytes, ENTRY = pairs.twiddleBytes, WIDE = pairs.wideBytes;
    const names = Array.from({ length: pairs.vectors }, (_, i) => i);
    const load = (/** @type {Body} */ f, /** @type {string} */ ptr, /** @type {string} */ x, offset = 0) =>
        names.forEach((i) => f.set(`${x}${i}`, `(v128.load offset=${16 * i + offset} ${get(ptr)})`));
    const store = (/** @type {Body} */ f, /** @type {string} */ ptr, /** @type {string} */ x) =>
        names.forEach((i) => f.emit(`(v128.store offset=${16 * i} ${get(ptr)} ${get(`${x}${i}`)})`));
    const storeNormal = (/** @type {Body} */ f, /** @type {string} */ ptr, /** @type {string} */ x) => {
        pairs.norm(f, x);
        store(f, ptr, x);
    };

    /** Sum, where blocks with twiddle 1 are skipped normal, and difference of the pairs at a and b. @param {Body} f @param {string} x @param {string} y @param {string} to @param {string} toB */
    const sumAndDifference = (f, x, y, to, toB) => {
        pairs.add(f, "z", x, y);
        (pairs.skipsOne ? storeNormal : store)(f, to, "z");
        pairs.sub(f, "z", x, y);
        store(f, toB, "z");
    };

    /**
     * Stage 0 (twiddle 1) on the way in, `count` of its `quarter` steps.
     *
     *   in      src  4 quarter elements of 32 bytes, canonical, natural order
     *   out     dst  2 quarter pairs: the sums as block 0 of the next stage wants them, differences |value| <= p
     */
    const first = {
        name: "first", params: "src dst quarter count", write(/** @type {Body} */ f) {
            f.seti("srcB", plus(get("src"), times(get("quarter"), 2 * ELEMENT)));
            f.seti("dstB", plus(get("dst"), times(get("quarter"), PAIR)));
            f.repeat("i", get("count"), () => {
                pairs.pack(f, "src", "x");
                pairs.pack(f, "srcB", "y");
                sumAndDifference(f, "x", "y", "dst", "dstB");
                ["src", "srcB"].forEach((ptr) => f.advance(ptr, i32(2 * ELEMENT)));
                ["dst", "dstB"].forEach((ptr) => f.advance(ptr, i32(PAIR)));
            });
        },
    };

    /**
     * One block with twiddle 1: 2 half pairs at a, in place.
     *
     *   in      normal: such a block is the first half of one of its kind, or of stage 0
     *   out     the first half normal, the second half |value| <= p
     */
    const one = {
        name: "one", params: "a half", write(/** @type {Body} */ f) {
            f.seti("b", plus(get("a"), times(get("half"), PAIR)));
            f.repeat("i", get("half"), () => {
                load(f, "a", "x");
                load(f, "b", "y");
                sumAndDifference(f, "x", "y", "a", "b");
                ["a", "b"].forEach((ptr) => f.advance(ptr, i32(PAIR)));
            });
        },
    };

    /**
     * `blocks` blocks of 2 half pairs from a on, in place, with the twiddles
     * from w on.
     */
    const stage = {
        name: "stage", params: "a half w blocks", write(/** @type {Body} */ f) { writeStage(f, ENTRY, () => pairs.mulKnown(f, "t", pairs.twiddle("w"), "x")); },
    };

    /** The same with entries of the wide table: fewer products, for the twiddles of many butterflies. With `loose`, on tiers that know it, a stays as it is. */
    const wide = {
        name: "wide", params: "a half w blocks loose",
        write(/** @type {Body} */ f) { writeStage(f, WIDE, () => pairs.mulWide(f, "t", pairs.twiddle("w"), "x"), pairs.interleaved ? "unless loose" : "always"); },
    };

    /** Both as kernels of their own, in the other order: where V8 has trouble with many registers, that is 12 to 15 % faster (Node 22). */
    const byColumns = [false, true].map((loose) => ({
        name: loose ? "wideColumnsLoose" : "wideColumns", params: "a half w blocks",
        write(/** @type {Body} */ f) { writeStage(f, WIDE, () => pairs.mulWide(f, "t", pairs.twiddle("w"), "x", true), loose ? "never" : "always"); },
    }));

    /** @param {Body} f @param {number} entry - bytes @param {() => void} multiply - t = w x @param {"always" | "unless loose" | "never"} [normal] - whether a becomes normal */
    function writeStage(f, entry, multiply, normal = "always") {
        f.seti("halfBytes", times(get("half"), PAIR));
        f.repeat("k", get("blocks"), () => {
            f.seti("b", plus(get("a"), get("halfBytes")));
            f.repeat("i", get("half"), () => {
                load(f, "b", "x");
                multiply();
                load(f, "a", "x");
                if (normal === "always") pairs.norm(f, "x");
                if (normal === "unless loose") f.when(`(i32.eqz ${get("loose")})`, () => pairs.norm(f, "x"));
                pairs.add(f, "z", "x", "t");
                store(f, "a", "z");
                pairs.sub(f, "x", "x", "t");
                store(f, "b", "x");
                ["a", "b"].forEach((ptr) => f.advance(ptr, i32(PAIR)));
            });
            f.seti("a", get("b"));
            f.advance("w", i32(entry));
        });
    }

    /**
     * The entries of the wide table for 2 `count` entries at `table`: row i is the twiddle times rows[0] rows[1]^i,
     * which step has as two entries of its own.
     */
    const widen = {
        name: "widen", params: "table to count step", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                ["y", "z"].forEach((x) => { pairs.loadTwiddle(f, x, "table"); f.advance("table", i32(ENTRY)); });
                pairs.zip(f, "x", "v", "y", "z");
                f.seti("w", get("step"));
                f.repeat("row", i32(WIDE / pairs.rowBytes), () => {
                    pairs.mulKnown(f, "y", pairs.twiddle("w"), "x");
                    pairs.norm(f, "y");
                    pairs.storeRow(f, [get("to"), plus(get("to"), i32(WIDE))], "y");
                    names.forEach((i) => f.set(`x${i}`, get(`y${i}`)));
                    f.advance("to", i32(pairs.rowBytes));
                    f.seti("w", plus(get("step"), i32(ENTRY)));
                });
                f.advance("to", i32(WIDE));
            });
        },
    };

    /**
     * The odd elements of 2 `count` pairs times the entry at w, in place, before the last stage: T[limit + j] is
     * T[limit] T[j], so that the last stage of a long transform reads the first half of its table twice.
     *
     *   in      as the last stage takes them
     *   out     likewise; odd elements as a product leaves them
     */
    const oddTimes = {
        name: "oddTimes", params: "a count w", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                load(f, "a", "y");
                load(f, "a", "z", PAIR);
                pairs.zip(f, "x", "v", "y", "z");
                pairs.mulKnown(f, "t", pairs.twiddle("w"), "v");
                pairs.zip(f, "y", "z", "x", "t");
                ["y", "z"].forEach((x) => { store(f, "a", x); f.advance("a", i32(PAIR)); });
            });
        },
    };

    /** z = the `bits` low bits of x in reverse. @param {Body} f @param {string} z @param {string} x @param {string} bits - i32 expression, may be 0 */
    const reverse = (f, z, x, bits) => {
        f.seti(z, x);
        for (const [mask, by] of [[0x55555555, 1], [0x33333333, 2], [0x0f0f0f0f, 4], [0x00ff00ff, 8]]) {
            f.seti(z, `(i32.or (i32.and ${right(get(z), i32(by))} ${i32(mask)}) (i32.shl (i32.and ${get(z)} ${i32(mask)}) ${i32(by)}))`);
        }
        f.seti(z, `(i32.rotl ${get(z)} (i32.const 16))`);
        f.seti(z, `(select ${right(get(z), minus(i32(32), bits))} (i32.const 0) ${bits})`);
    };

    /** k = from + i with its low `tile` bits moved to the top of `bits`, so that neighbouring turns write neighbouring outputs. @param {Body} f @param {string} bits */
    const tiled = (f, bits) => {
        f.seti("at", plus(get("from"), get("i")));
        f.seti("k", plus(
            left(`(i32.and ${get("at")} ${minus(left(i32(1), get("tile")), i32(1))})`, minus(bits, get("tile"))),
            right(get("at"), get("tile")),
        ));
    };

    /** The last butterfly, inside two neighbouring pairs at 2k: x = sums, y = differences. @param {Body} f @param {string} k */
    const lastButterfly = (f, k) => {
        f.seti("a", plus(get("src"), times(k, 2 * PAIR)));
        f.seti("wk", plus(get("w"), times(`(i32.and ${k} ${get("mask")})`, 2 * ENTRY)));
        load(f, "a", "y");
        load(f, "a", "z", PAIR);
        pairs.zip(f, "x", "v", "y", "z");
        pairs.mulKnown(f, "t", pairs.twiddlePair("wk"), "v");
        pairs.add(f, "z", "x", "t");
        pairs.sub(f, "x", "x", "t");
    };

    /**
     * Last stage, canonical reduction and bit reversal: pairs at src to 32-byte
     * elements at dst. Output j goes to ((j ^ flip) + add) mod n: for natural
     * order flip and add are 0; n - 1 and 1 read backwards from index 0; n - 1
     * and 0 read backwards from the end. Does `count` of the n / 4 steps, from number `from` on.
     * Step k takes the twiddles 2 (k & mask) and 2 (k & mask) + 1 from w on: see oddTimes.
     */
    const lastForward = {
        name: "lastForward", params: "src dst w lg tile flip add from count mask", write(/** @type {Body} */ f) { writeLast(f, false); },
    };

    /** The same, divided by 2^scale. */
    const lastInverse = {
        name: "lastInverse", params: "src dst w lg tile flip add from count mask scale", write(/** @type {Body} */ f) { writeLast(f, true); },
    };

    /** @param {Body} f @param {boolean} inverse */
    function writeLast(f, inverse) {
        f.seti("n", left(i32(1), get("lg")));
        f.seti("quads", right(get("n"), i32(2)));
        f.seti("bits", minus(get("lg"), i32(2)));
        f.seti("last", minus(get("n"), i32(1)));
        if (inverse) pairs.beginScale(f, "scale");
        f.repeat("i", get("count"), () => {
            tiled(f, get("bits"));
            reverse(f, "r", get("k"), get("bits"));
            [0, 2, 1, 3].forEach((quarter, j) => {
                const index = plus(get("r"), times(get("quads"), quarter));
                const target = `(i32.and ${plus(`(i32.xor ${index} ${get("flip")})`, get("add"))} ${get("last")})`;
                f.seti(`o${j}`, plus(get("dst"), left(target, i32(5))));
            });
            lastButterfly(f, get("k"));
            [["z", "o0", "o2"], ["x", "o1", "o3"]].forEach(([x, a, b]) => {
                if (inverse) pairs.scale(f, x);
                else pairs.norm(f, x);
                pairs.unpack(f, x, [get(a), get(b)]);
            });
        });
    }

    /**
     * Last stage of an inverse whose result stays in pairs: dst gets -F[k] / n
     * in natural order, normal. The middle of inverse, shift, forward. Does
     * `count` of the n / 8 steps.
     */
    const lastToPairs = {
        name: "lastToPairs", params: "src dst w lg tile from count mask", write(/** @type {Body} */ f) {
            f.seti("eighth", right(left(i32(1), get("lg")), i32(3)));
            f.seti("bits", minus(get("lg"), i32(3)));
            pairs.beginScale(f, "lg");
            names.forEach((i) => f.set(`zero${i}`, "(v128.const i64x2 0 0)"));
            f.repeat("i", get("count"), () => {
                tiled(f, get("bits"));
                reverse(f, "r", get("k"), get("bits"));
                // quads k and k + n/8 give neighbouring outputs r, r + 1: the two lanes of a pair
                lastScaled(f, get("k"), "A");
                lastScaled(f, plus(get("k"), get("eighth")), "B");
                [["sum", 0, 1], ["dif", 2, 3]].forEach(([x, even, odd]) => {
                    pairs.zip(f, "y", "z", `${x}A`, `${x}B`);
                    [["y", even], ["z", odd]].forEach(([pair, quarter]) => {
                        f.seti("o", plus(get("dst"), times(plus(get("r"), times(get("eighth"), Number(quarter))), PAIR)));
                        storeNormal(f, "o", String(pair));
                    });
                });
            });
        },
    };

    /** sum{s} and dif{s} = minus the last butterfly of quad k over n. @param {Body} f @param {string} k @param {string} s */
    function lastScaled(f, k, s) {
        lastButterfly(f, k);
        [["sum", "z"], ["dif", "x"]].forEach(([name, from]) => {
            pairs.scale(f, from);
            pairs.sub(f, `${name}${s}`, "zero", from);
        });
    }

    /** Negates the element in lane 0 of the pair at a. */
    const negateFirst = {
        name: "negateFirst", params: "a", write(/** @type {Body} */ f) {
            names.forEach((i) => f.set(`zero${i}`, "(v128.const i64x2 0 0)"));
            load(f, "a", "x");
            pairs.sub(f, "z", "zero", "x");
            pairs.norm(f, "z");
            names.forEach((i) => f.set(`z${i}`, `(v128.bitselect ${get(`z${i}`)} ${get(`x${i}`)} ${pairs.laneMask})`));
            store(f, "a", "z");
        },
    };

    /** T[count + j] = T[j] T[count] for 1 <= j < count, given T[0..count]; count >= 2. */
    const extendTable = {
        name: "extendTable", params: "table count", write(/** @type {Body} */ f) {
            f.seti("w", plus(get("table"), times(get("count"), ENTRY)));
            f.seti("to", plus(get("w"), i32(ENTRY)));
            f.repeat("i", minus(get("count"), i32(1)), () => {
                f.advance("table", i32(ENTRY));
                pairs.loadTwiddle(f, "x", "table");
                pairs.mulKnown(f, "t", pairs.twiddle("w"), "x");
                pairs.norm(f, "t");
                pairs.storeTwiddle(f, "to", "t");
                f.advance("to", i32(ENTRY));
            });
        },
    };

    /** @type {Kernel[]} */
    return [first, one, stage, wide, ...(pairs.interleaved ? byColumns : []), widen, lastForward, lastInverse, lastToPairs, oddTimes, negateFirst, extendTable];
}
