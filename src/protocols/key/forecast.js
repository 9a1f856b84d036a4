/**
 * The key that a set-up would make for a circuit, as far as its header tells: what costs and memory
 * are asked of before there is one.
 * @module protocols/key/forecast
 */
import { identifyByOrder } from "../../curves/known.js";
import { FILE_HEADER, SECTION_HEADER } from "../../files/sections.js";

/** @import { KnownCurve } from "../../curves/known.js" */

/**
 * What is counted of a circuit: `r1csFacts` of ffturbo-snarkjs/circuits has these members and more.
 * @typedef {object} Circuit
 * @property {bigint} r - the order of its field
 * @property {number} signals - including the constant one
 * @property {number} publicSignals
 * @property {number} constraints
 * @property {number} short - signals that are small
 * @property {number} inA - signals that occur in the first factor of a constraint
 * @property {number} inB - in the second factor
 * @property {number} factorTerms - terms of A and B, of all constraints
 * @property {number} additions - sums of two terms until each side of a product has one, and each
 *   other constraint three
 */

/**
 * @typedef {object} Forecast
 * @property {any} key - with the counts of a key of the protocol, and no file
 * @property {number} bytes - of the key, before any contribution
 * @property {number} tauPower - of the smallest powers of tau that the set-up takes
 * @property {number} ofCosts - what a proof takes, in multiples of its costs, of which only
 *   ratios are meant to be right; measured as protocols/forecast.js says
 */

/**
 * Bytes that every header begins with: the protocol; the orders of both fields, with their lengths.
 * @param {KnownCurve} curve
 */
const headBytes = ({ n8q, n8r }) => 4 + 4 + n8q + 4 + n8r;

/** @param {KnownCurve} curve @param {number} sections @param {number} content - bytes */
export const keyBytes = (curve, sections, content) =>
    FILE_HEADER + sections * SECTION_HEADER + headBytes(curve) + content;

/** The least power of two that is at least n has this logarithm. @param {number} n */
export const powerFor = (n) => Math.ceil(Math.log2(Math.max(1, n)));

/**
 * @param {Circuit} circuit
 * @param {number} power - of the domain
 * @param {number} spare - powers of two that the field has to have above the domain
 * @returns {any} undefined if no curve with a pairing has the circuit's field, or its domain is too
 *   large for it
 */
export function keyFor({ r, signals, publicSignals }, power, spare) {
    const curve = identifyByOrder(r);
    if (!curve?.pairs || power + spare > curve.s) return undefined;
    const sG1 = 2 * curve.n8q;
    return { curve, nVars: signals, nPublic: publicSignals, domainSize: 2 ** power, power, sG1, sG2: 2 * sG1 };
}
