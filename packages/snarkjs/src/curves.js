/**
 * `curves` of snarkjs.
 * @module snarkjs/curves
 */
import {
    getCurveFromName as byName, getCurveFromQ as byQ, getCurveFromR as byR,
} from "../../../src/internal/snarkjs.js";

/** No workers with singleThread. @param {{ singleThread?: boolean } | undefined} options */
const firstOf = (options) => (options?.singleThread ? true : undefined);

/** @param {string} name @param {{ singleThread?: boolean }} [options] */
export const getCurveFromName = async (name, options) => byName(name, firstOf(options));

/** @param {any} r @param {{ singleThread?: boolean }} [options] any: a number */
export const getCurveFromR = async (r, options) => byR(r, firstOf(options));

/** @param {any} q @param {{ singleThread?: boolean }} [options] any: a number */
export const getCurveFromQ = async (q, options) => byQ(q, firstOf(options));
