/**
 * Which of x and -x is called negative.
 * @module scripts/wasm/field/sign
 */
/** @import { WasmModule } from "../module.js" */
import { call, get, i32, i64 } from "../wat.js";
import { loadWords, subWords, wordLocals, wordOf } from "./words.js";

/**
 * `{name}_isUpperHalf(x)`: 1 if the n-word integer x is at least (p + 1) / 2
 *
 *   in      x   plain integer
 * @param {WasmModule} module
 * @param {{ name: string, p: bigint, words: number }} shape
 */
function addUpperHalf(module, { name, p, words }) {
    const half = (p + 1n) / 2n;
    module.func({
        name: `${name}_isUpperHalf`,
        params: "x",
        result: "i32",
        i64: `${wordLocals("s", words)} t u c`,
        body: [
            ...loadWords("x", "s", words),
            ...subWords("s", "s", (j) => i64(wordOf(half, j)), words),
            `(i64.eqz ${get("c")})`,
        ],
    });
}

/**
 * `{name}_isNegative(x)`: 1 if the plain value of x is at least (p + 1) / 2
 * `{name}_sign(x)`: 0 for 0, -1 for a negative x, else 1
 *
 *   in      x   Fp, canonical Montgomery
 * @param {WasmModule} module
 * @param {{ name: string, p: bigint, words: number, n8: number }} shape
 */
export function addSign(module, shape) {
    const { name, n8 } = shape, plain = module.reserve(n8);
    addUpperHalf(module, shape);
    module.func({ name: `${name}_isNegative`, params: "x", result: "i32", body: [
        call(`${name}_fromMont`, get("x"), plain), call(`${name}_isUpperHalf`, i32(plain))] });
    module.func({
        name: `${name}_sign`,
        params: "x",
        result: "i32",
        body: `(if (result i32) ${call(`${name}_isZero`, get("x"))} (then ${i32(0)}) (else (select ${i32(-1)} ${i32(1)} ${call(`${name}_isNegative`, get("x"))})))`,
    });
}
