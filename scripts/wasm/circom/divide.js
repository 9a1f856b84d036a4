/**
 * Division of circom's elements as integers, and powers and inverses modulo p.
 * @module scripts/wasm/circom/divide
 */
/** @import { WasmModule } from "../module.js" */
/** @import { LimbPlan } from "../limbs.js" */
import { mod } from "../../../src/bigint/modular.js";
import { addInverse } from "../field/inv.js";
import { at, call, get, i32, i64, mul, set, sum, when, whileLoop } from "../wat.js";
import { loadWord, range, storeWords, sub, wordLocals } from "../field/words.js";
import {
    and, bothCounts, isMont, isShort, loadElement, mark, putShort, putWords, storeLow, value, words,
} from "./element.js";

/** Powers of two up to this one are below every modulus that is recognised. */
const LEAST_BITS = 252;

/** Digits of 32 bits in an operand. */
const DIGITS = 8;

/**
 * Address of digit j of the number at `base`: j is an i32 local.
 * @param {string} base - i32
 * @param {string} j
 */
const digit = (base, j) => `(i32.add ${base} (i32.shl ${get(j)} ${i32(2)}))`;

/** @param {string} address */
const load = (address) => `(i64.load32_u ${address})`;

/**
 * `words_length(x)` -> the number of digits of 32 bits of the integer at x, without zeros at the
 * top
 * @param {WasmModule} module
 */
function addLength(module) {
    module.func({ name: "words_length", params: "x", result: "i32", i32: "n", body: [
        set("n", i32(DIGITS)),
        "(block $found (loop $down", `(br_if $found (i32.eqz ${get("n")}))`, set("n", at(get("n"), -1)),
        `(br_if $down (i32.eqz (i32.load ${digit(get("x"), "n")}))) ${set("n", at(get("n"), 1))}))`, get("n")] });
}

/** The upper and the lower digit of a word. */
const high = (/** @type {string} */ a) => `(i64.shr_u ${a} ${i64(32)})`,
    lowHalf = (/** @type {string} */ a) => `(i64.and ${a} ${i64(0xffffffffn)})`;

/**
 * to = from << shift, digit by digit upwards; the carry stays in c.
 * @param {string} to @param {string} from @param {string} count - of digits
 */
const shifted = (to, from, count) => [
    set("c", i64(0)), set("i", i32(0)),
    whileLoop(`(i32.lt_u ${get("i")} ${get(count)})`, [
        set("t", `(i64.or (i64.shl ${load(digit(from, "i"))} ${get("shift")}) ${get("c")})`),
        `(i64.store32 ${digit(to, "i")} ${get("t")})`, set("c", high(get("t"))), set("i", at(get("i"), 1))]),
];

/** Digit j - `back` of the rest. @param {string} U @param {number} back */
const top = (U, back) => load(`(i32.sub ${digit(U, "j")} ${i32(4 * back)})`);

/** The digit of the rest that belongs to digit i of the divisor. @param {string} U */
const placed = (U) =>
    set("at", `(i32.add ${U} (i32.shl (i32.sub (i32.add ${get("i")} ${get("j")}) ${get("n")}) ${i32(2)}))`);

/** q: a digit of the quotient, or one more. @param {string} U */
const estimate = (U) => [
    set("t", `(i64.or (i64.shl ${top(U, 0)} ${i64(32)}) ${top(U, 1)})`),
    set("q", `(i64.div_u ${get("t")} ${get("v1")})`), set("h", sub(get("t"), mul(get("q"), get("v1")))),
    "(block $fits (loop $less",
    `(br_if $fits (i32.eqz (i32.or (i64.ne ${high(get("q"))} ${i64(0)})
        (i64.gt_u ${mul(get("q"), get("v2"))} (i64.or (i64.shl ${get("h")} ${i64(32)}) ${top(U, 2)})))))`,
    set("q", sub(get("q"), i64(1))), set("h", sum(get("h"), get("v1"))),
    `(br_if $less (i64.eqz ${high(get("h"))}))))`,
];

/**
 * rest -= q divisor at digit j - n; t is below zero where that was one too much.
 * @param {string} U @param {string} V
 */
const subtract = (U, V) => [
    set("c", i64(0)),
    set("h", i64(0)),
    set("i", i32(0)),
    whileLoop(`(i32.lt_u ${get("i")} ${get("n")})`, [
        placed(U),
        set("h", sum(mul(get("q"), load(digit(V, "i"))), get("h"))),
        set("t", sum(sub(load(get("at")), lowHalf(get("h"))), get("c"))),
        `(i64.store32 ${get("at")} ${get("t")})`,
        set("c", `(i64.shr_s ${get("t")} ${i64(32)})`),
        set("h", high(get("h"))),
        set("i", at(get("i"), 1)),
    ]),
    set("t", sum(sub(top(U, 0), get("h")), get("c"))),
    `(i64.store32 ${digit(U, "j")} ${get("t")})`,
];

/** Takes one too much back. @param {string} U @param {string} V */
const addBack = (U, V) => when(`(i64.lt_s ${get("t")} ${i64(0)})`, [
    set("q", sub(get("q"), i64(1))), set("c", i64(0)), set("i", i32(0)),
    whileLoop(`(i32.lt_u ${get("i")} ${get("n")})`, [
        placed(U),
        set("t", sum(load(get("at")), load(digit(V, "i")), get("c"))),
        `(i64.store32 ${get("at")} ${get("t")})`, set("c", high(get("t"))), set("i", at(get("i"), 1))]),
    `(i64.store32 ${digit(U, "j")} ${sum(top(U, 0), get("c"))})`,
]);

/**
 * `words_divide(x, y)`: quotient and remainder of integers of four words, to fixed places
 *
 *   in      y    not zero
 *   bounds  a digit of the quotient is estimated from two digits of the rest and the top digit of
 *           y, which is shifted until its top bit is set: at most two too large, and corrected with
 *           one more digit each
 *   source  Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D
 * @param {WasmModule} module
 * @param {{ quotient: number, rest: number, divisor: number }} place - quotient and rest have
 *   DIGITS + 1 digits, divisor DIGITS
 */
function addDivide(module, { quotient, rest, divisor }) {
    const U = i32(rest);
    const V = i32(divisor);
    const Q = i32(quotient);
    const clear = (/** @type {number} */ address, /** @type {number} */ count) =>
        range(count).map((j) => `(i64.store ${i32(address + 8 * j)} ${i64(0)})`);
    module.func({
        name: "words_divide",
        params: "x y",
        i32: "n m i j at",
        i64: "shift v1 v2 t c q h",
        body: [
            ...clear(quotient, 5),
            ...clear(rest, 5),
            set("n", call("words_length", get("y"))),
            set("m", call("words_length", get("x"))),
            when(`(i32.lt_u ${get("m")} ${get("n")})`, [
                ...range(4).map((j) => `(i64.store ${i32(rest + 8 * j)} ${loadWord("x", j)})`),
                "(return)",
            ]),
            set("j", at(get("n"), -1)),
            set("shift", `(i64.extend_i32_u (i32.clz (i32.load ${digit(get("y"), "j")})))`),
            ...shifted(V, get("y"), "n"),
            ...shifted(U, get("x"), "m"),
            `(i64.store32 ${digit(U, "m")} ${get("c")})`,
            set("v1", load(digit(V, "j"))),
            set(
                "v2",
                `(if (result i64) ${get("j")} (then ${load(`(i32.sub ${digit(V, "j")} ${i32(4)})`)}) (else ${i64(0)}))`,
            ),
            set("j", get("m")),
            whileLoop(`(i32.ge_u ${get("j")} ${get("n")})`, [
                ...estimate(U),
                ...subtract(U, V),
                addBack(U, V),
                `(i64.store32 (i32.add ${Q} (i32.shl (i32.sub ${get("j")} ${get("n")}) ${i32(2)})) ${get("q")})`,
                set("j", at(get("j"), -1)),
            ]),
            // the rest is shifted as the divisor was
            set("i", get("n")),
            set("c", i64(0)),
            whileLoop(get("i"), [
                set("i", at(get("i"), -1)),
                set("at", digit(U, "i")),
                set("t", load(get("at"))),
                `(i64.store32 ${get("at")} (i64.or (i64.shr_u ${get("t")} ${get("shift")}) (i64.shr_u (i64.shl ${get("c")} ${i64(32)}) ${get("shift")})))`,
                set("c", get("t")),
            ]),
        ],
    });
}

/**
 * `Fr_idiv(r, a, b)`, `Fr_mod(r, a, b)`: quotient and remainder of the canonical values
 *
 *   alias the old bodies, kept, answer where r is an operand: they trap, or answer otherwise, and
 *   so do they for b = 0
 * @param {WasmModule} module
 */
export function addDivision(module) {
    const spare = [module.reserve(32), module.reserve(32)];
    // a digit below each number, since the estimate reads one below the lowest
    const place = { quotient: module.reserve(40), rest: module.reserve(48) + 8, divisor: module.reserve(40) + 8 };
    addLength(module);
    addDivide(module, place);
    for (const [name, from, op] of /** @type {const} */ ([
        ["Fr_idiv", place.quotient, "div_u"],
        ["Fr_mod", place.rest, "rem_u"],
    ])) {
        module.func({
            name: `long_${op}`,
            params: "r a b",
            i32: "from",
            i64: wordLocals("s", 4),
            body: [
                set("a", call("element_words", get("a"), spare[0])),
                set("b", call("element_words", get("b"), spare[1])),
                call("words_divide", get("a"), get("b")),
                set("from", i32(from)),
                ...range(4).map((j) => set(`s${j}`, loadWord("from", j))),
                putWords("r", "s"),
            ],
        });
        const alias = `(i32.or (i32.eq ${get("r")} ${get("a")}) (i32.eq ${get("r")} ${get("b")}))`;
        module.func({
            name,
            params: "r a b",
            body: [
                when(`(i32.or ${alias} (i32.eqz ${call("Fr_isTrue", get("b"))}))`, [
                    call(`old_${name}`, get("r"), get("a"), get("b")),
                    "(return)",
                ]),
                when(bothCounts("a", "b"), [putShort("r", `(i32.${op} ${value("a")} ${value("b")})`), "(return)"]),
                call(`long_${op}`, get("r"), get("a"), get("b")),
            ],
        });
    }
}

/**
 * `Fr_pow(r, a, b)`: r = a^b, b as an integer
 *
 *   alias   r may be a; where r or a is b the old body, kept, answers otherwise
 *   cost    a shift for powers of two below p; a square for each bit of b, a product for each that
 *           is set
 * @param {WasmModule} module
 */
export function addPower(module) {
    const spare = module.reserve(32);
    const base = module.reserve(32);
    const acc = module.reserve(32);
    const bit = `(i32.and (i32.shr_u (i32.load8_u (i32.add ${get("b")} (i32.shr_u ${get("i")} ${i32(3)}))) (i32.and ${get("i")} ${i32(7)})) ${i32(1)})`;
    module.func({ name: "power_of_two", params: "r n", body: [
        when(`(i32.lt_u ${get("n")} ${i32(31)})`, [putShort("r", `(i32.shl ${i32(1)} ${get("n")})`), "(return)"]),
        ...storeLow("r", i64(0)), `(i64.store offset=32 ${get("r")} ${i64(0)})`, mark("r", "normal"),
        `(i64.store offset=8 (i32.add ${get("r")} (i32.shl (i32.shr_u ${get("n")} ${i32(6)}) ${i32(3)}))
            (i64.shl ${i64(1)} (i64.extend_i32_u (i32.and ${get("n")} ${i32(63)}))))`] });
    module.func({
        name: "Fr_pow",
        params: "r a b",
        i32: "i",
        i64: wordLocals("s", 4),
        body: [
            when(`(i32.or (i32.eq ${get("r")} ${get("b")}) (i32.eq ${get("a")} ${get("b")}))`, [
                call("old_Fr_pow", get("r"), get("a"), get("b")),
                "(return)",
            ]),
            when(
                and(
                    and(isShort("a"), isShort("b")),
                    and(`(i32.eq ${value("a")} ${i32(2)})`, `(i32.lt_u ${value("b")} ${i32(LEAST_BITS)})`),
                ),
                [call("power_of_two", get("r"), value("b")), "(return)"],
            ),
            set("b", call("element_words", get("b"), spare)),
            set("i", `(i32.shl ${call("words_length", get("b"))} ${i32(5)})`),
            when(`(i32.eqz ${get("i")})`, [putShort("r", i32(1)), "(return)"]),
            call("Fr_toMontgomery", get("a")),
            ...loadElement("a", "s"),
            ...range(4).flatMap((j) =>
                [base, acc].map((address) => `(i64.store ${i32(address + 8 * j)} ${get(`s${j}`)})`),
            ),
            `(loop $top ${set("i", at(get("i"), -1))} (br_if $top (i32.eqz ${bit})))`,
            whileLoop(get("i"), [
                set("i", at(get("i"), -1)),
                call("Fr_F1m_sqr", acc, acc),
                when(bit, call("Fr_F1m_mul", acc, base, acc)),
            ]),
            ...range(4).map((j) => set(`s${j}`, `(i64.load ${i32(acc + 8 * j)})`)),
            mark("r", "montgomery"),
            set("r", words("r")),
            ...storeWords("r", "s", 4),
        ],
    });
}

/**
 * `Fr_inv(r, a)`: r = a^-1, and 0 for 0
 *
 *   alias   r may be a
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 */
export function addInversion(module, plan) {
    addInverse(module, plan, "inverse", mod(plan.R * plan.R, plan.p)); // R^2 / (a R) = a^-1 R
    module.func({ name: "Fr_inv", params: "r a", i32: "normal", body: [
        when(isShort("a"), call("Fr_toMontgomery", get("a"))),
        set("normal", `(i32.eqz ${isMont("a")})`),
        call("inverse", words("a"), words("r")), mark("r", "montgomery"),
        when(get("normal"), call("Fr_F1m_fromMontgomery", words("r"), words("r")))] });
}
