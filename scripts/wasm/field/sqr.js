/**
 * Montgomery squaring.
 * @module scripts/wasm/field/sqr
 */
/** @import { WasmModule } from "../module.js" */
/** @import { LimbPlan } from "../limbs.js" */
import { get, i64, mul, set, sum } from "../wat.js";
import { finish, finishLocals, unpack } from "./montgomery.js";
import { loadWords, range, wordLocals } from "./words.js";

/** @param {string} a @param {number} bits */
const shl = (a, bits) => (bits === 0 ? a : `(i64.shl ${a} ${i64(bits)})`);

/**
 * Each product of two different limbs is computed once and counted twice. The
 * shift that mul puts on one factor is halved between the two; an odd bit
 * doubles the columns.
 * @param {LimbPlan} plan
 */
const squareColumns = ({ n, shift }) => range(2 * n - 1).map((c) => {
    const odd = shift % 2,
        pairs = range(n)
            .filter((i) => i < c - i && c - i < n)
            .map((i) => mul(get(`x${i}`), get(`x${c - i}`)));
    const square = c % 2 === 0 ? [shl(mul(get(`x${c / 2}`), get(`x${c / 2}`)), odd)] : [];
    return set(`e${c}`, sum(...(pairs.length ? [shl(sum(...pairs), 1 + odd)] : []), ...square));
});

/**
 * `{name}_sqr(x, z)`: z = x^2 R^-1 mod p
 *
 *   in      x   Fp, canonical
 *   out     z   Fp, canonical
 *   alias   z may be x
 *   bounds  as for mul, with columns of their own: limbPlan
 *   cost    n (n + 1) / 2 products fewer than n^2 in the columns
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 */
export function addSqr(module, plan) {
    const { name, n, words, shift } = plan;
    module.func({ name: `${name}_sqr`, params: "x z", i64: `${wordLocals("x", n)} ${finishLocals(plan)}`, body: [
        ...loadWords("x", "s", words), ...unpack(plan, "s", "x", shift >> 1),
        ...squareColumns(plan), ...finish(plan, plan.settledSqr)] });
}
