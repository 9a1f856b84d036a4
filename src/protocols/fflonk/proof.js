/**
 * Proofs as JSON, in the form of snarkjs: decimal strings, points with a third coordinate, which is
 * 1, or 0 for the point at infinity.
 * @module protocols/fflonk/proof
 */
import { EVALUATIONS } from "./challenges.js";

/** @import { Evaluations } from "./challenges.js" */

/**
 * @typedef {object} Proof
 * @property {Record<"C1" | "C2" | "W1" | "W2", string[]>} polynomials - commitments
 * @property {Record<keyof Evaluations | "inv", string>} evaluations
 * @property {"fflonk"} protocol
 * @property {string} curve - its name
 */

/**
 * @param {import("../../curves/types.js").Curve} curve
 * @param {Record<"C1" | "C2" | "W1" | "W2", Uint8Array>} points - affine LEM
 * @param {Evaluations & { inv: bigint }} values
 * @returns {Proof}
 */
export function encodeProof({ G1, name }, { C1, C2, W1, W2 }, values) {
    const strings = (/** @type {Uint8Array} */ point) => G1.toObject(point).map(String);
    const numbers = [...EVALUATIONS, "inv"].map((member) => [member, String(values[/** @type {keyof typeof values} */ (member)])]);
    return {
        polynomials: { C1: strings(C1), C2: strings(C2), W1: strings(W1), W2: strings(W2) },
        evaluations: Object.fromEntries(numbers),
        protocol: "fflonk",
        curve: name,
    };
}
