/**
 * The curves whose MSMs run on a GPU: those with a pairing, and Edwards curves with a =
 * -1, which the formulas in extended coordinates require. Other curves would need other programs:
 * on pallas and vesta intermediate values exceed 4p, the headroom of a coordinate, and grumpkin's b
 * is negative.
 * @module gpu/curves
 */
/** @import { GpuGroup, GpuRecord } from "./wgsl/types.js" */
import { RECORDS } from "../../../src/params/records.js";

/** @param {any} record - AnyRecord */
export const isCovered = ({ pairing, g1 }) => Boolean(pairing) || (g1?.model === "edwards" && g1.a === -1n);

export const GPU_CURVES = /** @type {readonly Readonly<GpuRecord>[]} */ (
    /** @type {unknown} */ (Object.freeze(RECORDS.filter(isCovered)))
);

/**
 * The groups of a curve whose MSMs run on a GPU. On twists, of which none has points of even
 * order, coordinates are in Fp2.
 * @param {Readonly<GpuRecord>} record
 * @returns {Readonly<GpuGroup>[]} G1 first
 */
export function groupsOf({ fp, tower, g1, g2 }) {
    /** @type {Readonly<GpuGroup>[]} */
    const groups = [{ key: "G1", fp, nonResidue: 0n, params: g1 }];
    if (g2 && tower) groups.push({ key: "G2", fp, nonResidue: tower.nonResidue, params: g2 });
    return groups;
}
