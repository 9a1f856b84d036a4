/**
 * The products of Fp and of Fp2 = Fp[u] / (u^2 + k), k small, as functions of a lane
 * module, each over `count` units in a row: one body, its constants loaded
 * once per call. A unit of Fp2 is two units of Fp, c0 | c1.
 *
 * Rows of a product are a loop (product.js), but for squares in Fp, where the
 * triangle is worth its code: 14 to 20 % of a square. What runs interleaved
 * is measured, ns per product on Node 26 / 22, alone and in pairs: bn254 fma
 * f1_mul 23.5 / 26.8 and 20.8 / 26.1, f2_sqr 48 / 54.5 and 40.6 / 46.2. Where
 * engines disagree both are there, and the caller says which (`together` in
 * points.js): Node 26 / 24 / 22, bn254 fma f2_mul 49.1 / 50.7 / 57.4 and 45.4 /
 * 47.6 / 62.4; bls12-381 fma f1_mul 39.3 / 40.7 / 43.9 and 38.6 / 37.5 / 45.5,
 * f2_mul 107 / 107 / 161 and 104 / 105 / 213.
 * There the interleaved f2_mul is another one since (karatsuba.js): 191 -> 169 ns per unit of two
 * on Node 26.
 * @module scripts/wasm/lane/kernels
 */
/** @import { LaneField } from "./types.js" */
/** @import { LaneModule } from "./module.js" */
/** @import { Term } from "./product.js" */
import { at, get, i32 } from "../wat.js";
import { fromBase } from "./module.js";
import { FunctionText } from "./text.js";

/** Sums of products per coefficient. */
export const SUMS = Object.freeze({
    /** @returns {Term[][]} */
    mul1: () => [[{ a: { ptr: "x", offset: 0 }, b: { ptr: "y", offset: 0 } }]],
    /** @returns {Term[][]} */
    sqr1: () => [[{ a: { ptr: "x", offset: 0 }, b: { ptr: "x", offset: 0 } }]],
    /**
     * x0 y0 - k x1 y1, x0 y1 + x1 y0, one reduction each.
     * @param {number} unit @param {number} k
     * @returns {Term[][]}
     */
    mul2(unit, k) {
        const [x0, x1, y0, y1] = ["x", "x", "y", "y"].map((ptr, i) => ({ ptr, offset: (i & 1) * unit }));
        const times = k === 1 ? undefined : k;
        return [[{ a: x0, b: y0 }, { a: x1, b: y1, negative: true, times }], [{ a: x0, b: y1 }, { a: x1, b: y0 }]];
    },
    /**
     * (x0 + x1) (x0 - k x1), 2 x0 x1, with the sum and the difference, normalised unless limbs have
     * room, in scratch; the first lacks (k - 1) x0 x1.
     * @param {number} unit
     * @returns {Term[][]}
     */
    sqr2: (unit) => [
        [{ a: { ptr: "sum", offset: 0 }, b: { ptr: "sum", offset: unit } }],
        [{ a: { ptr: "x", offset: 0 }, b: { ptr: "x", offset: unit }, times: 2 }],
    ],
});

/**
 * `f1_mul(x, y, count, z)`, z = x y / R; `f1_sqr(x, count, z)`; `f2_mul`, `f2_sqr` in Fp2.
 * `f1_mulTogether` and `f2_mulTogether`, where the field has both ways, are the same with two
 * products interleaved.
 *
 *   in      x, y    count units each
 *   out     z       count units
 *   alias   f1: z may be x or y; f2: z must not overlap an operand
 *   bounds  limb products and columns: ../msm_lane/proof.js
 * @param {LaneModule} module
 * @param {LaneField} F
 */
export function addProducts(module, F) {
    const U = F.unitBytes;
    addKernel(module, F, "f1_mul", "x y count z", SUMS.mul1());
    if (F.kernel1) {
        addBody(module, "f1_mulTogether", "x y count z", F.kernel1.product);
        addBody(module, "f1_sqr", "x count z", F.kernel1.square);
    } else {
        if (togetherKernel(F, 1)) addKernel(module, F, "f1_mulTogether", "x y count z", SUMS.mul1(), { together: true });
        addKernel(module, F, "f1_sqr", "x count z", SUMS.sqr1());
    }
    if (F.plan.nonResidue === undefined) return;
    const k = Number(-F.plan.nonResidue);
    addKernel(module, F, "f2_mul", "x y count z", SUMS.mul2(U, k));
    if (togetherKernel(F, 2))
        addKernel(module, F, "f2_mulTogether", "x y count z", SUMS.mul2(U, k), {
            together: true,
            byColumns: F.pairs,
            products: F.product2,
        });
    const sum = module.scratch(2 * U);
    addKernel(module, F, "f2_sqr", "x count z", SUMS.sqr2(U), { together: true, before(fn) {
        const a = vectors(F, "a");
        const b = vectors(F, "b");
        fn.i32("sum", fromBase(sum));
        a.forEach((x, j) => {
            fn.set(x, F.load(get("x"), 0, j), F.local);
            fn.set(b[j], F.load(get("x"), U, j), F.local);
            fn.emit(F.store(get("sum"), 0, j, F.add(get(x), get(b[j]))));
            fn.set(x, F.sub(get(x), k === 1 ? get(b[j]) : F.scale(fn, get(b[j]), k)), F.local);
        });
        if (!F.product2) F.norm(fn, a); // where sums are factors, differences are
        a.forEach((x, j) => fn.emit(F.store(get("sum"), U, j, get(x))));
    }, after(fn) {
        // what z0 lacks is (k - 1) / 2 times z1
        for (let j = 0; j < F.vectors && k > 1; j++)
            fn.emit(F.store(get("z"), 0, j, F.add(
                F.load(get("z"), 0, j),
                F.scale(fn, F.load(get("z"), U, j), (k - 1) / 2),
            )));
    } });
}

/**
 * Name of the interleaved product, where it is not the only one.
 * @param {LaneField} F
 * @param {1 | 2} degree
 */
export const togetherKernel = ({ bothWays, pairs }, degree) =>
    bothWays && !(degree === 1 && pairs) ? `f${degree}_mulTogether` : undefined;

/**
 * Units after which a kernel has run all its code: two interleaved and one alone, or one.
 * @param {LaneField} F
 * @param {string} name
 */
export const unitsPerTurn = (F, name) =>
    ((name.startsWith("f1_mul") && (F.pairs || name.endsWith("Together"))) || isChained(F, name) ? 3 : 1);

/**
 * Does a kernel add up its columns as chains of roundings?
 * @param {LaneField} F
 * @param {string} name
 */
export const isChained = ({ kernel1 }, name) => !!kernel1 && ["f1_mulTogether", "f1_sqr"].includes(name);

/** @param {LaneField} F @param {string} prefix */
export const vectors = (F, prefix) => Array.from({ length: F.vectors }, (_, j) => `${prefix}${j}`);

/**
 * @param {LaneModule} module
 * @param {string} name
 * @param {string} params
 * @param {(fn: FunctionText) => void} body
 */
function addBody(module, name, params, body) {
    const fn = new FunctionText(name, params);
    body(fn);
    fn.addTo(module);
}

/**
 * @param {LaneModule} module
 * @param {LaneField} F
 * @param {string} name
 * @param {string} params
 * @param {Term[][]} outputs - one sum per coefficient
 * @param
 *   {{ together?: boolean, byColumns?: boolean, before?: (fn: FunctionText) => void, after?: (fn:
 *   FunctionText) => void, products?: (fn: FunctionText) => void }}
 *   [how] -
 *     together: two at a time; before, after: per unit; products: another way to the outputs
 */
function addKernel(
    module,
    F,
    name,
    params,
    outputs,
    { together = outputs.length === 1 && F.pairs, byColumns, before, after, products } = {},
) {
    const fn = new FunctionText(name, params);
    const advance = (/** @type {number} */ units) => {
        for (const ptr of params.split(" ").filter((x) => x !== "count"))
            fn.i32(ptr, at(get(ptr), units * outputs.length * F.unitBytes));
    };
    const streams = outputs.map((terms, c) => ({ terms, offset: c * F.unitBytes }));
    const pairs = together && outputs.length === 1;
    fn.i32("i", i32(0));
    if (pairs)
        fn.loop("i", i32(0), `(i32.sub ${get("count")} ${i32(1)})`, 2, () => {
            // count > 0
            F.products(fn, [...streams, { terms: outputs[0], offset: F.unitBytes, shift: F.unitBytes }]);
            advance(2);
        });
    fn.loop("i", get("i"), get("count"), 1, () => {
        before?.(fn);
        if (products) products(fn);
        else if (together) F.products(fn, streams, byColumns);
        else for (const stream of streams) F.products(fn, [stream]);
        after?.(fn);
        advance(1);
    });
    fn.addTo(module);
}
