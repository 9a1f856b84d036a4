/**
 * FFLONK proofs from a proving key and a witness, in five rounds; see relation.js for what is
 * proved. Polynomials are calculated on cosets of the domain and component by component, so that no
 * FFT is longer than the domain.
 *
 * Source: Gabizon and Williamson 2021,
 * "fflonk: a Fast-Fourier inspired verifier efficient version of PlonK"; the order of rounds and
 * the blinding are those of snarkjs.
 * @module protocols/fflonk/prove
 */
import { openSecrets } from "../../batch/secrets.js";
import { splitParts } from "../../batch/parts.js";
import { ProverError } from "../../files/errors.js";
import { publicOf } from "../key/prove.js";
import { columnsOf } from "../plonkish/columns.js";
import { committer } from "../plonkish/commit.js";
import { blindedZ, BLINDS_OF_Z, interpolate, proverOf, valuesAt, withSignals } from "../plonkish/prove.js";
import { evaluationPoints, openingPoint, permutationChallenges, separator } from "./challenges.js";
import { committed, openedAt, openedAtOnce } from "./openings.js";
import { encodeProof } from "./proof.js";
import { cosets, firstQuotient, gateQuotient, permutationQuotient } from "./quotients.js";
import { inverseOfDenominators, openingFactors } from "./relation.js";
import { verifyWithKey } from "./verify.js";
import { FREE_ROWS, PARTS_OF_C0, SECTION } from "./zkey.js";

/** @import { Evaluations } from "./challenges.js" */
/** @import { Buffers } from "../key/buffers.js" */
/** @import { Context } from "./context.js" */
/** @import { Proof } from "./proof.js" */
/** @import { Work } from "../plonkish/prove.js" */

/** The longest MSM, in points per row, and polynomials in C2. */
const MOST_POINTS = 9, PARTS_OF_C2 = 3;

/** Random elements of a proof: two for each column, in its last rows, and three for z. */
const RANDOM = 9;

/**
 * The columns of the witness, blinded in their last rows.
 * @param {Context} context
 * @param {Buffers} buffers
 * @param {readonly Uint8Array[]} blinding - FREE_ROWS elements for each column, plain
 * @returns {Promise<Uint8Array[]>} a, b and c on the domain, LEM
 */
async function blindedColumns(context, buffers, blinding) {
    const { Fr } = context.curve, columns = await columnsOf(context, buffers);
    const secrets = openSecrets(Fr);
    columns.forEach((column, j) => {
        for (let i = 0; i < FREE_ROWS; i++) {
            const value = secrets.toMontgomery(blinding[FREE_ROWS * j + i]);
            column.set(value, column.length - (FREE_ROWS - i) * Fr.n8);
        }
    });
    secrets.clear();
    return columns;
}

/**
 * The polynomials of the key: QL, QR, QO, QM, QC, S1, S2 and S3.
 * @param {Context} context
 * @param {Work} work
 */
async function readPolynomials({ zkey: { file }, progress, signal }, { curve, n, buffers, options }) {
    const size = n * curve.Fr.n8;
    const bytes = PARTS_OF_C0 * size;
    const phase = progress.begin("key", bytes);
    const C0 = await file.read(SECTION.C0, 0, bytes, signal);
    phase.advance(bytes);
    phase.end();
    const into = Array.from({ length: PARTS_OF_C0 }, () => buffers.take(size));
    await splitParts(curve, C0, PARTS_OF_C0, { ...options, into });
    return into;
}

/**
 * The values of all polynomials at xi, and of those of C2 at xi w.
 * @param {Work} work
 * @param {import("./openings.js").Commitments} commitments
 * @param {{ xi: Uint8Array, xiw: Uint8Array }} points
 * @returns {Promise<Evaluations>}
 */
async function evaluations(work, commitments, { xi, xiw }) {
    const [[ql, qr, qo, qm, qc, s1, s2, s3], [a, b, c], [z, t1, t2]] = commitments, { curve: { Fr }, n } = work;
    /**
     * @param {Record<string, Uint8Array>} named
     * @param {Uint8Array} point
     * @param {(value: Uint8Array) => bigint} number
     * @param {number} [length]
     */
    const at = async (named, point, number, length) => {
        const values = await valuesAt(work, Object.values(named), point, length);
        return Object.fromEntries(Object.keys(named).map((name, i) => [name, number(values[i])]));
    };
    const lem = (/** @type {Uint8Array} */ value) => Fr.toObject(value);
    const plain = (/** @type {Uint8Array} */ value) => lem(/** @type {Uint8Array} */ (Fr.toMontgomery(value)));
    const all = await Promise.all([
        at({ ql, qr, qm, qo }, xi, lem), at({ qc, s1, s2, s3 }, xi, lem), at({ a, b, c, z }, xi, plain),
        at({ zw: z, t1w: t1 }, xiw, plain), at({ t2w: t2 }, xiw, plain, PARTS_OF_C2 * n),
    ]);
    return Object.assign({}, ...all);
}

/**
 * All rounds.
 * @param {Context} context
 * @param {AbortController} controller - aborted by the first part that fails
 * @param {Work} work
 * @param {readonly Uint8Array[]} blinding - RANDOM elements: plain ones for the columns, LEM for z
 * @returns {Promise<Proof>}
 */
async function proofOf(context, controller, work, blinding) {
    const { zkey, curve, witness } = context, { domain, points } = zkey, { n, buffers } = work, { Fr } = curve;
    const lem = (/** @type {bigint} */ value) => /** @type {Uint8Array} */ (Fr.fromObject(value));
    const commit = committer(context, controller, buffers, MOST_POINTS * n);
    const signals = publicOf(zkey, witness).map(BigInt);

    const [keyed, columns] = await Promise.all([
        readPolynomials(context, work), blindedColumns(context, buffers, blinding),
    ]);
    const [ql, qr, qo, qm, qc, ...sigmas] = keyed, all = cosets(work);
    const abc = await Promise.all(columns.map((column) => interpolate(work, column)));
    const gates = [ql, qr, qm, qo, await withSignals(work, qc, signals.map(lem))];
    const { T0, seen } = await gateQuotient(work, all, abc, gates);
    const first = [...abc, T0], scalars1 = await committed(work, first, 8 * n);
    const { C1 } = await commit({ C1: scalars1 });
    buffers.drop(scalars1);

    const permutation = permutationChallenges(curve, points.C0, signals, C1);
    const factors = { beta: lem(permutation.beta), gamma: lem(permutation.gamma), k1: zkey.k1, k2: zkey.k2 };
    const last = blinding.slice(3 * FREE_ROWS).reverse();
    const z = await blindedZ(context, work, { columns, sigmas }, factors, last, n + BLINDS_OF_Z);
    const T1 = await firstQuotient(work, z);
    const T2 = await permutationQuotient(work, all, { columns: abc, sigmas, z, seen }, factors);
    const second = [z, T1, T2], scalars2 = await committed(work, second, MOST_POINTS * n);
    const { C2 } = await commit({ C2: scalars2 });
    buffers.drop(scalars2);

    const evalPoints = evaluationPoints(curve, domain, permutation.gamma, C2);
    const commitments = /** @type {const} */ ([keyed, first, second]);
    const at = { xi: lem(evalPoints.xi), xiw: lem(evalPoints.xiw) };
    const values = await evaluations(work, commitments, at);

    const alpha = separator(curve, evalPoints.s, values);
    const F = await openedAtOnce(work, commitments, at, alpha);
    const { W1 } = await commit({ W1: F });

    const y = openingPoint(curve, alpha, W1);
    const opening = openingFactors(domain, evalPoints, alpha, y);
    const { W2 } = await commit({ W2: await openedAt(work, commitments, F, opening, lem(y)) });
    const inv = inverseOfDenominators(domain, evalPoints, y, signals.length);
    return encodeProof(curve, { C1, C2, W1, W2 }, { ...values, inv });
}

export const { createProof, createProofWith } = proverOf(RANDOM, proofOf);

/**
 * Does the proof verify with the points of the key?
 * @param {Context} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
export const verifyProof = ({ zkey: { nPublic, domain, points }, curve }, { publicSignals, proof }) =>
    verifyWithKey(curve, { nPublic, domain, ...points }, publicSignals, proof);

/**
 * Whose fault it is that a proof does not verify.
 * @param {Context} context
 * @param {string} name - of the witness
 * @returns {Promise<never>}
 */
export async function diagnose({ zkey: { file } }, name) {
    throw new ProverError(
        "ERR_CHECK",
        `${name}: expected a witness that satisfies the circuit of ${file.name}, got one whose proof does not verify; this witness does not satisfy the circuit, unless the key is damaged`,
    );
}
