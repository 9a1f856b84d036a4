/**
 * A prime field on plain integers, without Montgomery form: the `fr` family,
 * built on the functions of the Montgomery field.
 * @module scripts/wasm/field/plain_field
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { call, get } from "../wat.js";

/**
 * `{name}_copy _zero _isZero _eq _add _sub _neg _mul _sqr _inv _isNegative`: as for a
 * prime field, on plain values below p
 * `{name}_one(z)`: z = R mod p. It is the one of the Montgomery field, as in
 * ffjavascript 0.3.1, where callers can see it.
 *
 *   alias   z may be an input
 *   cost    mul: two Montgomery products
 * @param {WasmModule} module
 * @param {{ name: string, field: Field }} options
 */
export function addPlainField(module, { name, field: { name: f } }) {
    const x = get("x");
    const y = get("y");
    const z = get("z");
    module.func({ name: `${name}_copy`, params: "x z", body: call(`${f}_copy`, x, z) });
    for (const op of ["zero", "one"]) module.func({ name: `${name}_${op}`, params: "z", body: call(`${f}_${op}`, z) });
    module.func({ name: `${name}_isZero`, params: "x", result: "i32", body: call(`${f}_isZero`, x) });
    module.func({ name: `${name}_eq`, params: "x y", result: "i32", body: call(`${f}_eq`, x, y) });
    module.func({ name: `${name}_isNegative`, params: "x", result: "i32", body: call(`${f}_isUpperHalf`, x) });
    for (const op of ["add", "sub"])
        module.func({ name: `${name}_${op}`, params: "x y z", body: call(`${f}_${op}`, x, y, z) });
    module.func({ name: `${name}_neg`, params: "x z", body: call(`${f}_neg`, x, z) });
    // x y R^-1, times R^2, times R^-1
    module.func({ name: `${name}_mul`, params: "x y z", body: [call(`${f}_mul`, x, y, z), call(`${f}_toMont`, z, z)] });
    module.func({ name: `${name}_sqr`, params: "x z", body: [call(`${f}_sqr`, x, z), call(`${f}_toMont`, z, z)] });
    // R^2 x^-1, twice times R^-1
    module.func({
        name: `${name}_inv`,
        params: "x z",
        body: [call(`${f}_inv`, x, z), call(`${f}_fromMont`, z, z), call(`${f}_fromMont`, z, z)],
    });
}
