/**
 * The costs of the phases of a proof, so that one number says how far the whole proof is:
 * milliseconds, by util/costs.
 * @module protocols/plonk/costs
 */
import { BUTTERFLY, CHECKED_POINT, CHECK_MS, fullPoint, VALUE, widthOf } from "../../util/costs.js";
import { POINTS } from "./json.js";

/** @import { Zkey } from "./zkey.js" */

/** @typedef {"witness" | "quotient" | typeof POINTS[number] | "points" | "check"} Phase */

/** FFTs of the size of the domain, and microseconds of the products for a row. */
const TRANSFORMS = 47, PRODUCTS = 7;

/**
 * @param {Zkey} zkey
 * @param {Uint8Array} _witness
 * @param {{ check: boolean, paranoid?: boolean }} options
 * @returns {Record<string, number>} costs of the phases that the proof will have
 */
export function costsOf({ nVars, domainSize, power, powers, sG1 }, _witness, { check, paranoid }) {
    const wide = widthOf(sG1);
    const sum = (powers.points * wide * fullPoint(powers.points)) / 1000;
    return {
        witness: (nVars * VALUE) / 1000,
        quotient: (domainSize * (TRANSFORMS * power * BUTTERFLY + PRODUCTS)) / 1000,
        ...Object.fromEntries(POINTS.map((name) => [name, sum])),
        ...(check && { check: CHECK_MS * wide }),
        ...(paranoid && { points: (powers.points * wide * CHECKED_POINT) / 1000 }),
    };
}
