/**
 * Pairings of a base module, bn128 and bls12381: e(P, Q) in Fp12 for jacobian
 * points P of G1 and Q of G2, products of up to five pairings, and the pieces
 * (prepareG1, prepareG2, millerLoop, finalExp).
 * @module scripts/wasm/pairing/pairing
 */
/** @import { PairingParams } from "./params.js" */
/** @import { Tower } from "../tower/tower.js" */
/** @import { WasmModule } from "../module.js" */
import { at, call, forLoop, get, i32, set, when } from "../wat.js";
import { addFinalExp } from "./final_exp.js";
import { addLines } from "./lines.js";
import { addMiller, legLayout, MOST_LEGS, railLayout } from "./miller.js";

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
    addMillerProduct(module, tower, params);
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
 * millerProduct: z = product of the Miller functions of `count` pairs, and of `fixed` pairs whose
 * lines are prepared. A pair at infinity counts as one.
 *
 *   in      p, q       count points each, jacobian, one behind the other
 *           pf, lines  fixed points, jacobian; as many of prepareG2
 *           work       16 count + 3 fixed coordinates of G1
 *   out     z          Fp12, LEM
 *   cost    one squaring of Fp12 per step of the loop; per step and pair a product by its line, and
 *           that line if it is not prepared
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addMillerProduct(module, tower, { name, preQSize }) {
    const { f1, f2 } = tower, leg = legLayout(tower);
    const rail = railLayout(tower);
    if (leg.size > 16 * f1.n8 || rail.size > 3 * f1.n8)
        throw new RangeError(`${name}: expected legs of 16 and rails of 3 coordinates, got longer ones`);
    const [last, lines] = [get("last"), get("lines")];
    module.func({
        name: `${name}_millerProduct`,
        params: "p q count pf lines fixed work z",
        i32: "end first last",
        body: [
            set("end", get("work")),
            set("count", `(i32.add ${get("p")} (i32.mul ${get("count")} ${i32(3 * f1.n8)}))`),
            forLoop("p", get("p"), get("count"), [
                set("end", call(`${name}_addLeg`, get("p"), get("q"), get("end"))),
                set("q", at(get("q"), 3 * f2.n8)),
            ], 3 * f1.n8),
            set("first", get("end")),
            set("last", get("end")),
            set("fixed", `(i32.add ${get("pf")} (i32.mul ${get("fixed")} ${i32(3 * f1.n8)}))`),
            forLoop("pf", get("pf"), get("fixed"), [
                when(`(i32.eqz ${call(`${f2.name}_isZero`, at(lines, 2 * f2.n8))})`, [
                    when(call(`${name}_setP`, get("pf"), at(last, rail.p)), [
                        `(i32.store ${at(last, rail.lines)} ${at(lines, 3 * f2.n8)})`,
                        set("last", at(last, rail.size)),
                    ]),
                ]),
                set("lines", at(lines, preQSize)),
            ], 3 * f1.n8),
            call(`${name}_legs`, get("work"), get("end"), get("first"), last, get("z")),
        ],
    });
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
        call(`${name}_legs`, legs, get("end"), 0, 0, value)];
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
