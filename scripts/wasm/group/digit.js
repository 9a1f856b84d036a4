/**
 * Signed digits of plain little-endian integers, read in place.
 *
 * Booth's recoding in radix 2^w: digit k is the window of w bits at k w, plus
 * the bit below it, minus 2^w times its own top bit, so that it lies in
 * [-2^(w-1), 2^(w-1)]. A digit needs w + 1 bits and no carry, so any digit of
 * any integer can be computed alone, without a table of digits.
 * @module scripts/wasm/group/digit
 */
/** @import { WasmModule } from "../module.js" */
import { at, get, i32, set, when, whileLoop } from "../wat.js";

/**
 * Windows of w bits that cover `bits` bits with room for the last carry.
 * @param {string} bits
 * @param {string} w
 */
export const windowCount = (bits, w) => at(`(i32.div_u ${bits} ${w})`, 1);

const low = (/** @type {string} */ bits) => `(i32.sub (i32.shl ${i32(1)} ${bits}) ${i32(1)})`;

/**
 * Adds scalar_digit and scalar_bitLength, once per module.
 * @param {WasmModule} module
 */
export function addDigit(module) {
    if (module.names.has("scalar_digit")) return;
    addSignedDigit(module);
    addBitLength(module);
}

/**
 * Digit of the integer in bits [from, to) of s, for the window of w bits at
 * `pos` >= from; bits from `to` on are zeros.
 *
 *   in      s      any alignment; no byte past bit `to` is read
 *           w      1 .. 24
 *   result  in [-2^(w-1), 2^(w-1)]
 *   cost    one load, except in the last bytes
 *   source  Booth 1951
 *
 * @param {WasmModule} module
 */
function addSignedDigit(module) {
    const byteAt = `(i32.load8_u ${at(get("s"), get("byte"))})`;
    module.func({
        name: "scalar_digit",
        params: "s from to pos w",
        result: "i32",
        i32: "first low byte end v shift",
        body: [
            set("first", `(i32.eq ${get("pos")} ${get("from")})`),
            set("low", `(i32.sub ${at(get("pos"), -1)} (i32.sub ${i32(0)} ${get("first")}))`),
            when(`(i32.ge_u ${get("low")} ${get("to")})`, `(return ${i32(0)})`),
            set("byte", `(i32.shr_u ${get("low")} ${i32(3)})`),
            set("end", `(i32.shr_u ${at(get("to"), 7)} ${i32(3)})`),
            when(
                `(i32.le_u ${at(get("byte"), 4)} ${get("end")})`,
                set("v", `(i32.load align=1 ${at(get("s"), get("byte"))})`),
                whileLoop(`(i32.lt_u ${get("byte")} ${get("end")})`, [
                    set("v", `(i32.or ${get("v")} (i32.shl ${byteAt} ${get("shift")}))`),
                    set("shift", at(get("shift"), 8)),
                    set("byte", at(get("byte"), 1)),
                ]),
            ),
            set("v", `(i32.shr_u ${get("v")} (i32.and ${get("low")} ${i32(7)}))`),
            when(
                `(i32.lt_u (i32.sub ${get("to")} ${get("low")}) ${i32(31)})`,
                set("v", `(i32.and ${get("v")} ${low(`(i32.sub ${get("to")} ${get("low")})`)})`),
            ),
            // nothing below the first window: a zero takes the place of the bit below
            set("v", `(i32.shl ${get("v")} ${get("first")})`),
            set("v", `(i32.and ${get("v")} ${low(at(get("w"), 1))})`),
            `(i32.sub (i32.shr_u ${at(get("v"), 1)} ${i32(1)}) (i32.shl (i32.shr_u ${get("v")} ${get("w")}) ${get("w")}))`,
        ],
    });
}

/**
 * Bit length of the integer in bits [from, to) of s.
 *
 *   in      to > from; no byte past bit `to` is read
 *
 * @param {WasmModule} module
 */
function addBitLength(module) {
    const byteAt = `(i32.load8_u ${at(get("s"), get("byte"))})`;
    module.func({
        name: "scalar_bitLength",
        params: "s from to",
        result: "i32",
        i32: "byte v last length",
        body: [
            set("byte", `(i32.shr_u ${at(get("to"), -1)} ${i32(3)})`),
            set("last", `(i32.shr_u ${get("from")} ${i32(3)})`),
            set(
                "v",
                `(i32.and ${byteAt} (i32.shr_u ${i32(255)} (i32.and (i32.sub ${i32(0)} ${get("to")}) ${i32(7)})))`,
            ),
            whileLoop(`(i32.and (i32.eqz ${get("v")}) (i32.gt_u ${get("byte")} ${get("last")}))`, [
                set("byte", at(get("byte"), -1)),
                set("v", byteAt),
            ]),
            // below `from` in the last byte: the length is then not positive
            set(
                "length",
                `(i32.sub (i32.add (i32.shl ${get("byte")} ${i32(3)}) (i32.sub ${i32(32)} (i32.clz ${get("v")}))) ${get("from")})`,
            ),
            `(select ${get("length")} ${i32(0)} (i32.gt_s ${get("length")} ${i32(0)}))`,
        ],
    });
}
