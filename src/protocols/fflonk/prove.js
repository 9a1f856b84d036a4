/**
 * FFLONK proofs from a proving key and a witness, in five rounds; see relation.js for what is proved. Polynomials are
 * calculated on cosets of the domain and component by component, so that no transform is longer than the domain.
 *
 * Source: Gabizon and Williamson 2021, "fflonk: a Fast-Fourier inspired verifier efficient version of PlonK"; the
 * order of rounds and the blinding are those of snarkjs.
 * @module protocols/fflonk/prove
 */
import { evaluate, pointwise } from "../../batch/field_ops.js";
import { splitParts } from "../../batch/parts.js";
import { ProverError } from "../../files/errors.js";
import { publicOf } from "../key/prove.js";
import { sumOf } from "../key/sums.js";
import { columnsOf } from "../plonkish/columns.js";
import { drawBlinding } from "../../util/random.js";
import { evaluationPoints, openingPoint, permutationChallenges, separator } from "./challenges.js";
import { committed, openedAt, openedAtOnce } from "./openings.js";
import { permutationPolynomial } from "./permutation.js";
import { encodeProof } from "./proof.js";
import { cosetsOf, firstQuotient, gateQuotient, permutationQuotient } from "./quotients.js";
import { inverseOfDenominators, openingFactors } from "./relation.js";
import { openVault } from "./vault.js";
import { verifyWithKey } from "./verify.js";
import { FREE_ROWS, PARTS_OF_C0, SECTION } from "./zkey.js";

/** @import { Evaluations } from "./challenges.js" */
/** @import { Context } from "./context.js" */
/** @import { Proof } from "./proof.js" */
/** @import { Work } from "./quotients.js" */

/** Random elements of a proof: two for each column, in its last rows, and three for z. */
const RANDOM = 9;

/**
 * The columns of the witness, blinded in their last rows.
 * @param {Context} context
 * @param {readonly Uint8Array[]} blinding - FREE_ROWS elements for each column, plain
 * @returns {Promise<Uint8Array[]>} a, b and c on the domain, LEM
 */
async function blindedColumns(context, blinding) {
    const { Fr } = context.curve, columns = await columnsOf(context);
    columns.forEach((column, j) => {
        for (let i = 0; i < FREE_ROWS; i++)
            column.set(Fr.toMontgomery(blinding[FREE_ROWS * j + i]), column.length - (FREE_ROWS - i) * Fr.n8);
    });
    return columns;
}

/**
 * The commitment to a polynomial.
 * @param {Context} context
 * @param {string} phase
 * @param {Uint8Array} scalars - plain
 */
async function commit(context, phase, scalars) {
    const { curve: { G1 }, zkey: { powers } } = context;
    return G1.toAffine(await sumOf(context, { phase, G: G1, points: powers, scalars, start: 0 }));
}

/**
 * The polynomials of the key: QL, QR, QO, QM, QC, S1, S2 and S3.
 * @param {Context} context
 * @param {Work} work
 */
async function readPolynomials({ zkey: { file }, progress, signal }, { curve, n, options }) {
    const bytes = PARTS_OF_C0 * n * curve.Fr.n8, phase = progress.begin("key", bytes);
    const C0 = await file.read(SECTION.C0, 0, bytes, signal);
    phase.advance(bytes);
    phase.end();
    return /** @type {Promise<Uint8Array[]>} */ (splitParts(curve, C0, PARTS_OF_C0, options));
}

/**
 * qc, minus the public signals in the first rows.
 * @param {Work} work
 * @param {Uint8Array} qc
 * @param {readonly bigint[]} signals
 */
async function withSignals({ curve, n, options }, qc, signals) {
    const { Fr } = curve, column = new Uint8Array(n * Fr.n8);
    signals.forEach((signal, i) => column.set(Fr.neg(Fr.fromObject(signal)), i * Fr.n8));
    const inputs = await Fr.ifft(column, "", "", undefined, "", options);
    return /** @type {Promise<Uint8Array>} */ (pointwise(curve, [qc, inputs], ([x, y], { add }) => add(x, y), options));
}

/**
 * The values of all polynomials at xi, and of those of C2 at xi w.
 * @param {Work} work
 * @param {import("./openings.js").Commitments} commitments
 * @param {{ xi: Uint8Array, xiw: Uint8Array }} points
 * @returns {Promise<Evaluations>}
 */
async function evaluations({ curve, options }, commitments, { xi, xiw }) {
    const [[ql, qr, qo, qm, qc, s1, s2, s3], [a, b, c], [z, t1, t2]] = commitments;
    const at = async (/** @type {Record<string, Uint8Array>} */ lists, /** @type {Uint8Array} */ point) =>
        Object.fromEntries(await Promise.all(Object.entries(lists).map(async ([name, list]) =>
            [name, /** @type {any} */ (curve.Fr).toObject(await evaluate(curve, list, point, options))])));
    const [here, next] = await Promise.all([
        at({ ql, qr, qm, qo, qc, s1, s2, s3, a, b, c, z }, xi), at({ zw: z, t1w: t1, t2w: t2 }, xiw),
    ]);
    return { ...here, ...next };
}

/**
 * @param {Context} context
 * @param {readonly Uint8Array[]} blinding - RANDOM elements: plain ones for the columns, LEM for z
 * @returns {Promise<Proof>}
 */
export async function makeWith(context, blinding) {
    const { zkey, curve, witness, secrets, signal } = context, { domain, domainSize: n, points } = zkey;
    const { Fr } = curve, vault = openVault(secrets), work = { curve, n, vault, options: { signal } };
    const lem = (/** @type {bigint} */ value) => /** @type {Uint8Array} */ (Fr.fromObject(value));
    const signals = publicOf(zkey, witness).map(BigInt);

    const [keyed, columns] = await Promise.all([readPolynomials(context, work), blindedColumns(context, blinding)]);
    const [ql, qr, qo, qm, qc, ...sigmas] = keyed, cosets = cosetsOf(work);
    const abc = await Promise.all(columns.map(async (column) =>
        vault.keep(await Fr.ifft(column, "", "", undefined, "", { signal }))));
    const { T0, seen } = await gateQuotient(work, cosets, abc, [ql, qr, qm, qo, await withSignals(work, qc, signals)]);
    const first = [...abc, T0], scalars1 = await committed(work, first, 8 * n);
    const C1 = await commit(context, "C1", scalars1);
    vault.drop(scalars1);

    const permutation = permutationChallenges(curve, points.C0, signals, C1);
    const factors = {
        beta: lem(permutation.beta), gamma: lem(permutation.gamma), k1: zkey.k1, k2: zkey.k2,
    };
    const z = await permutationPolynomial(context, work, columns, sigmas, factors, blinding.slice(3 * FREE_ROWS));
    const T1 = await firstQuotient(work, z);
    const T2 = await permutationQuotient(work, cosets, { columns: abc, sigmas, z, seen }, factors);
    const second = [z, T1, T2], scalars2 = await committed(work, second, 9 * n);
    const C2 = await commit(context, "C2", scalars2);
    vault.drop(scalars2);

    const places = evaluationPoints(curve, domain, permutation.gamma, C2);
    const commitments = /** @type {const} */ ([keyed, first, second]);
    const at = { xi: lem(places.xi), xiw: lem(places.xiw) }, values = await evaluations(work, commitments, at);

    const alpha = separator(curve, places.s, values), F = await openedAtOnce(work, commitments, at, alpha);
    const W1 = await commit(context, "W1", F);

    const y = openingPoint(curve, alpha, W1), opening = openingFactors(domain, places, alpha, y);
    const last = await openedAt(work, commitments, F, opening, lem(y));
    const W2 = await commit(context, "W2", last);
    const inv = inverseOfDenominators(domain, places, y, signals.length);
    return encodeProof(curve, { C1, C2, W1, W2 }, { ...values, inv });
}

/** @param {Context} context @returns {Promise<Proof>} */
export async function make(context) {
    const blinding = drawBlinding(context.curve.Fr, RANDOM);
    try {
        return await makeWith(context, blinding);
    } finally {
        for (const element of blinding) element.fill(0);
    }
}

/**
 * The proof as any verifier will see it: does it verify?
 * @param {Context} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
export async function holds({ zkey: { domain, points }, curve, progress }, { proof, publicSignals }) {
    const phase = progress.begin("check", 1);
    const ok = await verifyWithKey(curve, { domain, ...points }, publicSignals, proof);
    phase.advance(1);
    phase.end();
    return ok;
}

/**
 * Whose fault it is that a proof does not verify.
 * @param {Context} context
 * @param {string} name - of the witness
 * @returns {Promise<never>}
 */
export async function blame({ zkey: { file } }, name) {
    throw new ProverError(
        "ERR_CHECK",
        `${name}: expected a witness that satisfies the circuit of ${file.name}, got one whose proof does not verify; this witness does not satisfy the circuit, unless the key is damaged`,
    );
}
