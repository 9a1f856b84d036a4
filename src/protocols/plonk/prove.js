/**
 * PLONK proofs from a proving key and a witness. Each round commits to polynomials, and the
 * challenges of the next one are taken from all that was committed to. Only coefficients are read
 * of the key's polynomials, and no Lagrange polynomial.
 *
 * Source: Gabizon, Williamson, Ciobotaru 2019, eprint 2019/953, section 8.
 * @module protocols/plonk/prove
 */
import { divide, pointwise } from "../../batch/field_ops.js";
import { openSecrets } from "../../batch/secrets.js";
import { publicOf } from "../key/prove.js";
import { columnsOf } from "../plonkish/columns.js";
import { committer } from "../plonkish/commit.js";
import { addAt, blind, elementAt, plainFactor } from "../plonkish/polynomial.js";
import { blindedZ, interpolate, proverOf, valuesAt, withSignals } from "../plonkish/prove.js";
import { keptPolynomials } from "../plonkish/reads.js";
import { encodeProof } from "./json.js";
import { quotientOf } from "./quotient.js";
import { challenges, linearisation } from "./rounds.js";
import { BEYOND, POSITIONS } from "./zkey.js";

/** @import { Context } from "../key/context.js" */
/** @import { Work } from "../plonkish/prove.js" */
/** @import { Proof } from "./json.js" */
/** @import { Zkey } from "./zkey.js" */

/** @typedef {Record<string, Uint8Array>} Named points or values by name, LEM */

/**
 * Random elements of a proof: two for each wire, three for z, two between the parts of the
 * quotient.
 */
export const BLINDING = 11;

/**
 * Steps that the phase of the quotient counts: the columns and z, three cosets, and what joins
 * them.
 */
const STEPS = 6;

/**
 * What all rounds of a proof share.
 * @typedef {object} Rounds
 * @property {Context<Zkey>} context
 * @property {Work} work
 * @property {number} length - coefficients of each polynomial of the proof, zeros included
 * @property {ReturnType<typeof committer>} commit
 * @property {(name: string) => Promise<Uint8Array>} keyed - coefficients of the key's polynomials,
 *   LEM
 * @property {() => Promise<void>} forget - drops those that may not be kept, when no task uses them
 *   any more
 * @property {readonly Uint8Array[]} blinding - b1 to b11
 * @property {() => void} advance
 */

/**
 * The proof's polynomials, by the names of their commitments: plain coefficients.
 * @typedef {Named} Made
 */

/**
 * Round 1: the polynomials of the columns.
 * @param {Rounds} rounds
 * @param {readonly Uint8Array[]} columns - a, b and c on the domain
 * @returns {Promise<Made>}
 */
async function wiresOf({ work, length, blinding: b }, columns) {
    const { curve: { Fr }, n } = work;
    const [A, B, C] = await Promise.all(columns.map((column) => interpolate(work, column, length)));
    [A, B, C].forEach((list, i) => blind(Fr, list, n, [b[2 * i + 1], b[2 * i]]));
    return { A, B, C };
}

/**
 * Round 2: z, once beta and gamma are known.
 * @param {Rounds} rounds
 * @param {readonly Uint8Array[]} columns - a, b and c on the domain, which are gone afterwards
 * @param {{ beta: Uint8Array, gamma: Uint8Array }} betaGamma
 */
async function permutationOf({ context, work, length, keyed, forget, blinding }, columns, betaGamma) {
    const sigmas = await Promise.all(["S1", "S2", "S3"].map(keyed));
    const last = blinding.slice(6, 9).reverse();
    const z = await blindedZ(context, work, { columns, sigmas }, betaGamma, last, length);
    await forget();
    return z;
}

/**
 * Round 3: the parts of the quotient, each blinded by what the next takes away again.
 * @param {Rounds} rounds
 * @param {Made} made
 * @param {Uint8Array[]} signals
 * @param {{ beta: Uint8Array, gamma: Uint8Array, alpha: Uint8Array }} given - challenges
 * @returns {Promise<Made>}
 */
async function partsOfQuotient(rounds, made, signals, given) {
    const { context, work, keyed, forget, length, blinding, advance } = rounds, { curve: { Fr }, n, buffers } = work;
    const constants = await withSignals(work, await keyed("Qc"), signals);
    const identity = {
        wires: { a: made.A, b: made.B, c: made.C, z: made.Z }, keyed, constants, challenges: given,
        async forget() {
            if (signals.length > 0) buffers.drop(constants);
            await forget();
        },
    };
    const parts = await quotientOf(context, work, identity, length, advance);
    const secrets = openSecrets(Fr);
    for (const j of [0, 1]) {
        const between = secrets.fromMontgomery(blinding[9 + j]);
        addAt(Fr, parts[j], [between], n);
        addAt(Fr, parts[j + 1], [secrets.neg(between)]);
    }
    secrets.clear();
    return { T1: parts[0], T2: parts[1], T3: parts[2] };
}

/**
 * Round 5: the quotients by X - xi of the linearisation with what it is opened together with, and
 * by X - xi w of z.
 * @param {Rounds} rounds
 * @param {Made} made
 * @param {Record<string, Uint8Array>} factors
 * @param {Uint8Array} xi
 * @returns {Promise<Made>}
 */
async function openingsOf({ work, keyed, length }, made, factors, xi) {
    const { curve, n, power, buffers, options } = work, { Fr } = curve;
    const { n8 } = Fr, names = Object.keys(factors);
    const all = buffers.take(length * n8);
    const low = await Promise.all(names.map((name) => made[name]?.subarray(0, n * n8) ?? keyed(name)));
    const plain = names.map((name) => (made[name] ? factors[name] : plainFactor(Fr, factors[name])));
    await pointwise(curve, low, (values, { combine }) => combine(values.map((value, i) => [value, plain[i]])),
        { ...options, into: all.subarray(0, n * n8) });
    const over = async (/** @type {Uint8Array} */ list, /** @type {Uint8Array} */ point) => {
        const quotient = buffers.take(length * n8); // the last one is zero
        await divide(curve, list, point, { ...options, into: quotient.subarray(0, (length - 1) * n8) });
        return quotient;
    };
    const secrets = openSecrets(Fr);
    for (const name of names.filter((one) => made[one])) addAt(Fr, all, Array.from({ length: BEYOND }, (_, i) =>
        secrets.mul(elementAt(made[name], n + i, n8), factors[name])), n);
    secrets.clear();
    const Wxi = await over(all, xi);
    buffers.drop(all);
    return { Wxi, Wxiw: await over(made.Z, Fr.mul(xi, Fr.w[power])) };
}

/**
 * The values of a proof.
 * @param {Rounds} rounds
 * @param {Made} made
 * @param {Uint8Array} xi
 * @returns {Promise<Named>} LEM
 */
async function valuesOf({ work, keyed }, made, xi) {
    const { Fr } = work.curve, xiw = Fr.mul(xi, Fr.w[work.power]);
    const sigmas = await Promise.all(["S1", "S2"].map(keyed));
    const [wires, [eval_s1, eval_s2], moved] = await Promise.all([
        valuesAt(work, [made.A, made.B, made.C], xi), valuesAt(work, sigmas, xi), valuesAt(work, [made.Z], xiw),
    ]);
    const [eval_a, eval_b, eval_c, eval_zw] = [...wires, ...moved].map((value) => Fr.toMontgomery(value));
    return { eval_a, eval_b, eval_c, eval_s1, eval_s2, eval_zw };
}

/**
 * All rounds.
 * @param {Rounds} rounds
 * @returns {Promise<Proof>}
 */
async function runRounds(rounds) {
    const { context, work: { buffers }, commit, advance } = rounds, { zkey, curve, witness } = context;
    const { Fr } = curve, ask = challenges(curve), { commitments, k1, k2, power } = zkey;
    const signals = publicOf(zkey, witness).map((text) => Fr.e(text));
    const columns = await columnsOf(context, buffers);
    const made = await wiresOf(rounds, columns);
    const points = await commit(made);
    advance();

    const beta = ask.beta(commitments, signals, points);
    const gamma = ask.gamma(beta);
    made.Z = await permutationOf(rounds, columns, { beta, gamma });
    Object.assign(points, await commit({ Z: made.Z }));
    advance();

    const alpha = ask.alpha(beta, gamma, points);
    const parts = await partsOfQuotient(rounds, made, signals, { beta, gamma, alpha });
    Object.assign(made, parts);
    Object.assign(points, await commit(parts));
    advance();

    const xi = ask.xi(alpha, points);
    const values = await valuesOf(rounds, made, xi);
    const v = ask.v(xi, values);
    const { factors } = linearisation(Fr, values, { beta, gamma, alpha, xi, v, k1, k2, power });
    Object.assign(points, await commit(await openingsOf(rounds, made, factors, xi)));
    return encodeProof(curve, zkey.curve.name, points, values);
}

/**
 * @param {Context<Zkey>} context
 * @param {AbortController} controller - aborted by the first part that fails
 * @param {Work} work
 * @param {readonly Uint8Array[]} blinding - b1 to b11, LEM
 * @returns {Promise<Proof>}
 */
async function proofOf(context, controller, work, blinding) {
    const phase = context.progress.begin("quotient", STEPS);
    const length = context.zkey.domainSize + BEYOND;
    const keyed = keptPolynomials(context, work.buffers);
    const proof = await runRounds({
        context, work, length, blinding,
        commit: committer(context, controller, work.buffers, length),
        keyed: (name) => keyed.read(POSITIONS[/** @type {keyof typeof POSITIONS} */ (name)]),
        forget: keyed.forget,
        advance: () => phase.advance(1),
    });
    phase.end();
    return proof;
}

export const { createProof, createProofWith } = proverOf(BLINDING, proofOf);
