/**
 * Proofs and verification keys as JSON, the same as snarkjs's: decimal strings, points with a
 * third coordinate, which is 1, or 0 for the point at infinity.
 * @module prover/proof
 */
export type Proof = {
    pi_a: string[];
    pi_b: string[][];
    pi_c: string[];
    protocol: "groth16";
    /**
     * - "bn128" or "bls12381"
     */
    curve: string;
};
/**
 * @param {any} curve
 * @param {string} name
 * @param {Uint8Array} a - affine LEM
 * @param {Uint8Array} b
 * @param {Uint8Array} c
 * @returns {Proof}
 */
export declare const encodeProof: (curve: any, name: string, a: Uint8Array, b: Uint8Array, c: Uint8Array) => Proof;
/** @param {unknown} text @param {bigint} bound @returns {bigint | undefined} a decimal below the bound, as string, bigint or number */
export declare function decimalBelow(text: unknown, bound: bigint): bigint | undefined;
/**
 * Decodes a point, or says no: wrong shape, a coordinate that is no decimal below q, or off the curve.
 * @param {any} curve
 * @param {"G1" | "G2"} group
 * @param {unknown} json
 * @returns {Uint8Array | undefined} affine LEM
 */
export declare function decodePoint(curve: any, group: "G1" | "G2", json: unknown): Uint8Array | undefined;
