/**
 * Curves for our own prover: known by their base field, and never one that another package left in the cache.
 * @module curves/own
 */
/** @import { CurveOptions } from "./types.js" */
import * as bls12 from "../params/bls12_381.js";
import * as bn254 from "../params/bn254.js";
import { PROTOCOL } from "../pool/pool.js";
import { hardwareConcurrency } from "../util/host.js";
import { build as buildBls12381 } from "./bls12381.js";
import { build as buildBn128 } from "./bn128.js";
import { defaultOptions } from "./config.js";
import { cached } from "./registry.js";

/**
 * What a file of the formats of iden3 says of its curve.
 * @typedef {object} KnownCurve
 * @property {"bn128" | "bls12381"} name
 * @property {bigint} q
 * @property {bigint} r
 * @property {number} n8q - bytes of an element of the base field
 * @property {number} n8r
 * @property {number} s - the largest domain is 2^s
 */

/** @type {readonly KnownCurve[]} */
const KNOWN = Object.freeze([
    Object.freeze({ name: "bn128", q: bn254.fp.p, r: bn254.fr.p, n8q: 32, n8r: 32, s: 28 }),
    Object.freeze({ name: "bls12381", q: bls12.fp.p, r: bls12.fr.p, n8q: 48, n8r: 32, s: 32 }),
]);

/** @param {bigint} q - order of the base field @returns {KnownCurve | undefined} */
export const identifyCurve = (q) => KNOWN.find((curve) => curve.q === q);

/** @param {string} name @returns {KnownCurve | undefined} */
export const knownCurve = (name) => KNOWN.find((curve) => curve.name === name);

/** @param {any} curve @returns {boolean} whether it is of this engine, in a version that this prover can talk to */
export const isOwnCurve = (curve) => curve?.tm?.protocol === PROTOCOL && typeof curve.Fr?.cosetQuotient === "function";

/**
 * @param {"bn128" | "bls12381"} name
 * @param {CurveOptions} options - none: the curve that everybody shares, if it is ours
 * @param {{ brief?: boolean }} [work] - brief: done on this thread before a worker would have started; otherwise workers are on their way when this promises
 * @returns {Promise<any>}
 */
export async function ownCurve(name, options, { brief = false } = {}) {
    const buildOwn = name === "bn128" ? buildBn128 : buildBls12381;
    const build = (/** @type {CurveOptions} */ asked) => buildOwn(asked, undefined, { warm: !brief });
    if (Object.values(options).some((value) => value !== undefined)) return build(options);
    const existing = cached(name);
    if (isOwnCurve(existing)) return existing;
    const { threads } = defaultOptions();
    if (brief && threads === undefined) return build({ threads: 0 });
    return build(existing ? { threads: threads ?? hardwareConcurrency() } : {});
}
