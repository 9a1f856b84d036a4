/**
 * Powers, of any field that has copy, one, mul and sqr.
 * @module scripts/wasm/field/pow
 */
/** @import { WasmModule } from "../module.js" */
import { at, call, forLoop, get, i32, set, when, whileLoop } from "../wat.js";

/** Bit (7 - k) of the byte at `ptr`. @param {string} ptr @param {string} k */
const bitFromTop = (ptr, k) => `(i32.and (i32.shr_u (i32.load8_u ${ptr}) (i32.sub (i32.const 7) ${k})) ${i32(1)})`;

/**
 * `{name}_pow(x, e, len, z)`: z = x^e, 0^0 = 1
 *
 *   in      x   element; e   plain integer, len bytes little-endian
 *   out     z   element
 *   alias   z may be x
 *   cost    bits(e) - 1 squares, weight(e) - 1 products; leading zeros are free
 * @param {WasmModule} module
 * @param {{ name: string, n8: number }} field
 */
export function addPow(module, { name, n8 }) {
    const base = module.reserve(n8);
    const acc = module.reserve(n8);
    module.func({
        name: `${name}_pow`,
        params: "x e len z",
        i32: "i k started",
        body: [
            call(`${name}_copy`, get("x"), base),
            call(`${name}_one`, acc),
            set("i", at(get("e"), get("len"))),
            whileLoop(`(i32.ne ${get("i")} ${get("e")})`, [
                set("i", at(get("i"), -1)),
                forLoop("k", 0, 8, [
                    when(get("started"), call(`${name}_sqr`, acc, acc)),
                    when(bitFromTop(get("i"), get("k")), [
                        when(get("started"), call(`${name}_mul`, acc, base, acc), [
                            call(`${name}_copy`, base, acc),
                            set("started", i32(1)),
                        ]),
                    ]),
                ]),
            ]),
            call(`${name}_copy`, acc, get("z")),
        ],
    });
}

/**
 * `{name}_{as}(x, z)`: z = x^e for a fixed exponent, by windows of four bits
 *
 *   in      x   element
 *   out     z   element
 *   alias   z may be x
 *   cost    bits(e) squares, bits(e) / 4 + 14 products
 * @param {WasmModule} module
 * @param {{ name: string, n8: number }} field
 * @param {string} as
 * @param {bigint} exponent - positive
 */
export function addFixedPow(module, { name, n8 }, as, exponent) {
    const digits = exponent.toString(16).split("").map((d) => Number.parseInt(d, 16));
    const table = module.reserve(16 * n8);
    const acc = module.reserve(n8);
    const first = /** @type {number} */ (digits.shift());
    const list = module.data(Uint8Array.from(digits));
    module.func({
        name: `${name}_${as}`,
        params: "x z",
        i32: "i d",
        body: [
            call(`${name}_copy`, get("x"), table + n8),
            ...Array.from({ length: 14 }, (_, k) =>
                call(`${name}_mul`, table + n8 * (k + 1), table + n8, table + n8 * (k + 2)),
            ),
            call(`${name}_copy`, table + n8 * first, acc),
            forLoop("i", list, list + digits.length, [
                ...Array.from({ length: 4 }, () => call(`${name}_sqr`, acc, acc)),
                set("d", `(i32.load8_u ${get("i")})`),
                when(get("d"), call(`${name}_mul`, acc, at(i32(table), `(i32.mul ${get("d")} ${i32(n8)})`), acc)),
            ]),
            call(`${name}_copy`, acc, get("z")),
        ],
    });
}
