/**
 * The curves whose sums run on a graphics card: those with a pairing. The formulas cover pallas and vesta as well, but
 * no card has been tried with them, and grumpkin's b is negative.
 * @module gpu/curves
 */
/** @import { CurveRecord } from "../params/types.js" */
import { RECORDS } from "../params/records.js";

export const CARD_CURVES = /** @type {readonly Readonly<CurveRecord>[]} */ (
    Object.freeze(RECORDS.filter((record) => "pairing" in record && record.pairing))
);
