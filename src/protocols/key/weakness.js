/**
 * Keys that anybody can forge proofs of, because a secret behind them is known. They are judged by
 * points that are the same, and by complete records of contributions; a history that is missing is
 * no weakness. One list of names and sentences for keys, verification keys and powers of tau.
 *
 * A point is judged by its x coordinate, as text: secrets that differ only in their sign give one
 * x. "" is infinity.
 * @module protocols/key/weakness
 */
import { ProverError } from "../../util/prover_error.js";
import { isInfinity } from "../json.js";

const WORDS = Object.freeze({
    DELTA_KNOWN: "delta is gamma, beta or the generator, as in a key to which nobody has contributed",
    BETA_KNOWN: "beta is gamma or the generator, as in powers of tau without a contribution",
    ALPHA_KNOWN: "alpha is the generator, as in powers of tau without a contribution",
    TAU_KNOWN: "tau is 1, as in powers of tau without a contribution",
    SIGNALS_UNBOUND: "the points of all public signals (IC) are at infinity, so that its proofs hold for any signals",
    NO_GATES: "the commitments to all gates are at infinity, so that its proofs show nothing",
    BEACON_ALONE: "all contributions to it are beacons, whose secrets everybody can calculate",
});

/** Why anybody can forge proofs of a key. @typedef {keyof typeof WORDS} WeaknessReason */

/**
 * @typedef {object} Weakness
 * @property {WeaknessReason} reason
 * @property {string} message - a sentence for people
 */

/** The generators by their x coordinates, as text; those that are not known are left out. */
/** @typedef {{ G1?: string, G2?: string }} Generators */

/** @param {WeaknessReason} reason @param {string} [who] @returns {Readonly<Weakness>} */
export const weakness = (reason, who = "") =>
    Object.freeze({ reason, message: `${WORDS[reason]}: ${who}anybody can forge proofs of this key` });

/** @param {1 | 2} degree @param {any} point - of JSON, as read: coordinates of either field */
export const jsonX = (degree, point) => (isInfinity(degree, point) ? "" : String(point[0]));

/** @param {{ G1: any, G2: any }} curve - any: groups on WebAssembly @returns {Generators} */
export const generatorsOf = ({ G1, G2 }) =>
    ({ G1: String(G1.toObject(G1.g)[0]), G2: String(G2.toObject(G2.g)[0]) });

/**
 * A key of one secret.
 * @param {{ X_2: string, gates?: readonly string[] }} points - tau times the generator; what
 *   commits to the gates alone
 * @param {Generators} generators
 * @returns {Readonly<Weakness> | undefined}
 */
export function weaknessOfTau({ X_2, gates }, { G2 }) {
    if (X_2 === G2) return weakness("TAU_KNOWN");
    return gates?.every((x) => x === "") ? weakness("NO_GATES") : undefined;
}

/** How the message of such a refusal ends: what takes the key. */
export const INSECURE = /; insecure: true takes it$/;

/**
 * @param {string} where
 * @param {Weakness | undefined} found
 * @param {boolean | undefined} insecure - the caller takes such keys
 * @throws {ProverError} ERR_KEY, with `reason`; its cause is the weakness
 */
export function refuseWeak(where, found, insecure) {
    if (!found || insecure) return;
    const message = `${where}: expected a key whose proofs show something, got another: ${found.message}; insecure: true takes it`;
    throw Object.assign(new ProverError("ERR_KEY", message, { cause: found }), { reason: found.reason });
}
