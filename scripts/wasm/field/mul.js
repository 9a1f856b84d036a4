/**
 * Montgomery multiplication.
 * @module scripts/wasm/field/mul
 */
/** @import { WasmModule } from "../module.js" */
/** @import { LimbPlan } from "../limbs.js" */
import { get, mul, set, sum } from "../wat.js";
import { finish, finishLocals, unpack } from "./montgomery.js";
import { loadWords, range, wordLocals } from "./words.js";

/** e0.. = the columns of the product of x0.. and y0.. @param {LimbPlan} plan */
export const columnsOfProduct = ({ n }) =>
    range(2 * n - 1).map((c) =>
        set(
            `e${c}`,
            sum(
                ...range(n)
                    .filter((i) => c - i >= 0 && c - i < n)
                    .map((i) => mul(get(`x${i}`), get(`y${c - i}`))),
            ),
        ),
    );

/**
 * `{name}_mul(x, y, z)`: z = x y R^-1 mod p
 *
 *   in      x, y   Fp, canonical; for y = R^2 mod p or y = 1 any x of n8 bytes
 *   out     z      Fp, canonical
 *   alias   z may be x or y
 *   bounds  column sums < 2^64, result < 2p before the subtraction: limbPlan
 *   cost    2 n^2 + 2 (n - shortRows) i64.mul at most
 *   source  Koc, Acar, Kaliski 1996 (product scanning); carries delayed as in
 *           Mitscha-Baude, "ZPrize: Fast MSM in WebAssembly", 2022
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 */
export function addMul(module, plan) {
    const { name, n, words, shift } = plan;
    module.func({
        name: `${name}_mul`,
        params: "x y z",
        i64: `${wordLocals("x", n)} ${wordLocals("y", n)} ${finishLocals(plan)}`,
        body: [
            ...loadWords("x", "s", words),
            ...unpack(plan, "s", "x", 0),
            ...loadWords("y", "s", words),
            ...unpack(plan, "s", "y", shift),
            ...columnsOfProduct(plan),
            ...finish(plan, plan.settled),
        ],
    });
}
