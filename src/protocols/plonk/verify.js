/**
 * Verification: e(-(Wxi + u Wxiw), X_2) e(xi Wxi + u xi w Wxiw + F - E, G2) = 1, where F is the commitment to the
 * linearisation with u Z, and E commits to the values.
 * @module protocols/plonk/verify
 */
import { knownNames } from "../../curves/known.js";
import { ensure } from "../../files/errors.js";
import { answerOptions, attempt, Rejection, verdictOf } from "../json.js";
import { curveFor, faultsOn, pairingCurve } from "../key/verifier.js";
import { generatorsOf, refuseWeak } from "../key/weakness.js";
import { checkClaim, checkKey, readClaim, readKey } from "../plonkish/json.js";
import { verdictOfEquation, verifyAll, verifyEach } from "../many.js";
import { lagrangeSum } from "../plonkish/lagrange.js";
import { holdsAlone, judgeBatch } from "../plonkish/many.js";
import { COMMITMENTS, FORM, POINTS, VALUES, weaknessOfKey } from "./json.js";
import { challenges, linearisation } from "./rounds.js";

/** @import { Answer, Verdict } from "../json.js" */
/** @import { Claim, KeyJson } from "../plonkish/json.js" */

/**
 * @typedef {object} VerificationKey
 * @property {string} protocol
 * @property {string} curve
 * @property {number} nPublic
 * @property {number} power - the domain has 2^power rows
 * @property {string} k1
 * @property {string} k2
 * @property {string[]} Qm
 * @property {string[]} Ql
 * @property {string[]} Qr
 * @property {string[]} Qo
 * @property {string[]} Qc
 * @property {string[]} S1
 * @property {string[]} S2
 * @property {string[]} S3
 * @property {string[][]} X_2
 * @property {string} w - a root of unity of the order of the domain
 */

/** @typedef {{ publicSignals: PublicSignals, proof: object }} Item */

/** Each is below r, and decimal if it is text. @typedef {readonly (string | bigint | number)[]} PublicSignals */

/**
 * @template {boolean} [R=boolean]
 * @typedef {import("../groth16/verify.js").VerifyOptions<R>} VerifyOptions
 */

/**
 * A verification key; points affine LEM, numbers LEM.
 * @typedef {object} KeyParts
 * @property {number} nPublic
 * @property {number} power
 * @property {Record<string, Uint8Array>} points
 * @property {Uint8Array} X_2
 * @property {Uint8Array} k1
 * @property {Uint8Array} k2
 * @property {Uint8Array} w
 */

/**
 * Is w of the order 2^power, and are the cosets of 1, k1 and k2 different ones?
 * @param {any} Fr
 * @param {KeyParts} key
 */
export function areCosetsApart(Fr, { power, k1, k2, w }) {
    const n = 2 ** power, isIn = (/** @type {Uint8Array} */ x) => Fr.eq(Fr.exp(x, n), Fr.one);
    if (Fr.isZero(k1) || Fr.isZero(k2) || !Fr.eq(Fr.exp(w, n / 2), Fr.negone)) return false;
    return !isIn(k1) && !isIn(k2) && !isIn(Fr.div(k1, k2));
}

/** @param {any} curve @param {KeyJson} key @returns {KeyParts} @throws {ProverError} */
export function decodeKey(curve, key) {
    checkKey(key, faultsOn(curve));
    const { G1, G2, Fr } = curve, { nPublic, power, points, numbers: { k1, k2, w } } = key;
    const parts = {
        nPublic, power, X_2: G2.fromObject(key.X_2), k1: Fr.e(k1), k2: Fr.e(k2), w: Fr.e(w),
        points: Object.fromEntries(COMMITMENTS.map((name) => [name, G1.fromObject(points[name])])),
    };
    ensure(
        areCosetsApart(Fr, parts),
        "ERR_FILE",
        () =>
            `verify: expected w of the verification key to be of order 2^${power}, and k1 and k2 to give other cosets, got others; the key is damaged`,
    );
    return parts;
}

/**
 * Both sides of the equation: what is paired with X_2, and with the generator, see plonkish/many.js.
 * @param {any} curve
 * @param {KeyParts} key
 * @param {Uint8Array[]} signals - LEM
 * @param {Record<string, Uint8Array>} points - of the proof
 * @param {Record<string, Uint8Array>} values
 */
async function sidesOf(curve, key, signals, points, values) {
    const { Fr, G1 } = curve, ask = challenges(curve), { w, power } = key;
    const beta = ask.beta(key.points, signals, points), gamma = ask.gamma(beta), alpha = ask.alpha(beta, gamma, points);
    const xi = ask.xi(alpha, points), v = ask.v(xi, values), u = ask.u(points);
    const linear = linearisation(Fr, values, { beta, gamma, alpha, xi, v, k1: key.k1, k2: key.k2, power });
    const inputs = await lagrangeSum(curve, signals, w, xi, linear); // less PI
    const claimed = [values.eval_a, values.eval_b, values.eval_c, values.eval_s1, values.eval_s2]
        .reduce((sum, value, i) => Fr.add(sum, Fr.mul(linear.vs[i], value)), Fr.mul(u, values.eval_zw));
    const factors = /** @type {Record<string, Uint8Array>} */ ({
        ...linear.factors,
        Z: Fr.add(linear.factors.Z, u),
        Wxi: xi,
        Wxiw: Fr.mul(Fr.mul(u, xi), w),
    });
    const all = { ...key.points, ...points }, names = Object.keys(factors), n8 = Fr.n8, size = 2 * G1.F.n8;
    const bases = new Uint8Array((names.length + 1) * size), scalars = new Uint8Array((names.length + 1) * n8);
    names.forEach((name, i) => {
        bases.set(all[name], i * size);
        Fr.toRprLE(scalars, i * n8, factors[name]);
    });
    bases.set(G1.toAffine(G1.g), names.length * size);
    Fr.toRprLE(scalars, names.length * n8, Fr.sub(Fr.sub(linear.constant, inputs), claimed));
    return {
        atX: G1.toAffine(G1.neg(G1.add(points.Wxi, G1.timesScalar(points.Wxiw, Fr.toObject(u))))),
        atOne: G1.toAffine(await G1.multiExpAffine(bases, scalars)),
    };
}

/**
 * @param {any} curve
 * @param {KeyParts} key
 * @param {Claim} claim - whose points were checked
 */
const sidesOfClaim = (curve, key, { signals, points, values }) => sidesOf(
    curve,
    key,
    signals.map((signal) => curve.Fr.e(signal)),
    Object.fromEntries(POINTS.map((name) => [name, curve.G1.fromObject(points[name])])),
    Object.fromEntries(VALUES.map((name) => [name, curve.Fr.e(values[name])])),
);

/**
 * @param {any} curve
 * @param {KeyParts} key - its points are elements of their groups
 * @param {Claim | Rejection} claim
 * @returns {Promise<Verdict>}
 */
async function judge(curve, key, claim) {
    if (claim instanceof Rejection) return verdictOf(claim);
    const checked = attempt(() => checkClaim(claim, faultsOn(curve)));
    if (checked instanceof Rejection) return verdictOf(checked);
    return verdictOfEquation(await holdsAlone(curve, key.X_2, await sidesOfClaim(curve, key, claim)));
}

/**
 * @param {any} curve
 * @param {KeyParts} key
 * @param {readonly unknown[]} publicSignals
 * @param {unknown} proof
 * @returns {Promise<boolean>} false for anything that is not a proof of these signals
 */
export async function verifyWithKey(curve, key, publicSignals, proof) {
    const claim = attempt(() => readClaim(FORM, curve, key.nPublic, publicSignals, proof));
    return (await judge(curve, key, claim)).valid;
}

/**
 * @param {any} curve
 * @param {KeyJson} key
 * @param {boolean} insecure
 * @returns {KeyParts}
 * @throws {ProverError} also when anybody can forge proofs of it
 */
function openKey(curve, key, insecure) {
    const opened = decodeKey(curve, key);
    refuseWeak("verify", weaknessOfKey(key, generatorsOf(curve)), insecure);
    return opened;
}

/**
 * Everything is read before the first await, so that changes that the caller makes later have no effect.
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {VerifyOptions<R>} [options]
 * @returns {Promise<Answer<R>>} false for a proof that is not valid, for signals and values out of range, and for
 *   points that are not on the curve or in the subgroup
 * @throws {ProverError} when the key is not a PLONK verification key, or an option is wrong; ERR_KEY for a key
 *   that anybody can forge proofs of
 */
export async function verify(vkey, publicSignals, proof, options) {
    const { reason, insecure } = answerOptions(options, ["curve", "reason"]), curveOf = curveFor(options ?? {});
    const { curve: known, key } = readKey(FORM, vkey, pairingCurve, knownNames());
    const claim = attempt(() => readClaim(FORM, known, key.nPublic, publicSignals, proof));
    const curve = await curveOf(known.name), parts = openKey(curve, key, insecure);
    const verdict = await judge(curve, parts, claim);
    return /** @type {any} */ (reason ? verdict : verdict.valid); // any, because the type depends on R
}

/**
 * @param {(name: string) => Promise<any>} curveOf
 * @returns {import("../many.js").Setting}
 */
const settingOf = (curveOf) => ({
    known: ["curve", "reason", "signal"],
    open: (vkey, insecure) => {
        const { curve: known, key } = readKey(FORM, vkey, pairingCurve, knownNames());
        return async () => {
            const curve = await curveOf(known.name), parts = openKey(curve, key, insecure), faults = faultsOn(curve);
            const claimOf = (/** @type {any} */ { publicSignals, proof }) => {
                const claim = readClaim(FORM, known, key.nPublic, publicSignals, proof);
                checkClaim(claim, faults);
                return claim;
            };
            const sidesOf = (/** @type {Claim} */ claim) => sidesOfClaim(curve, parts, claim);
            return (items) => judgeBatch({ curve, X_2: parts.X_2, claimOf, sidesOf }, items);
        };
    },
});

/**
 * Verifies many proofs under one key: as strict as `verify`, with one equation for 1024 of them.
 *
 *   out     answers in the order of the proofs
 *   throws  a ProverError when the key or an option cannot be used, the reason of the signal when it is aborted
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {readonly Item[]} items - a Proof each, and its public signals
 * @param {VerifyOptions<R> & { signal?: AbortSignal }} [options] - signal: its reason is thrown between two batches
 * @returns {Promise<Answer<R>[]>}
 */
export const verifyMany = async (vkey, items, options) =>
    verifyAll(settingOf(curveFor(options ?? {}, "verifyMany")), vkey, items, options);

/**
 * The same for proofs that come one after the other: an answer for each, in their order. 1024 of them are waited for,
 * or the end of the stream. When the caller stops reading, the source is closed.
 * @template {boolean} [R=false]
 * @param {object} vkey
 * @param {Iterable<Item> | AsyncIterable<Item>} items
 * @param {VerifyOptions<R> & { signal?: AbortSignal }} [options]
 * @returns {AsyncGenerator<Answer<R>, void, undefined>}
 */
export const verifyStream = (vkey, items, options) =>
    verifyEach("verifyStream", settingOf(curveFor(options ?? {}, "verifyStream")), vkey, items, options);
