/**
 * The values of many signals in one call.
 * @module scripts/wasm/circom/witness
 */
/** @import { WasmModule } from "../module.js" */
import { at, call, get, i32, i64, mul32, set, when, whileLoop } from "../wat.js";
import { range, loadWord, storeWord } from "../field/words.js";
import { isLong, isMont, value, wide, word, words } from "./element.js";

/**
 * Where a file has its signals: addresses of the list of their numbers and of the elements. Two
 * that no file has stand for them until the host puts in those of a file.
 * @param {bigint} p
 * @returns {[bigint, bigint]} of 28 bits, the highest one set, as the optimiser is to treat all
 *   alike
 */
export const addressesFor = (p) => [
    (1n << 27n) | BigInt.asUintN(27, p >> 5n),
    (1n << 27n) | BigInt.asUintN(27, p >> 67n),
];

/**
 * `read_witness(from, to, window, z)`: the values of signals [from, to) of the witness, 32 bytes
 * each, canonical
 *
 *   in      window   where the circuit's getWitness puts a value: it answers for numbers below zero
 * @param {WasmModule} module
 * @param {bigint} p
 */
export function addReadWitness(module, p) {
    const [numbers, elements] = addressesFor(p);
    const number = `(i32.load (i32.add ${i32(numbers)} (i32.shl ${get("from")} ${i32(2)})))`;
    const copy = (/** @type {(j: number) => string} */ from) => range(4).map((j) => storeWord("z", j, from(j)));
    module.func({
        name: "read_witness",
        params: "from to window z",
        i32: "x",
        body: whileLoop(`(i32.lt_u ${get("from")} ${get("to")})`, [
            set("x", `(i32.add ${i32(elements)} ${mul32(number, 40)})`),
            when(isLong("x"),
                when(isMont("x"),
                    call("Fr_F1m_fromMontgomery", words("x"), get("z")), copy((j) => word("x", j))),
                when(`(i32.ge_s ${value("x")} ${i32(0)})`,
                    copy((j) => (j === 0 ? wide("x") : i64(0))),
                    [call("getWitness", get("from")), ...copy((j) => loadWord("window", j))])),
            set("z", at(get("z"), 32)),
            set("from", at(get("from"), 1)),
        ]),
    });
}
