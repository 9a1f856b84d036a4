/**
 * The part of an extension field that works coefficient by coefficient: an
 * element is `degree` base elements one after the other, c0 first. Which
 * polynomial the extension is made with does not matter here.
 * @module scripts/wasm/tower/coefficients
 */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { at, call, get, i32, when } from "../wat.js";
import { addLinear, fp2Plan } from "./fp2_kernel.js";

/** Up to this many coefficients in Fp, sums and differences are one function without calls. */
const MOST_INLINE = 6;

/**
 * Address of coefficient k of the element at `ptr`.
 * @param {string | number} ptr - static address or name of a local
 * @param {number} k
 * @param {number} n8 - bytes per base element
 */
export const coefficient = (ptr, k, n8) => (typeof ptr === "number" ? i32(ptr + k * n8) : at(get(ptr), k * n8));

/**
 * Adds copy zero one isZero isOne eq add sub neg dbl toMont fromMont sign
 * isNegative and mulBase (every coefficient times one base element).
 *
 *   in      x, y   canonical coefficients
 *   out     z      canonical coefficients
 *   alias   z may be x or y: coefficient k of z depends on coefficient k alone
 *
 * @param {WasmModule} module
 * @param {string} name
 * @param {Field} base
 * @param {number} degree - over the base
 */
export function addCoefficients(module, name, base, degree) {
    const range = Array.from({ length: degree }, (_, k) => k);
    const c = (/** @type {string} */ ptr, /** @type {number} */ k) => coefficient(ptr, k, base.n8);
    const each = (/** @type {string} */ op, /** @type {string} */ params) => module.func({
        name: `${name}_${op}`, params,
        body: range.map((k) => call(`${base.name}_${op}`, ...params.split(" ").map((ptr) => c(ptr, k)))),
    });
    const inFp = degree * base.degree;
    if (inFp <= MOST_INLINE) addLinear(module, fp2Plan(base), name, inFp);
    else for (const [op, params] of [["add", "x y z"], ["sub", "x y z"], ["dbl", "x z"]]) each(op, params);
    for (const op of ["copy", "neg", "toMont", "fromMont"]) each(op, "x z");
    each("zero", "z");
    const rest = range.slice(1);
    const zeroFrom = rest.map((k) => call(`${base.name}_isZero`, c("x", k)));
    module.func({ name: `${name}_one`, params: "z", body: [
        call(`${base.name}_one`, get("z")), ...rest.map((k) => call(`${base.name}_zero`, c("z", k)))] });
    module.func({ name: `${name}_isZero`, params: "x", result: "i32",
        body: all([call(`${base.name}_isZero`, get("x")), ...zeroFrom]) });
    module.func({ name: `${name}_isOne`, params: "x", result: "i32",
        body: all([call(`${base.name}_isOne`, get("x")), ...zeroFrom]) });
    module.func({ name: `${name}_eq`, params: "x y", result: "i32",
        body: all(range.map((k) => call(`${base.name}_eq`, c("x", k), c("y", k)))) });
    module.func({ name: `${name}_mulBase`, params: "x b z", body: mulBase(module, name, base, range) });
    addSign(module, name, base, degree);
}

/**
 * b is read again after a coefficient of z is written, so it moves out of the way first.
 * @param {WasmModule} module
 * @param {string} name
 * @param {Field} base
 * @param {number[]} range
 */
function mulBase(module, name, base, range) {
    const factor = module.reserve(base.n8);
    return [
        call(`${base.name}_copy`, get("b"), factor),
        ...range.map((k) =>
            call(`${base.name}_mul`, coefficient("x", k, base.n8), factor, coefficient("z", k, base.n8)),
        ),
    ];
}

/**
 * The sign is that of the highest coefficient that is not zero.
 * @param {WasmModule} module
 * @param {string} name
 * @param {Field} base
 * @param {number} degree
 */
function addSign(module, name, base, degree) {
    for (const op of ["sign", "isNegative"]) {
        const decide = Array.from({ length: degree - 1 }, (_, i) => coefficient("x", degree - 1 - i, base.n8)).map(
            (x) => when(`(i32.eqz ${call(`${base.name}_isZero`, x)})`, `(return ${call(`${base.name}_${op}`, x)})`),
        );
        module.func({
            name: `${name}_${op}`,
            params: "x",
            result: "i32",
            body: [...decide, call(`${base.name}_${op}`, get("x"))],
        });
    }
}

/** Conjunction that stops at the first false. @param {string[]} conditions - i32 */
function all(conditions) {
    return conditions.reduceRight(
        (then, condition) => `(if (result i32) ${condition} (then ${then}) (else ${i32(0)}))`,
    );
}
