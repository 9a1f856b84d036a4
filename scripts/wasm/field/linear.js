/**
 * The linear operations of a prime field: no multiplication. Elements are n
 * words of 64 bits, canonical. Where p leaves the top bit of the top word free,
 * a sum of two elements fits; else it has a carry.
 * @module scripts/wasm/field/linear
 */
/** @import { WasmModule } from "../module.js" */
/** @import { LimbPlan } from "../limbs.js" */
import { call, get, i64, set } from "../wat.js";
import {
    addWords,
    leBytes,
    loadWord,
    loadWords,
    maskedWord,
    range,
    reduceOnce,
    storeWord,
    storeWords,
    sub,
    subWords,
    wordLocals,
} from "./words.js";

/** @param {string[]} terms */
const or = (terms) => terms.reduce((a, b) => `(i64.or ${a} ${b})`);

/**
 * Copies, constants and comparisons of n-word values; also of plain integers.
 * `{name}_copy(x, z) _zero(z) _isZero(x) _eq(x, y)`
 *
 *   alias   z may be x
 * @param {WasmModule} module
 * @param {{ name: string, words: number }} shape
 */
export function addMoves(module, { name, words }) {
    const all = range(words);
    module.func({
        name: `${name}_copy`,
        params: "x z",
        i64: wordLocals("s", words),
        body: [...loadWords("x", "s", words), ...storeWords("z", "s", words)],
    });
    module.func({ name: `${name}_zero`, params: "z", body: all.map((j) => storeWord("z", j, i64(0))) });
    module.func({
        name: `${name}_isZero`,
        params: "x",
        result: "i32",
        body: `(i64.eqz ${or(all.map((j) => loadWord("x", j)))})`,
    });
    module.func({ name: `${name}_eq`, params: "x y", result: "i32",
        body: `(i64.eqz ${or(all.map((j) => `(i64.xor ${loadWord("x", j)} ${loadWord("y", j)})`))})` });
}

/**
 * `{name}_add(x, y, z) _sub(x, y, z) _neg(x, z) _dbl(x, z)`
 *
 *   in      x, y   Fp, canonical
 *   out     z      Fp, canonical
 *   alias   z may be x or y
 *   cost    about 15 operations per word
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 */
export function addLinear(module, { name, p, words: n, full }) {
    const work = `${wordLocals("s", n)} t u c`;
    const reduced = `${work} ${wordLocals("d", n)}${full ? " over" : ""}`;
    const reduce = (/** @type {string} */ above) =>
        full ? [set("over", above), ...reduceOnce("s", p, n, get("over"))] : reduceOnce("s", p, n);
    module.func({ name: `${name}_add`, params: "x y z", i64: reduced, body: [
        ...loadWords("x", "s", n), ...addWords("s", "s", (j) => loadWord("y", j), n),
        ...reduce(get("c")), ...storeWords("z", "s", n)] });
    // Twice a value is a shift of words; no carries.
    module.func({ name: `${name}_dbl`, params: "x z", i64: reduced, body: [
        ...loadWords("x", "d", n),
        ...range(n).map((j) => set(`s${j}`, j === 0 ? `(i64.shl ${get("d0")} ${i64(1)})`
            : `(i64.or (i64.shl ${get(`d${j}`)} ${i64(1)}) (i64.shr_u ${get(`d${j - 1}`)} ${i64(63)}))`)),
        ...reduce(`(i64.shr_u ${get(`d${n - 1}`)} ${i64(63)})`), ...storeWords("z", "s", n)] });
    const addBack = [
        set("mask", sub(i64(0), get("c"))),
        ...addWords("s", "s", maskedWord(p), n),
        ...storeWords("z", "s", n),
    ];
    module.func({ name: `${name}_sub`, params: "x y z", i64: `${work} mask`, body: [
        ...loadWords("x", "s", n), ...subWords("s", "s", (j) => loadWord("y", j), n), ...addBack] });
    const zero = module.data(leBytes(0n, 8 * n));
    module.func({ name: `${name}_neg`, params: "x z", body: call(`${name}_sub`, zero, get("x"), get("z")) });
}
