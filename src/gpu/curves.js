/**
 * The curves whose sums run on a graphics card: those with a pairing, and Edwards curves with a = -1, for which the
 * formulas in extended coordinates are. What the formulas give on pallas and vesta does not fit four moduli, which is
 * the room that a coordinate has, and grumpkin's b is negative: they would need other programs.
 * @module gpu/curves
 */
/** @import { CardRecord } from "./wgsl/types.js" */
import { RECORDS } from "../params/records.js";

/** @param {any} record - AnyRecord */
const isCovered = ({ pairing, g1 }) => Boolean(pairing) || (g1?.model === "edwards" && g1.a === -1n);

export const CARD_CURVES = /** @type {readonly Readonly<CardRecord>[]} */ (
    /** @type {unknown} */ (Object.freeze(RECORDS.filter(isCovered)))
);
