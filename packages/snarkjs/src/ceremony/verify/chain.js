/**
 * The contributions to a key: each proves that its author knew a secret by which delta was
 * multiplied, in order, and each is tied to the circuit and to all before it.
 * @module ceremony/verify/chain
 */
import {
    BEACON, beaconStream, challengePoint, haveSameRatio, isGood, POINTS, sameBytes,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { contributionHash, openTranscript } from "../transcript.js";
import { drawSecret } from "../secret.js";
import { demand } from "./verdict.js";

/** @import { Beacon, Contribution, Curve, Mpc, Zkey } from "../../../../../src/internal/snarkjs_ceremony.js" */

/**
 * @typedef {object} CheckedContribution
 * @property {number} number - from 1
 * @property {string} [name]
 * @property {"random" | "beacon"} type
 * @property {Beacon} [beacon]
 * @property {Uint8Array} hash - 64 bytes: what its author has published
 */

/**
 * A beacon gives the same secret to all.
 * @param {Curve} curve
 * @param {Contribution} one
 * @param {number} number
 * @param {Uint8Array} g2sp
 * @param {AbortSignal} signal
 */
async function checkBeacon(curve, one, number, g2sp, signal) {
    const { G2 } = curve, beacon = /** @type {NonNullable<Contribution["beacon"]>} */ (one.beacon);
    const { secret, g1s, g1sx } = drawSecret(curve, await beaconStream(beacon, signal));
    const fits = sameBytes(g1s, one.g1s) && sameBytes(g1sx, one.g1sx) && G2.eq(G2.timesFr(g2sp, secret), one.g2spx);
    demand(fits, () => "its points are not those that its beacon leads to", number);
}

/**
 * @param {{ curve: Curve, key: Zkey, signal: AbortSignal }} on
 * @param {Mpc} mpc
 * @returns {Promise<readonly CheckedContribution[]>}
 * @throws {Fault} with the first contribution that fails
 */
export async function checkChain({ curve, key, signal }, { circuitHash, contributions }) {
    const { G1, G2 } = curve, checked = [], chain = openTranscript(curve, circuitHash);
    let delta = /** @type {Uint8Array} */ (G1.gAffine);
    for (const [i, one] of contributions.entries()) {
        signal.throwIfAborted();
        const number = i + 1;
        const ensureThat = (/** @type {unknown} */ ok, /** @type {string} */ reason) =>
            demand(ok, () => reason, number);
        const transcript = chain.of(one);
        ensureThat(sameBytes(transcript, one.transcript),
            "its transcript is not that of the circuit and the contributions before it");
        for (const [name, group] of POINTS)
            ensureThat(isGood(curve, key.curve, group, one[name]), `its point ${name} is not a point of order r`);
        const g2sp = /** @type {Uint8Array} */ (challengePoint(curve, transcript));
        const twos = /** @type {const} */ ([g2sp, one.g2spx]);
        ensureThat(await haveSameRatio(curve, [one.g1s, one.g1sx], twos),
            "it does not prove that its author knew the secret");
        ensureThat(await haveSameRatio(curve, [delta, one.deltaAfter], twos), "it did not multiply delta by its secret");
        if (one.type === BEACON) await checkBeacon(curve, one, number, g2sp, signal);
        chain.add(one);
        delta = one.deltaAfter;
        checked.push(Object.freeze({
            number, ...(one.name !== undefined && { name: one.name }),
            type: /** @type {"random" | "beacon"} */ (one.type === BEACON ? "beacon" : "random"),
            ...(one.type === BEACON && { beacon: one.beacon }),
            hash: contributionHash(curve, one),
        }));
    }
    const { delta1, delta2 } = key.points;
    demand(sameBytes(delta, delta1), () => "delta1 of the key is not that of the last contribution");
    demand(isGood(curve, key.curve, "G2", delta2), () => "delta2 of the key is not a point of order r");
    demand(await haveSameRatio(curve, [G1.gAffine, delta1], [G2.gAffine, delta2]), () =>
        "delta1 and delta2 of the key are not the same multiple of their generators");
    return Object.freeze(checked);
}
