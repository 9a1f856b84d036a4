/**
 * The hashes that tie contributions to powers of tau together: of the points before, and of the
 * points after.
 * @module ceremony/tau/challenge
 */
import {
    blake2b, ensure, HASHED, hashKeys, SERIES, yieldToEventLoop,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { inParts, partsOf } from "../parts.js";
import { ownBytes } from "../multiply.js";
import { FIRST_CHALLENGES } from "./first_challenges.js";

/** @import { Curve, ProverError, Ptau, PublicKeys } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Series } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** The hash of nothing, which the first challenge begins with. */
export const emptyHash = () => new Uint8Array(blake2b().digest());

/**
 * The hash of the previous response and of all points, uncompressed.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {number} power
 * @param {Uint8Array} response
 * @param {(series: Series, from: number, count: number) => Promise<Uint8Array>} read - affine LEM
 * @param {(bytes: Uint8Array) => unknown} [take] - the bytes that are hashed, in order
 * @param {(series: Series, points: Uint8Array) => unknown} [look] - the points, in order
 * @returns {Promise<Uint8Array>}
 */
export async function hashPoints({ curve, signal }, power, response, read, take = () => {}, look = () => {}) {
    const hasher = blake2b();
    hasher.update(response);
    await take(response);
    for (const series of SERIES) {
        const G = curve[series.group];
        await inParts(series.count(power), HASHED, async (part) => {
            const points = await read(series, ...part);
            return { points, bytes: ownBytes(await G.batchLEMtoU(points, { signal })) };
        }, async ({ points, bytes }) => {
            hasher.update(bytes);
            await Promise.all([take(bytes), look(series, points)]);
        });
    }
    return new Uint8Array(hasher.digest());
}

/**
 * The hash of the response whose points are taken in order, compressed, after the challenge that it
 * answers.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Uint8Array} challenge
 */
export function hashResponse({ curve, signal }, challenge) {
    const hasher = blake2b();
    hasher.update(challenge);
    return {
        /** @param {Series} series @param {Uint8Array} points */
        add: async ({ group }, points) =>
            hasher.update(ownBytes(await curve[group].batchLEMtoC(points, { signal }))),
        /** @param {PublicKeys} keys */
        end(keys) {
            hashKeys(hasher, curve, keys);
            return new Uint8Array(hasher.digest());
        },
    };
}

/**
 * The challenge that the ceremony of a file began with.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Ptau} ptau
 * @returns {Promise<Uint8Array>}
 * @throws {ProverError} ERR_LIMIT for a part of a ceremony whose first challenge is not kept: it
 *   would be the hash of all the points that the file does not have, for which a header alone could
 *   ask
 */
export async function firstChallengeOf(on, { file, power, ceremonyPower }) {
    const most = FIRST_CHALLENGES[on.curve.name]?.length ?? 0;
    ensure(power === ceremonyPower || ceremonyPower <= most, "ERR_LIMIT", () =>
        `${file.name}: expected a ceremony of a power of at most ${most}, or all of its points, got 2^${power} of 2^${ceremonyPower}`);
    return firstChallenge(on, ceremonyPower);
}

/**
 * The challenge of powers to which none has contributed yet: the hash of nothing, and as many
 * generators as there are points. It is the same for all ceremonies of a curve and a power, so it
 * is kept for powers up to 28, where it is the hash of 100 GB and more; beyond these it is
 * calculated.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {number} power
 * @returns {Promise<Uint8Array>}
 */
export async function firstChallenge({ curve, signal }, power) {
    const kept = FIRST_CHALLENGES[curve.name]?.[power - 1];
    return kept ? Uint8Array.from(kept.match(/../g) ?? [], (two) => parseInt(two, 16)) : hashGenerators({ curve, signal }, power);
}

/**
 * The same, calculated.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {number} power
 */
export async function hashGenerators({ curve, signal }, power) {
    const hasher = blake2b();
    hasher.update(emptyHash());
    for (const { group, count } of SERIES) {
        const G = curve[group], size = 2 * G.F.n8;
        const many = new Uint8Array(size * Math.min(HASHED, count(power)));
        G.toRprUncompressed(many, 0, G.toAffine(G.g));
        for (let at = size; at < many.length; at *= 2) many.copyWithin(at, 0, Math.min(at, many.length - at));
        for (const [, n] of partsOf(count(power), HASHED)) {
            hasher.update(many.subarray(0, n * size));
            await yieldToEventLoop();
            signal.throwIfAborted();
        }
    }
    return new Uint8Array(hasher.digest());
}
