/**
 * Comparisons of circom's elements: values from (p + 1) / 2 on count as negative.
 * @module scripts/wasm/circom/compare
 */
/** @import { WasmModule } from "../module.js" */
import { call, get, i32, set, when } from "../wat.js";
import { loadWord, range } from "../field/words.js";
import { ADDRESS } from "./functions.js";
import { bothShort, isMont, isShort, putShort, value, word, words } from "./element.js";

/** @param {string[]} terms - i64 */
const or = (terms) => terms.reduce((a, b) => `(i64.or ${a} ${b})`);

/** The same four words? @param {(j: number) => string} x @param {(j: number) => string} y */
const same = (x, y) => `(i64.eqz ${or(range(4).map((j) => `(i64.xor ${x(j)} ${y(j)})`))})`;

/**
 * `words_above(x, y)`: is the integer of four words at x the larger one?
 * @param {WasmModule} module
 */
function addAbove(module) {
    const decide = (/** @type {number} */ j) => when(`(i64.ne ${loadWord("x", j)} ${loadWord("y", j)})`,
        `(return (i64.gt_u ${loadWord("x", j)} ${loadWord("y", j)}))`);
    module.func({ name: "words_above", params: "x y", result: "i32", body: [...[3, 2, 1, 0].map(decide), i32(0)] });
}

/**
 * `Fr_eqR(a, b)`: are the values the same?
 *
 *   cost    zero is zero in both forms; a short value takes the form of the long one without being
 *           long
 * @param {WasmModule} module
 * @param {number} spare - four words
 */
function addEqual(module, spare) {
    const swap = [set("x", get("a")), set("a", get("b")), set("b", get("x"))];
    module.func({
        name: "Fr_eqR",
        params: "a b",
        result: "i32",
        i32: "x",
        body: [
            when(bothShort("a", "b"), `(return (i32.eq ${value("a")} ${value("b")}))`),
            when(isShort("b"), swap),
            when(
                isShort("a"),
                [
                    // b is long
                    when(`(i32.eqz ${value("a")})`, `(return (i64.eqz ${or(range(4).map((j) => word("b", j)))}))`),
                    when(isMont("b"), [
                        call("Fr_toMontgomery", get("a")),
                        `(return ${same(
                            (j) => word("a", j),
                            (j) => word("b", j),
                        )})`,
                    ]),
                ],
                when(
                    `(i32.and ${isMont("a")} ${isMont("b")})`,
                    `(return ${same(
                        (j) => word("a", j),
                        (j) => word("b", j),
                    )})`,
                ),
            ),
            set("a", call("element_words", get("a"), spare)),
            set("b", call("element_words", get("b"), spare)),
            same(
                (j) => loadWord("a", j),
                (j) => loadWord("b", j),
            ),
        ],
    });
}

/**
 * `Fr_gtR(a, b)`: is a the larger value? `Fr_isNegative(x)`
 * @param {WasmModule} module
 * @param {number[]} spare - two times four words
 */
function addGreater(module, spare) {
    module.func({ name: "Fr_isNegative", params: "x", result: "i32", body: [
        when(isShort("x"), `(return (i32.lt_s ${value("x")} ${i32(0)}))`),
        call("Fr_toNormal", get("x")), call("words_above", words("x"), ADDRESS.half)] });
    module.func({
        name: "Fr_gtR",
        params: "a b",
        result: "i32",
        i32: "negative",
        body: [
            when(bothShort("a", "b"), `(return (i32.gt_s ${value("a")} ${value("b")}))`),
            set("a", call("element_words", get("a"), spare[0])),
            set("b", call("element_words", get("b"), spare[1])),
            set("negative", call("words_above", get("a"), ADDRESS.half)),
            when(
                `(i32.ne ${get("negative")} ${call("words_above", get("b"), ADDRESS.half)})`,
                `(return (i32.eqz ${get("negative")}))`,
            ),
            call("words_above", get("a"), get("b")),
        ],
    });
}

/**
 * `Fr_eq Fr_neq Fr_gt Fr_leq Fr_lt Fr_geq (r, a, b)`: r = 1 or 0, short
 *
 *   alias   r may be a or b
 * @param {WasmModule} module
 */
export function addComparisons(module) {
    const spare = [module.reserve(32), module.reserve(32)];
    addAbove(module);
    addEqual(module, spare[0]);
    addGreater(module, spare);
    const relation = (/** @type {string} */ name, /** @type {string} */ op, /** @type {string} */ long) =>
        module.func({
            name: `Fr_${name}`,
            params: "r a b",
            body: when(
                bothShort("a", "b"),
                putShort("r", `(i32.${op} ${value("a")} ${value("b")})`),
                putShort("r", long),
            ),
        });
    const [eq, gt, lt] = [
        ["Fr_eqR", "a", "b"],
        ["Fr_gtR", "a", "b"],
        ["Fr_gtR", "b", "a"],
    ].map(([name, x, y]) => call(name, get(x), get(y)));
    const not = (/** @type {string} */ x) => `(i32.eqz ${x})`;
    relation("eq", "eq", eq);
    relation("neq", "ne", not(eq));
    relation("gt", "gt_s", gt);
    relation("leq", "le_s", not(gt));
    relation("lt", "lt_s", lt);
    relation("geq", "ge_s", not(lt));
}

