/**
 * Curves without a pairing on BigInt: fields and one group.
 * @module bigint/groups
 */
/** @import { AloneRecord } from "../params/types.js" */
import { EC } from "./curve.js";
import { EdwardsEC } from "./edwards.js";
import { ZqField } from "./field.js";

/**
 * A curve without a pairing; its points are Jacobian, on a twisted Edwards curve projective.
 * @typedef {ReturnType<typeof assemble>} BigIntGroup
 */

/** @param {Readonly<AloneRecord>} record */
function assemble({ name, fp: { p }, fr: { p: r }, g1 }) {
    const F1 = new ZqField(p);
    const G1 = g1.model === "edwards" ? new EdwardsEC(F1, g1) : new EC(F1, [...g1.generator]);
    if (g1.model === "weierstrass") G1.b = g1.b;
    if (g1.cofactor !== 1n) G1.cofactor = g1.cofactor;
    return Object.freeze({ name, q: p, r, Fr: new ZqField(r), F1, G1 });
}

/** @type {Map<string, BigIntGroup>} built once, on first use */
const built = new Map();

/** @param {Readonly<AloneRecord>} record @returns {BigIntGroup} */
export function bigintGroup(record) {
    const curve = built.get(record.name) ?? assemble(record);
    built.set(record.name, curve);
    return curve;
}
