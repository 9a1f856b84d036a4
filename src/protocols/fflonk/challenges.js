/**
 * The challenges of a proof, each from a transcript of its own. Numbers below r; points are affine
 * LEM.
 * @module protocols/fflonk/challenges
 */
import { pow } from "../../bigint/modular.js";
import { challengeOf } from "../key/transcript.js";

/** @import { TranscriptCurve } from "../key/transcript.js" */
/** @import { Domain } from "./domain.js" */

/**
 * The evaluations of a proof in the order of the transcript, and of the JSON, where `inv` follows.
 */
export const EVALUATIONS = Object.freeze(/** @type {const} */ ([
    "ql", "qr", "qm", "qo", "qc", "s1", "s2", "s3", "a", "b", "c", "z", "zw", "t1w", "t2w",
]));

/** @typedef {Record<typeof EVALUATIONS[number], bigint>} Evaluations */

/**
 * @param {TranscriptCurve} curve
 * @param {readonly (bigint | Uint8Array)[]} entries
 * @returns {bigint}
 */
const challenge = (curve, entries) => curve.Fr.toObject(
    challengeOf(curve, entries.map((entry) => (typeof entry === "bigint" ? curve.Fr.fromObject(entry) : entry))),
);

/**
 * Of the permutation.
 * @param {TranscriptCurve} curve
 * @param {Uint8Array} C0
 * @param {readonly bigint[]} signals
 * @param {Uint8Array} C1
 */
export function permutationChallenges(curve, C0, signals, C1) {
    const beta = challenge(curve, [C0, ...signals, C1]);
    return { beta, gamma: challenge(curve, [beta]) };
}

/**
 * Where the polynomials are evaluated.
 * @typedef {object} Points
 * @property {bigint} s - the seed
 * @property {bigint} xi
 * @property {bigint} xiw - xi times the generator of the domain
 */

/**
 * @param {TranscriptCurve} curve
 * @param {Domain} domain
 * @param {bigint} gamma
 * @param {Uint8Array} C2
 * @returns {Points}
 */
export function evaluationPoints(curve, { r, w }, gamma, C2) {
    const s = challenge(curve, [gamma, C2]);
    const xi = pow(s, 24n, r);
    return { s, xi, xiw: (xi * w) % r };
}

/**
 * What separates the polynomials that are opened.
 * @param {TranscriptCurve} curve
 * @param {bigint} s
 * @param {Evaluations} values
 */
export const separator = (curve, s, values) => challenge(curve, [s, ...EVALUATIONS.map((name) => values[name])]);

/**
 * Where they are opened.
 * @param {TranscriptCurve} curve
 * @param {bigint} alpha
 * @param {Uint8Array} W1
 */
export const openingPoint = (curve, alpha, W1) => challenge(curve, [alpha, W1]);
