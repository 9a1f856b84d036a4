/**
 * Pairings of a base module, bn128 and bls12381: e(P, Q) in Fp12 for jacobian
 * points P of G1 and Q of G2, products of up to five pairings, and the pieces
 * (prepareG1, prepareG2, millerLoop, finalExp).
 * @module scripts/wasm/pairing/pairing
 */
/** @import { PairingParams } from "./params.js" */
/** @import { Tower } from "../tower/tower.js" */
/** @import { WasmModule } from "../module.js" */
import { at, call, get, i32, set, when } from "../wat.js";
import { addFinalExp } from "./final_exp.js";
import { addLines } from "./lines.js";
import { addMiller, legLayout, MOST_LEGS } from "./miller.js";

/**
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 * @param {bigint} r - order of the groups
 */
export function addPairing(module, tower, params, r) {
    addLines(module, tower, params);
    addMiller(module, tower, params);
    addFinalExp(module, tower, params, r);
    const legs = module.reserve(MOST_LEGS * legLayout(tower).size);
    addAddLeg(module, tower, params);
    addProducts(module, tower, params, legs);
    if (params.family === "bn") addMulBy024(module, tower, params);
}

/**
 * mulBy024: z = z (a + c v^2 + b v w), the frozen sparse product of bn128; nothing here uses it.
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addMulBy024(module, { f12 }, { name }) {
    module.func({
        name: `${name}_mulBy024`,
        params: "a b c z",
        body: call(`${f12.name}_mul024`, ...["z", "a", "b", "c", "z"].map(get)),
    });
}

/**
 * addLeg: the end of the legs after (p, q) joined them at `leg`; a pair with a point at
 * infinity, whose pairing is one, does not join.
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addAddLeg(module, tower, { name }) {
    const layout = legLayout(tower);
    module.func({ name: `${name}_addLeg`, params: "p q leg", result: "i32", body: [
        when(call(`${name}_setP`, get("p"), at(get("leg"), layout.p)), [
            when(call(`${name}_setQ`, get("q"), at(get("leg"), layout.q)), `(return ${at(get("leg"), layout.size)})`)]),
        get("leg")] });
}

/**
 * pairing: z = e(p, q), one for a point at infinity; pairingEqK: whether the
 * product of K pairings is c.
 *
 *   in      p, q   jacobian; c   Fp12, LEM
 *   out     z      Fp12, LEM; may be any of the inputs
 *   cost    one Miller loop (its squarings shared by all pairs), one final exponentiation
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 * @param {number} legs
 */
function addProducts(module, { f12 }, { name }, legs) {
    const value = module.reserve(f12.n8);
    const join = (/** @type {string} */ p, /** @type {string} */ q) =>
        set("end", call(`${name}_addLeg`, get(p), get(q), get("end")));
    const product = (/** @type {string[][]} */ pairs) => [set("end", i32(legs)), ...pairs.map(([p, q]) => join(p, q)),
        call(`${name}_legs`, legs, get("end"), value)];
    module.func({ name: `${name}_pairing`, params: "p q z", i32: "end", body: [
        ...product([["p", "q"]]), call(`${name}_finalExp`, value, get("z"))] });
    for (let k = 1; k <= MOST_LEGS; k++) {
        const pairs = Array.from({ length: k }, (_, i) => [`p${i}`, `q${i}`]);
        module.func({
            name: `${name}_pairingEq${k}`,
            params: `${pairs.flat().join(" ")} c`,
            result: "i32",
            i32: "end",
            body: [...product(pairs), call(`${name}_finalExp`, value, value), call(`${f12.name}_eq`, value, get("c"))],
        });
    }
}
