/**
 * Converts points of three coordinates to affine ones, and lists in both directions.
 * @module scripts/wasm/group/affine
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "./types.js" */
import { at, call, forLoop, get, i32, mul32, set, whileLoop, when } from "../wat.js";
import { coordinates, not } from "./point.js";

/**
 * How many points share an inversion. An inversion by division steps costs as
 * much as about 20 to 30 products, which is less than half a product for each of
 * 64 points, in addition to the 7 that each costs anyway. The products fit in
 * static scratch, so a conversion never needs more memory.
 */
const BLOCK = 64;

/**
 * Adds toAffine normalize batchToAffine batchToJacobian.
 * @param {WasmModule} module
 * @param {Group} group
 */
export function addAffine(module, group) {
    addSingle(module, group);
    addBatchToAffine(module, group);
    addBatch(group, { name: "toJacobian", from: group.affine, to: group.jacobian });
}

/**
 * toAffine: z = the affine form, for Weierstrass (X/Z^2, Y/Z^3). normalize: the same with Z = 1,
 * but for infinity.
 *
 *   in      x   jacobian
 *   out     z   affine, 2 n8 bytes; normalize: jacobian
 *   alias   z may be x
 *   cost    an inversion and 3M 1S; only copies where Z = 1
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addSingle(module, group) {
    const { f, g, func } = group;
    const z = coordinates(group, "x")[2];
    const zz = coordinates(group, "z")[2];
    const inverse = i32(module.reserve(group.n8));
    const power = i32(module.reserve(group.n8));
    func({ name: "toAffine", params: "x z", body: [
        when(g("isZero", get("x")), [g("zeroAffine", get("z")), "(return)"]),
        when(f("isOne", z), [g("copyAffine", get("x"), get("z")), "(return)"]),
        f("inv", z, inverse), ...group.model.divide(group, "x", inverse, power, "z")] });
    func({ name: "normalize", params: "x z", body: [
        when(g("isZero", get("x")), [g("zero", get("z")), "(return)"]),
        g("toAffine", get("x"), get("z")), f("one", zz)] });
}

/**
 * Affine forms of n jacobian points.
 *
 *   in      x   n jacobian points
 *   out     z   n affine points
 *   alias   z may be x
 *   cost    6M 1S a point, and an inversion for every 64
 *   memory  static
 *   source  Montgomery 1987, simultaneous inversion
 *
 * Three passes over a block, because z may be x: products of the Z forward,
 * their inverses backward into scratch, points forward. Point i is written
 * below point i + 1 and all that is still to be read.
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addBatchToAffine(module, group) {
    const { f, g, func, n8, affine, jacobian } = group;
    const inverses = module.reserve(BLOCK * n8);
    const product = module.reserve(n8);
    const power = module.reserve(n8);
    const [, , Z] = coordinates(group, "p");
    const product1 = [f("copy", product, get("i")), f("mul", product, Z, product)];
    const inverse1 = [f("mul", get("i"), product, get("i")), f("mul", product, Z, product)];
    const skipZero = (/** @type {string[]} */ steps) => when(not(f("isZero", Z)), steps);
    func({ name: "batchToAffineBlock", params: "x n z", i32: "p i end", body: [
        set("end", at(i32(inverses), mul32(get("n"), n8))),
        f("one", product), set("p", get("x")),
        forLoop("i", inverses, get("end"), [skipZero(product1), set("p", at(get("p"), jacobian))], n8),
        f("inv", product, product),
        set("i", get("end")),
        whileLoop(`(i32.ne ${get("i")} ${i32(inverses)})`, [
            set("i", at(get("i"), -n8)), set("p", at(get("p"), -jacobian)), skipZero(inverse1)]),
        forLoop("i", inverses, get("end"), [
            when(f("isZero", Z), g("zeroAffine", get("z")), [
                ...group.model.divide(group, "p", get("i"), i32(power), "z")]),
            set("p", at(get("p"), jacobian)), set("z", at(get("z"), affine))], n8)] });
    func({ name: "batchToAffine", params: "x n z", i32: "block", body: whileLoop(get("n"), [
        set("block", `(select ${i32(BLOCK)} ${get("n")} (i32.gt_u ${get("n")} ${i32(BLOCK)}))`),
        g("batchToAffineBlock", get("x"), get("block"), get("z")),
        set("x", at(get("x"), mul32(get("block"), jacobian))), set("z", at(get("z"), mul32(get("block"), affine))),
        set("n", `(i32.sub ${get("n")} ${get("block")})`)]) });
}

/**
 * batchOp: z[i] = op(x[i]).
 *
 *   in      x   n elements of `from` bytes
 *   out     z   n elements of `to` bytes
 *   alias   z may be x: elements that grow are written from the last one down
 *
 * @param {Group} group
 * @param {{ name: string, from: number, to: number }} kind
 */
export function addBatch({ name: prefix, func }, { name, from, to }) {
    const one = call(`${prefix}_${name}`, get("x"), get("z"));
    const step = (/** @type {number} */ sign) => [
        set("x", at(get("x"), sign * from)), set("z", at(get("z"), sign * to)), set("n", at(get("n"), -1))];
    const toEnd = [set("x", at(get("x"), mul32(get("n"), from))), set("z", at(get("z"), mul32(get("n"), to)))];
    const body =
        to > from ? [...toEnd, whileLoop(get("n"), [...step(-1), one])] : whileLoop(get("n"), [one, ...step(1)]);
    func({ name: `batch${name[0].toUpperCase()}${name.slice(1)}`, params: "x n z", body });
}
