/**
 * Plain integers of n8 bytes, no modulus: the `int`, `intq`, `intr` families.
 * Nothing in the engine needs them to be fast; callers of ffjavascript may use them.
 * @module scripts/wasm/field/integer
 */
/** @import { WasmModule } from "../module.js" */
import { at, call, get, i32, i64, set, sum, when, whileLoop } from "../wat.js";
import { addMoves } from "./linear.js";
import { addWords, loadWord, loadWords, range, storeWord, storeWords, sub, subWords, wordLocals } from "./words.js";

/**
 * `{name}_one(z)` `{name}_gte(x, y)` `{name}_add(x, y, z)` -> carry 0 or 1
 * `{name}_sub(x, y, z)` -> borrow 0 or -1
 * @param {WasmModule} module @param {{ name: string, words: number }} shape
 */
function addSums(module, { name, words: n }) {
    const i64s = `${wordLocals("s", n)} t u c`;
    module.func({
        name: `${name}_one`,
        params: "z",
        body: range(n).map((j) => storeWord("z", j, i64(j === 0 ? 1 : 0))),
    });
    module.func({
        name: `${name}_add`,
        params: "x y z",
        result: "i32",
        i64: i64s,
        body: [
            ...loadWords("x", "s", n),
            ...addWords("s", "s", (j) => loadWord("y", j), n),
            ...storeWords("z", "s", n),
            `(i32.wrap_i64 ${get("c")})`,
        ],
    });
    const difference = [...loadWords("x", "s", n), ...subWords("s", "s", (j) => loadWord("y", j), n)];
    module.func({ name: `${name}_sub`, params: "x y z", result: "i32", i64: i64s, body: [
        ...difference, ...storeWords("z", "s", n), `(i32.wrap_i64 ${sub(i64(0), get("c"))})`] });
    module.func({
        name: `${name}_gte`,
        params: "x y",
        result: "i32",
        i64: i64s,
        body: [...difference, `(i64.eqz ${get("c")})`],
    });
}

/**
 * `{name}_mul(x, y, z)`: z = x y, 2 n8 bytes; `{name}_sqr(x, z)`
 *
 *   alias   z may overlap x or y
 *   bounds  limbs of 32 bits: (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1
 * @param {WasmModule} module @param {{ name: string, words: number }} shape
 */
function addProduct(module, { name, words }) {
    const n8 = 8 * words;
    const acc = module.reserve(2 * n8);
    const u32 = (/** @type {string} */ ptr, /** @type {string} */ i) => `(i64.load32_u (i32.add ${ptr} ${get(i)}))`;
    const place = `(i32.add ${at(i32(acc), get("i"))} ${get("j")})`;
    module.func({
        name: `${name}_mul`,
        params: "x y z",
        i32: "i j",
        i64: "a t c",
        body: [
            call(`${name}_zero`, acc),
            whileLoop(`(i32.lt_u ${get("i")} ${i32(n8)})`, [
                set("a", u32(get("x"), "i")),
                set("c", i64(0)),
                set("j", i32(0)),
                whileLoop(`(i32.lt_u ${get("j")} ${i32(n8)})`, [
                    set("t", sum(`(i64.mul ${get("a")} ${u32(get("y"), "j")})`, `(i64.load32_u ${place})`, get("c"))),
                    `(i64.store32 ${place} ${get("t")})`,
                    set("c", `(i64.shr_u ${get("t")} ${i64(32)})`),
                    set("j", at(get("j"), 4)),
                ]),
                `(i64.store32 ${place} ${get("c")})`,
                set("i", at(get("i"), 4)),
            ]),
            call(`${name}_copy`, acc, get("z")),
            call(`${name}_copy`, acc + n8, at(get("z"), n8)),
        ],
    });
    module.func({ name: `${name}_sqr`, params: "x z", body: call(`${name}_mul`, get("x"), get("x"), get("z")) });
}

/**
 * `{name}_div(x, y, q, r)`: x = q y + r, r < y; traps where y = 0
 *
 *   alias   q and r may be x or y, but not each other
 *   cost    two iterations per bit of the quotient
 * @param {WasmModule} module @param {{ name: string, words: number }} shape
 */
function addDiv(module, { name, words: n }) {
    const all = range(n);
    const bit = (/** @type {string} */ s) => `(i64.shr_u ${get(`${s}${n - 1}`)} ${i64(63)})`;
    const shiftLeft = (/** @type {string} */ to, /** @type {string} */ s) =>
        all
            .slice()
            .reverse()
            .map((j) =>
                set(
                    `${to}${j}`,
                    j === 0
                        ? `(i64.shl ${get(`${s}0`)} ${i64(1)})`
                        : `(i64.or (i64.shl ${get(`${s}${j}`)} ${i64(1)}) (i64.shr_u ${get(`${s}${j - 1}`)} ${i64(63)}))`,
                ),
            );
    const shiftRight = all.map((j) => set(`b${j}`, j === n - 1 ? `(i64.shr_u ${get(`b${j}`)} ${i64(1)})`
        : `(i64.or (i64.shr_u ${get(`b${j}`)} ${i64(1)}) (i64.shl ${get(`b${j + 1}`)} ${i64(63)}))`));
    // c = 1 if a < y
    const compare = (/** @type {string} */ y) => subWords("d", "a", (j) => get(`${y}${j}`), n);
    module.func({
        name: `${name}_div`,
        params: "x y q r",
        i32: "k",
        i64: `${["a", "b", "d", "e", "q"].map((s) => wordLocals(s, n)).join(" ")} t u c`,
        body: [
            when(call(`${name}_isZero`, get("y")), "(unreachable)"),
            ...loadWords("x", "a", n),
            ...loadWords("y", "b", n),
            // the largest b = y 2^k that is at most x
            "(block $aligned (loop $align",
            `(br_if $aligned (i64.ne ${bit("b")} ${i64(0)}))`,
            ...shiftLeft("e", "b"),
            ...compare("e"),
            `(br_if $aligned (i64.ne ${get("c")} ${i64(0)}))`,
            ...all.map((j) => set(`b${j}`, get(`e${j}`))),
            set("k", at(get("k"), 1)),
            "(br $align)))",
            "(loop $next",
            ...shiftLeft("q", "q"),
            ...compare("b"),
            when(`(i64.eqz ${get("c")})`, [
                ...all.map((j) => set(`a${j}`, get(`d${j}`))),
                set("q0", `(i64.or ${get("q0")} ${i64(1)})`),
            ]),
            ...shiftRight,
            set("k", at(get("k"), -1)),
            `(br_if $next (i32.ge_s ${get("k")} ${i32(0)})))`,
            ...storeWords("q", "q", n),
            ...storeWords("r", "a", n),
        ],
    });
}

/**
 * `{name}_invMod(x, m, z)`: z = x^-1 mod m; 0 where gcd(x, m) is not 1
 *
 *   in      x   any; m   not zero (traps)
 *   alias   z may be x or m
 *   source  Euclid; the cofactors alternate in sign, so their sizes are enough
 * @param {WasmModule} module @param {{ name: string, words: number }} shape
 */
function addInvMod(module, { name, words }) {
    const n8 = 8 * words,
        m = module.reserve(n8),
        quotient = module.reserve(n8),
        product = module.reserve(2 * n8),
        one = module.reserve(n8);
    const [r0, r1, t0, t1, next] = Array.from({ length: 5 }, () => module.reserve(n8));
    const copy = (/** @type {number} */ from, /** @type {number | string} */ to) => call(`${name}_copy`, from, to);
    module.func({
        name: `${name}_invMod`,
        params: "x m z",
        i32: "negative",
        body: [
            call(`${name}_copy`, get("m"), m),
            copy(m, r0),
            call(`${name}_div`, get("x"), m, quotient, r1),
            call(`${name}_zero`, t0),
            call(`${name}_one`, t1),
            call(`${name}_one`, one),
            set("negative", i32(1)),
            whileLoop(`(i32.eqz ${call(`${name}_isZero`, r1)})`, [
                call(`${name}_div`, r0, r1, quotient, next),
                copy(r1, r0),
                copy(next, r1),
                call(`${name}_mul`, quotient, t1, product),
                `(drop ${call(`${name}_add`, product, t0, next)})`,
                copy(t1, t0),
                copy(next, t1),
                set("negative", `(i32.eqz ${get("negative")})`),
            ]),
            when(`(i32.eqz ${call(`${name}_eq`, r0, one)})`, [call(`${name}_zero`, get("z")), "(return)"]),
            when(
                `(i32.and ${get("negative")} (i32.eqz ${call(`${name}_isZero`, t0)}))`,
                `(drop ${call(`${name}_sub`, m, t0, t0)})`,
            ),
            copy(t0, get("z")),
        ],
    });
}

/**
 * `{name}_copy _zero _one _isZero _eq _gte _add _sub _mul _sqr _div _invMod`
 * @param {WasmModule} module
 * @param {{ name: string, n8: number }} shape - n8 a multiple of 8
 */
export function addInteger(module, { name, n8 }) {
    const shape = { name, words: n8 / 8 };
    addMoves(module, shape);
    addSums(module, shape);
    addProduct(module, shape);
    addDiv(module, shape);
    addInvMod(module, shape);
}
