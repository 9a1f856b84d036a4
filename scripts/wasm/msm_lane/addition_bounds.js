/**
 * Proof that every product, sum and carry of the batch-affine addition stays
 * in range: the steps of batch_add.js and convert.js, run on intervals.
 * @module scripts/wasm/msm_lane/addition_bounds
 */
/** @import { Bound } from "../lane/bounds.js" */
/** @import { LanePlan } from "../lane/plan.js" */
import { LaneBounds } from "../lane/bounds.js";
import { ENTRIES } from "./points.js";

/**
 * @param {LanePlan} plan
 * @param {1 | 2} degree
 * @param {{ tight?: boolean }} [schedule] - tight: differences are reduced before Fp2 products; false shows that the proof refuses
 * @returns {string} what holds
 * @throws {RangeError} naming the first step that can leave its range
 */
export function proveAddition(plan, degree, { tight = true } = {}) {
    const B = new LaneBounds(plan), fp2 = degree === 2;
    const mul = (/** @type {string} */ what, /** @type {Bound} */ a, /** @type {Bound} */ b) => (fp2 ? B.product2(what, a, b) : B.product(what, [{ a, b }]));
    const scale = (/** @type {string} */ what, /** @type {Bound} */ a) => B.product(what, [{ a, b: B.constant() }]);
    const sqr = (/** @type {string} */ what, /** @type {Bound} */ a) => {
        if (!fp2) return B.square(what, a);
        const wide = B.sum(what, a, a), difference = B.fma && !plan.tight ? wide : B.norm(what, wide);
        return B.any(B.product(what, [{ a: B.sum(what, a, a), b: difference }]), B.product(what, [{ a, b: a, twice: true }]));
    };
    const difference = (/** @type {string} */ what, /** @type {Bound} */ a, /** @type {Bound} */ b) => {
        const d = B.sum(what, a, b);
        return fp2 && tight && plan.tight ? B.reduce(what, d) : d;
    };
    const one = B.constant(), units = ENTRIES / (plan.tier === "scalar" ? 1 : 2);

    // points: records, and results of earlier additions
    const image = fp2 ? [mul("image", B.unpacked(), scale("psi", scale("psi", B.unpacked())))] : [];
    const record = B.norm("record", B.any(scale("record", B.unpacked()), ...image));
    const point = B.closed("points", record, (pt) => {
        const numerator = B.norm("3 xA^2", B.sum("3 xA^2", ...new Array(3).fill(B.norm("xA^2", sqr("xA^2", pt)))));
        const double = B.norm("2 yA", B.sum("2 yA", pt, pt));
        const D = B.any(difference("D", pt, pt), double), DY = B.any(difference("DY", pt, pt), numerator);
        B.zeroTest(B.norm("zeros", D));
        B.zeroTest(B.norm("zeros", DY));
        const P = B.closed("running products", one, (x) => mul("P D", x, D));
        const prefix = Array(units).fill(P);
        for (let u = 1; u < units; u++) prefix[u] = B.norm("join", mul("join", prefix[u - 1], P));
        B.norm("out", scale("out", B.any(...prefix, pt)));
        let V = B.norm("split", scale("split", B.unpacked()));
        const first = [];
        for (let u = units - 1; u > 0; u--) {
            first.push(mul("split", V, prefix[u - 1]));
            V = B.norm("split", mul("split", V, P));
        }
        const ACC = B.closed("inverses", B.any(...first, V), (x) => mul("ACC D", x, D));
        const lambda = mul("slope", mul("ACC P", ACC, B.any(P, one)), DY);
        const x3 = B.norm("x3", B.sum("x3", sqr("slope^2", lambda), pt, pt));
        const y3 = B.norm("y3", B.sum("y3", mul("slope (xA - x3)", lambda, B.sum("xA - x3", pt, x3)), pt));
        return B.any(x3, y3);
    });
    const log = (/** @type {number} */ x) => Math.log2(x).toFixed(2);
    return `points within ${point.v.toFixed(4)} p, limb products below 2^${log(B.most.product)}, result limbs below 2^${log(B.most.limb)}${B.fma ? "" : `, columns below 2^${log(B.most.column)}`}`;
}
