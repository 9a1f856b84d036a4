/**
 * Challenges of snarkjs's verifiers: the Keccak-256 hash of what has been sent, as a number modulo
 * r. Each challenge has a transcript of its own; what links them is that earlier challenges are
 * among the entries.
 * @module protocols/key/transcript
 */
import { readBE } from "../../util/bytes.js";
import { keccak256 } from "../../util/noble_hashes.js";

/** @typedef {Pick<import("../../curves/types.js").Curve, "G1" | "Fr" | "r">} TranscriptCurve */

/**
 * An entry is a point of G1, affine, of 2 n8q bytes, or an element of Fr. They are hashed as plain
 * numbers, big-endian: a point as x, y, and the point at infinity as zeros, without a flag.
 *
 *   in      entries  LEM; those of Fr are shorter than points
 *   out     an element of Fr, LEM
 * @param {TranscriptCurve} curve
 * @param {readonly Uint8Array[]} entries
 * @returns {Uint8Array}
 */
export function challengeOf({ G1, Fr, r }, entries) {
    const hashed = new Uint8Array(entries.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const entry of entries) {
        if (entry.length === Fr.n8) Fr.toRprBE(hashed, at, entry);
        else if (entry.length === 2 * G1.F.n8) G1.toRprUncompressed(hashed, at, entry);
        else
            throw new RangeError(
                `challengeOf: expected entries of ${Fr.n8} or ${2 * G1.F.n8} bytes, got ${entry.length}`,
            );
        at += entry.length;
    }
    return Fr.fromObject(readBE(keccak256(hashed)) % r);
}
