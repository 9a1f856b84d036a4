/**
 * Powers of tau whose secrets everybody knows: there is no contribution, or beacons alone.
 * @module protocols/setup/tau/weakness
 */
import { PTAU } from "../../../files/ptau.js";
import { sameBytes } from "../../../util/bytes.js";
import { fileX, generatorsNamed } from "../../key/file_points.js";
import { weakness } from "../../key/weakness.js";
import { haveSameRatio, isGood } from "../knowledge.js";
import { isOne, recordsIfAny } from "../contribution.js";
import { readRecords } from "./records.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { KnownCurve } from "../../../curves/known.js" */
/** @import { PointSection } from "../../../files/point_section.js" */
/** @import { Ptau } from "../../../files/ptau.js" */
/** @import { Weakness, WeaknessReason } from "../../key/weakness.js" */

/** Whose key it will be. */
const WHO = "a key that is made from it proves nothing: ";

/** The points that show the secrets: what is said, section, number, group. */
const SHOWN = Object.freeze(/** @type {const} */ ([
    ["TAU_KNOWN", PTAU.TAU_G1, 1, "G1"], ["TAU_KNOWN", PTAU.TAU_G2, 1, "G2"],
    ["ALPHA_KNOWN", PTAU.ALPHA_TAU_G1, 0, "G1"],
    ["BETA_KNOWN", PTAU.BETA_TAU_G1, 0, "G1"], ["BETA_KNOWN", PTAU.BETA_G2, 0, "G2"],
]));

/** @param {Ptau} ptau @param {KnownCurve} known @param {readonly WeaknessReason[]} asked */
async function knownSecret({ points }, known, asked) {
    const generators = await generatorsNamed(known.name);
    for (const [reason, type, at, group] of SHOWN) {
        if (!asked.includes(reason)) continue;
        const point = await /** @type {PointSection} */ (points.get(type)).read(at, 1);
        if (fileX(known, point) === generators[group]) return reason;
    }
    return undefined;
}

/**
 * Are all contributions beacons, or of no effect, from the generator to the tau of the file?
 * @param {Ptau} ptau
 * @param {KnownCurve} known
 * @param {() => Promise<Curve>} curveOf
 * @param {AbortSignal} [signal]
 */
async function isBeaconAlone(ptau, known, curveOf, signal) {
    const records = await recordsIfAny(() => readRecords(ptau, signal));
    const last = records.at(-1);
    if (!last || !records.every(({ beacon, keys }) => beacon || isOne(keys.tau))) return false;
    const tau = await /** @type {PointSection} */ (ptau.points.get(PTAU.TAU_G1)).read(1, 1, signal);
    if (!sameBytes(tau, last.tauG1)) return false;
    const { tauG2, keys: { tau: { g1s, g1sx } } } = records[0], curve = await curveOf(), { gAffine } = curve.G2;
    const good = /** @type {const} */ ([["G2", tauG2], ["G1", g1s], ["G1", g1sx]]);
    return good.every(([group, point]) => isGood(curve, known, group, point))
        && haveSameRatio(curve, [g1s, g1sx], [/** @type {Uint8Array} */ (gAffine), tauG2]);
}

/** The secrets that a Groth16 key is made with; others need tau alone. */
export const ALL_SECRETS = Object.freeze(/** @type {const} */ (["TAU_KNOWN", "ALPHA_KNOWN", "BETA_KNOWN"]));

/**
 * @param {Ptau} ptau
 * @param {KnownCurve} known - its curve
 * @param {() => Promise<Curve>} curveOf - only called where all contributions are beacons
 * @param {{ asked?: readonly WeaknessReason[], signal?: AbortSignal }} [options] - asked: secrets
 *   that must not be known
 * @returns {Promise<Readonly<Weakness> | undefined>}
 */
export async function weaknessOfPowers(ptau, known, curveOf, { asked = ALL_SECRETS, signal } = {}) {
    const reason = await knownSecret(ptau, known, asked)
        ?? (await isBeaconAlone(ptau, known, curveOf, signal) ? "BEACON_ALONE" : undefined);
    return reason && weakness(reason, WHO);
}
