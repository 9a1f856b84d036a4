/**
 * Kernels on many elements that are no transform: products by a constant, and
 * the two passes of a batch inversion, for any tier.
 *
 *   source  inversion of many by one: Montgomery 1987, section 10.3.1
 * @module scripts/wasm/fft_lane/products
 */
/** @import { Body } from "./body.js" */
/** @import { Kernel } from "./transform.js" */
/** @import { PairArithmetic } from "./types.js" */
import { get, i32 } from "../wat.js";
import { or } from "./words.js";

const ELEMENT = 32;

/** Chains of products that run side by side, a power of two: one alone waits for itself. */
export const CHAINS = 4;

/** @param {PairArithmetic} pairs @returns {Kernel[]} */
export function productKernels(pairs) {
    const PAIR = pairs.pairBytes, names = Array.from({ length: pairs.vectors }, (_, i) => i);
    const plus = (/** @type {string} */ ptr, /** @type {number} */ bytes) => `(i32.add ${get(ptr)} ${i32(bytes)})`;
    const load = (/** @type {Body} */ f, /** @type {string} */ ptr, /** @type {string} */ x, offset = 0) =>
        names.forEach((i) => f.set(`${x}${i}`, `(v128.load offset=${16 * i + offset} ${get(ptr)})`));
    const store = (/** @type {Body} */ f, /** @type {string} */ ptr, /** @type {string} */ x, offset = 0) =>
        names.forEach((i) => f.emit(`(v128.store offset=${16 * i + offset} ${get(ptr)} ${get(`${x}${i}`)})`));
    const advance = (/** @type {Body} */ f, /** @type {string} */ ptr, /** @type {number} */ bytes) => f.advance(ptr, i32(bytes));

    /** @param {Body} f @param {() => void} turn - with 64 bytes at src and at dst */
    const everyPair = (f, turn) => f.repeat("i", get("count"), () => {
        turn();
        ["src", "dst"].forEach((ptr) => advance(f, ptr, 2 * ELEMENT));
    });

    /** Two pairs to a turn; count is even. @param {Body} f @param {(src: string, dst: string) => void} turn */
    const twoPairs = (f, turn) => f.repeat("i", `(i32.shr_u ${get("count")} (i32.const 1))`, () => {
        ["src", "dst"].forEach((ptr) => f.seti(`${ptr}2`, plus(ptr, 2 * ELEMENT)));
        f.together(() => turn("src", "dst"), () => turn("src2", "dst2"));
        ["src", "dst"].forEach((ptr) => advance(f, ptr, 4 * ELEMENT));
    });

    /** dst[i] = w src[i] for 2 `count` elements of 32 bytes, which need not be canonical. `two` takes two pairs at a time: see `interleaves` in runtime/tiers.js. */
    const scales = (pairs.interleaved ? [false, true] : [false]).map((two) => ({
        name: two ? "scaleTwo" : "scaleAll", params: "src dst count w", write(/** @type {Body} */ f) {
            const turn = (/** @type {string} */ src, /** @type {string} */ dst) => pairs.scalePacked(f, src, pairs.twiddle("w"), [get(dst), plus(dst, ELEMENT)]);
            if (two) twoPairs(f, turn);
            else everyPair(f, () => turn("src", "dst"));
        },
    }));

    /** dst[i] = src[i] / 2^256 for 2 `count` elements of 32 bytes, which need not be canonical; count is even. */
    const fromMontAll = {
        name: "fromMontAll", params: "src dst count", write(/** @type {Body} */ f) {
            const turn = (/** @type {string} */ src, /** @type {string} */ dst) => pairs.fromMont(f, src, [get(dst), plus(dst, ELEMENT)]);
            if (pairs.interleaved) twoPairs(f, turn);
            else everyPair(f, () => turn("src", "dst"));
        },
    };

    /** 2 `count` elements to pairs, normal. */
    const toPairs = {
        name: "toPairs", params: "src dst count", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                pairs.pack(f, "src", "x");
                pairs.norm(f, "x");
                store(f, "dst", "x");
                advance(f, "src", 2 * ELEMENT);
                advance(f, "dst", PAIR);
            });
        },
    };

    /** `count` pairs to elements, canonical. */
    const toElements = {
        name: "toElements", params: "src dst count", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                load(f, "src", "x");
                pairs.norm(f, "x");
                pairs.unpack(f, "x", [get("dst"), plus("dst", ELEMENT)]);
                advance(f, "src", PAIR);
                advance(f, "dst", 2 * ELEMENT);
            });
        },
    };

    /** Packed elements, with 1 in the place of 0; leaves the mask of zeros. @param {Body} f @param {string} ptr */
    const packNonZero = (f, ptr) => {
        pairs.pack(f, ptr, "x");
        pairs.zeroMask(f, "zero", "x");
        f.set("x0", or(get("x0"), `(v128.and ${get("zero")} ${pairs.one})`));
    };

    /**
     * First pass of an inversion: slot[i + CHAINS] = slot[i] x[i], zeros skipped.
     *
     *   in      src    2 `count` elements, canonical
     *           slots  CHAINS pairs, settled and not zero, to start from
     *   out     slots  CHAINS + count pairs, settled
     */
    const inversionUp = {
        name: "inversionUp", params: "src slots count", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                packNonZero(f, "src");
                load(f, "slots", "y");
                pairs.mul(f, "z", "x", "y");
                pairs.settle(f, "z");
                store(f, "slots", "z", CHAINS * PAIR);
                advance(f, "src", 2 * ELEMENT);
                advance(f, "slots", PAIR);
            });
        },
    };

    /**
     * Second pass, from the end: with s = slot[i + CHAINS], the inverse of the
     * products so far, dst[i] = s slot[i] and slot[i] = s x[i].
     *
     *   in      src, dst  the ends of 2 `count` elements; they may be the same
     *           slots     the end of `count` slots of inversionUp, before CHAINS inverses, settled
     */
    const inversionDown = {
        name: "inversionDown", params: "src dst slots count", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                ["src", "dst"].forEach((ptr) => advance(f, ptr, -2 * ELEMENT));
                advance(f, "slots", -PAIR);
                packNonZero(f, "src");
                load(f, "slots", "a", CHAINS * PAIR);
                load(f, "slots", "y");
                f.together(() => {
                    pairs.mul(f, "z", "x", "a");
                    pairs.settle(f, "z");
                    store(f, "slots", "z");
                }, () => {
                    pairs.mul(f, "z", "a", "y");
                    names.forEach((i) => f.set(`z${i}`, `(v128.andnot ${get(`z${i}`)} ${get("zero")})`));
                    pairs.unpack(f, "z", [get("dst"), plus("dst", ELEMENT)]);
                });
            });
        },
    };

    /**
     * dst[i] = src[i] times a progression, for 2 `count` elements.
     *
     *   in      src    canonical
     *           slots  CHAINS pairs: the first factors, settled; changed
     *           step   a pair: their ratio from one CHAINS pairs to the next, settled
     */
    const progression = {
        name: "progression", params: "src dst count slots step", write(/** @type {Body} */ f) {
            f.repeat("i", get("count"), () => {
                f.seti("slot", `(i32.add ${get("slots")} (i32.mul (i32.and ${get("i")} ${i32(CHAINS - 1)}) ${i32(PAIR)}))`);
                load(f, "slot", "y");
                load(f, "step", "a");
                pairs.pack(f, "src", "x");
                f.together(() => {
                    pairs.mul(f, "z", "a", "y");
                    pairs.settle(f, "z");
                    store(f, "slot", "z");
                }, () => {
                    pairs.mul(f, "z", "x", "y");
                    pairs.unpack(f, "z", [get("dst"), plus("dst", ELEMENT)]);
                });
                ["src", "dst"].forEach((ptr) => advance(f, ptr, 2 * ELEMENT));
            });
        },
    };

    return [...scales, progression, fromMontAll, toPairs, toElements, inversionUp, inversionDown];
}
