/**
 * What is hashed of contributions: each by its author, and all of them one after the other. It is
 * apart from how they are stored, because a prover reads them and hashes nothing.
 * @module ceremony/transcript
 */
import { blake2b, copyOfHash, hashPoint, POINTS } from "../../../../src/internal/snarkjs_ceremony.js";

/** @import { Contribution, Groups, HostHash, Mpc } from "../../../../src/internal/snarkjs_ceremony.js" */

/** @param {HostHash} hasher @param {Groups} curve @param {Contribution} one */
function hashContribution(hasher, curve, one) {
    for (const [name, group] of POINTS) hashPoint(hasher, curve[group], one[name]);
    hasher.update(one.transcript);
}

/**
 * What contributors publish and compare.
 * @param {Groups} curve
 * @param {Contribution} one
 * @returns {Uint8Array} 64 bytes
 */
export function contributionHash(curve, one) {
    const hasher = blake2b();
    hashContribution(hasher, curve, one);
    return new Uint8Array(hasher.digest());
}

/**
 * The hashes that tie each contribution to all before it, of which every one is hashed once.
 * @param {Groups} curve
 * @param {Uint8Array} circuitHash
 */
export function openTranscript(curve, circuitHash) {
    const hasher = blake2b();
    hasher.update(circuitHash);
    return Object.freeze({
        /** @param {Contribution} one - the next */
        add: (one) => hashContribution(hasher, curve, one),
        /** @param {Pick<Contribution, "g1s" | "g1sx">} points @returns {Uint8Array} 64 bytes */
        of({ g1s, g1sx }) {
            const own = copyOfHash(hasher);
            for (const point of [g1s, g1sx]) hashPoint(own, curve.G1, point);
            return new Uint8Array(own.digest());
        },
    });
}

/**
 * The hash that ties one contribution to all before it.
 * @param {Groups} curve
 * @param {Mpc} before
 * @param {Pick<Contribution, "g1s" | "g1sx">} points
 * @returns {Uint8Array} 64 bytes
 */
export function transcriptOf(curve, { circuitHash, contributions }, points) {
    const transcript = openTranscript(curve, circuitHash);
    for (const one of contributions) transcript.add(one);
    return transcript.of(points);
}
