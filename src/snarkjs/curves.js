/**
 * `curves` of snarkjs.
 * @module snarkjs/curves
 */
import * as lookup from "../curves/lookup.js";

/** No workers with singleThread. @param {{ singleThread?: boolean } | undefined} options */
const firstOf = (options) => (options?.singleThread ? true : undefined);

/** @param {string} name @param {{ singleThread?: boolean }} [options] */
export const getCurveFromName = async (name, options) => lookup.getCurveFromName(name, firstOf(options));

/** @param {any} r @param {{ singleThread?: boolean }} [options] any: a number */
export const getCurveFromR = async (r, options) => lookup.getCurveFromR(r, firstOf(options));

/** @param {any} q @param {{ singleThread?: boolean }} [options] any: a number */
export const getCurveFromQ = async (q, options) => lookup.getCurveFromQ(q, firstOf(options));
