/**
 * Converts between plain integers and Montgomery form, single elements and lists.
 * @module scripts/wasm/field/convert
 */
/** @import { WasmModule } from "../module.js" */
/** @import { LimbPlan } from "../limbs.js" */
import { mod } from "../../../src/bigint/modular.js";
import { resultBound } from "../limbs.js";
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";
import { finish, finishLocals, unpack } from "./montgomery.js";
import { leBytes, loadWords } from "./words.js";

/**
 * `{as}(x, z)`: z = x R^-1 mod p, for any x of n8 bytes: a product with 1, whose columns are the
 * limbs of x
 *
 *   out     z   Fp, canonical
 *   alias   z may be x
 *   bounds  the result is below 2p before the subtraction: checked here
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 * @param {string} as
 */
export function addFromMont(module, plan, as) {
    const { p, n, words, shift, R } = plan;
    if (resultBound(plan, R - 1n, 1n) >= 2n * p) throw new RangeError(`${as}: expected results below 2p, got more`);
    module.func({
        name: as,
        params: "x z",
        i64: finishLocals(plan),
        body: [
            ...loadWords("x", "s", words),
            ...unpack(plan, "s", "e", shift),
            ...finish(
                plan,
                plan.settled.map(() => false),
                n,
            ),
        ],
    });
}

/**
 * `{name}_toMont(x, z)`: z = x R mod p, for any x of n8 bytes
 * `{name}_fromMont(x, z)`: z = x R^-1 mod p, for any x of n8 bytes
 * `{name}_batchToMont(in, n, out) _batchFromMont(in, n, out)`: the same for n elements
 * `{name}_mReduct(x, z)`: z = x R^-1 mod p, for x of 2 n8 bytes
 * `{name}_load(s, len, z)`: z = s mod p, plain; s of len bytes, little-endian
 * `{name}_mulScalar(x, s, len, z)`: z = x s
 *
 *   out     z   Fp, canonical
 *   alias   z may be x; out may be in
 *   bounds  results below 2p before the subtraction: checked here
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 */
export function addConvert(module, plan) {
    const { name, p, n8, R } = plan, R2 = mod(R * R, p);
    if (resultBound(plan, R - 1n, R2) >= 2n * p)
        throw new RangeError(`${name}: expected conversions below 2p, got more for factor ${R2}`);
    const r2 = module.data(leBytes(R2, n8));
    module.func({ name: `${name}_toMont`, params: "x z", body: call(`${name}_mul`, get("x"), r2, get("z")) });
    addFromMont(module, plan, `${name}_fromMont`);
    for (const one of ["toMont", "fromMont"]) {
        module.func({
            name: `${name}_batch${one[0].toUpperCase()}${one.slice(1)}`,
            params: "in n out",
            body: whileLoop(get("n"), [
                call(`${name}_${one}`, get("in"), get("out")),
                set("in", at(get("in"), n8)),
                set("out", at(get("out"), n8)),
                set("n", at(get("n"), -1)),
            ]),
        });
    }

    // x = low + high R, so x R^-1 = low R^-1 + high
    const part = module.reserve(n8);
    const high = module.reserve(n8);
    module.func({ name: `${name}_mReduct`, params: "x z", body: [
        // high mod p
        call(`${name}_toMont`, at(get("x"), n8), high), call(`${name}_fromMont`, high, high),
        call(`${name}_fromMont`, get("x"), part), call(`${name}_add`, part, high, get("z"))] });

    // Horner's rule over parts of n8 bytes, from the top; the topmost part may be shorter.
    const piece = module.reserve(n8);
    const acc = module.reserve(n8);
    module.func({
        name: `${name}_load`,
        params: "s len z",
        i32: "rest k",
        body: [
            call(`${name}_zero`, acc),
            set("rest", get("len")),
            whileLoop(get("rest"), [
                set("k", `(i32.rem_u ${get("rest")} ${i32(n8)})`),
                when(`(i32.eqz ${get("k")})`, set("k", i32(n8))),
                call(`${name}_zero`, piece),
                set("rest", `(i32.sub ${get("rest")} ${get("k")})`),
                whileLoop(get("k"), [
                    set("k", at(get("k"), -1)),
                    `(i32.store8 ${at(i32(piece), get("k"))} (i32.load8_u (i32.add ${at(get("s"), get("rest"))} ${get("k")})))`,
                ]),
                call(`${name}_toMont`, acc, acc), // acc R
                call(`${name}_toMont`, piece, piece),
                call(`${name}_fromMont`, piece, piece), // piece mod p
                call(`${name}_add`, acc, piece, acc),
            ]),
            call(`${name}_copy`, acc, get("z")),
        ],
    });
    const factor = module.reserve(n8);
    module.func({ name: `${name}_mulScalar`, params: "x s len z", body: [
        call(`${name}_load`, get("s"), get("len"), factor), call(`${name}_toMont`, factor, factor),
        call(`${name}_mul`, get("x"), factor, get("z"))] });
}
