/**
 * What the kernels of a pairing need of a record.
 * @module scripts/wasm/pairing/params
 */
/** @import { CurveRecord } from "../../../src/params/types.js" */

/**
 * @typedef {object} PairingParams
 * @property {string} name - of the curve, prefix of the exports
 * @property {"bn" | "bls12"} family
 * @property {bigint} seed
 * @property {bigint} loop - count of the Miller loop, positive
 * @property {bigint} xi0 - xi = xi0 + u
 * @property {bigint} b - G1 is y^2 = x^3 + b
 * @property {"D" | "M"} twist
 * @property {number} prePSize
 * @property {number} preQSize
 */

/** @param {Readonly<CurveRecord>} record @returns {PairingParams} */
export function pairingParams({ name, family, seed, tower: { xi: [xi0, xi1], twist }, g1: { b }, pairing }) {
    if (xi1 !== 1n) throw new RangeError(`${name}: expected xi = k + u, got ${xi0} + ${xi1} u`);
    return { name, family, seed, xi0, b, twist, ...pairing };
}
