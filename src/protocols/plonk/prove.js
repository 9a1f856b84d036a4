/**
 * PLONK proofs from a proving key and a witness. Each round commits to polynomials, and the challenges of the next one
 * are taken from all that was committed to. Only coefficients are read of the key's polynomials, and no Lagrange
 * polynomial.
 *
 * Source: Gabizon, Williamson, Ciobotaru 2019, eprint 2019/953, section 8.
 * @module protocols/plonk/prove
 */
import { divide, pointwise, powers } from "../../batch/field_ops.js";
import { publicOf } from "../key/prove.js";
import { columnsOf } from "../plonkish/columns.js";
import { committer } from "../plonkish/commit.js";
import { permutationProduct } from "../plonkish/permutation.js";
import { addAt, blinded, coefficientsOf, valueAt } from "../plonkish/polynomial.js";
import { keptPolynomials } from "../plonkish/reads.js";
import { drawBlinding } from "../../util/random.js";
import { release } from "../plonkish/secrets.js";
import { encodeProof } from "./json.js";
import { quotientOf } from "./quotient.js";
import { challenges, linearisation } from "./rounds.js";
import { BEYOND, PLACES } from "./zkey.js";

/** @import { Context } from "../key/context.js" */
/** @import { Polynomial } from "../plonkish/polynomial.js" */
/** @import { Proof } from "./json.js" */
/** @import { Zkey } from "./zkey.js" */

/** @typedef {Record<string, Uint8Array>} Named points or values by name, LEM */

/** Random elements of a proof: two for each wire, three for z, two between the parts of the quotient. */
export const BLINDING = 11;

/** Steps that the phase of the quotient counts: the columns and z, three cosets, and what joins them. */
const STEPS = 6;

/**
 * What all rounds of a proof share.
 * @typedef {object} Rounds
 * @property {Context<Zkey>} context
 * @property {ReturnType<typeof committer>} commit
 * @property {(name: string) => Promise<Uint8Array>} keyed - coefficients of the key's polynomials
 * @property {readonly Uint8Array[]} blinding - b1 to b11
 * @property {() => void} advance
 */

/**
 * Values on the domain to coefficients; the values are gone.
 * @param {Context<Zkey>} context
 * @param {Uint8Array} values
 */
async function interpolate({ curve, signal, secrets }, values) {
    const coefficients = await curve.Fr.ifft(values, "", "", undefined, "", { signal, consume: true });
    secrets.push(coefficients);
    return coefficients;
}

/**
 * The public signals as rows of the domain: -x_i, and zeros.
 * @param {Context<Zkey>} context
 * @param {readonly Uint8Array[]} signals - LEM
 * @returns {Promise<Uint8Array | undefined>} coefficients; undefined if there are none
 */
async function inputsOf(context, signals) {
    const { zkey: { domainSize }, curve } = context, { Fr } = /** @type {any} */ (curve);
    if (signals.length === 0) return undefined;
    const rows = new Uint8Array(domainSize * Fr.n8);
    signals.forEach((signal, i) => rows.set(Fr.neg(signal), i * Fr.n8));
    return interpolate(context, rows);
}

/**
 * Round 2: z, once beta and gamma are known.
 * @param {Rounds} rounds
 * @param {readonly Uint8Array[]} columns - a, b and c on the domain, which are gone afterwards
 * @param {Uint8Array} roots
 * @param {{ beta: Uint8Array, gamma: Uint8Array }} betaGamma
 */
async function permutationOf({ context, keyed, blinding }, columns, roots, betaGamma) {
    const { curve, signal, secrets } = context, { Fr } = /** @type {any} */ (curve);
    const sigmas = await Promise.all(["S1", "S2", "S3"].map(async (name) =>
        Fr.fft(await keyed(name), "", "", undefined, "", { signal })));
    const product = await permutationProduct(context, columns, sigmas, roots, betaGamma);
    secrets.push(product);
    release(...columns, ...sigmas);
    return blinded(Fr, await interpolate(context, product), [blinding[8], blinding[7], blinding[6]]);
}

/**
 * Round 5: the quotients by X - xi of the linearisation with what it is opened together with, and by X - xi w of z.
 * @param {Rounds} rounds
 * @param {Record<string, Polynomial>} made - the proof's polynomials, by the names of their commitments
 * @param {Record<string, Uint8Array>} factors
 * @param {Uint8Array} xi
 * @returns {Promise<Record<string, Polynomial>>}
 */
async function openingsOf({ context, keyed }, made, factors, xi) {
    const { curve, signal, secrets, zkey: { domainSize, power } } = context, { Fr } = /** @type {any} */ (curve);
    const names = Object.keys(factors), count = domainSize + BEYOND;
    const lists = await Promise.all(names.map((name) => made[name]?.low ?? keyed(name)));
    const low = await pointwise(curve, lists, (values, { combine }) =>
        combine(values.map((value, i) => [value, factors[names[i]]])), { signal });
    const high = Array.from({ length: BEYOND }, (_, i) => names.reduce((sum, name) => {
        const value = made[name]?.high[i];
        return value ? Fr.add(sum, Fr.mul(value, factors[name])) : sum;
    }, Fr.zero));
    const over = async (/** @type {Polynomial} */ p, /** @type {Uint8Array} */ point) => {
        const all = coefficientsOf(p, count, Fr.n8), { quotient } = await divide(curve, all, point, { signal });
        release(all);
        secrets.push(/** @type {Uint8Array} */ (quotient));
        return { low: /** @type {Uint8Array} */ (quotient), high: [] };
    };
    secrets.push(/** @type {Uint8Array} */ (low));
    const Wxi = await over({ low: /** @type {Uint8Array} */ (low), high }, xi);
    release(/** @type {Uint8Array} */ (low));
    return { Wxi, Wxiw: await over(made.Z, Fr.mul(xi, Fr.w[power])) };
}

/**
 * The values of a proof.
 * @param {Rounds} rounds
 * @param {Record<string, Polynomial>} made
 * @param {Uint8Array} xi
 * @returns {Promise<Named>}
 */
async function valuesOf({ context: { curve, signal, zkey: { power } }, keyed }, made, xi) {
    const { Fr } = /** @type {any} */ (curve), w = Fr.mul(xi, Fr.w[power]);
    const at = (/** @type {Polynomial} */ p, point = xi) => valueAt(curve, p, point, signal);
    const [eval_a, eval_b, eval_c, eval_s1, eval_s2, eval_zw] = await Promise.all([
        at(made.A), at(made.B), at(made.C),
        keyed("S1").then((low) => at({ low, high: [] })), keyed("S2").then((low) => at({ low, high: [] })),
        at(made.Z, w),
    ]);
    return { eval_a, eval_b, eval_c, eval_s1, eval_s2, eval_zw };
}

/**
 * All rounds.
 * @param {Rounds} rounds
 * @returns {Promise<Proof>}
 */
async function runRounds(rounds) {
    const { context, commit, keyed, blinding: b, advance } = rounds;
    const { zkey, curve, witness, signal, secrets } = context, { commitments, k1, k2, power, domainSize } = zkey;
    const { Fr } = /** @type {any} */ (curve), ask = challenges(curve);
    const signals = publicOf(zkey, witness).map((text) => Fr.e(text)), count = domainSize + BEYOND;
    const columns = await columnsOf(context);
    const roots = /** @type {Uint8Array} */ (await powers(curve, Fr.one, Fr.w[power], domainSize, { signal }));
    const made = /** @type {Record<string, Polynomial>} */ ({});
    for (const [i, name] of ["A", "B", "C"].entries()) {
        const own = columns[i].slice();
        secrets.push(own);
        made[name] = blinded(Fr, await interpolate(context, own), [b[2 * i + 1], b[2 * i]]);
    }
    const points = await commit({ A: made.A, B: made.B, C: made.C }, count);
    advance();

    const beta = ask.beta(commitments, signals, points), gamma = ask.gamma(beta);
    made.Z = await permutationOf(rounds, columns, roots, { beta, gamma });
    Object.assign(points, await commit({ Z: made.Z }, count));
    advance();

    const alpha = ask.alpha(beta, gamma, points), wires = { a: made.A, b: made.B, c: made.C, z: made.Z };
    const inputs = await inputsOf(context, signals), given = { beta, gamma, alpha };
    const parts = await quotientOf(context, { wires, keyed, inputs, roots, challenges: given }, advance);
    parts.forEach((part, j) => { made[`T${j + 1}`] = joinedPart(Fr, part, b[9 + j], b[8 + j], j); });
    Object.assign(points, await commit({ T1: made.T1, T2: made.T2, T3: made.T3 }, count));
    advance();

    const xi = ask.xi(alpha, points), values = await valuesOf(rounds, made, xi), v = ask.v(xi, values);
    const { factors } = linearisation(Fr, values, { beta, gamma, alpha, xi, v, k1, k2, power });
    Object.assign(points, await commit(await openingsOf(rounds, made, factors, xi), count));
    return encodeProof(curve, zkey.curve.name, points, values);
}

/**
 * A part of the quotient with what blinds it, which the next part takes away again.
 * @param {any} Fr
 * @param {Polynomial} part
 * @param {Uint8Array} above - what is added beyond it, if another part follows
 * @param {Uint8Array} below - what the part before has added
 * @param {number} j
 * @returns {Polynomial}
 */
function joinedPart(Fr, { low, high }, above, below, j) {
    if (j > 0) addAt(Fr, low, [Fr.neg(below)]);
    return { low, high: j < 2 ? [above] : high };
}

/**
 * @param {Context<Zkey>} context
 * @param {AbortController} controller - aborted by the first part that fails
 * @param {readonly Uint8Array[]} blinding - b1 to b11, LEM
 * @returns {Promise<Proof>}
 */
export async function makeWith(context, controller, blinding) {
    const phase = context.progress.begin("quotient", STEPS), keyed = keptPolynomials(context);
    const proof = await runRounds({
        context, blinding,
        commit: committer(context, controller),
        keyed: (name) => keyed(PLACES[/** @type {keyof typeof PLACES} */ (name)]),
        advance: () => phase.advance(1),
    });
    phase.end();
    return proof;
}

/**
 * The proof itself, blinded by the host's generator.
 * @param {Context<Zkey>} context
 * @param {AbortController} controller
 * @returns {Promise<Proof>}
 */
export async function make(context, controller) {
    const blinding = drawBlinding(context.curve.Fr, BLINDING);
    try {
        return await makeWith(context, controller, blinding);
    } finally {
        for (const scalar of blinding) scalar.fill(0);
    }
}
