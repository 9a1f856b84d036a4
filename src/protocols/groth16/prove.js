/**
 * Groth16 proofs from a proving key and a witness, in bounded memory: points, coefficients and
 * values are read a part at a time while workers compute.
 *
 *   A0 = alpha1 + sum w_i A_i                               pi_a = A0 / r
 *   B0 = beta2 + sum w_i B2_i                               pi_b = r (B0 + s delta2)
 *   C0 = sum_{i > nPublic} w_i C_i + sum h_i H_i            pi_c = C0 + s A0
 *
 * with h = A w * B w - C w on the coset, and r, s drawn freshly from the host's generator, r not 0.
 * Source: Groth 2016, blinded as in Baghery, Kohlweiss, Siim and Volkhov 2020 (eprint 2020/811),
 * which needs no points B in G1; docs/decisions.md has the argument. The points H of a zkey are in
 * the Lagrange basis of that coset.
 * @module protocols/groth16/prove
 */
import { openSecrets } from "../../batch/secrets.js";
import { yieldToEventLoop } from "../../util/host.js";
import { drawBlinding, drawFactor } from "../../util/random.js";
import { ProverError } from "../../files/errors.js";
import { createProgress } from "../../files/progress.js";
import { joinFirstFailure } from "../../files/stop.js";
import { withSharedColumns } from "../key/buffers.js";
import { warmUp } from "../key/open.js";
import { gpuFor } from "../key/section_msm.js";
import { buildABC } from "./coefficients.js";
import { examineKey } from "./examine_key.js";
import { COLUMNS } from "./memory.js";
import { encodeProof } from "./proof.js";
import { msmA, msmB2, msmC, msmH } from "./msms.js";
import { verifyWithKey } from "./verify.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */
/** @import { Proof } from "./proof.js" */

/**
 * Up to this many workers, coefficients are summed before anything else is queued, and the
 * FFTs come next: the workers are busy with them, and the MSM over H needs them. More workers
 * would wait for the one thread that reads coefficients; they begin with other MSMs, but whoever is
 * free takes coefficients and FFTs first. When these took turns with the other MSMs, they
 * were done after three quarters of a proof of 2^18 on 8 workers.
 */
const FEW_WORKERS = 4;

/**
 *   in      A w, B w and their product on the domain; they are overwritten or emptied
 *   out     the scalars of the MSM over H, canonical LE
 * @param {Context} context
 * @param {Uint8Array[]} abc
 * @returns {Promise<Uint8Array>}
 */
export async function quotientOf(context, [a, b, c]) {
    const { zkey: { domainSize }, curve, signal, progress, secrets, columns, sequence, gpu } = context;
    const elements = 3 * domainSize;
    const phase = progress.begin("fft", elements);
    let done = 0;
    const onFraction = (/** @type {number} */ fraction) => {
        phase.advance(Math.floor(fraction * elements) - done);
        done = Math.floor(fraction * elements);
    };
    const options = { consume: true, sequence, signal, urgent: true, onFraction, gpu: gpuFor(curve.Fr, gpu) };
    const quotient = await curve.Fr.cosetQuotient(a, b, c, options);
    const scalars = /** @type {Uint8Array} */ (quotient); // of a domain below 2^25
    if (!columns) secrets.push(scalars); // shared memory is cleared when it is given back
    onFraction(1);
    phase.end();
    return scalars;
}

/**
 * The proof itself: four MSMs, one of them over the results of the FFTs, and the blinding.
 * @param {Context} context
 * @param {AbortController} controller - aborted by the first part that fails
 */
async function makeProof(context, controller) {
    const { curve, tm } = context;
    warmUp(context);
    const first = tm.concurrency <= FEW_WORKERS ? await buildABC(context) : undefined;
    const quotient = async () => msmH(context, quotientOf(context, first ?? await buildABC(context)));
    // The longest MSM comes next: the last one decides how long some workers wait for the others.
    const h = quotient();
    const b2 = msmB2(context);
    const a = msmA(context);
    const c = msmC(context);
    const [msmOfH, msmOfC, { piA, piB, cross }] = await joinFirstFailure(controller, [
        h,
        c,
        blind(context, a, b2),
        b2,
        a,
    ]);
    const { G1 } = curve;
    return encodeProof(curve, context.zkey.curve.name, piA, piB, G1.toAffine(G1.add(G1.add(msmOfC, msmOfH), cross)));
}

/**
 * The parts of the proof that do not need C and H: pi_a and pi_b, affine, and what they contribute
 * to pi_c. Workers compute the MSM over H at the same time.
 *
 * Whoever has chosen alpha and tau alone could have chosen them so that A0 is 0 for one witness.
 * Then e(A0, B0) is 1, as it is with any other point for A0 and 0 for B0; and with these the proof
 * says no more than others do.
 * @param {Context} context
 * @param {Promise<Uint8Array>} msmOfA
 * @param {Promise<Uint8Array>} msmOfB2
 */
export async function blind({ zkey: { points }, curve: { Fr, G1, G2 } }, msmOfA, msmOfB2) {
    // so that workers get their first tasks: a host's generator may take 9 ms to load
    await yieldToEventLoop();
    const secrets = openSecrets(Fr);
    const r = drawFactor(Fr), [s] = drawBlinding(Fr, 1);
    secrets.own(r, s);
    const inverse = secrets.inv(r);
    try {
        const a0 = G1.add(points.alpha1, await msmOfA);
        const b0 = G2.add(points.beta2, await msmOfB2);
        const [a, b] = G1.isZero(a0) ? [G1.g, G2.zero] : [a0, b0];
        const piA = G1.toAffine(G1.timesSecret(a, inverse));
        const piB = G2.toAffine(G2.timesSecret(G2.add(b, G2.timesSecret(points.delta2, s)), r));
        return { piA, piB, cross: G1.timesSecret(a, s) };
    } finally {
        secrets.clear();
    }
}

/**
 * Does the work with the witness and the columns in memory that workers share, if that is possible.
 * @template T
 * @param {Context} context
 * @param {(context: Context) => Promise<T>} work
 */
export const withColumns = (context, work) => withSharedColumns(context, COLUMNS, work);

/**
 * @param {Context} context
 * @param {AbortController} controller - aborted by the first part that fails
 */
export const createProof = (context, controller) => withColumns(context, (shared) => makeProof(shared, controller));

/**
 * Does the proof verify with the points of the key?
 * @param {Context} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
export async function verifyProof({ zkey: { file, nPublic, sG1, points }, curve, signal }, { publicSignals, proof }) {
    const ic = await file.read(SECTION.IC, 0, (nPublic + 1) * sG1, signal);
    const IC = Array.from({ length: nPublic + 1 }, (_, i) => ic.slice(i * sG1, (i + 1) * sG1));
    return verifyWithKey(curve, { ...points, IC }, publicSignals, proof);
}

/**
 * Whose fault it is that a proof does not verify: the key's, or else the witness's.
 * @param {Context} context
 * @param {string} name - of the witness
 * @returns {Promise<never>}
 */
export async function diagnose(context, name) {
    await examineKey({ ...context, progress: createProgress(undefined) });
    throw new ProverError(
        "ERR_CHECK",
        `${name}: expected a witness that satisfies the circuit of ${context.zkey.file.name}, got one whose proof does not verify; the coefficients and the points A, B and H of the key agree, so this witness does not satisfy the circuit, unless points C are damaged`,
    );
}
