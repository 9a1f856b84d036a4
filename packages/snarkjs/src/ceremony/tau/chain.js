/**
 * The chain of contributions to powers of tau: each must have known its secrets, and have
 * multiplied the points of the one before by them.
 * @module ceremony/tau/chain
 */
import {
    beaconStream, drawKeys, getRandomBytes, isGood, KEY_POINTS, keyPoint, SECRETS, SERIES,
} from "../../../../../src/internal/snarkjs_ceremony.js";

/** @import { Curve, KnownCurve, TauRecord } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** What a contribution is compared with: points and challenge of the one before. */
/**
 * @typedef {Pick<TauRecord, "tauG1" | "tauG2" | "alphaG1" | "betaG1" | "betaG2" | "nextChallenge">}
 *   Before
 */

/** Bytes of a random factor: a wrong equation passes with a probability of 2^-128. */
const FACTOR = 16;

/**
 * Where tau = alpha = beta = 1.
 * @param {Curve} curve
 * @param {Uint8Array} nextChallenge
 * @returns {Before}
 */
export function beginning({ G1, G2 }, nextChallenge) {
    const g1 = G1.toAffine(G1.g);
    const g2 = G2.toAffine(G2.g);
    return { tauG1: g1, tauG2: g2, alphaG1: g1, betaG1: g1, betaG2: g2, nextChallenge };
}

/**
 * A point of a record that is none, by name.
 * @param {Curve} curve
 * @param {KnownCurve} known
 * @param {TauRecord} record
 */
function wrongPoint(curve, known, record) {
    const points = [
        ...SERIES.map(({ kept, group }) => /** @type {const} */ ([kept, group, record[kept]])),
        ...KEY_POINTS.map(([name, part, group]) =>
            /** @type {const} */ ([`${name}.${part}`, group, record.keys[name][part]])),
    ];
    return points.find(([, group, point]) => !isGood(curve, known, group, point))?.[0];
}

/**
 * The equations of a contribution, as [a1, a2, b1, b2]: e(a1, b2) = e(a2, b1), a2 / a1 = b2 / b1.
 * @param {Curve} curve
 * @param {Before} before
 * @param {TauRecord} record
 */
function equationsOf(curve, before, { keys, ...after }) {
    const points = SECRETS.map((name, i) => keyPoint(curve, i, before.nextChallenge, keys[name]));
    const inG1 = /** @type {const} */ ({ tau: "tauG1", alpha: "alphaG1", beta: "betaG1" });
    const inG2 = /** @type {const} */ ({ tau: "tauG2", beta: "betaG2" });
    return [
        ...SECRETS.flatMap((name, i) => {
            const { g1s, g1sx, g2spx } = keys[name], kept = inG1[name];
            return [[g1s, g1sx, points[i], g2spx], [before[kept], after[kept], points[i], g2spx]];
        }),
        ...Object.entries(inG2).map(([name, kept]) => {
            const { g1s, g1sx } = keys[/** @type {"tau" | "beta"} */ (name)];
            return [g1s, g1sx, before[kept], after[kept]];
        }),
    ];
}

/**
 * Do all equations hold? Each is taken with a random factor; those with the same points of G2 share
 * their pairings.
 * @param {Curve} curve
 * @param {Uint8Array[][]} equations
 */
export async function hold(curve, equations) {
    const { G1 } = curve, sums = /** @type {Map<Uint8Array, Uint8Array>} */ (new Map());
    const add = (/** @type {Uint8Array} */ b, /** @type {Uint8Array} */ a) => {
        const sum = sums.get(b);
        sums.set(b, sum ? G1.add(sum, a) : a);
    };
    for (const [a1, a2, b1, b2] of equations) {
        const factor = getRandomBytes(FACTOR);
        add(b2, G1.timesScalar(a1, factor));
        add(b1, G1.neg(G1.timesScalar(a2, factor)));
    }
    return curve.pairingEq(...[...sums].flatMap(([b, a]) => [a, b]));
}

/**
 * What a beacon leads to, which all may know, is not what the record has.
 * @param {Curve} curve
 * @param {Before} before
 * @param {TauRecord} record
 * @param {AbortSignal} signal
 */
async function isOtherBeacon(curve, before, { beacon, keys }, signal) {
    if (!beacon) return false;
    const drawn = drawKeys(curve, before.nextChallenge, await beaconStream(beacon, signal));
    return KEY_POINTS.some(([name, part, group]) => !curve[group].eq(drawn.keys[name][part], keys[name][part]));
}

/**
 * The first contribution that does not hold, and why.
 * @param {{ curve: Curve, known: KnownCurve, signal: AbortSignal }} on
 * @param {Before} start
 * @param {readonly TauRecord[]} records
 * @returns {Promise<{ contribution: number, reason: string } | undefined>} contribution: from 1 on
 */
export async function findBroken({ curve, known, signal }, start, records) {
    const before = (/** @type {number} */ i) => (i === 0 ? start : records[i - 1]);
    /** @type {Uint8Array[][][]} */
    const equations = [];
    const broken = (/** @type {number} */ i, /** @type {string} */ expected) =>
        ({ contribution: i + 1, reason: `contribution ${i + 1}: expected ${expected}` });
    for (const [i, record] of records.entries()) {
        signal.throwIfAborted();
        const wrong = wrongPoint(curve, known, record);
        if (wrong) return await firstOf(i) ?? broken(i, `${wrong} on the curve, of order r, got a point that is not`);
        equations.push(equationsOf(curve, before(i), record));
        if (await isOtherBeacon(curve, before(i), record, signal))
            return await firstOf(i) ?? broken(i, "the keys that its beacon leads to, got others");
    }
    return firstOf(records.length);

    /** The first of the contributions up to one whose equations do not hold. */
    async function firstOf(/** @type {number} */ end) {
        if (await hold(curve, equations.slice(0, end).flat())) return undefined;
        for (let i = 0; i < end; i++) if (!await hold(curve, equations[i]))
            return broken(i, "the points before times secrets that its keys show, after the challenge before, got others");
        return broken(end - 1, "equations that hold, got one that does not");
    }
}
