/**
 * Copies, sums, differences and products of circom's elements. Short operands stay short, and so do
 * results that fit in 32 bits; a long operand is converted in place only where its new form is
 * likely to be asked for again.
 * @module scripts/wasm/circom/arithmetic
 */
/** @import { WasmModule } from "../module.js" */
import { call, get, i32, i64, mul, set, when } from "../wat.js";
import { range, storeWord } from "../field/words.js";
import { ADDRESS } from "./functions.js";
import {
    bothLong,
    bothShort,
    flags,
    isLong,
    isMont,
    isShort,
    mark,
    markAs,
    putShort,
    putSigned,
    storeLow,
    value,
    wide,
    word,
    words,
} from "./element.js";

/**
 * `Fr_copy(r, x)`: r = x, whatever its form
 *
 *   cost    five words; two halves of 128 bits would wait for the words that were just written
 * @param {WasmModule} module
 */
export function addCopy(module) {
    module.func({
        name: "Fr_copy",
        params: "r x",
        body: [
            `(i64.store ${get("r")} (i64.load ${get("x")}))`,
            ...range(4).map((j) => storeWord("r", j + 1, word("x", j))),
        ],
    });
}

/**
 * `Fr_toMontgomery(x)`: the words of x hold its Montgomery form; a short x stays short
 *
 *   memory  one element of scratch is not needed: the words of a short x are free
 * @param {WasmModule} module
 */
export function addToMontgomery(module) {
    module.func({ name: "Fr_toMontgomery", params: "x", body: [
        when(isMont("x"), "(return)"),
        when(isShort("x"), [
            call("Fr_rawCopyS2L", words("x"), wide("x")), `(i32.store offset=4 ${get("x")} ${i32(0x40000000)})`,
        ], mark("x", "montgomery")),
        call("Fr_F1m_toMontgomery", words("x"), words("x"))] });
    module.func({
        name: "Fr_F1m_toMontgomery",
        params: "x z",
        body: call("Fr_F1m_mul", get("x"), ADDRESS.R2, get("z")),
    });
    module.func({ name: "Fr_toNormal", params: "x", body: when(
        `(i32.eq ${flags("x")} ${i32(0xC0000000 | 0)})`,
        [mark("x", "normal"), call("Fr_F1m_fromMontgomery", words("x"), words("x"))]) });
}

/** r = op(a, b) on the words of one form. @param {string} op @param {string} a @param {string} b */
const raw = (op, a, b) => call(`Fr_F1m_${op}`, a, b, words("r"));

/**
 * The general case of a sum or difference.
 *   in      a, b   not both short
 * @param {WasmModule} module
 * @param {"add" | "sub"} op
 * @param {number} scratch - four words
 */
function addLongSum(module, op, scratch) {
    const spread = (/** @type {string} */ x) => call("Fr_rawCopyS2L", scratch, wide(x));
    const normal = [mark("r", "normal"), "(return)"];
    module.func({
        name: `long_${op}`,
        params: "r a b",
        body: [
            when(isShort("b"), [
                when(`(i32.eqz ${value("b")})`, [call("Fr_copy", get("r"), get("a")), "(return)"]),
                when(`(i32.eqz ${isMont("a")})`, [spread("b"), raw(op, words("a"), i32(scratch)), ...normal]),
            ]),
            when(isShort("a"), [
                ...(op === "add"
                    ? [when(`(i32.eqz ${value("a")})`, [call("Fr_copy", get("r"), get("b")), "(return)"])]
                    : []),
                when(`(i32.eqz ${isMont("b")})`, [spread("a"), raw(op, i32(scratch), words("b")), ...normal]),
            ]),
            when(`(i32.eqz (i32.or ${isMont("a")} ${isMont("b")}))`, [raw(op, words("a"), words("b")), ...normal]),
            // one is a Montgomery form: so will be the other, and the sums that follow
            call("Fr_toMontgomery", get("a")),
            call("Fr_toMontgomery", get("b")),
            raw(op, words("a"), words("b")),
            mark("r", "montgomery"),
        ],
    });
}

/**
 * `Fr_add(r, a, b)`, `Fr_sub(r, a, b)`
 *
 *   alias   r may be a or b
 *   bounds  sums and differences of 32 bits fit in i64
 * @param {WasmModule} module
 */
export function addSums(module) {
    const scratch = module.reserve(32);
    for (const op of /** @type {const} */ (["add", "sub"])) {
        addLongSum(module, op, scratch);
        module.func({ name: `Fr_${op}`, params: "r a b", i64: "v", body: when(bothShort("a", "b"), [
            set("v", `(i64.${op} ${wide("a")} ${wide("b")})`), putSigned("r", "v"),
        ], call(`long_${op}`, get("r"), get("a"), get("b"))) });
    }
}

/**
 * `Fr_mul(r, a, b)`
 *
 *   alias   r may be a or b
 *   bounds  a product of 32 bits fits in i64
 *   cost    nothing for factors 0 and 1; one product where one factor is a Montgomery form or
 *           short, else two
 * @param {WasmModule} module
 */
export function addProduct(module) {
    module.func({ name: "Fr_mul", params: "r a b", i64: "v", body: when(bothShort("a", "b"), [
        set("v", mul(wide("a"), wide("b"))), putSigned("r", "v"),
    ], call("long_mul", get("r"), get("a"), get("b"))) });
    module.func({
        name: "long_mul",
        params: "r a b",
        i32: "x mont",
        body: [
            when(bothLong("a", "b"), [
                set("mont", `(i32.shr_u (i32.add ${isMont("a")} (i32.shr_u ${isMont("b")} ${i32(1)})) ${i32(29)})`),
                raw("mul", words("a"), words("b")),
                // how many of the factors were Montgomery forms: 0, 1 (a is two) or both
                when(`(i32.eqz ${get("mont")})`, raw("mul", words("r"), i32(ADDRESS.R3))),
                when(`(i32.eq (i32.popcnt ${get("mont")}) ${i32(1)})`, mark("r", "normal"), mark("r", "montgomery")),
                "(return)",
            ]),
            // a is short
            when(isLong("a"), [set("x", get("a")), set("a", get("b")), set("b", get("x"))]),
            when(`(i32.eqz ${value("a")})`, [putShort("r", i32(0)), "(return)"]),
            when(`(i32.eq ${value("a")} ${i32(1)})`, [call("Fr_copy", get("r"), get("b")), "(return)"]),
            call("Fr_toMontgomery", get("a")),
            set("mont", isMont("b")),
            raw("mul", words("a"), words("b")),
            markAs("r", get("mont")),
        ],
    });
}

/**
 * `element_words(x, spare)` -> address of the four words of x, canonical
 *
 *   in      spare   four words that are used where x is short
 *   memory  a Montgomery form is converted in place: bits are seldom asked for once
 * @param {WasmModule} module
 */
export function addWords(module) {
    module.func({
        name: "element_words",
        params: "x spare",
        result: "i32",
        body: [
            when(isLong("x"), [call("Fr_toNormal", get("x")), `(return ${words("x")})`]),
            when(
                `(i32.ge_s ${value("x")} ${i32(0)})`,
                storeLow("spare", wide("x")),
                call("Fr_rawCopyS2L", get("spare"), wide("x")),
            ),
            get("spare"),
        ],
    });
}

/**
 * `Fr_isTrue(x)`, `Fr_toInt(x)`: the value mod 2^32 of a short x, and of a long one below 2^31
 *
 *   source  the old body answers for the rest: negative ones, and those that fit in no array
 * @param {WasmModule} module
 */
export function addLooks(module) {
    const or = (/** @type {string[]} */ terms) => terms.reduce((a, b) => `(i64.or ${a} ${b})`);
    module.func({ name: "Fr_isTrue", params: "x", result: "i32", body: [
        when(isShort("x"), `(return (i32.ne ${value("x")} ${i32(0)}))`),
        `(i64.ne ${or(range(4).map((j) => word("x", j)))} ${i64(0)})`] });
    module.func({ name: "Fr_toInt", params: "x", result: "i32", body: [
        when(isShort("x"), `(return ${value("x")})`),
        call("Fr_toNormal", get("x")),
        when(`(i64.eqz ${or([`(i64.shr_u ${word("x", 0)} ${i64(31)})`, ...[1, 2, 3].map((j) => word("x", j))])})`,
            `(return (i32.wrap_i64 ${word("x", 0)}))`),
        call("old_Fr_toInt", get("x"))] });
}

