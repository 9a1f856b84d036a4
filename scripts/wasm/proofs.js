/**
 * The bounds that are proved: `npm run gen:check` prints them, and a plan that
 * breaks one throws. A part with its own function that proves its bounds adds a
 * line here.
 * @module scripts/wasm/proofs
 */
import { RECORDS } from "../../src/params/records.js";
import { sumBounds, sumPlan } from "./constraints/plan.js";
import { stepBound } from "./field/inv.js";
import { limbPlan } from "./limbs.js";
import { fp2Bounds, fp2Plan, multipleByBits } from "./tower/fp2_kernel.js";

/** @param {bigint} value */
const log2 = (value) => Math.log2(Number(value)).toFixed(2);

/** @param {import("../../src/params/types.js").FieldParams} field */
function limbs(field) {
    const { w, n, p, columnMax, resultMax } = limbPlan(field);
    return `${n} limbs of ${w} bits, accumulators below 2^${log2(columnMax)}, products below ${(Number(resultMax) / Number(p)).toFixed(3)} p`;
}

/** @param {import("../../src/params/types.js").FieldParams} field @param {bigint} nonResidue */
function products(field, nonResidue) {
    const { columnMax, resultMax } = fp2Bounds(fp2Plan(field), nonResidue);
    return `accumulators below 2^${log2(columnMax)}, coefficients of products below ${(Number(resultMax) / Number(field.p)).toFixed(3)} p`;
}

/** @param {bigint} p @param {number} most */
function multiples(p, most) {
    const { shift } = multipleByBits(p, most);
    return `the bits of a sum below ${most} p from bit ${shift} on leave less than 2 p of it`;
}

/** @param {import("../../src/params/types.js").FieldParams} field */
function sums({ p, n8 }) {
    const { columnMax, sideMax } = sumBounds(sumPlan(n8), p);
    return `accumulators below 2^${log2(columnMax)}, sides below ${(Number(sideMax) / Number(p)).toFixed(3)} p`;
}

/** @returns {{ subject: string, prove: () => string }[]} `prove` returns what holds, or throws */
export const proofs = () => [
    ...RECORDS.flatMap(({ name, fp, fr }) =>
        [...(fp ? [fp] : []), fr].map((field) => ({ subject: `${name} ${field.name}`, prove: () => limbs(field) })),
    ),
    ...RECORDS.map(({ name, fr }) => ({ subject: `${name} constraints`, prove: () => sums(fr) })),
    { subject: "inversion", prove: () => `sums of division steps in batches of 30 below 2^${log2(stepBound(30))}` },
    ...RECORDS.flatMap((record) => (!record.pairing ? [] : [{
        subject: `${record.name} f2m`,
        prove: () => products(record.fp, record.tower.nonResidue),
    }])),
    ...RECORDS.flatMap(({ name, fp, tower }) => (!tower || tower.xi[0] < 2n ? [] : [{
        subject: `${name} f2m, times xi`, prove: () => multiples(fp.p, Number(tower.xi[0]) + 1),
    }])),
];
