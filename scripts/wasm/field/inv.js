/**
 * Inversion by division steps, in batches of 30 on the lowest bits. Not
 * constant time: it skips runs of zeros and stops when it is done.
 * Integers of the batch are signed, limbs of 30 bits, one per i64 in memory;
 * the top limb carries the sign.
 * @module scripts/wasm/field/inv
 */
/** @import { WasmModule } from "../module.js" */
import { bitLength, inverse } from "../../../src/bigint/modular.js";
import { call, get, i32, i64, low, mul, set, sum, when, whileLoop } from "../wat.js";
import { loadWords, range, storeWords, sub, wordLocals } from "./words.js";

const W = 30;

/**
 * Largest size of a sum in the update of d and e, in batches of `w` steps: two
 * products of a limb and an entry of the matrix whose sizes sum to 2^w, a limb
 * of p times the multiple (two lifts and a digit), a carry.
 * @param {number} w
 * @throws {RangeError} it does not fit a signed i64
 */
export function stepBound(w) {
    const base = 1n << BigInt(w),
        sums = base * (base - 1n) + (base - 1n) * (2n * base - 1n),
        bound = sums + (sums >> BigInt(w - 1)) + 1n;
    if (bound >= 1n << 63n)
        throw new RangeError(`divsteps: expected sums below 2^63, got ${bitLength(bound)} bits in batches of ${w}`);
    return bound;
}

/** @param {string} a @param {number | string} bits */
const sar = (a, bits) => `(i64.shr_s ${a} ${typeof bits === "number" ? i64(bits) : bits})`;

/** Signed limb j of the integer at a static address. @param {number} address @param {number} j */
const limb = (address, j) => `(i64.load ${i32(address + 8 * j)})`;

/** @param {number} address @param {number} j @param {string} value */
const setLimb = (address, j, value) => `(i64.store ${i32(address + 8 * j)} ${value})`;

/**
 * `divsteps30(eta, f, g, m)` -> eta: 30 division steps on the lowest bits
 *
 *   in      eta   minus the delta of the paper; f, g   the low words, f odd
 *   out     m     four i64 u, v, q, r: 2^30 (f', g') = (u f + v g, q f + r g)
 *   bounds  |u| + |v| <= 2^30, |q| + |r| <= 2^30
 *   source  Bernstein, Yang, "Fast constant-time gcd computation and modular
 *           inversion", 2019; while f stays, up to six steps are one product
 * @param {WasmModule} module
 */
function addDivsteps(module) {
    if (module.names.has("divsteps30")) return;
    const shiftLeft = (/** @type {string} */ name) => set(name, `(i64.shl ${get(name)} ${get("k")})`);
    const swap = (/** @type {string} */ a, /** @type {string} */ b) => [
        set("k", get(a)),
        set(a, get(b)),
        set(b, sub(i64(0), get("k"))),
    ];
    module.func({ name: "divsteps30", params: "start fPtr gPtr m", result: "i32", i64: "eta f g u v q r i k w", body: [
        set("eta", `(i64.extend_i32_s ${get("start")})`),
        set("f", `(i64.load ${get("fPtr")})`), set("g", `(i64.load ${get("gPtr")})`),
        set("u", i64(1)), set("r", i64(1)), set("i", i64(W)),
        "(block $done (loop $next",
        // zeros of g are steps that only halve it
        set("k", `(i64.ctz (i64.or ${get("g")} (i64.shl ${i64(-1)} ${get("i")})))`),
        set("g", sar(get("g"), get("k"))), shiftLeft("u"), shiftLeft("v"),
        set("eta", sub(get("eta"), get("k"))), set("i", sub(get("i"), get("k"))),
        `(br_if $done (i64.eqz ${get("i")}))`,
        when(`(i64.lt_s ${get("eta")} ${i64(0)})`, [
            set("eta", sub(i64(0), get("eta"))), ...swap("f", "g"), ...swap("u", "q"), ...swap("v", "r"),
        ]),
        // f stays for eta + 1 steps: clear that many bits of g, at most i and six
        set("k", sum(get("eta"), i64(1))),
        set("k", `(select ${get("i")} ${get("k")} (i64.gt_s ${get("k")} ${get("i")}))`),
        // f (f^2 - 2) = -f^-1 mod 64 for odd f
        set("w", `(i64.and ${mul(mul(get("f"), get("g")), sub(mul(get("f"), get("f")), i64(2)))}
            (i64.and ${i64(63)} (i64.sub (i64.shl ${i64(1)} ${get("k")}) ${i64(1)})))`),
        set("g", sum(get("g"), mul(get("w"), get("f")))), set("q", sum(get("q"), mul(get("w"), get("u")))),
        set("r", sum(get("r"), mul(get("w"), get("v")))),
        "(br $next)))",
        ...["u", "v", "q", "r"].map((name, j) => `(i64.store offset=${8 * j} ${get("m")} ${get(name)})`),
        `(i32.wrap_i64 ${get("eta")})`] });
}

/** Limb j of a constant. @param {bigint} v @param {number} j */
const limbOf = (v, j) => i64((v >> BigInt(W * j)) & ((1n << BigInt(W)) - 1n));

/**
 * Integers of n limbs that a batch works on, by their addresses; m is the matrix.
 * @typedef {{ p: bigint, n: number, words: number, f: number, g: number, d: number, e: number, m:
 *   number }} Batch
 */

/** (f, g) = (u f + v g, q f + r g) / 2^30, exactly. @param {Batch} batch */
function updateFg({ n, f, g }) {
    return range(n).flatMap((j) => [
        set("a", limb(f, j)), set("b", limb(g, j)),
        set("s", sum(mul(get("u"), get("a")), mul(get("v"), get("b")), ...(j > 0 ? [get("s")] : []))),
        set("t", sum(mul(get("q"), get("a")), mul(get("r"), get("b")), ...(j > 0 ? [get("t")] : []))),
        ...(j > 0 ? [setLimb(f, j - 1, low(get("s"), W)), setLimb(g, j - 1, low(get("t"), W))] : []),
        set("s", sar(get("s"), W)), set("t", sar(get("t"), W)),
    ]).concat(setLimb(f, n - 1, get("s")), setLimb(g, n - 1, get("t")));
}

/** (d, e) = (u d + v e, q d + r e) / 2^30 mod p. @param {Batch} batch */
function updateDe({ p, n, d, e }) {
    const pInverse = inverse(p, 1n << BigInt(W));
    const quotient = (
        /** @type {string} */ to,
        /** @type {string} */ s,
        /** @type {string} */ x,
        /** @type {string} */ y,
    ) => [
        // lift: u p if d < 0, v p if e < 0; then minus what the low limb lacks
        set(to, sum(`(i64.and ${get("dSign")} ${get(x)})`, `(i64.and ${get("eSign")} ${get(y)})`)),
        set(to, sub(get(to), low(sum(mul(get(s), i64(pInverse)), get(to)), W))),
    ];
    return [
        set("dSign", sar(limb(d, n - 1), 63)), set("eSign", sar(limb(e, n - 1), 63)),
        ...range(n).flatMap((j) => [
            set("a", limb(d, j)), set("b", limb(e, j)),
            set("s", sum(mul(get("u"), get("a")), mul(get("v"), get("b")), ...(j > 0 ? [get("s")] : []))),
            set("t", sum(mul(get("q"), get("a")), mul(get("r"), get("b")), ...(j > 0 ? [get("t")] : []))),
            ...(j === 0 ? [...quotient("kd", "s", "u", "v"), ...quotient("ke", "t", "q", "r")] : []),
            set("s", sum(get("s"), mul(get("kd"), limbOf(p, j)))),
            set("t", sum(get("t"), mul(get("ke"), limbOf(p, j)))),
            ...(j > 0 ? [setLimb(d, j - 1, low(get("s"), W)), setLimb(e, j - 1, low(get("t"), W))] : []),
            set("s", sar(get("s"), W)), set("t", sar(get("t"), W)),
        ]), setLimb(d, n - 1, get("s")), setLimb(e, n - 1, get("t")),
    ];
}

/**
 * d = (d ^ flip) - flip + (p & lift), carried; flip and lift are 0 or -1.
 * @param {Batch} batch
 * @param {string} flip
 * @param {string} lift
 */
function adjusted({ p, n, d }, flip, lift) {
    return [
        set("a", flip),
        set("b", lift),
        set("s", i64(0)),
        ...range(n).flatMap((j) => [
            set("s", sum(
                get("s"), sub(`(i64.xor ${limb(d, j)} ${get("a")})`, get("a")), `(i64.and ${get("b")} ${limbOf(p, j)})`,
            )),
            setLimb(d, j, j < n - 1 ? low(get("s"), W) : get("s")),
            set("s", sar(get("s"), W)),
        ]),
    ];
}

/** Words to the limbs of g. @param {Batch} batch */
function fromWords({ n, words, g }) {
    return range(n).map((j) => {
        const word = Math.floor((W * j) / 64);
        const shift = (W * j) % 64;
        if (word >= words) return setLimb(g, j, i64(0));
        const start = `(i64.shr_u ${get(`w${word}`)} ${i64(shift)})`;
        const spans = shift + W > 64 && word + 1 < words;
        return setLimb(
            g,
            j,
            low(spans ? `(i64.or ${start} (i64.shl ${get(`w${word + 1}`)} ${i64(64 - shift)}))` : start, W),
        );
    });
}

/** The limbs of d to words. @param {Batch} batch */
function toWords({ n, words, d }) {
    return range(words).map((k) =>
        set(
            `w${k}`,
            range(n)
                .filter((j) => W * j + W > 64 * k && W * j < 64 * (k + 1))
                .map((j) => {
                    const shift = W * j - 64 * k;
                    return shift >= 0
                        ? `(i64.shl ${limb(d, j)} ${i64(shift)})`
                        : `(i64.shr_u ${limb(d, j)} ${i64(-shift)})`;
                })
                .reduce((a, b) => `(i64.or ${a} ${b})`),
        ),
    );
}

/**
 * One batch; its own function, so that the loop around it stays small.
 * @param {WasmModule} module
 * @param {string} as
 * @param {Batch} batch
 */
function addStep(module, as, batch) {
    const { f, g, m } = batch, entry = ["u", "v", "q", "r"];
    module.func({
        name: `${as}Step`,
        params: "eta",
        result: "i32",
        i64: `${entry.join(" ")} a b s t kd ke dSign eSign`,
        body: [
            set("eta", call("divsteps30", get("eta"), f, g, m)),
            ...entry.map((name, j) => set(name, limb(m, j))),
            ...updateFg(batch),
            ...updateDe(batch),
            get("eta"),
        ],
    });
}

/**
 * `{as}(x, z)`: z = factor x^-1 mod p, and 0 for 0
 *
 *   in      x   integer below p
 *   out     z   integer below p
 *   alias   z may be x
 *   bounds  f, g in [-p, p]; d, e in (-2p, p): a negative one is lifted by p
 *           before use, then a multiple of p in (-2^30 p, 0] makes the sum
 *           divisible by 2^30. Sums: stepBound
 *   cost    about 2.1 bits(p) steps; per 30 steps 6 n products
 *   source  see divsteps30; the loop ends for every x (theorem 11.2 there)
 * @param {WasmModule} module
 * @param {{ p: bigint, words: number }} shape
 * @param {string} as
 * @param {bigint} factor - below p
 */
export function addInverse(module, { p, words }, as, factor) {
    stepBound(W);
    addDivsteps(module);
    const n = Math.ceil((bitLength(p) + 2) / W);
    const [f, g, d, e, m] = [n, n, n, n, 4].map((limbs) => module.reserve(8 * limbs));
    const batch = { p, n, words, f, g, d, e, m };
    addStep(module, as, batch);
    module.func({
        name: as,
        params: "x z",
        i32: "eta",
        i64: `${wordLocals("w", words)} a b s`,
        body: [
            ...loadWords("x", "w", words),
            ...fromWords(batch),
            ...range(n).flatMap((j) => [
                setLimb(f, j, limbOf(p, j)), setLimb(d, j, i64(0)), setLimb(e, j, limbOf(factor, j)),
            ]),
            set("eta", i32(-1)), // delta = 1
            whileLoop(
                `(i64.ne ${range(n)
                    .map((j) => limb(g, j))
                    .reduce((a, b) => `(i64.or ${a} ${b})`)} ${i64(0)})`,
                set("eta", call(`${as}Step`, get("eta"))),
            ),
            // now f = 1 or -1 and d x = f factor
            ...adjusted(batch, i64(0), sar(limb(d, n - 1), 63)),
            ...adjusted(batch, sar(limb(f, n - 1), 63), i64(0)),
            ...adjusted(batch, i64(0), sar(limb(d, n - 1), 63)),
            ...toWords(batch),
            ...storeWords("z", "w", words),
        ],
    });
}
