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
/** @import { FunctionText } from "../lane/text.js" */
/** @import { Kernel } from "./pair_kernels.js" */
import { get, i32 } from "../wat.js";
import { ELEMENT, PairKernels } from "./pair_kernels.js";

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

export class TransformKernels extends PairKernels {
    /** @returns {Kernel[]} */
    all() {
        return [
            this.first(),
            this.one(),
            this.stage(),
            this.wide(),
            ...(this.pairs.interleaved ? this.byColumns() : []),
            this.widen(),
            this.lastForward(),
            this.lastInverse(),
            this.lastToPairs(),
            this.oddTimes(),
            this.negateFirst(),
            this.extendTable(),
        ];
    }

    /**
     * Sum, where blocks with twiddle 1 are skipped normal, and difference of the pairs at a and b.
     * @param {FunctionText} f
     * @param {string} x
     * @param {string} y
     * @param {string} to
     * @param {string} toB
     */
    sumAndDifference(f, x, y, to, toB) {
        const { pairs } = this;
        this.add(f, "z", x, y);
        if (pairs.skipsOne) this.storeNormal(f, to, "z");
        else this.store(f, to, "z");
        this.sub(f, "z", x, y);
        this.store(f, toB, "z");
    }

    /**
     * Stage 0 (twiddle 1) on the way in, `count` of its `quarter` steps.
     *
     *   in      src  4 quarter elements of 32 bytes, canonical, natural order
     *   out     dst  2 quarter pairs: the sums as block 0 of the next stage wants them, differences
     *                |value| <= p
     */
    first() {
        const { pairs, PAIR } = this;
        return {
            name: "first", params: "src dst quarter count", write: (/** @type {FunctionText} */ f) => {
                f.i32("srcB", plus(get("src"), times(get("quarter"), 2 * ELEMENT)));
                f.i32("dstB", plus(get("dst"), times(get("quarter"), PAIR)));
                f.repeat("i", get("count"), () => {
                    pairs.pack(f, "src", "x");
                    pairs.pack(f, "srcB", "y");
                    this.sumAndDifference(f, "x", "y", "dst", "dstB");
                    ["src", "srcB"].forEach((ptr) => f.advance(ptr, i32(2 * ELEMENT)));
                    ["dst", "dstB"].forEach((ptr) => f.advance(ptr, i32(PAIR)));
                });
            },
        };
    }

    /**
     * One block with twiddle 1: 2 half pairs at a, in place.
     *
     *   in      normal: such a block is the first half of one of its kind, or of stage 0
     *   out     the first half normal, the second half |value| <= p
     */
    one() {
        const { PAIR } = this;
        return {
            name: "one", params: "a half", write: (/** @type {FunctionText} */ f) => {
                f.i32("b", plus(get("a"), times(get("half"), PAIR)));
                f.repeat("i", get("half"), () => {
                    this.load(f, "a", "x");
                    this.load(f, "b", "y");
                    this.sumAndDifference(f, "x", "y", "a", "b");
                    ["a", "b"].forEach((ptr) => f.advance(ptr, i32(PAIR)));
                });
            },
        };
    }

    /**
     * `blocks` blocks of 2 half pairs from a on, in place, with the twiddles
     * from w on.
     */
    stage() {
        const { pairs, ENTRY } = this;
        return {
            name: "stage",
            params: "a half w blocks",
            write: (/** @type {FunctionText} */ f) => {
                this.writeStage(f, ENTRY, () => pairs.mulKnown(f, "t", pairs.twiddle("w"), "x"));
            },
        };
    }

    /**
     * The same with entries of the wide table: fewer products, for the twiddles of many
     * butterflies. With `loose`, on tiers that know it, a stays as it is.
     */
    wide() {
        const { pairs, WIDE } = this;
        return {
            name: "wide",
            params: "a half w blocks loose",
            write: (/** @type {FunctionText} */ f) => {
                this.writeStage(
                    f,
                    WIDE,
                    () => pairs.mulWide(f, "t", pairs.twiddle("w"), "x"),
                    pairs.interleaved ? "unless loose" : "always",
                );
            },
        };
    }

    /**
     * Both as kernels of their own, in the other order: where V8 has trouble with many registers,
     * that is 12 to 15 % faster (Node 22).
     */
    byColumns() {
        const { pairs, WIDE } = this;
        return [false, true].map((loose) => ({
            name: loose ? "wideColumnsLoose" : "wideColumns",
            params: "a half w blocks",
            write: (/** @type {FunctionText} */ f) => {
                this.writeStage(
                    f,
                    WIDE,
                    () => pairs.mulWide(f, "t", pairs.twiddle("w"), "x", true),
                    loose ? "never" : "always",
                );
            },
        }));
    }

    /**
     * @param {FunctionText} f
     * @param {number} entry - bytes
     * @param {() => void} multiply - t = w x
     * @param {"always" | "unless loose" | "never"} [normal] - whether a becomes normal
     */
    writeStage(f, entry, multiply, normal = "always") {
        const { PAIR } = this;
        f.i32("halfBytes", times(get("half"), PAIR));
        f.repeat("k", get("blocks"), () => {
            f.i32("b", plus(get("a"), get("halfBytes")));
            f.repeat("i", get("half"), () => {
                this.load(f, "b", "x");
                multiply();
                this.load(f, "a", "x");
                if (normal === "always") this.norm(f, "x");
                if (normal === "unless loose") f.when(`(i32.eqz ${get("loose")})`, () => this.norm(f, "x"));
                this.add(f, "z", "x", "t");
                this.store(f, "a", "z");
                this.sub(f, "x", "x", "t");
                this.store(f, "b", "x");
                ["a", "b"].forEach((ptr) => f.advance(ptr, i32(PAIR)));
            });
            f.i32("a", get("b"));
            f.advance("w", i32(entry));
        });
    }

    /**
     * The entries of the wide table for 2 `count` entries at `table`: row i is the twiddle times
     * rows[0] rows[1]^i, which step has as two entries of its own.
     */
    widen() {
        const { pairs, ENTRY, WIDE, names } = this;
        return {
            name: "widen", params: "table to count step", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    ["y", "z"].forEach((x) => { pairs.loadTwiddle(f, x, "table"); f.advance("table", i32(ENTRY)); });
                    this.zip(f, "x", "v", "y", "z");
                    f.i32("w", get("step"));
                    f.repeat("row", i32(WIDE / pairs.rowBytes), () => {
                        pairs.mulKnown(f, "y", pairs.twiddle("w"), "x");
                        this.norm(f, "y");
                        pairs.storeRow(f, [get("to"), plus(get("to"), i32(WIDE))], "y");
                        names.forEach((i) => f.v128(`x${i}`, get(`y${i}`)));
                        f.advance("to", i32(pairs.rowBytes));
                        f.i32("w", plus(get("step"), i32(ENTRY)));
                    });
                    f.advance("to", i32(WIDE));
                });
            },
        };
    }

    /**
     * The odd elements of 2 `count` pairs times the entry at w, in place, before the last stage:
     * T[limit + j] is T[limit] T[j], so that the last stage of a long transform reads the first
     * half of its table twice.
     *
     *   in      as the last stage takes them
     *   out     likewise; odd elements as a product leaves them
     */
    oddTimes() {
        const { pairs, PAIR } = this;
        return {
            name: "oddTimes", params: "a count w", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    this.load(f, "a", "y");
                    this.load(f, "a", "z", PAIR);
                    this.zip(f, "x", "v", "y", "z");
                    pairs.mulKnown(f, "t", pairs.twiddle("w"), "v");
                    this.zip(f, "y", "z", "x", "t");
                    ["y", "z"].forEach((x) => { this.store(f, "a", x); f.advance("a", i32(PAIR)); });
                });
            },
        };
    }

    /**
     * z = the `bits` low bits of x in reverse.
     * @param {FunctionText} f
     * @param {string} z
     * @param {string} x
     * @param {string} bits - i32 expression, may be 0
     */
    reverse(f, z, x, bits) {
        f.i32(z, x);
        for (const [mask, by] of [[0x55555555, 1], [0x33333333, 2], [0x0f0f0f0f, 4], [0x00ff00ff, 8]]) {
            f.i32(
                z,
                `(i32.or (i32.and ${right(get(z), i32(by))} ${i32(mask)}) (i32.shl (i32.and ${get(z)} ${i32(mask)}) ${i32(by)}))`,
            );
        }
        f.i32(z, `(i32.rotl ${get(z)} (i32.const 16))`);
        f.i32(z, `(select ${right(get(z), minus(i32(32), bits))} (i32.const 0) ${bits})`);
    }

    /**
     * k = from + i with its low `tile` bits moved to the top of `bits`, so that neighbouring turns
     * write neighbouring outputs.
     * @param {FunctionText} f
     * @param {string} bits
     */
    tiled(f, bits) {
        f.i32("at", plus(get("from"), get("i")));
        f.i32("k", plus(
            left(`(i32.and ${get("at")} ${minus(left(i32(1), get("tile")), i32(1))})`, minus(bits, get("tile"))),
            right(get("at"), get("tile")),
        ));
    }

    /**
     * The last butterfly, inside two neighbouring pairs at 2k: x = sums, y = differences.
     * @param {FunctionText} f
     * @param {string} k
     */
    lastButterfly(f, k) {
        const { pairs, PAIR, ENTRY } = this;
        f.i32("a", plus(get("src"), times(k, 2 * PAIR)));
        f.i32("wk", plus(get("w"), times(`(i32.and ${k} ${get("mask")})`, 2 * ENTRY)));
        this.load(f, "a", "y");
        this.load(f, "a", "z", PAIR);
        this.zip(f, "x", "v", "y", "z");
        pairs.mulKnown(f, "t", pairs.twiddlePair("wk"), "v");
        this.add(f, "z", "x", "t");
        this.sub(f, "x", "x", "t");
    }

    /**
     * Last stage, canonical reduction and bit reversal: pairs at src to 32-byte
     * elements at dst. Output j goes to ((j ^ flip) + add) mod n: for natural
     * order flip and add are 0; n - 1 and 1 read backwards from index 0; n - 1
     * and 0 read backwards from the end. Does `count` of the n / 4 steps, from number `from` on.
     * Step k takes the twiddles 2 (k & mask) and 2 (k & mask) + 1 from w on: see oddTimes.
     */
    lastForward() {
        return {
            name: "lastForward",
            params: "src dst w lg tile flip add from count mask",
            write: (/** @type {FunctionText} */ f) => {
                this.writeLast(f, false);
            },
        };
    }

    /** The same, divided by 2^scale. */
    lastInverse() {
        return {
            name: "lastInverse",
            params: "src dst w lg tile flip add from count mask scale",
            write: (/** @type {FunctionText} */ f) => {
                this.writeLast(f, true);
            },
        };
    }

    /** @param {FunctionText} f @param {boolean} inverse */
    writeLast(f, inverse) {
        const { pairs } = this;
        f.i32("n", left(i32(1), get("lg")));
        f.i32("quads", right(get("n"), i32(2)));
        f.i32("bits", minus(get("lg"), i32(2)));
        f.i32("last", minus(get("n"), i32(1)));
        if (inverse) pairs.beginScale(f, "scale");
        f.repeat("i", get("count"), () => {
            this.tiled(f, get("bits"));
            this.reverse(f, "r", get("k"), get("bits"));
            [0, 2, 1, 3].forEach((quarter, j) => {
                const index = plus(get("r"), times(get("quads"), quarter));
                const target = `(i32.and ${plus(`(i32.xor ${index} ${get("flip")})`, get("add"))} ${get("last")})`;
                f.i32(`o${j}`, plus(get("dst"), left(target, i32(5))));
            });
            this.lastButterfly(f, get("k"));
            [["z", "o0", "o2"], ["x", "o1", "o3"]].forEach(([x, a, b]) => {
                if (inverse) pairs.scale(f, x);
                else this.norm(f, x);
                pairs.unpack(f, x, [get(a), get(b)]);
            });
        });
    }

    /**
     * Last stage of an inverse whose result stays in pairs: dst gets -F[k] / n
     * in natural order, normal. The middle of inverse, shift, forward. Does
     * `count` of the n / 8 steps.
     */
    lastToPairs() {
        const { pairs, PAIR, names } = this;
        return {
            name: "lastToPairs", params: "src dst w lg tile from count mask", write: (/** @type {FunctionText} */ f) => {
                f.i32("eighth", right(left(i32(1), get("lg")), i32(3)));
                f.i32("bits", minus(get("lg"), i32(3)));
                pairs.beginScale(f, "lg");
                names.forEach((i) => f.v128(`zero${i}`, "(v128.const i64x2 0 0)"));
                f.repeat("i", get("count"), () => {
                    this.tiled(f, get("bits"));
                    this.reverse(f, "r", get("k"), get("bits"));
                    // quads k and k + n/8 give neighbouring outputs r, r + 1: the two lanes of a
                    // pair
                    this.lastScaled(f, get("k"), "A");
                    this.lastScaled(f, plus(get("k"), get("eighth")), "B");
                    [["sum", 0, 1], ["dif", 2, 3]].forEach(([x, even, odd]) => {
                        this.zip(f, "y", "z", `${x}A`, `${x}B`);
                        [["y", even], ["z", odd]].forEach(([pair, quarter]) => {
                            f.i32(
                                "o",
                                plus(get("dst"), times(plus(get("r"), times(get("eighth"), Number(quarter))), PAIR)),
                            );
                            this.storeNormal(f, "o", String(pair));
                        });
                    });
                });
            },
        };
    }

    /**
     * sum{s} and dif{s} = minus the last butterfly of quad k over n.
     * @param {FunctionText} f
     * @param {string} k
     * @param {string} s
     */
    lastScaled(f, k, s) {
        const { pairs } = this;
        this.lastButterfly(f, k);
        [["sum", "z"], ["dif", "x"]].forEach(([name, from]) => {
            pairs.scale(f, from);
            this.sub(f, `${name}${s}`, "zero", from);
        });
    }

    /** Negates the element in lane 0 of the pair at a. */
    negateFirst() {
        const { pairs, names } = this;
        return {
            name: "negateFirst", params: "a", write: (/** @type {FunctionText} */ f) => {
                names.forEach((i) => f.v128(`zero${i}`, "(v128.const i64x2 0 0)"));
                this.load(f, "a", "x");
                // 4p on integers, so that 8p - x: limbs of x, which come from a norm, may be longer
                // than those of 4p
                this.sub(f, "room", "zero", "zero");
                this.sub(f, "z", "room", "x");
                this.norm(f, "z");
                names.forEach((i) =>
                    f.v128(`z${i}`, `(v128.bitselect ${get(`z${i}`)} ${get(`x${i}`)} ${pairs.laneMask})`),
                );
                this.store(f, "a", "z");
            },
        };
    }

    /** T[count + j] = T[j] T[count] for 1 <= j < count, given T[0..count]; count >= 2. */
    extendTable() {
        const { pairs, ENTRY } = this;
        return {
            name: "extendTable", params: "table count", write: (/** @type {FunctionText} */ f) => {
                f.i32("w", plus(get("table"), times(get("count"), ENTRY)));
                f.i32("to", plus(get("w"), i32(ENTRY)));
                f.repeat("i", minus(get("count"), i32(1)), () => {
                    f.advance("table", i32(ENTRY));
                    pairs.loadTwiddle(f, "x", "table");
                    pairs.mulKnown(f, "t", pairs.twiddle("w"), "x");
                    this.norm(f, "t");
                    pairs.storeTwiddle(f, "to", "t");
                    f.advance("to", i32(ENTRY));
                });
            },
        };
    }
}
