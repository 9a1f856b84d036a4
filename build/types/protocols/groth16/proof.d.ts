/**
 * Proofs as JSON, in the form of snarkjs: decimal strings, points with a
 * third coordinate, which is 1, or 0 for the point at infinity.
 * @module protocols/groth16/proof
 */
export type Proof = {
    pi_a: string[];
    pi_b: string[][];
    pi_c: string[];
    protocol: "groth16";
    /**
     * - its name
     */
    curve: string;
};
/**
 * @param {import("../../curves/types.js").Curve} curve
 * @param {string} name
 * @param {Uint8Array} a - affine LEM
 * @param {Uint8Array} b
 * @param {Uint8Array} c
 * @returns {Proof}
 */
export declare const encodeProof: (curve: import("../../curves/types.js").Curve, name: string, a: Uint8Array, b: Uint8Array, c: Uint8Array) => Proof;
