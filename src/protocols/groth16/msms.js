/**
 * The MSMs of a proof: which section has the points, and which scalars they get.
 * @module protocols/groth16/msms
 */
import { sectionMsm } from "../key/section_msm.js";
import { SECTION } from "./zkey.js";

/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Context } from "./context.js" */

/** Bytes of points that are read before their scalars are known. */
const AHEAD = 1 << 23;

/** The MSMs of a proof: where their points are, and of which group. */
export const PARTS = Object.freeze(/** @type {const} */ ({
    A: { section: SECTION.A, group: "G1" },
    B2: { section: SECTION.B2, group: "G2" },
    C: { section: SECTION.C, group: "G1" },
    H: { section: SECTION.H, group: "G1" },
}));

/** @typedef {keyof typeof PARTS} Part */

/**
 * @param {import("./zkey.js").Zkey} zkey
 * @param {Part} part
 * @returns {number} bytes of an affine point
 */
export const pointBytesOf = ({ sG1, sG2 }, part) => (PARTS[part].group === "G1" ? sG1 : sG2);

/**
 * @param {Context} context
 * @param {Part} part
 * @param {Uint8Array} scalars
 * @param {{ start?: number, ahead?: Promise<Uint8Array> }} [more] - start: points of the section
 *   before the first scalar's
 */
export const msmPart = (context, part, scalars, { start = 0, ahead } = {}) =>
    sectionMsm(context, {
        phase: part,
        G: context.curve[PARTS[part].group],
        points: /** @type {PointSection} */ (context.zkey.pointSections.get(PARTS[part].section)),
        scalars,
        start,
        ahead,
    });

/** @param {Context} context */
export const msmA = (context) => msmPart(context, "A", context.witness);

/** @param {Context} context */
export const msmB2 = (context) => msmPart(context, "B2", context.witness);

/**
 * Private signals have points in C.
 * @param {import("./zkey.js").Zkey} zkey
 * @returns {number} signals before them
 */
export const firstPrivate = ({ nPublic }) => nPublic + 1;

/** @param {Context} context */
export const msmC = (context) =>
    msmPart(context, "C", context.witness.subarray(firstPrivate(context.zkey) * context.zkey.curve.n8r));

/**
 * @param {Context} context
 * @param {Promise<Uint8Array>} quotient - on the coset; the points are there when it is
 */
export async function msmH(context, quotient) {
    const { zkey: { pointSections }, chunkBytes, signal } = context;
    const { points, pointBytes, read } = /** @type {PointSection} */ (pointSections.get(SECTION.H));
    const ahead = points * pointBytes <= Math.min(AHEAD, chunkBytes) ? read(0, points, signal) : undefined;
    ahead?.catch(() => {}); // the MSM throws the error
    return msmPart(context, "H", await quotient, { ahead });
}
