/**
 * Verification keys and proofs of PLONK as JSON, in the form of snarkjs.
 * @module protocols/plonk/json
 */
import { jsonX, weaknessOfTau } from "../key/weakness.js";

/** @import { Form } from "../plonkish/json.js" */

/** The commitments to the gates. */
export const GATES = Object.freeze(/** @type {const} */ (["Qm", "Ql", "Qr", "Qo", "Qc"]));

/** The commitments of a key, in the order of the header and of the transcript. */
export const COMMITMENTS = Object.freeze(/** @type {const} */ ([...GATES, "S1", "S2", "S3"]));

/** The points of a proof, in the order in which they are made. */
export const POINTS = Object.freeze(
    /** @type {const} */ (["A", "B", "C", "Z", "T1", "T2", "T3", "Wxi", "Wxiw"]),
);

/** The values of a proof: of a, b, c, S1 and S2 at xi, and of z at xi w. */
export const VALUES = Object.freeze(
    /** @type {const} */ (["eval_a", "eval_b", "eval_c", "eval_s1", "eval_s2", "eval_zw"]),
);

/**
 * @typedef {{ [P in typeof POINTS[number]]: string[] } & { [V in typeof VALUES[number]]: string }
 *   & { protocol: "plonk", curve: string }} Proof
 */

/** @type {Readonly<Form>} */
export const FORM = Object.freeze({
    protocol: "plonk",
    keyPoints: COMMITMENTS,
    keyNumbers: Object.freeze(["k1", "k2", "w"]),
    points: POINTS,
    values: VALUES,
    pointsIn: (proof) => proof,
    valuesIn: (proof) => proof,
});

/**
 * @param {import("../plonkish/json.js").KeyJson} key
 * @param {import("../key/weakness.js").Generators} generators
 */
export const weaknessOfKey = ({ X_2, points }, generators) =>
    weaknessOfTau({ X_2: jsonX(2, X_2), gates: GATES.map((name) => jsonX(1, points[name])) }, generators);

/**
 * @param {import("../../curves/types.js").Curve} curve
 * @param {string} name - of the curve
 * @param {Record<string, Uint8Array>} points - affine LEM
 * @param {Record<string, Uint8Array>} values - LEM
 * @returns {Proof}
 */
export function encodeProof({ G1, Fr }, name, points, values) {
    const point = (/** @type {string} */ member) => [member, G1.toObject(points[member]).map(String)];
    const value = (/** @type {string} */ member) => [member, String(Fr.toObject(values[member]))];
    return /** @type {Proof} */ (/** @type {unknown} */ ({
        ...Object.fromEntries(POINTS.map(point)),
        ...Object.fromEntries(VALUES.map(value)),
        protocol: "plonk",
        curve: name,
    }));
}
