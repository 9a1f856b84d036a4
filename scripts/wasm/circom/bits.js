/**
 * Bit operations of circom's elements: on the canonical value, and modulo p after what can exceed
 * it.
 * @module scripts/wasm/circom/bits
 */
/** @import { WasmModule } from "../module.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { call, get, i32, i64, set, when } from "../wat.js";
import { loadWord, range, reduceOnce, wordLocals } from "../field/words.js";
import { and, bothCounts, isCount, isLong, isShort, putShort, putWords, value, word } from "./element.js";

const LOCALS = `${wordLocals("s", 4)} ${wordLocals("d", 4)} t u c`;

/** Both operands as words: a in s, b in d. @param {number[]} spare */
const operands = (spare) => [
    set("a", call("element_words", get("a"), spare[0])), set("b", call("element_words", get("b"), spare[1])),
    ...range(4).flatMap((j) => [set(`s${j}`, loadWord("a", j)), set(`d${j}`, loadWord("b", j))]),
];

/**
 * `Fr_band Fr_bor Fr_bxor (r, a, b)`
 *
 *   alias   r may be a or b
 *   bounds  what two canonical values have in common is canonical; the other two are below
 *           2^bits(p) < 2 p
 * @param {WasmModule} module
 * @param {bigint} p
 * @param {number[]} spare - two times four words
 */
function addGates(module, p, spare) {
    for (const op of /** @type {const} */ (["and", "or", "xor"])) {
        const long = `long_${op}`;
        module.func({ name: long, params: "r a b", i64: LOCALS, body: [
            ...operands(spare), ...range(4).map((j) => set(`s${j}`, `(i64.${op} ${get(`s${j}`)} ${get(`d${j}`)})`)),
            ...(op === "and" ? [] : reduceOnce("s", p, 4)), putWords("r", "s")] });
        // a small mask leaves a small value, and the upper words of the other operand do not matter
        const masked = (/** @type {string} */ mask, /** @type {string} */ x) =>
            when(and(isCount(mask), isLong(x)), [
                call("Fr_toNormal", get(x)),
                putShort("r", `(i32.and ${value(mask)} (i32.wrap_i64 ${word(x, 0)}))`),
                "(return)",
            ]);
        module.func({ name: `Fr_b${op}`, params: "r a b", body: [
            when(bothCounts("a", "b"), [putShort("r", `(i32.${op} ${value("a")} ${value("b")})`), "(return)"]),
            ...(op === "and" ? [masked("b", "a"), masked("a", "b")] : []),
            call(long, get("r"), get("a"), get("b"))] });
    }
}

/**
 * s = s shifted by whole words, then by bits, to the right or the left.
 * @param {"right" | "left"} way
 */
function shift(way) {
    const next = (/** @type {number} */ j) => (way === "right" ? j + 1 : j - 1),
        order = way === "right" ? range(4) : [3, 2, 1, 0];
    const whole = order.map((j) => set(`s${j}`, range(4).includes(next(j)) ? get(`s${next(j)}`) : i64(0)));
    const [first, second] = way === "right" ? ["shr_u", "shl"] : ["shl", "shr_u"];
    // the other part goes in two steps, so that it is nothing where no bits move
    const part = (/** @type {number} */ j) => (range(4).includes(next(j))
        ? `(i64.${second} (i64.${second} ${get(`s${next(j)}`)} (i64.xor ${get("t")} ${i64(63)})) ${i64(1)})` : i64(0));
    return [
        set("t", `(i64.extend_i32_u ${get("n")})`),
        `(block $moved (loop $word (br_if $moved (i32.lt_u ${get("n")} ${i32(64)}))`,
        ...whole,
        set("n", `(i32.sub ${get("n")} ${i32(64)})`),
        "(br $word)))",
        set("t", `(i64.and ${get("t")} ${i64(63)})`),
        ...order.map((j) => set(`s${j}`, `(i64.or (i64.${first} ${get(`s${j}`)} ${get("t")}) ${part(j)})`)),
    ];
}

/**
 * `Fr_shr(r, a, b)`, `Fr_shl(r, a, b)`; what leaves the bits of p at the top is lost
 *
 *   alias   r may be a or b, but where shl has its result on a the old body, kept, answers
 *           otherwise
 *   source  the old bodies for counts that are negative or not below 256
 * @param {WasmModule} module
 * @param {bigint} p
 * @param {number} spare - four words
 */
function addShifts(module, p, spare) {
    const bits = bitLength(p);
    const top = (1n << BigInt(bits - 192)) - 1n;
    const tooFar = `(i32.ge_u ${get("n")} ${i32(256)})`;
    for (const [name, way] of /** @type {const} */ ([["Fr_shr", "right"], ["Fr_shl", "left"]])) {
        const cut = way === "right" ? [] : [set("s3", `(i64.and ${get("s3")} ${i64(top)})`), ...reduceOnce("s", p, 4)];
        module.func({ name: `long_${way}`, params: "r a n", i64: LOCALS, body: [
            set("a", call("element_words", get("a"), spare)), ...range(4).map((j) => set(`s${j}`, loadWord("a", j))),
            ...shift(way), ...cut, putWords("r", "s")] });
        module.func({
            name,
            params: "r a b",
            i32: "n",
            i64: "v",
            body: [
                when(isShort("b"), set("n", value("b")), [
                    call("Fr_toNormal", get("b")),
                    set(
                        "n",
                        `(select (i32.wrap_i64 ${word("b", 0)}) ${i32(-1)} (i64.eqz (i64.or (i64.or ${word("b", 1)} ${word("b", 2)}) (i64.or ${word("b", 3)} (i64.shr_u ${word("b", 0)} ${i64(32)})))))`,
                    ),
                ]),
                when(way === "right" ? tooFar : `(i32.or ${tooFar} (i32.eq ${get("r")} ${get("a")}))`, [
                    call(`old_${name}`, get("r"), get("a"), get("b")),
                    "(return)",
                ]),
                when(
                    and(isCount("a"), ...(way === "left" ? [`(i32.lt_u ${get("n")} ${i32(32)})`] : [])),
                    way === "right"
                        ? [
                              putShort(
                                  "r",
                                  `(select (i32.shr_u ${value("a")} ${get("n")}) ${i32(0)} (i32.lt_u ${get("n")} ${i32(32)}))`,
                              ),
                              "(return)",
                          ]
                        : [
                              set("v", `(i64.shl (i64.load32_u ${get("a")}) (i64.extend_i32_u ${get("n")}))`),
                              when(`(i64.eqz (i64.shr_u ${get("v")} ${i64(31)}))`, [
                                  `(i64.store ${get("r")} ${get("v")})`,
                                  "(return)",
                              ]),
                          ],
                ),
                call(`long_${way}`, get("r"), get("a"), get("n")),
            ],
        });
    }
}

/**
 * @param {WasmModule} module
 * @param {bigint} p
 */
export function addBits(module, p) {
    const spare = [module.reserve(32), module.reserve(32)];
    addGates(module, p, spare);
    addShifts(module, p, spare[0]);
}
