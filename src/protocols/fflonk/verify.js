/**
 * Verification: e(C0 + k1 C1 + k2 C2 - E - J + y W2, G2) = e(W2, X_2), where E is what the
 * polynomials are at y and J = z0 W1; see relation.js.
 * @module protocols/fflonk/verify
 */
import { mod } from "../../bigint/modular.js";
import { faultsOn, pairingCurve } from "../key/verifier.js";
import { verifierOf } from "../plonkish/verify.js";
import { evaluationPoints, openingPoint, permutationChallenges, separator } from "./challenges.js";
import { checkKey, readClaim, readKey, weaknessOfKey } from "./json.js";
import { ChallengeError, inverseOfDenominators, openingFactors, quotientValues, remaindersAt } from "./relation.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Domain } from "./domain.js" */
/** @import { Claim } from "./json.js" */

/**
 * @typedef {object} VerificationKey
 * @property {string} protocol
 * @property {string} curve
 * @property {number} nPublic
 * @property {number} power - the domain has 2^power elements
 * @property {string} k1
 * @property {string} k2
 * @property {string} w
 * @property {string} w3
 * @property {string} w4
 * @property {string} w8
 * @property {string} wr
 * @property {string[][]} X_2
 * @property {string[]} C0
 */

/**
 * What a proof is verified with; points affine LEM.
 * @typedef {{ nPublic: number, domain: Domain, C0: Uint8Array, X_2: Uint8Array }} Key
 */

/**
 * The numbers of the equation: the factors of C1, C2 and W1, of the generator, and of W2.
 * @param {Curve} curve
 * @param {Key} key
 * @param {Claim} claim
 * @param {Record<"C1" | "C2" | "W1", Uint8Array>} points
 * @throws {ChallengeError} for challenges for which no honest proof could be made
 */
function numbersOf(curve, { domain, C0 }, { signals, values, inv }, { C1, C2, W1 }) {
    const { r } = domain, permutation = permutationChallenges(curve, C0, signals, C1);
    const evalPoints = evaluationPoints(curve, domain, permutation.gamma, C2);
    const alpha = separator(curve, evalPoints.s, values);
    const y = openingPoint(curve, alpha, W1);
    const quotients = quotientValues(domain, permutation, evalPoints.xi, values, signals);
    const { r0, r1, r2 } = remaindersAt(domain, evalPoints, y, values, quotients);
    const { z0, k1, k2 } = openingFactors(domain, evalPoints, alpha, y);
    const isInverse = inverseOfDenominators(domain, evalPoints, y, signals.length) === inv;
    return { k1, k2, z0, y, e: mod(r0 + k1 * r1 + k2 * r2, r), isInverse };
}

/**
 * Both sides of the equation, see plonkish/many.js.
 * @param {Curve} curve
 * @param {Key} key - points of their groups
 * @param {Claim} claim
 * @returns {Promise<import("../plonkish/many.js").Sides | undefined>} undefined for a claim that
 *   cannot hold
 */
async function sidesOf(curve, key, claim) {
    const { G1 } = curve, { r } = key.domain;
    const [C1, C2, W1, W2] = [claim.points.C1, claim.points.C2, claim.points.W1, claim.points.W2]
        .map((point) => G1.fromObject(point));
    let numbers;
    try {
        numbers = numbersOf(curve, key, claim, { C1, C2, W1 });
    } catch (error) {
        if (error instanceof ChallengeError) return undefined;
        throw error;
    }
    const { k1, k2, z0, y, e, isInverse } = numbers;
    if (!isInverse) return undefined;
    /** @type {[Uint8Array, bigint][]} */
    const terms = [[C1, k1], [C2, k2], [G1.g, mod(-e, r)], [W1, mod(-z0, r)], [W2, y]];
    const sum = terms.reduce((total, [point, k]) => G1.add(total, G1.timesScalar(point, k)), G1.toJacobian(key.C0));
    return { atX: W2, atOne: G1.toAffine(G1.neg(sum)) };
}

/**
 * @param {Curve} curve
 * @param {ReturnType<typeof readKey>["key"]} key
 * @returns {Key}
 * @throws {ProverError} when its points are not of their groups
 */
function decodeKey(curve, key) {
    checkKey(key, faultsOn(curve));
    const { nPublic, domain } = key;
    return { nPublic, domain, C0: curve.G1.fromObject(key.C0), X_2: curve.G2.fromObject(key.X_2) };
}

const verifier = verifierOf({
    readKey: (vkey) => readKey(vkey, pairingCurve), decodeKey, weaknessOfKey, readClaim, sidesOf,
});

export const { verifyWithKey } = verifier;

/** @type {typeof verifier.verify} */
export const verify = verifier.verify;

/** @type {typeof verifier.verifyMany} */
export const verifyMany = verifier.verifyMany;

/** @type {typeof verifier.verifyStream} */
export const verifyStream = verifier.verifyStream;
