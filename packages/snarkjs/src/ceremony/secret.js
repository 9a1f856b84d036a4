/**
 * The secret of one contribution: what is published of it, and what it makes of delta. The secret
 * itself is cleared by the caller.
 * @module ceremony/secret
 */
import { BEACON, challengePoint, encodeParameters, RANDOM } from "../../../../src/internal/snarkjs_ceremony.js";
import { transcriptOf } from "./transcript.js";

/** @import { Beacon, Contribution, Curve, Mpc } from "../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SecretStream } from "../../../../src/internal/snarkjs_ceremony.js" */

/**
 * A secret and a point, drawn in this order.
 * @param {Curve} curve
 * @param {SecretStream} stream
 * @returns {{ secret: Uint8Array, g1s: Uint8Array, g1sx: Uint8Array }} secret: LEM; points: affine
 */
export function drawSecret({ Fr, G1 }, stream) {
    const secret = Fr.fromRng(stream);
    const g1s = G1.toAffine(G1.fromRng(stream));
    return { secret, g1s, g1sx: G1.toAffine(G1.timesSecret(g1s, secret)) };
}

/**
 * A contribution to a key.
 * @param {Curve} curve
 * @param {ReturnType<typeof drawSecret>} drawn
 * @param {Mpc} before
 * @param {{ delta1: Uint8Array, delta2: Uint8Array }} points - of the key
 * @param {{ name?: string, beacon?: Beacon }} about
 * @returns {{ contribution: Contribution, delta1: Uint8Array, delta2: Uint8Array }} delta1, delta2:
 *   of the new key
 */
export function contributionOf(curve, { secret, g1s, g1sx }, before, { delta1, delta2 }, { name, beacon }) {
    const { G1, G2 } = curve, transcript = transcriptOf(curve, before, { g1s, g1sx });
    const deltaAfter = G1.toAffine(G1.timesSecret(delta1, secret));
    const contribution = Object.freeze({
        deltaAfter,
        g1s,
        g1sx,
        g2spx: G2.toAffine(G2.timesSecret(challengePoint(curve, transcript), secret)),
        transcript,
        type: beacon ? BEACON : RANDOM,
        parameters: encodeParameters({ name, beacon }),
        ...(name && { name }),
        ...(beacon && { beacon }),
    });
    return { contribution, delta1: deltaAfter, delta2: G2.toAffine(G2.timesSecret(delta2, secret)) };
}
