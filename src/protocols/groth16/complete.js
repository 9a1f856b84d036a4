/**
 * Whether the records of a key tell its whole history. It is asked of keys whose records are
 * beacons alone, and a page loads it for these.
 * @module protocols/groth16/complete
 */
import { sameBytes } from "../../util/bytes.js";
import { challengePoint, haveSameRatio, isGood } from "../setup/knowledge.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Zkey } from "./zkey.js" */
/** @import { Contribution } from "./contributions.js" */

/**
 * Are the records complete: the first begins with the generator, and the last ends with the key's
 * delta?
 * @param {Zkey} zkey
 * @param {Curve} curve
 * @param {readonly Contribution[]} records - at least one
 */
export async function areComplete({ curve: known, points }, curve, records) {
    const [first] = records, last = /** @type {Contribution} */ (records.at(-1)), { gAffine } = curve.G1;
    if (!sameBytes(last.deltaAfter, points.delta1)) return false;
    if (!isGood(curve, known, "G1", first.deltaAfter) || !isGood(curve, known, "G2", first.g2spx)) return false;
    const twos = /** @type {const} */ ([challengePoint(curve, first.transcript), first.g2spx]);
    return haveSameRatio(curve, [/** @type {Uint8Array} */ (gAffine), first.deltaAfter], twos);
}
