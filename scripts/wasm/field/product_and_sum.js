/**
 * A product and a sum with one reduction.
 * @module scripts/wasm/field/product_and_sum
 */
/** @import { WasmModule } from "../module.js" */
/** @import { LimbPlan } from "../limbs.js" */
import { largestLimbs, productColumns, resultBound, settle } from "../limbs.js";
import { get, set, sum } from "../wat.js";
import { finish, finishLocals, unpack } from "./montgomery.js";
import { columnsOfProduct } from "./mul.js";
import { loadWords, range, wordLocals } from "./words.js";

/**
 * Which columns of the sum give their upper part to the next one.
 *
 *   bounds  column sums < 2^64, result < 2p before the subtraction
 * @param {LimbPlan} plan
 * @param {string} where
 * @returns {readonly boolean[]}
 * @throws {RangeError} where a bound does not hold
 */
function settledOf(plan, where) {
    const { p, w, n, shift, R } = plan, any = R - 1n;
    const shifted = largestLimbs(any << BigInt(shift), w, n);
    const columns = productColumns(largestLimbs(any, w, n), shifted).map((most, c) => most + (shifted[c] ?? 0n));
    const result = resultBound(plan, (p - 1n) * (p - 1n) + any, 1n);
    if (result >= 2n * p) throw new RangeError(`${where}: expected results below 2p, got up to ${result}`);
    return settle(columns, plan, where).settled;
}

/**
 * `{as}(x, y, s, z)`: z = (x y + s) R^-1 mod p
 *
 *   in      x, y   as of {name}_mul
 *           s      any n8 bytes
 *   out     z      Fp, canonical
 *   alias   z may be any of them
 *   cost    as {name}_mul
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 * @param {string} as
 */
export function addProductAndSum(module, plan, as) {
    const { n, words, shift } = plan;
    const cut = (/** @type {string} */ pointer, /** @type {string} */ to, /** @type {number} */ bits) =>
        [...loadWords(pointer, "s", words), ...unpack(plan, "s", to, bits)];
    module.func({
        name: as,
        params: "x y s z",
        i64: `${wordLocals("x", n)} ${wordLocals("y", n)} ${finishLocals(plan)}`,
        body: [
            ...cut("x", "x", 0),
            ...cut("y", "y", shift),
            ...columnsOfProduct(plan),
            ...cut("s", "z", shift), // after the product, so that fewer values live at once
            ...range(n).map((c) => set(`e${c}`, sum(get(`e${c}`), get(`z${c}`)))),
            ...finish(plan, settledOf(plan, as)),
        ],
    });
}
