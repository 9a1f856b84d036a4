/**
 * What the records of contributions to a Groth16 key say of its delta: if all are beacons,
 * everybody can calculate it.
 * @module protocols/groth16/weakness
 */
import { SECTION } from "./zkey.js";
import { weakness } from "../key/weakness.js";
import { areComplete } from "./complete.js";
import { readContributions } from "./contributions.js";
import { BEACON, isOne, recordsIfAny } from "../setup/contribution.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Zkey } from "./zkey.js" */
/** @import { Weakness } from "../key/weakness.js" */
/** @import { Contribution } from "./contributions.js" */

/**
 * Bytes of records that are judged beside other work: two thousand. More are judged by
 * `zkey verify` alone.
 */
const MOST_BYTES = 1 << 20;

/**
 * @param {Zkey} zkey
 * @param {AbortSignal} [signal]
 * @returns {Promise<readonly Contribution[]>} none of too many
 */
async function fewRecords(zkey, signal) {
    const { size } = zkey.file.sections.get(SECTION.CONTRIBUTIONS) ?? { size: 0 };
    return size > MOST_BYTES ? [] : (await readContributions(zkey, signal)).contributions;
}

/** @param {Contribution} one */
const isPublic = (one) => one.type === BEACON || isOne(one);

/**
 * @param {Zkey} zkey
 * @param {() => Promise<Curve>} curveOf - only called for a key whose records are beacons
 * @param {AbortSignal} [signal]
 * @param {readonly Contribution[]} [read] - its records, where they have been read
 * @returns {Promise<Readonly<Weakness> | undefined>}
 */
export async function weaknessOfRecords(zkey, curveOf, signal, read) {
    const records = read ?? await recordsIfAny(() => fewRecords(zkey, signal));
    if (records.length === 0 || !records.every(isPublic)) return undefined;
    return await areComplete(zkey, await curveOf(), records) ? weakness("BEACON_ALONE") : undefined;
}
