/**
 * Kernels on many elements that are no transform: products by a constant, and
 * the two passes of a batch inversion, for any tier.
 *
 *   source  inversion of many by one: Montgomery 1987, section 10.3.1
 * @module scripts/wasm/fft_lane/products
 */
/** @import { FunctionText } from "../lane/text.js" */
/** @import { Kernel } from "./pair_kernels.js" */
import { get, i32 } from "../wat.js";
import { ELEMENT, PairKernels } from "./pair_kernels.js";
import { or } from "../lane/words.js";

/** Kernels take so many elements at a time: two pairs. */
export const STEP = 4;

/** Chains of products that run side by side, a power of two: one alone waits for itself. */
export const CHAINS = 4;

/** @param {string} ptr @param {number} bytes */
const plus = (ptr, bytes) => `(i32.add ${get(ptr)} ${i32(bytes)})`;

export class ProductKernels extends PairKernels {
    /** @returns {Kernel[]} */
    all() {
        return [
            ...this.scales(),
            this.progression(),
            this.fromMontAll(),
            this.toPairs(),
            this.toElements(),
            this.inversionUp(),
            this.inversionDown(),
        ];
    }

    /** @param {FunctionText} f @param {() => void} turn - with 64 bytes at src and at dst */
    everyPair(f, turn) {
        f.repeat("i", get("count"), () => {
            turn();
            ["src", "dst"].forEach((ptr) => f.advance(ptr, i32(2 * ELEMENT)));
        });
    }

    /**
     * Two pairs to a turn; count is even.
     * @param {FunctionText} f
     * @param {(src: string, dst: string) => void} turn
     */
    twoPairs(f, turn) {
        f.repeat("i", `(i32.shr_u ${get("count")} (i32.const 1))`, () => {
            ["src", "dst"].forEach((ptr) => f.i32(`${ptr}2`, plus(ptr, 2 * ELEMENT)));
            f.together(() => turn("src", "dst"), () => turn("src2", "dst2"));
            ["src", "dst"].forEach((ptr) => f.advance(ptr, i32(4 * ELEMENT)));
        });
    }

    /**
     * dst[i] = w src[i] for 2 `count` elements of 32 bytes, which need not be canonical. `two`
     * takes two pairs at a time: see `interleaves` in runtime/tiers.js.
     */
    scales() {
        const { pairs } = this;
        return (pairs.interleaved ? [false, true] : [false]).map((two) => ({
            name: two ? "scaleTwo" : "scaleAll", params: "src dst count w", write: (/** @type {FunctionText} */ f) => {
                const turn = (/** @type {string} */ src, /** @type {string} */ dst) =>
                    pairs.scalePacked(f, src, pairs.twiddle("w"), [get(dst), plus(dst, ELEMENT)]);
                if (two) this.twoPairs(f, turn);
                else this.everyPair(f, () => turn("src", "dst"));
            },
        }));
    }

    /**
     * dst[i] = src[i] / 2^256 for 2 `count` elements of 32 bytes, which need not be canonical;
     * count is even.
     */
    fromMontAll() {
        const { pairs } = this;
        return {
            name: "fromMontAll", params: "src dst count", write: (/** @type {FunctionText} */ f) => {
                const turn = (/** @type {string} */ src, /** @type {string} */ dst) =>
                    pairs.fromMont(f, src, [get(dst), plus(dst, ELEMENT)]);
                if (pairs.interleaved) this.twoPairs(f, turn);
                else this.everyPair(f, () => turn("src", "dst"));
            },
        };
    }

    /** 2 `count` elements to pairs, normal. */
    toPairs() {
        const { pairs, PAIR } = this;
        return {
            name: "toPairs", params: "src dst count", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    pairs.pack(f, "src", "x");
                    this.norm(f, "x");
                    this.store(f, "dst", "x");
                    f.advance("src", i32(2 * ELEMENT));
                    f.advance("dst", i32(PAIR));
                });
            },
        };
    }

    /** `count` pairs to elements, canonical. */
    toElements() {
        const { pairs, PAIR } = this;
        return {
            name: "toElements", params: "src dst count", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    this.load(f, "src", "x");
                    this.norm(f, "x");
                    pairs.unpack(f, "x", [get("dst"), plus("dst", ELEMENT)]);
                    f.advance("src", i32(PAIR));
                    f.advance("dst", i32(2 * ELEMENT));
                });
            },
        };
    }

    /**
     * Packed elements, with 1 instead of 0; leaves the mask of zeros.
     * @param {FunctionText} f @param {string} ptr
     */
    packNonZero(f, ptr) {
        const { pairs } = this;
        pairs.pack(f, ptr, "x");
        pairs.zeroMask(f, "zero", "x");
        f.v128("x0", or(get("x0"), `(v128.and ${get("zero")} ${pairs.one})`));
    }

    /**
     * First pass of an inversion: slot[i + CHAINS] = slot[i] x[i], zeros skipped.
     *
     *   in      src    2 `count` elements, canonical
     *           slots  CHAINS pairs, settled and not zero, to start from
     *   out     slots  CHAINS + count pairs, settled
     */
    inversionUp() {
        const { pairs, PAIR } = this;
        return {
            name: "inversionUp", params: "src slots count", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    this.packNonZero(f, "src");
                    this.load(f, "slots", "y");
                    pairs.mul(f, "z", "x", "y");
                    pairs.settle(f, "z");
                    this.store(f, "slots", "z", CHAINS * PAIR);
                    f.advance("src", i32(2 * ELEMENT));
                    f.advance("slots", i32(PAIR));
                });
            },
        };
    }

    /**
     * Second pass, from the end: with s = slot[i + CHAINS], the inverse of the
     * products so far, dst[i] = s slot[i] and slot[i] = s x[i].
     *
     *   in      src, dst  the ends of 2 `count` elements; they may be the same
     *           slots     the end of `count` slots of inversionUp, before CHAINS inverses, settled
     */
    inversionDown() {
        const { pairs, PAIR, names } = this;
        return {
            name: "inversionDown", params: "src dst slots count", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    ["src", "dst"].forEach((ptr) => f.advance(ptr, i32(-2 * ELEMENT)));
                    f.advance("slots", i32(-PAIR));
                    this.packNonZero(f, "src");
                    this.load(f, "slots", "a", CHAINS * PAIR);
                    this.load(f, "slots", "y");
                    f.together(() => {
                        pairs.mul(f, "z", "x", "a");
                        pairs.settle(f, "z");
                        this.store(f, "slots", "z");
                    }, () => {
                        pairs.mul(f, "z", "a", "y");
                        names.forEach((i) => f.v128(`z${i}`, `(v128.andnot ${get(`z${i}`)} ${get("zero")})`));
                        pairs.unpack(f, "z", [get("dst"), plus("dst", ELEMENT)]);
                    });
                });
            },
        };
    }

    /**
     * dst[i] = src[i] times a progression, for 2 `count` elements.
     *
     *   in      src    canonical
     *           slots  CHAINS pairs: the first factors, settled; changed
     *           step   a pair: their ratio from one CHAINS pairs to the next, settled
     */
    progression() {
        const { pairs, PAIR } = this;
        return {
            name: "progression", params: "src dst count slots step", write: (/** @type {FunctionText} */ f) => {
                f.repeat("i", get("count"), () => {
                    f.i32(
                        "slot",
                        `(i32.add ${get("slots")} (i32.mul (i32.and ${get("i")} ${i32(CHAINS - 1)}) ${i32(PAIR)}))`,
                    );
                    this.load(f, "slot", "y");
                    this.load(f, "step", "a");
                    pairs.pack(f, "src", "x");
                    f.together(() => {
                        pairs.mul(f, "z", "a", "y");
                        pairs.settle(f, "z");
                        this.store(f, "slot", "z");
                    }, () => {
                        pairs.mul(f, "z", "x", "y");
                        pairs.unpack(f, "z", [get("dst"), plus("dst", ELEMENT)]);
                    });
                    ["src", "dst"].forEach((ptr) => f.advance(ptr, i32(2 * ELEMENT)));
                });
            },
        };
    }
}
