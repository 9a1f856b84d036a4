/**
 * What the records of contributions to a Groth16 key say of its delta: if all are beacons,
 * everybody can calculate it.
 * @module protocols/ceremony/weakness
 */
import { ProverError } from "../../files/errors.js";
import { sameBytes } from "../../util/bytes.js";
import { SECTION } from "../groth16/zkey.js";
import { weakness } from "../key/weakness.js";
import { areComplete } from "./complete.js";
import { BEACON, readContributions } from "./contributions.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Zkey } from "../groth16/zkey.js" */
/** @import { Weakness } from "../key/weakness.js" */
/** @import { Contribution } from "./contributions.js" */

/**
 * Records, or none where they are missing or damaged: that is no weakness.
 * @template T
 * @param {() => Promise<readonly T[]>} read
 * @returns {Promise<readonly T[]>}
 */
export async function recordsIfAny(read) {
    try {
        return await read();
    } catch (error) {
        if (error instanceof ProverError && error.code === "ERR_FILE") return [];
        throw error;
    }
}

/**
 * Is the secret of a contribution 1 or -1? It changes nothing then.
 * @param {{ g1s: Uint8Array, g1sx: Uint8Array }} shown - a point, and its product with the secret
 */
export const isOne = ({ g1s, g1sx }) =>
    sameBytes(g1s.subarray(0, g1s.length / 2), g1sx.subarray(0, g1sx.length / 2));

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
