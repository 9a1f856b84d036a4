/**
 * Verification: e(-(Wxi + u Wxiw), X_2) e(xi Wxi + u xi w Wxiw + F - E, G2) = 1, where F is the
 * commitment to the linearisation with u Z, and E commits to the values.
 * @module protocols/plonk/verify
 */
import { knownNames } from "../../curves/known.js";
import { ensure } from "../../files/errors.js";
import { faultsOn, pairingCurve } from "../key/verifier.js";
import { checkKey, readClaim, readKey } from "../plonkish/json.js";
import { lagrangeSum } from "../plonkish/lagrange.js";
import { verifierOf } from "../plonkish/verify.js";
import { COMMITMENTS, FORM, POINTS, VALUES, weaknessOfKey } from "./json.js";
import { challenges, linearisation } from "./rounds.js";

/** @import { WasmField1 } from "../../curves/types.js" */
/** @import { Curve } from "../../curves/types.js" */
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
 * @param {WasmField1} Fr
 * @param {Pick<KeyParts, "power" | "k1" | "k2" | "w">} key
 */
export function areCosetsApart(Fr, { power, k1, k2, w }) {
    const n = 2 ** power;
    const isIn = (/** @type {Uint8Array} */ x) => Fr.eq(Fr.exp(x, n), Fr.one);
    if (Fr.isZero(k1) || Fr.isZero(k2) || !Fr.eq(Fr.exp(w, n / 2), Fr.negone)) return false;
    return !isIn(k1) && !isIn(k2) && !isIn(Fr.div(k1, k2));
}

/** @param {Curve} curve @param {KeyJson} key @returns {KeyParts} @throws {ProverError} */
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
 * Both sides of the equation: what is paired with X_2, and with the generator, see
 * plonkish/many.js.
 * @param {Curve} curve
 * @param {KeyParts} key
 * @param {Uint8Array[]} signals - LEM
 * @param {Record<string, Uint8Array>} points - of the proof
 * @param {Record<string, Uint8Array>} values
 */
async function sidesOf(curve, key, signals, points, values) {
    const { Fr, G1 } = curve, ask = challenges(curve), { w, power } = key;
    const beta = ask.beta(key.points, signals, points);
    const gamma = ask.gamma(beta);
    const alpha = ask.alpha(beta, gamma, points);
    const xi = ask.xi(alpha, points);
    const v = ask.v(xi, values);
    const u = ask.u(points);
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
    const all = { ...key.points, ...points }, names = Object.keys(factors), n8 = Fr.n8;
    const size = 2 * G1.F.n8;
    const bases = new Uint8Array((names.length + 1) * size);
    const scalars = new Uint8Array((names.length + 1) * n8);
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
 * @param {Curve} curve
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

const verifier = verifierOf({
    readKey: (vkey) => readKey(FORM, vkey, pairingCurve, knownNames()),
    decodeKey,
    weaknessOfKey,
    readClaim: (curve, count, publicSignals, proof) => readClaim(FORM, curve, count, publicSignals, proof),
    sidesOf: sidesOfClaim,
});

export const { verifyWithKey } = verifier;

/** @type {typeof verifier.verify} */
export const verify = verifier.verify;

/** @type {typeof verifier.verifyMany} */
export const verifyMany = verifier.verifyMany;

/** @type {typeof verifier.verifyStream} */
export const verifyStream = verifier.verifyStream;
