/**
 * Verifiers of protocols with gates: of one proof, and of many under one key. All end in one
 * equation of two points, see plonkish/many.js; a protocol says how its keys and proofs are read,
 * and which two points they give.
 * @module protocols/plonkish/verify
 */
import { answerOptions, attempt, Rejection, verdictOf } from "../json.js";
import { curveFor, faultsOn } from "../key/verifier.js";
import { generatorsOf, refuseWeak } from "../key/weakness.js";
import { verdictOfEquation, verifyAll, verifyEach } from "../many.js";
import { checkClaim } from "./json.js";
import { holdsAlone, judgeBatch } from "./many.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Answer, CurveFacts, Verdict } from "../json.js" */
/** @import { Generators, Weakness } from "../key/weakness.js" */
/** @import { Sides } from "./many.js" */

/**
 * Each is below r, and decimal if it is text.
 * @typedef {readonly (string | bigint | number)[]} PublicSignals
 */

/** @typedef {{ publicSignals: PublicSignals, proof: object }} Item */

/**
 * @template {boolean} [R=boolean]
 * @typedef {import("../json.js").VerifyOptions<R>} VerifyOptions
 */

/**
 * A key on its curve, of which a proof needs more; points affine LEM.
 * @typedef {{ nPublic: number, X_2: Uint8Array }} KeyParts
 */

/**
 * What a protocol says of its keys and proofs.
 * @template {{ nPublic: number }} J - a key as it is written
 * @template {KeyParts} K
 * @template {{ points: Record<string, any> }} C - signals and proof, as they are written
 * @typedef {object} Rules
 * @property {(vkey: unknown) => { curve: CurveFacts, key: J }} readKey - throws where it cannot be
 *   used
 * @property {(curve: Curve, key: J) => K} decodeKey - throws for points that are not of their
 *   groups
 * @property {(key: J, generators: Generators) => Readonly<Weakness> | undefined} weaknessOfKey
 * @property {(curve: CurveFacts, count: number, publicSignals: unknown, proof: unknown) => C}
 *   readClaim - throws a Rejection
 * @property {(curve: Curve, key: K, claim: C) => Promise<Sides | undefined>} sidesOf - of a claim
 *   whose points were checked; undefined for one that cannot hold
 */

/**
 * @param {Rules<any, any, any>} rules
 * @param {Curve} curve
 * @param {any} key - as it is written
 * @param {boolean} insecure
 * @returns {any} on the curve
 * @throws {ProverError} also when anybody can forge proofs of it
 */
function openKey({ decodeKey, weaknessOfKey }, curve, key, insecure) {
    const opened = decodeKey(curve, key);
    refuseWeak("verify", weaknessOfKey(key, generatorsOf(curve)), insecure);
    return opened;
}

/**
 * @param {Rules<any, any, any>} rules
 * @param {Curve} curve
 * @param {KeyParts} key - its points are elements of their groups
 * @param {any} claim - or a Rejection
 * @returns {Promise<Verdict>}
 */
async function judge({ sidesOf }, curve, key, claim) {
    if (claim instanceof Rejection) return verdictOf(claim);
    const checked = attempt(() => checkClaim(claim, faultsOn(curve)));
    if (checked instanceof Rejection) return verdictOf(checked);
    const sides = await sidesOf(curve, key, claim);
    return verdictOfEquation(sides !== undefined && await holdsAlone(curve, key.X_2, sides));
}

/**
 * @param {Rules<any, any, any>} rules
 * @param {(name: string) => Promise<any>} curveOf
 * @returns {import("../many.js").Setting}
 */
const settingOf = (rules, curveOf) => ({
    known: ["curve", "reason", "signal"],
    open: (vkey, insecure) => {
        const { curve: known, key } = rules.readKey(vkey);
        return async () => {
            const curve = await curveOf(known.name);
            const opened = openKey(rules, curve, key, insecure);
            const faults = faultsOn(curve);
            const claimOf = (/** @type {any} */ { publicSignals, proof }) => {
                const claim = rules.readClaim(known, key.nPublic, publicSignals, proof);
                checkClaim(claim, faults);
                return claim;
            };
            const sidesOf = (/** @type {any} */ claim) => rules.sidesOf(curve, opened, claim);
            return (items) => judgeBatch({ curve, X_2: opened.X_2, claimOf, sidesOf }, items);
        };
    },
});

/**
 * @template {{ nPublic: number }} J
 * @template {KeyParts} K
 * @template {{ points: Record<string, any> }} C
 * @param {Rules<J, K, C>} rules
 */
export const verifierOf = (rules) => Object.freeze({
    /**
     * @param {Curve} curve
     * @param {K} key - its points are elements of their groups
     * @param {readonly unknown[]} publicSignals
     * @param {unknown} proof
     * @returns {Promise<boolean>} false for anything that is not a proof of these signals
     */
    async verifyWithKey(curve, key, publicSignals, proof) {
        const claim = attempt(() => rules.readClaim(curve, key.nPublic, publicSignals, proof));
        return (await judge(rules, curve, key, claim)).valid;
    },

    /**
     * Everything is read before the first await, so that changes that the caller makes later have
     * no effect.
     * @template {boolean} [R=false]
     * @param {object} vkey - a VerificationKey, as snarkjs exports it
     * @param {PublicSignals} publicSignals
     * @param {object} proof - a Proof, as snarkjs writes it
     * @param {VerifyOptions<R>} [options]
     * @returns {Promise<Answer<R>>} false for a proof that is not valid, for signals and values out
     *   of range, and for points that are not on the curve or in the subgroup; of FFLONK also for
     *   one whose `inv` a contract would refuse
     * @throws {ProverError} when the key is not a verification key of this protocol, or an option
     *   is wrong; ERR_KEY for a key that anybody can forge proofs of
     */
    async verify(vkey, publicSignals, proof, options) {
        const { reason, insecure } = answerOptions(options, ["curve", "reason"]);
        const curveOf = curveFor(options ?? {});
        const { curve: known, key } = rules.readKey(vkey);
        const claim = attempt(() => rules.readClaim(known, key.nPublic, publicSignals, proof));
        const curve = await curveOf(known.name);
        const opened = openKey(rules, curve, key, insecure);
        const verdict = await judge(rules, curve, opened, claim);
        // any, because the type depends on R
        return /** @type {any} */ (reason ? verdict : verdict.valid);
    },

    /**
     * Verifies many proofs under one key: as strict as `verify`, with one equation for 1024 of
     * them.
     *
     *   out     answers in the order of the proofs
     *   throws  a ProverError when the key or an option cannot be used, the reason of the signal
     *           when it is aborted
     * @template {boolean} [R=false]
     * @param {object} vkey - a VerificationKey, as snarkjs exports it
     * @param {readonly Item[]} items - a Proof each, and its public signals
     * @param {VerifyOptions<R> & { signal?: AbortSignal }} [options] - signal: its reason is thrown
     *   between two batches
     * @returns {Promise<Answer<R>[]>}
     */
    async verifyMany(vkey, items, options) {
        return verifyAll(settingOf(rules, curveFor(options ?? {}, "verifyMany")), vkey, items, options);
    },

    /**
     * The same for proofs that come one after the other: an answer for each, in their order. 1024
     * of them are waited for, or the end of the stream. When the caller stops reading, the source
     * is closed.
     * @template {boolean} [R=false]
     * @param {object} vkey
     * @param {Iterable<Item> | AsyncIterable<Item>} items
     * @param {VerifyOptions<R> & { signal?: AbortSignal }} [options]
     * @returns {AsyncGenerator<Answer<R>, void, undefined>}
     */
    verifyStream(vkey, items, options) {
        const setting = settingOf(rules, curveFor(options ?? {}, "verifyStream"));
        return verifyEach("verifyStream", setting, vkey, items, options);
    },
});
