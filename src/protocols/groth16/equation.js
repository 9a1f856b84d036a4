/**
 * The equation of Groth16, e(A, B) = e(alpha1, beta2) e(IC(signals), gamma2) e(C, delta2): of one
 * proof, and of many with one key at once.
 *
 * Many: proof i gets a factor r_i of 128 random bits (see factors.js), and one equation takes the
 * place of all, with R the sum of r_i:
 *
 *   product of e(-r_i A_i, B_i)
 *   times e(R alpha1, beta2) e(sum of r_i IC(signals_i), gamma2) e(sum of r_i C_i, delta2)
 *   = 1
 *
 * All points are of order r, so the sides of the equation of proof i differ by g^d_i, with g of
 * order r, and d_i is not 0 where the proof does not hold. The equation of a set says that the sum
 * of r_i d_i is 0 modulo r. If some d_j is not 0, at most one value of r_j below r satisfies it,
 * whatever the other factors are: -(sum of the others) / d_j. The factor of a proof is drawn after
 * it was read, and nothing that can be seen depends on it before all proofs of the batch were read,
 * so that all factors are independent of all proofs; and the 2^128 factors that a proof may get are
 * different modulo r, so a set with a bad proof passes with a probability of at most 2^-128. Where
 * a batch of 1024 does not hold, its halves and theirs are asked, in at most six of which a proof
 * is. That all points are of order r is known for single proofs, and for many except with a
 * probability of 2^-128 for each batch and group, see areInSubgroup in key/points.js. Factors are
 * drawn for one batch, and no caller sees them.
 * @module protocols/groth16/equation
 */
/** @import { VerifierCurve, WasmCurve } from "../../curves/types.js" */
/** @import { Fixed, LanePairing } from "../../curves/pairing_lanes.js" */
import { millerProduct, msmSync } from "../../batch/main_thread.js";
import { concat, writeLE } from "../../util/bytes.js";
import { FACTOR, valuesOf, withImages } from "./factors.js";

/** Points of a proof that were checked, affine LEM, and its signals. */
/** @typedef {{ a: Uint8Array, b: Uint8Array, c: Uint8Array, signals: bigint[] }} Statement */

/**
 * What a key contributes to every equation.
 * @typedef {object} PreparedKey
 * @property {Uint8Array[]} IC - affine LEM, one more than there are signals
 * @property {Uint8Array} alpha1 - jacobian
 * @property {Uint8Array} beta2 - jacobian
 * @property {Uint8Array} alphaBeta - the Miller function at both
 * @property {Uint8Array} lines - of gamma2 and delta2, from prepareG2
 */

/**
 * @param {VerifierCurve} curve
 * @param {import("./verify.js").KeyPoints} points
 * @returns {PreparedKey}
 */
export function prepareKey(curve, points) {
    const { G1, G2 } = curve, alpha1 = G1.toJacobian(points.alpha1);
    const beta2 = G2.toJacobian(points.beta2);
    const lines = [points.gamma2, points.delta2].map((point) => curve.prepareG2(G2.toJacobian(point)));
    const alphaBeta = millerProduct(curve, [alpha1, beta2]);
    return { IC: points.IC, alpha1, beta2, alphaBeta, lines: concat(lines) };
}

/** Is the product of the pairings one? @param {VerifierCurve} curve @param {Uint8Array} miller */
const isOne = ({ Gt, finalExponentiation }, miller) => Gt.eq(finalExponentiation(miller), Gt.one);

/**
 * Signals from which on one sum takes less time than as many products: 3 take the same, and 64 a
 * third (whole verifications 15.7 and 7.0 ms on bn128, 27.9 and 10.1 on bls12-381).
 */
const SUMMED = 3;

/** Bytes of a signal that are multiplied by one point of a table. */
const STEP = 2;

/** Signals for which a key gets tables, at most: one takes 1 KB and 0.3 ms to make (bn128). */
const TABLED = 64;

/**
 * Tables of keys: for each signal its point times 2^(8 STEP i), affine, one behind the other; null
 * for a key that was used once.
 * @type {WeakMap<PreparedKey, Uint8Array[] | null>}
 */
const tables = new WeakMap();

/**
 * Of a key that was used before: with them a sum takes half the time (one signal 89 us for 205 on
 * bn128, 165 for 356 on bls12-381; 112 and 204 with pieces of 4 bytes).
 * @param {VerifierCurve} curve
 * @param {PreparedKey} key
 * @returns {Uint8Array[] | undefined}
 */
function tablesOf({ G1, Fr }, key) {
    const [, ...points] = key.IC, found = tables.get(key);
    if (found || points.length > TABLED) return found ?? undefined;
    const made = found === null ? points.map((point) => tableOf(G1, point, Fr.n8 / STEP)) : null;
    tables.set(key, made);
    return made ?? undefined;
}

/** @param {WasmCurve} G1 @param {Uint8Array} point - affine @param {number} count */
function tableOf(G1, point, count) {
    const entries = [point];
    for (let next = G1.toJacobian(point); entries.length < count; ) {
        for (let i = 0; i < 8 * STEP; i++) next = G1.double(next);
        entries.push(G1.toAffine(next));
    }
    return concat(entries);
}

/**
 * IC[0] and the others times their signals.
 * @param {VerifierCurve} curve
 * @param {PreparedKey} key
 * @param {readonly bigint[]} signals
 * @returns {Uint8Array} jacobian
 */
function inputSum(curve, key, signals) {
    const { G1 } = curve, [first, ...others] = key.IC, known = tablesOf(curve, key);
    if (signals.length === 0) return G1.toJacobian(first);
    if (!known && signals.length < SUMMED)
        return signals.reduce((sum, signal, i) => G1.add(sum, G1.timesScalar(others[i], signal)), G1.toJacobian(first));
    const longest = signals.reduce((a, b) => (a > b ? a : b));
    const bytes = Math.ceil(longest.toString(16).length / 2);
    const pieces = Math.ceil(bytes / STEP);
    const size = known ? STEP * pieces : bytes;
    const scalars = new Uint8Array(size * signals.length);
    signals.forEach((signal, i) => writeLE(scalars, size * i, signal, size));
    const points = known
        ? known.map((table) => table.subarray(0, 2 * G1.F.n8 * pieces))
        : others.map((point) => affine(G1, point));
    return G1.add(msmSync(G1, concat(points), scalars), first);
}

/**
 * Keys as their curve's lanes take them; null where they do not.
 * @type {WeakMap<PreparedKey, Fixed | null>}
 */
const onLanes = new WeakMap();

/**
 * The equation on lanes; undefined where the base module has to answer: for points at infinity, and
 * for what the lanes leave to it.
 * @param {VerifierCurve} curve
 * @param {PreparedKey} key
 * @param {Statement} statement
 * @param {Uint8Array} inputs - of the statement, jacobian
 * @param {LanePairing} lanes
 */
function holdsOnLanes({ G1, G2, preQSize }, key, { a, b, c }, inputs, lanes) {
    if (G1.isZero(inputs) || G1.isZero(a) || G2.isZero(b) || G1.isZero(c)) return undefined;
    const fixed = onLanes.get(key)
        ?? lanes.prepare([key.lines.subarray(0, preQSize), key.lines.subarray(preQSize)], key.alphaBeta) ?? null;
    onLanes.set(key, fixed);
    return fixed ? lanes.isOne(fixed, [G1.neg(a), b], [G1.toAffine(inputs), c]) : undefined;
}

/**
 * Of one proof.
 * @param {VerifierCurve} curve
 * @param {PreparedKey} key
 * @param {Statement} statement
 * @param {LanePairing} [lanes] - of the curve
 * @returns {boolean}
 */
export function holdsAlone(curve, key, statement, lanes) {
    const { alphaBeta, lines } = key, { a, b, c, signals } = statement;
    const { G1, G2, Gt } = curve, inputs = inputSum(curve, key, signals);
    const answer = lanes && holdsOnLanes(curve, key, statement, inputs, lanes);
    if (answer !== undefined) return answer;
    const pairs = /** @type {const} */ ([G1.toJacobian(G1.neg(a)), G2.toJacobian(b)]);
    return isOne(
        curve,
        Gt.mul(alphaBeta, millerProduct(curve, pairs, [concat([inputs, G1.toJacobian(c)]), lines])),
    );
}

/**
 * Proofs that share a product of Miller functions.
 * @typedef {object} Chunk
 * @property {Statement[]} statements
 * @property {Uint8Array} factors - FACTOR bytes each
 * @property {Uint8Array} product - of the Miller functions at -r_i A_i and B_i
 */

/**
 * Where the work is done: on this thread alone, or on the workers of a curve.
 * @typedef {object} Way
 * @property {(points: Uint8Array, factors: Uint8Array) => Promise<Uint8Array>} scale - affine
 *   points of G1, each with its image, times their factors; affine
 * @property {(points: Uint8Array, others: Uint8Array) => Promise<Uint8Array>} product - of the
 *   Miller functions at jacobian points of G1 and of G2
 * @property {(points: Uint8Array, scalars: Uint8Array) => Promise<Uint8Array>} msm - of affine
 *   points of G1 times scalars; jacobian
 */

/**
 * Draws the factors of proofs.
 * @param {VerifierCurve} curve
 * @param {Way} way
 * @param {readonly Statement[]} statements
 * @param {(bytes: number) => Uint8Array} random - from the host's generator
 * @returns {Promise<{ factors: Uint8Array, scaled: Uint8Array }>} scaled: -r_i A_i, affine
 */
export async function drawFactors(curve, way, statements, random) {
    const { G1 } = curve, factors = random(FACTOR * statements.length);
    const points = withImages(curve, statements.map(({ a }) => affine(G1, G1.neg(a))));
    return { factors, scaled: await way.scale(points, factors.slice()) };
}

/**
 * @param {VerifierCurve} curve
 * @param {Way} way
 * @param {Statement[]} statements
 * @param {{ factors: Uint8Array, scaled: Uint8Array }} weights - of these proofs
 * @returns {Promise<Chunk>}
 */
export async function chunkOf({ G1, G2 }, way, statements, { factors, scaled }) {
    const size = 2 * G1.F.n8;
    const product = await way.product(
        concat(statements.map((_, i) => G1.toJacobian(scaled.subarray(size * i, size * (i + 1))))),
        concat(statements.map(({ b }) => G2.toJacobian(b))),
    );
    return { statements, factors, product };
}

/** Two coordinates also for infinity. @param {WasmCurve} G @param {Uint8Array} point - affine */
export const affine = (G, point) => (G.isZero(point) ? G.zeroAffine : point);

/**
 * Of all proofs of these chunks.
 * @param {VerifierCurve} curve
 * @param {PreparedKey} key
 * @param {Way} way
 * @param {readonly Chunk[]} chunks
 * @returns {Promise<boolean>}
 */
export async function holdTogether(curve, key, way, chunks) {
    const { G1, Gt, r } = curve, { n8 } = curve.Fr, statements = chunks.flatMap((chunk) => chunk.statements);
    const factors = concat(chunks.map((chunk) => chunk.factors));
    const values = valuesOf(curve, factors);
    const weights = /** @type {bigint[]} */ (new Array(key.IC.length).fill(0n));
    statements.forEach(({ signals }, i) => {
        weights[0] += values[i];
        signals.forEach((signal, j) => { weights[j + 1] += values[i] * signal; });
    });
    const scalars = new Uint8Array(n8 * weights.length);
    weights.forEach((weight, j) => writeLE(scalars, n8 * j, weight % r, n8));
    const [inputs, c] = await Promise.all([
        way.msm(concat(key.IC), scalars),
        way.msm(withImages(curve, statements.map((statement) => affine(G1, statement.c))), factors),
    ]);
    const alpha = G1.toJacobian(G1.timesScalar(key.alpha1, weights[0] % r));
    const fixed = millerProduct(curve, [alpha, key.beta2], [concat([inputs, c]), key.lines]);
    return isOne(curve, chunks.reduce((product, chunk) => Gt.mul(product, chunk.product), fixed));
}
