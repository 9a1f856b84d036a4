/**
 * The points of powers of tau, in the order in which files have them and hashes take them.
 * @module protocols/setup/tau/layout
 */
import { PTAU } from "../../../files/ptau.js";

/**
 * The three secrets of a contribution, in the order in which they are drawn and their keys are
 * kept.
 */
export const SECRETS = /** @type {const} */ (["tau", "alpha", "beta"]);

/**
 * A section of points: `first` tau^i times the generator, i = 0, 1, …; or only the first of these.
 * @typedef {object} Series
 * @property {number} type - of the section
 * @property {string} name - for messages
 * @property {"G1" | "G2"} group
 * @property {"alpha" | "beta"} [first]
 * @property {"tauG1" | "tauG2" | "alphaG1" | "betaG1" | "betaG2"} kept - the name in a contribution
 *   of its point that shows the secret: number `at`
 * @property {0 | 1} at
 * @property {(power: number) => number} count - of points
 */

/** @type {readonly Readonly<Series>[]} */
export const SERIES = Object.freeze([
    { type: PTAU.TAU_G1, name: "tau G1", group: "G1", kept: "tauG1", at: 1, count: (power) => 2 ** (power + 1) - 1 },
    { type: PTAU.TAU_G2, name: "tau G2", group: "G2", kept: "tauG2", at: 1, count: (power) => 2 ** power },
    { type: PTAU.ALPHA_TAU_G1, name: "alpha tau G1", group: "G1", first: "alpha", kept: "alphaG1", at: 0, count: (power) => 2 ** power },
    { type: PTAU.BETA_TAU_G1, name: "beta tau G1", group: "G1", first: "beta", kept: "betaG1", at: 0, count: (power) => 2 ** power },
    { type: PTAU.BETA_G2, name: "beta G2", group: "G2", first: "beta", kept: "betaG2", at: 0, count: () => 1 },
]);

/**
 * Points that are hashed at a time. It decides the bytes of what is left in the block of a hash
 * whose state is kept, so it is that of snarkjs.
 */
export const HASHED = 1 << 14;

/** Points of all series. @param {number} power */
export const pointsOf = (power) => SERIES.reduce((sum, { count }) => sum + count(power), 0);
