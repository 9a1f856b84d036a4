/**
 * Proofs as JSON, in the form of snarkjs: decimal strings, points with a
 * third coordinate, which is 1, or 0 for the point at infinity.
 * @module protocols/groth16/proof
 */
/** @import { WasmCurve } from "../../curves/types.js" */

/**
 * @typedef {object} Proof
 * @property {string[]} pi_a
 * @property {string[][]} pi_b
 * @property {string[]} pi_c
 * @property {"groth16"} protocol
 * @property {string} curve - its name
 */

/** @param {WasmCurve} G @param {Uint8Array} point - affine @returns {any} */
const strings = (G, point) =>
    G.toObject(point).map((/** @type {any} */ c) => (Array.isArray(c) ? c.map(String) : String(c)));

/**
 * @param {import("../../curves/types.js").Curve} curve
 * @param {string} name
 * @param {Uint8Array} a - affine LEM
 * @param {Uint8Array} b
 * @param {Uint8Array} c
 * @returns {Proof}
 */
export const encodeProof = (curve, name, a, b, c) => ({
    pi_a: strings(curve.G1, a),
    pi_b: strings(curve.G2, b),
    pi_c: strings(curve.G1, c),
    protocol: "groth16",
    curve: name,
});
