/**
 * Verification: e(C0 + k1 C1 + k2 C2 - E - J + y W2, G2) = e(W2, X_2), where E is what the polynomials are at y and J =
 * z0 W1; see relation.js.
 * @module protocols/fflonk/verify
 */
import { mod } from "../../bigint/modular.js";
import { answerOptions, attempt, Rejection, verdictOf } from "../json.js";
import { curveFor, faultsOn, pairingCurve } from "../key/verifier.js";
import { generatorsOf, refuseWeak } from "../key/weakness.js";
import { verdictOfEquation, verifyAll, verifyEach } from "../many.js";
import { holdsAlone, judgeBatch } from "../plonkish/many.js";
import { evaluationPoints, openingPoint, permutationChallenges, separator } from "./challenges.js";
import { checkClaim, checkKey, readClaim, readKey, weaknessOfKey } from "./json.js";
import { ChallengeError, inverseOfDenominators, openingFactors, quotientValues, remaindersAt } from "./relation.js";

/** @import { Answer, Verdict } from "../json.js" */
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

/** @typedef {{ publicSignals: PublicSignals, proof: object }} Item */

/** Each is below r, and decimal if it is text. @typedef {readonly (string | bigint | number)[]} PublicSignals */

/**
 * @template {boolean} [R=boolean]
 * @typedef {object} VerifyOptions
 * @property {import("../../curves/types.js").Curve} [curve] - a curve of this package that the caller built; by default
 *   a shared one is used
 * @property {R} [reason] - true returns a verdict that says why, instead of a boolean
 * @property {boolean} [insecure] - true takes a key that anybody can forge proofs of
 */

/**
 * What a proof is verified with; points affine LEM.
 * @typedef {{ domain: Domain, C0: Uint8Array, X_2: Uint8Array }} Key
 */

/**
 * The numbers of the equation: the factors of C1, C2 and W1, of the generator, and of W2.
 * @param {any} curve
 * @param {Key} key
 * @param {Claim} claim
 * @param {Record<"C1" | "C2" | "W1", Uint8Array>} points
 * @throws {ChallengeError} for challenges for which no honest proof could be made
 */
function numbersOf(curve, { domain, C0 }, { signals, values, inv }, { C1, C2, W1 }) {
    const { r } = domain, permutation = permutationChallenges(curve, C0, signals, C1);
    const places = evaluationPoints(curve, domain, permutation.gamma, C2);
    const alpha = separator(curve, places.s, values), y = openingPoint(curve, alpha, W1);
    const quotients = quotientValues(domain, permutation, places.xi, values, signals);
    const { r0, r1, r2 } = remaindersAt(domain, places, y, values, quotients);
    const { z0, k1, k2 } = openingFactors(domain, places, alpha, y);
    const isInverse = inverseOfDenominators(domain, places, y, signals.length) === inv;
    return { k1, k2, z0, y, e: mod(r0 + k1 * r1 + k2 * r2, r), isInverse };
}

/**
 * Both sides of the equation, see plonkish/many.js.
 * @param {any} curve
 * @param {Key} key - points of their groups
 * @param {Claim} claim
 * @returns {import("../plonkish/many.js").Sides | undefined} undefined for a claim that cannot hold
 */
function sidesOf(curve, key, claim) {
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
    const terms = [[C1, k1], [C2, k2], [G1.g, mod(-e, r)], [W1, mod(-z0, r)], [W2, y]];
    const sum = terms.reduce((total, [point, k]) => G1.add(total, G1.timesScalar(point, k)), G1.toJacobian(key.C0));
    return { atX: W2, atOne: G1.toAffine(G1.neg(sum)) };
}

/**
 * @param {any} curve
 * @param {Key} key
 * @param {Claim | Rejection} claim
 * @returns {Promise<Verdict>}
 */
async function judge(curve, key, claim) {
    if (claim instanceof Rejection) return verdictOf(claim);
    const checked = attempt(() => checkClaim(claim, faultsOn(curve)));
    if (checked instanceof Rejection) return verdictOf(checked);
    const sides = sidesOf(curve, key, claim);
    return verdictOfEquation(sides !== undefined && await holdsAlone(curve, key.X_2, sides));
}

/**
 * @param {any} curve
 * @param {Key} key - whose points were checked
 * @param {readonly unknown[]} publicSignals
 * @param {unknown} proof
 * @returns {Promise<boolean>} false for anything that is not a proof of these signals
 */
export async function verifyWithKey(curve, key, publicSignals, proof) {
    const facts = { name: curve.name, q: curve.q, r: curve.r };
    const claim = attempt(() => readClaim(facts, publicSignals.length, publicSignals, proof));
    return (await judge(curve, key, claim)).valid;
}

/**
 * @param {any} curve
 * @param {ReturnType<typeof readKey>["key"]} key
 * @returns {Key}
 * @throws {ProverError} when its points are not of their groups
 */
function decodeKey(curve, key) {
    checkKey(key, faultsOn(curve));
    return { domain: key.domain, C0: curve.G1.fromObject(key.C0), X_2: curve.G2.fromObject(key.X_2) };
}

/**
 * @param {any} curve
 * @param {ReturnType<typeof readKey>["key"]} key
 * @param {boolean} insecure
 * @returns {Key}
 * @throws {ProverError} also when anybody can forge proofs of it
 */
function openKey(curve, key, insecure) {
    const opened = decodeKey(curve, key);
    refuseWeak("verify", weaknessOfKey(key, generatorsOf(curve)), insecure);
    return opened;
}

/**
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {VerifyOptions<R>} [options]
 * @returns {Promise<Answer<R>>} false for a proof that is not valid, also one whose `inv` a contract would refuse, for
 *   numbers out of range, and for points that are not on the curve
 * @throws {ProverError} when the key is not an FFLONK verification key, or an option is wrong; ERR_KEY for a key
 *   that anybody can forge proofs of
 */
export async function verify(vkey, publicSignals, proof, options) {
    const { reason, insecure } = answerOptions(options, ["curve", "reason"]), curveOf = curveFor(options ?? {});
    // Everything is read before the first await, so that changes that the caller makes later have no effect.
    const { curve: known, key } = readKey(vkey, pairingCurve);
    const claim = attempt(() => readClaim(known, key.nPublic, publicSignals, proof));
    const curve = await curveOf(known.name), points = openKey(curve, key, insecure);
    const verdict = await judge(curve, points, claim);
    return /** @type {any} */ (reason ? verdict : verdict.valid);
}

/**
 * @param {(name: string) => Promise<any>} curveOf
 * @returns {import("../many.js").Setting}
 */
const settingOf = (curveOf) => ({
    known: ["curve", "reason", "signal"],
    open: (vkey, insecure) => {
        const { curve: known, key } = readKey(vkey, pairingCurve);
        return async () => {
            const curve = await curveOf(known.name), parts = openKey(curve, key, insecure), faults = faultsOn(curve);
            const claimOf = (/** @type {any} */ { publicSignals, proof }) => {
                const claim = readClaim(known, key.nPublic, publicSignals, proof);
                checkClaim(claim, faults);
                return claim;
            };
            const sides = async (/** @type {Claim} */ claim) => sidesOf(curve, parts, claim);
            return (items) => judgeBatch({ curve, X_2: parts.X_2, claimOf, sidesOf: sides }, items);
        };
    },
});

/**
 * Verifies many proofs under one key: as strict as `verify`, with one equation for 1024 of them.
 *
 *   out     answers in the order of the proofs
 *   throws  a ProverError when the key or an option cannot be used, the reason of the signal when it is aborted
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {readonly Item[]} items - a Proof each, and its public signals
 * @param {VerifyOptions<R> & { signal?: AbortSignal }} [options] - signal: its reason is thrown between two batches
 * @returns {Promise<Answer<R>[]>}
 */
export const verifyMany = async (vkey, items, options) =>
    verifyAll(settingOf(curveFor(options ?? {}, "verifyMany")), vkey, items, options);

/**
 * The same for proofs that come one after the other: an answer for each, in their order. 1024 of them are waited for,
 * or the end of the stream. When the caller stops reading, the source is closed.
 * @template {boolean} [R=false]
 * @param {object} vkey
 * @param {Iterable<Item> | AsyncIterable<Item>} items
 * @param {VerifyOptions<R> & { signal?: AbortSignal }} [options]
 * @returns {AsyncGenerator<Answer<R>, void, undefined>}
 */
export const verifyStream = (vkey, items, options) =>
    verifyEach("verifyStream", settingOf(curveFor(options ?? {}, "verifyStream")), vkey, items, options);
