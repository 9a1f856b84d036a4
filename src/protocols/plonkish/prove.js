/**
 * What the rounds of PLONK and of FFLONK have in common: the frame of a proof, and the polynomials
 * of its columns, of its constants and of its permutation.
 * @module protocols/plonkish/prove
 */
import { divide } from "../../batch/field_ops.js";
import { runFused } from "../../batch/fused_program.js";
import { drawBlinding } from "../../util/random.js";
import { withBuffers } from "../key/buffers.js";
import { columnOptions } from "../key/section_msm.js";
import { permutationPolynomial } from "./permutation.js";
import { addAt, blind, plainFactor } from "./polynomial.js";

/** @import { TaskOptions } from "../../batch/fused_program.js" */
/** @import { CallOptions } from "../../batch/options.js" */
/** @import { Curve } from "../../curves/types.js" */
/** @import { Buffers } from "../key/buffers.js" */
/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */

/**
 * What a proof has to calculate with.
 * @typedef {object} Work
 * @property {Curve} curve
 * @property {number} n - rows
 * @property {number} power - log2 n
 * @property {Buffers} buffers
 * @property {CallOptions} options
 * @property {() => TaskOptions} ofColumns - options of a call over columns; a GPU may have failed
 *   since the last one
 */

/** Random elements that blind z, and its coefficients from X^n on. */
export const BLINDS_OF_Z = 3;

/** @param {Context<any>} context @param {Buffers} buffers @returns {Work} */
const workOf = (context, buffers) => ({
    curve: context.curve, n: context.zkey.domainSize, power: context.zkey.power, buffers,
    options: { signal: context.signal },
    ofColumns: () => columnOptions(context),
});

/**
 * The prover of a protocol.
 * @template {GateKey} K
 * @template P - a proof
 * @param {number} count - random elements that blind a proof
 * @param {(context: Context<K>, controller: AbortController, work: Work, blinding: readonly
 *   Uint8Array[]) => Promise<P>} proofOf - controller: aborted by the first part that fails
 */
export function proverOf(count, proofOf) {
    /**
     * @param {Context<K>} context
     * @param {AbortController} controller
     * @param {readonly Uint8Array[]} blinding - LEM
     */
    const createProofWith = (context, controller, blinding) =>
        withBuffers(context, (buffers) => proofOf(context, controller, workOf(context, buffers), blinding));

    /**
     * The proof itself, blinded by the host's generator.
     * @param {Context<K>} context
     * @param {AbortController} controller
     */
    async function createProof(context, controller) {
        const blinding = drawBlinding(context.curve.Fr, count);
        try {
            return await createProofWith(context, controller, blinding);
        } finally {
            for (const scalar of blinding) scalar.fill(0);
        }
    }
    return Object.freeze({ createProof, createProofWith });
}

/**
 * The polynomial of a column.
 * @param {Work} work
 * @param {Uint8Array} column - on the domain, LEM
 * @param {number} [length] - coefficients that there is room for
 * @returns {Promise<Uint8Array>} n coefficients, plain, and zeros
 */
export async function interpolate({ curve, n, buffers, ofColumns }, column, length = n) {
    const { n8 } = curve.Fr, list = buffers.take(length * n8);
    const low = list.subarray(0, n * n8);
    await runFused(curve, n, ({ input, ifft, plain }) => [[plain(ifft(input(column))), low]], ofColumns());
    return list;
}

/**
 * The constants of the gates, minus the public signals in the first rows of the domain.
 * @param {Work} work
 * @param {Uint8Array} constants - n coefficients, LEM
 * @param {readonly Uint8Array[]} signals - LEM
 * @returns {Promise<Uint8Array>} in the same form; the constants themselves where there are no
 *   signals
 */
export async function withSignals({ curve, n, buffers, ofColumns }, constants, signals) {
    if (signals.length === 0) return constants;
    const { Fr } = curve, rows = new Uint8Array(signals.length * Fr.n8);
    signals.forEach((signal, i) => rows.set(Fr.neg(signal), i * Fr.n8));
    const sum = buffers.take(n * Fr.n8);
    await runFused(curve, n, ({ add, input, ifft }) => [[add(ifft(input(rows)), input(constants)), sum]], ofColumns());
    return sum;
}

/**
 * The polynomial z of the permutation, blinded.
 * @param {Context<any>} context
 * @param {Work} work
 * @param {{ columns: readonly Uint8Array[], sigmas: readonly Uint8Array[] }} wires - columns: on
 *   the domain, LEM, which are gone afterwards; sigmas: coefficients, LEM
 * @param {{ beta: Uint8Array, gamma: Uint8Array }} challenges
 * @param {readonly Uint8Array[]} blinding - BLINDS_OF_Z elements, LEM
 * @param {number} length - coefficients that there is room for
 * @returns {Promise<Uint8Array>} plain
 */
export async function blindedZ(context, { curve, n, buffers }, { columns, sigmas }, challenges, blinding, length) {
    const { Fr } = curve, z = buffers.take(length * Fr.n8);
    await permutationPolynomial(context, columns, sigmas, challenges, z.subarray(0, n * Fr.n8));
    buffers.drop(...columns);
    blind(Fr, z, n, blinding);
    return z;
}

/**
 * (z - 1) / (X - 1), without remainder, because z begins with 1: n times the quotient of (z - 1)
 * L1.
 * @param {Work} work
 * @param {Uint8Array} z - coefficients, plain
 * @returns {Promise<Uint8Array>} n + 2 coefficients, plain
 */
export async function startQuotient({ curve, n, buffers, options }, z) {
    const { Fr } = curve, size = (n + BLINDS_OF_Z) * Fr.n8;
    const list = buffers.take(size);
    list.set(z.subarray(0, size));
    addAt(Fr, list, [Fr.neg(plainFactor(Fr, Fr.one))]);
    const into = buffers.take(size - Fr.n8);
    await divide(curve, list, Fr.one, { ...options, into });
    buffers.drop(list);
    return into;
}

/**
 * The values of polynomials at a point.
 * @param {Work} work
 * @param {readonly Uint8Array[]} polynomials - coefficients
 * @param {Uint8Array} point - LEM
 * @param {number} [length] - coefficients that are taken at once: at least half of a polynomial
 * @returns {Promise<Uint8Array[]>} in the form of the coefficients
 */
export function valuesAt({ curve, n, options }, polynomials, point, length = n) {
    const c = curve.Fr.exp(point, length);
    return runFused(curve, length, ({ evaluate, input }) =>
        polynomials.map((list) => evaluate(input(list, c), point)), options);
}
