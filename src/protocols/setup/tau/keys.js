/**
 * The keys of a contribution to powers of tau: three secrets, and what is published so that others
 * can check that they were known.
 * @module protocols/setup/tau/keys
 */
import { blake2b } from "../../../util/hashes.js";
import { challengePoint, hashPoint } from "../knowledge.js";
import { SECRETS } from "./layout.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { SecretStream } from "../../../util/chacha_words.js" */
/** @import { HostHash } from "../../../util/host_types.js" */

/**
 * What is published of a secret: a point of G1 and its product with the secret; the product of the
 * secret with the point of G2 that the challenge and these two lead to. Affine LEM.
 * @typedef {{ g1s: Uint8Array, g1sx: Uint8Array, g2spx: Uint8Array }} PublicKey
 */

/** @typedef {Readonly<Record<"tau" | "alpha" | "beta", Readonly<PublicKey>>>} PublicKeys */

/**
 * @typedef {Readonly<Record<"tau" | "alpha" | "beta", Uint8Array>>} Secrets LEM, for the caller to
 *   clear
 */

/**
 * The point of G2 for a key, which the contributor cannot choose.
 * @param {Curve} curve
 * @param {number} which - of SECRETS
 * @param {Uint8Array} challenge - the hash before the contribution
 * @param {Pick<PublicKey, "g1s" | "g1sx">} key
 */
export function keyPoint(curve, which, challenge, { g1s, g1sx }) {
    const hasher = blake2b();
    hasher.update(Uint8Array.of(which));
    hasher.update(challenge);
    for (const point of [g1s, g1sx]) hashPoint(hasher, curve.G1, point);
    return challengePoint(curve, new Uint8Array(hasher.digest()));
}

/**
 * Draws the secrets, then a point for each.
 * @param {Curve} curve
 * @param {Uint8Array} challenge
 * @param {SecretStream} stream
 * @returns {{ secrets: Secrets, keys: PublicKeys }}
 */
export function drawKeys(curve, challenge, stream) {
    const { Fr, G1, G2 } = curve;
    const secrets = SECRETS.map(() => Fr.fromRng(stream));
    const points = SECRETS.map(() => G1.toAffine(G1.fromRng(stream)));
    const keys = SECRETS.map((_, i) => {
        const g1s = points[i], g1sx = G1.toAffine(G1.timesSecret(g1s, secrets[i]));
        const g2spx = G2.toAffine(G2.timesSecret(keyPoint(curve, i, challenge, { g1s, g1sx }), secrets[i]));
        return Object.freeze({ g1s, g1sx, g2spx });
    });
    const named = (/** @type {readonly unknown[]} */ list) =>
        Object.freeze(Object.fromEntries(SECRETS.map((name, i) => [name, list[i]])));
    return { secrets: /** @type {Secrets} */ (named(secrets)), keys: /** @type {PublicKeys} */ (named(keys)) };
}

/** @param {Secrets} secrets */
export const clearSecrets = (secrets) => Object.values(secrets).forEach((secret) => secret.fill(0));

/** The points of public keys as files and hashes have them: name, part, group. */
export const KEY_POINTS = Object.freeze([
    ...SECRETS.flatMap((name) => [/** @type {const} */ ([name, "g1s", "G1"]), /** @type {const} */ ([name, "g1sx", "G1"])]),
    ...SECRETS.map((name) => /** @type {const} */ ([name, "g2spx", "G2"])),
]);

/**
 * @param {(name: keyof PublicKeys, part: keyof PublicKey, group: "G1" | "G2") => Uint8Array} read -
 *   called in the order of files
 * @returns {PublicKeys}
 */
export function collectKeys(read) {
    const keys = /** @type {Record<string, Record<string, Uint8Array>>} */ ({ tau: {}, alpha: {}, beta: {} });
    for (const [name, part, group] of KEY_POINTS) keys[name][part] = read(name, part, group);
    return /** @type {PublicKeys} */ (keys);
}

/** @param {HostHash} hasher @param {Curve} curve @param {PublicKeys} keys */
export function hashKeys(hasher, curve, keys) {
    for (const [name, part, group] of KEY_POINTS) hashPoint(hasher, curve[group], keys[name][part]);
}
