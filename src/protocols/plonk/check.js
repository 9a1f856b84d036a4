/**
 * The check of a proof before it is handed out, and whose fault it is that one does not verify.
 * @module protocols/plonk/check
 */
import { ProverError, ensure } from "../../files/errors.js";
import { createProgress } from "../../files/progress.js";
import { getRandomBytes } from "../../util/random.js";
import { createController } from "../../util/signals.js";
import { openBuffers } from "../key/buffers.js";
import { sectionMsm } from "../key/section_msm.js";
import { committer } from "../plonkish/commit.js";
import { readPolynomial } from "../plonkish/key.js";
import { checkAllPoints } from "./points.js";
import { verifyWithKey } from "./verify.js";
import { POSITIONS } from "./zkey.js";

/** @import { Context } from "../key/context.js" */
/** @import { Proof } from "./json.js" */
/** @import { Zkey } from "./zkey.js" */

/** Bytes of a random factor: MSMs that differ are taken for equal with a probability of 2^-64. */
const RANDOM_BYTES = 8;

/**
 * Does the proof verify with the points of the key?
 * @param {Context<Zkey>} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
export function verifyProof({ zkey, curve }, { publicSignals, proof }) {
    const { nPublic, power, commitments, X_2, k1, k2 } = zkey;
    const key = { nPublic, power, points: commitments, X_2, k1, k2, w: curve.Fr.w[power] };
    return verifyWithKey(curve, key, publicSignals, proof);
}

/**
 * Are the points successive multiples by the tau of X_2, the first of which is the generator? By
 * one MSM with random factors of all but the last, and one of all but the first.
 * @param {Context<Zkey>} context
 */
async function checkPowers(context) {
    const { zkey: { file, powers, X_2, curve: { n8r }, sG1 }, curve } = context;
    const { G1, G2 } = curve;
    const n = powers.points - 1;
    const scalars = new Uint8Array(n * n8r);
    const random = getRandomBytes(n * RANDOM_BYTES);
    for (let i = 0; i < n; i++) scalars.set(random.subarray(i * RANDOM_BYTES, (i + 1) * RANDOM_BYTES), i * n8r);
    const msm = (/** @type {number} */ start) =>
        sectionMsm(context, { phase: "powers", G: G1, points: powers, scalars, start });
    const lower = await msm(0);
    const upper = await msm(1);
    const first = await powers.read(0, 1);
    ensure(
        G1.eq(first.subarray(0, sG1), G1.g) && await curve.pairingEq(G1.neg(upper), G2.g, lower, X_2),
        "ERR_FILE",
        () => `${file.name}: expected section 14 (powers of tau) to agree with X_2, got others; the key is damaged`,
    );
}

/**
 * Do polynomials and commitments of the key agree?
 * @param {Context<Zkey>} context
 * @throws {ProverError} ERR_POINT or ERR_FILE when the key is damaged, with the section
 */
async function examineKey(context) {
    const { zkey, curve: { Fr, G1 }, signal } = context, controller = createController();
    await checkAllPoints(context);
    await checkPowers(context);
    const commit = committer({ ...context, keep: false }, controller, openBuffers(context), zkey.domainSize);
    for (const [name, position] of Object.entries(POSITIONS)) {
        const scalars = await Fr.batchFromMontgomery(await readPolynomial(zkey, position, signal), { signal });
        const made = await commit({ [name]: scalars });
        ensure(
            G1.eq(made[name], zkey.commitments[name]),
            "ERR_FILE",
            () => `${zkey.file.name}: expected section ${position[0]} (polynomials) to agree with ${name} of the header, got another; the key is damaged`,
        );
    }
}

/**
 * Whose fault it is that a proof does not verify: the key's, or else the witness's.
 * @param {Context<Zkey>} context
 * @param {string} name - of the witness
 * @returns {Promise<never>}
 */
export async function diagnose(context, name) {
    await examineKey({ ...context, progress: createProgress(undefined) });
    throw new ProverError(
        "ERR_CHECK",
        `${name}: expected a witness that satisfies the circuit of ${context.zkey.file.name}, got one whose proof does not verify; the polynomials, points and commitments of the key agree, so this witness does not satisfy the circuit, unless the additions or wires of the key are damaged`,
    );
}
