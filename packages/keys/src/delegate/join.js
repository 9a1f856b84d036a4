/**
 * From the scalars of a proof to the MSMs of the servers, and from their answers to the proof.
 *
 * The scalars of A and B2 are multiplied by a factor f that is drawn for each proof, before they
 * are split; those of C and H are not. Without it a server could test a guess of the witness: it
 * would add x delta1 to A and x times its guess of b = beta + sum w_i B_i to C, and the proof would
 * verify if and only if the guess is right; or A times k and B times 1/k, with guesses of both.
 * With dA, dB, dC and dH what a server adds, as logarithms, the proof verifies if
 *
 *   (a dB + b dA) / f + dA dB / f^2 = delta (dC + dH)
 *
 * where f is uniform, and unknown to the server; what blinds a proof is on both sides of its
 * equation. As a polynomial in 1/f this is zero if dC = -dH, dA dB = 0 and a dB + b dA = 0, so if
 * all but dC = -dH are 0, for a and b are not 0; otherwise at most 2 in r - 1 choices satisfy it.
 * Whether a proof verifies says nothing of the witness, therefore.
 * @module delegate/join
 */
import {
    blind, encodeProof, ensure, firstPrivate, isInSubgroup, isOnCurve, openSecrets, PARTS, pointBytesOf, pointwise,
} from "../../../../src/internal/keys_delegate.js";
import { ORDER } from "./serve.js";
import { layoutOf } from "./shares.js";

/** @import { Context, Part } from "../../../../src/internal/keys_delegate.js" */

/** @typedef {Record<Part, Uint8Array>} Msms - affine points */

/**
 * The scalars of all MSMs, in a buffer of their own: of A and B2, of C, of H.
 * @param {Context} context
 * @param {Uint8Array} quotient - canonical LE
 * @param {Uint8Array} factor - LEM
 * @returns {Promise<Uint8Array>} canonical LE
 */
export async function scalarsOf({ zkey, curve, witness, secrets, signal }, quotient, factor) {
    const { signals, privates, total } = layoutOf(zkey);
    const scalars = new Uint8Array(total);
    secrets.push(scalars);
    // A product with a number in Montgomery form divides by R: canonical values stay canonical
    // values.
    const scaled = await pointwise(curve, [witness], ([value], { mul }) => mul(value, factor), { signal });
    secrets.push(/** @type {Uint8Array} */ (scaled));
    scalars.set(/** @type {Uint8Array} */ (scaled));
    scalars.set(witness.subarray(firstPrivate(zkey) * zkey.curve.n8r), signals);
    scalars.set(quotient, privates);
    return scalars;
}

/**
 * The points of an answer, each of which is an element of its group.
 * @param {Context} context
 * @param {Uint8Array} answer - of answerBytes
 * @param {string} server - its name
 * @returns {Msms}
 * @throws {ProverError} ERR_MSM
 */
export function readAnswer({ zkey, curve }, answer, server) {
    let at = 0;
    return /** @type {Msms} */ (Object.fromEntries(ORDER.map((part) => {
        const size = pointBytesOf(zkey, part);
        const point = answer.slice(at, at += size), G = curve[PARTS[part].group];
        const wanted = `${server}: expected MSM ${part} to be a point of ${zkey.curve.name}, got`;
        ensure(isOnCurve(G, point, zkey.curve), "ERR_MSM", () => `${wanted} one that is off the curve`);
        ensure(isInSubgroup(curve, G, point), "ERR_MSM", () => `${wanted} one outside of its subgroup`);
        return [part, point];
    })));
}

/**
 * @param {Context} context
 * @param {readonly [Msms, Msms]} msms - of both servers
 * @param {Uint8Array} factor
 * @returns {Promise<import("../../../../src/internal/keys_delegate.js").Proof>}
 */
export async function proofOf(context, [one, other], factor) {
    const { zkey, curve, curve: { Fr, G1 } } = context, secrets = openSecrets(Fr);
    const inverse = secrets.inv(factor);
    const total = (/** @type {Part} */ part) => curve[PARTS[part].group].add(one[part], other[part]);
    const divided = async (/** @type {"A" | "B2"} */ part) =>
        curve[PARTS[part].group].timesSecret(total(part), inverse);
    try {
        const { piA, piB, cross } = await blind(context, divided("A"), divided("B2"));
        const piC = G1.toAffine(G1.add(G1.add(total("C"), total("H")), cross));
        return encodeProof(curve, zkey.curve.name, piA, piB, piC);
    } finally {
        secrets.clear();
    }
}
