/**
 * Moves elements: swap, reverse, bit reversal.
 * @module scripts/wasm/fft/blocks
 */
/** @import { WasmModule } from "../module.js" */
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";

/**
 * `{name}_swap(a, b)`: exchange two elements
 * `{name}_reverse(p, n)`: element i goes to n - 1 - i
 * `{name}_bitReverse(p, bits)`: element i goes to i with its `bits` bits reversed
 *
 *   in      p   n, or 2^bits elements
 *   out     the same place
 * @param {WasmModule} module
 * @param {string} name
 * @param {number} n8 - bytes per element, a multiple of 8
 */
export function addBlocks(module, name, n8) {
    const words = Array.from({ length: n8 / 8 }, (_, j) => 8 * j);
    module.func({
        name: `${name}_swap`,
        params: "a b",
        i64: "t",
        body: words.flatMap((o) => [
            set("t", `(i64.load offset=${o} ${get("a")})`),
            `(i64.store offset=${o} ${get("a")} (i64.load offset=${o} ${get("b")}))`,
            `(i64.store offset=${o} ${get("b")} ${get("t")})`,
        ]),
    });
    module.func({ name: `${name}_reverse`, params: "p n", i32: "q", body: [
        set("q", at(get("p"), `(i32.mul ${get("n")} ${i32(n8)})`)), // one past the last
        whileLoop(`(i32.lt_u (i32.add ${get("p")} ${i32(n8)}) ${get("q")})`, [
            set("q", at(get("q"), -n8)), call(`${name}_swap`, get("p"), get("q")), set("p", at(get("p"), n8)),
        ])] });
    // j is i with its bits reversed: adding 1 to i flips its low ones and the zero above, in j from
    // the top.
    module.func({
        name: `${name}_bitReverse`,
        params: "p bits",
        i32: "n i j",
        body: [
            set("n", `(i32.shl ${i32(1)} ${get("bits")})`),
            whileLoop(`(i32.lt_u ${get("i")} ${get("n")})`, [
                when(
                    `(i32.lt_u ${get("i")} ${get("j")})`,
                    call(
                        `${name}_swap`,
                        at(get("p"), `(i32.mul ${get("i")} ${i32(n8)})`),
                        at(get("p"), `(i32.mul ${get("j")} ${i32(n8)})`),
                    ),
                ),
                set("i", at(get("i"), 1)),
                set(
                    "j",
                    `(i32.xor ${get("j")} (i32.sub ${get("n")} (i32.shr_u (i32.shr_u ${get("n")} ${i32(1)}) (i32.ctz ${get("i")}))))`,
                ),
            ]),
        ],
    });
}
