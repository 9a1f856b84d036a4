/**
 * Multiples of one point.
 * @module scripts/wasm/group/multiple
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "./types.js" */
import { at, call, forLoop, get, i32, mul32, set, when } from "../wat.js";
import { addDigit, windowCount } from "./digit.js";

/** Table of the widest window: the multiples 1 .. 16. */
const TABLE = 16;

/**
 * Adds mulScalar mulScalarAffine mulFr mulFrAffine.
 * @param {WasmModule} module
 * @param {Group} group
 */
export function addMultiple(module, group) {
    addDigit(module);
    addMulScalar(module, group);
    addMulFr(module, group);
}

/**
 * z = s x, signed windows from the top. Cost model for the width w: a table of
 * 2^(w-1) multiples costs 12 products each (doublings and additions alternately),
 * b / w additions 16 each; the sum is least at w = 2 up to 16 bits, 3 up to 64,
 * 4 up to 160 and 5 beyond.
 *
 *   in      x     mulScalar: jacobian; mulScalarAffine: affine
 *           s     plain integer, `len` bytes, any length, not reduced
 *   out     z     jacobian
 *   alias   z may be x or lie over s
 *   cost    256 bits: 256 doublings, 52 additions, table 168M: some 2800M
 *   source  Booth 1951; Hankerson, Menezes, Vanstone, Guide to ECC, 3.3.1 (window methods)
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addMulScalar(module, group) {
    const { g, func, jacobian } = group;
    const table = module.reserve(TABLE * jacobian);
    const acc = module.reserve(jacobian);
    const entry = (/** @type {string} */ k) => at(i32(table - jacobian), mul32(k, jacobian));
    const longer = (/** @type {number} */ bytes) => `(i32.gt_u ${get("len")} ${i32(bytes)})`;
    const half = `(i32.shr_u ${get("k")} ${i32(1)})`;
    func({ name: "mulScalarTable", params: "w", i32: "k end", body: [
        set("end", at(`(i32.shl ${i32(1)} ${at(get("w"), -1)})`, 1)),
        forLoop("k", 2, get("end"), when(`(i32.and ${get("k")} ${i32(1)})`,
            g("add", entry(at(get("k"), -1)), table, entry(get("k"))),
            g("dbl", entry(half), entry(get("k")))))] });
    func({ name: "mulScalarDigits", params: "s len z", i32: "w bits k i d", body: [
        set("w", at(`(i32.add ${longer(2)} (i32.add ${longer(8)} ${longer(20)}))`, 2)),
        g("mulScalarTable", get("w")), g("zero", acc),
        set("bits", `(i32.shl ${get("len")} ${i32(3)})`),
        set("k", `(i32.mul ${windowCount(get("bits"), get("w"))} ${get("w")})`),
        `(block $done (loop $digits (br_if $done (i32.eqz ${get("k")}))`,
        set("k", `(i32.sub ${get("k")} ${get("w")})`),
        forLoop("i", 0, get("w"), g("dbl", acc, acc)),
        set("d", call("scalar_digit", get("s"), 0, get("bits"), get("k"), get("w"))),
        when(`(i32.gt_s ${get("d")} ${i32(0)})`, g("add", acc, entry(get("d")), acc)),
        when(`(i32.lt_s ${get("d")} ${i32(0)})`, g("sub", acc, entry(`(i32.sub ${i32(0)} ${get("d")})`), acc)),
        "(br $digits)))",
        g("copy", acc, get("z"))] });
    const digits = g("mulScalarDigits", get("s"), get("len"), get("z"));
    func({ name: "mulScalar", params: "x s len z", body: [g("copy", get("x"), table), digits] });
    func({ name: "mulScalarAffine", params: "x s len z", body: [g("toJacobian", get("x"), table), digits] });
}

/**
 * z = s x for s in Montgomery form.
 *
 *   in      x   mulFr: jacobian; mulFrAffine: affine
 *           s   Fr, LEM
 *   out     z   jacobian
 *   alias   z may be x or s
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addMulFr(module, { g, func, scalars }) {
    const plain = module.reserve(scalars.n8);
    for (const form of ["", "Affine"]) func({ name: `mulFr${form}`, params: "x s z", body: [
        call(`${scalars.name}_fromMont`, get("s"), plain),
        g(`mulScalar${form}`, get("x"), plain, scalars.n8, get("z"))] });
}
