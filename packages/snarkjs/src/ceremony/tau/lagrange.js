/**
 * The Lagrange points of domains, which phase 2 begins with: for each power p the inverse FFT
 * of the first 2^p points of a series.
 * @module ceremony/tau/lagrange
 */
import { freeBuffers, HASHED, pointCheck, pointwise, PTAU } from "../../../../../src/internal/snarkjs_ceremony.js";
import { partsOf } from "../parts.js";
import { ownBytes } from "../multiply.js";
import { hold } from "./chain.js";
import { drawFactors, FACTOR } from "./factors.js";

/** @import { BinWriter, Curve, PhaseTracker } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PointSection, ProverError, Ptau } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { TauRecord } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Factors } from "./factors.js" */

/**
 * A section of Lagrange points, and the series that they are of. Of the powers of tau in G1 there
 * is one domain more, for quotients; it takes one point more than there is, which is zero.
 * @typedef {Readonly<{ type: number, name: string, of: number, group: "G1" | "G2", more: 0 | 1 }>}
 *   Lagrange
 */

/** @type {readonly Lagrange[]} */
export const LAGRANGE = Object.freeze([
    { type: PTAU.LAGRANGE_TAU_G1, name: "Lagrange tau G1", of: PTAU.TAU_G1, group: "G1", more: 1 },
    { type: PTAU.LAGRANGE_TAU_G2, name: "Lagrange tau G2", of: PTAU.TAU_G2, group: "G2", more: 0 },
    { type: PTAU.LAGRANGE_ALPHA_TAU_G1, name: "Lagrange alpha tau G1", of: PTAU.ALPHA_TAU_G1, group: "G1", more: 0 },
    { type: PTAU.LAGRANGE_BETA_TAU_G1, name: "Lagrange beta tau G1", of: PTAU.BETA_TAU_G1, group: "G1", more: 0 },
]);

/**
 * Points of all domains of a section.
 * @param {Pick<Lagrange, "more">} section
 * @param {number} power
 */
export const lagrangePoints = ({ more }, power) => 2 ** (power + more + 1) - 1;

/**
 * Checks the points of a series before anything is made of them.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Ptau} ptau
 * @param {Lagrange} section
 * @throws {ProverError} ERR_POINT
 */
async function checkSeries({ curve, signal }, { file, points }, { of, group }) {
    const series = /** @type {PointSection} */ (points.get(of));
    const check = pointCheck(curve, curve[group], `${file.name}: expected % section ${of}`, signal, { what: "file" });
    for (const [from, count] of partsOf(series.points, HASHED)) {
        signal.throwIfAborted();
        await check.add(await series.read(from, count, signal));
    }
    check.end();
}

/**
 * Writes the Lagrange points of the domains from 2^from to 2^to.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker, writer: BinWriter }} on - the
 *   writer is within the section
 * @param {Ptau} ptau
 * @param {Lagrange} lagrange
 * @param {number} from
 * @param {number} to
 * @throws {ProverError} ERR_POINT for a point that is off the curve or outside of its subgroup
 */
export async function writeLagrange({ curve, signal, tracker, writer }, ptau, lagrange, from, to) {
    const { of, group } = lagrange, how = { signal, inSubgroup: true, consume: true };
    await checkSeries({ curve, signal }, ptau, lagrange);
    const G = curve[group], series = /** @type {PointSection} */ (ptau.points.get(of)), size = series.pointBytes;
    for (let p = from; p <= to; p++) {
        const n = 2 ** p;
        const points = await firstPoints(series, n, signal);
        const made = ownBytes(n === 1 ? points
            : await G.lagrangeEvaluations(points, "affine", "affine", undefined, undefined, how));
        for (const [at, count] of partsOf(n, HASHED)) await writer.write(made.subarray(at * size, (at + count) * size));
        // a collection would come when the next domain, of twice the size, is there as well
        freeBuffers([made.buffer]);
        tracker.advance(n);
    }
}

/**
 * @param {PointSection} series
 * @param {number} n
 * @param {AbortSignal} signal
 * @returns {Promise<Uint8Array>} n points; what the series does not have is zero
 */
async function firstPoints(series, n, signal) {
    const { pointBytes: size } = series, points = new Uint8Array(n * size);
    for (const [from, count] of partsOf(Math.min(n, series.points), HASHED)) {
        signal.throwIfAborted();
        points.set(await series.read(from, count, signal), from * size);
    }
    return points;
}

/**
 * The sum of the points of a section, each with its factor.
 *   throws  ERR_POINT for points that are none
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Ptau} ptau
 * @param {Lagrange} lagrange
 * @param {Factors} factors
 * @returns {Promise<{ own: Uint8Array, all: Uint8Array }>} own: of the domains up to that of the
 *   file
 */
async function sumOf({ curve, signal, tracker }, ptau, { type, name, group, more }, factors) {
    const G = curve[group], section = /** @type {PointSection} */ (ptau.points.get(type));
    const check = pointCheck(curve, G, `${ptau.file.name}: expected % section ${type} (${name})`, signal);
    const sum = async (/** @type {number} */ first, /** @type {number} */ end) => {
        let found = G.zero;
        for (const [from, count] of partsOf(end - first, HASHED)) {
            const points = await section.read(first + from, count, signal);
            await check.add(points);
            found = G.add(found, await G.multiExpAffine(points, factors(count), undefined, undefined, { signal }));
            tracker.advance(count);
        }
        return found;
    };
    const inner = lagrangePoints({ more: 0 }, ptau.power);
    const own = await sum(0, inner);
    const all = more ? G.add(own, await sum(inner, section.points)) : own;
    check.end();
    return { own, all };
}

/**
 * The factors of the powers of tau whose sum is that of the Lagrange points: of each domain the
 * inverse FFT of the factors of its points.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {number} top - the power of the largest domain
 * @param {Factors} factors
 * @returns {Promise<Uint8Array>} 2^top elements, Montgomery
 */
async function factorsOfPowers({ curve, signal }, top, factors) {
    const { Fr } = curve, { n8 } = Fr, none = undefined, coefficients = new Uint8Array(2 ** top * n8);
    for (let p = 0; p <= top; p++) {
        const n = 2 ** p;
        const drawn = factors(n);
        const wide = new Uint8Array(n * n8);
        for (let i = 0; i < n; i++) wide.set(drawn.subarray(i * FACTOR, (i + 1) * FACTOR), i * n8);
        const values = await Fr.batchToMontgomery(wide, { signal });
        const own = n === 1 ? values : await Fr.lagrangeEvaluations(values, none, none, none, none, { signal });
        const lists = [coefficients.subarray(0, n * n8), /** @type {Uint8Array} */ (own)];
        const both = await pointwise(curve, lists, ([a, b], { add }) => add(a, b), { signal });
        coefficients.set(/** @type {Uint8Array} */ (both));
    }
    return coefficients;
}

/**
 * Are the points of tau in G1 with this sum the Lagrange points of the powers?
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Ptau} ptau
 * @param {Uint8Array} sum
 * @param {Factors} factors - of the sum
 */
async function areOfPowers({ curve, signal }, ptau, sum, factors) {
    const [{ of, more }] = LAGRANGE, { G1: G, Fr } = curve, { n8 } = Fr, top = ptau.power + more;
    const series = /** @type {PointSection} */ (ptau.points.get(of));
    const coefficients = await factorsOfPowers({ curve, signal }, top, factors);
    const scalars = /** @type {Uint8Array} */ (await Fr.batchFromMontgomery(coefficients, { signal }));
    let other = G.zero;
    for (const [from, count] of partsOf(series.points, HASHED)) {
        const some = scalars.subarray(from * n8, (from + count) * n8);
        const points = await series.read(from, count, signal);
        other = G.add(other, await G.multiExpAffine(points, some, undefined, undefined, { signal }));
    }
    if (ptau.power === ptau.ceremonyPower) return G.eq(sum, other);
    return isNextPower(curve, ptau, { point: G.sub(sum, other), factor: coefficients.slice(-n8) });
}

/**
 * The first section that has other points than the Lagrange points of these powers. With random
 * factors r_i, the same for point i of every section: those of tau in G1 have the sum that the
 * powers have, with factors which follow from the r_i. The sums of the others are compared with
 * that one, and with the sum in G2, by pairings.
 *
 *   throws  ERR_POINT for points that are none
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Ptau} ptau - whose powers are right
 * @param {Pick<TauRecord, "alphaG1" | "betaG1">} last
 * @returns {Promise<Lagrange | undefined>}
 */
export async function otherLagrange(on, ptau, { alphaG1, betaG1 }) {
    const { curve, curve: { G1, G2 } } = on, begin = drawFactors(), [inG1, inG2, ofAlpha, ofBeta] = LAGRANGE;
    const first = await sumOf(on, ptau, inG1, begin());
    if (!await areOfPowers(on, ptau, first.all, begin())) return inG1;
    const g1 = G1.toAffine(G1.g);
    const g2 = G2.toAffine(G2.g);
    const sum = (await sumOf(on, ptau, inG2, begin())).own;
    if (!await hold(curve, [[g1, first.own, g2, G2.toAffine(sum)]])) return inG2;
    for (const [lagrange, point] of /** @type {const} */ ([[ofAlpha, alphaG1], [ofBeta, betaG1]])) {
        const { own } = await sumOf(on, ptau, lagrange, begin());
        if (!await hold(curve, [[point, own, g2, G2.toAffine(sum)]])) return lagrange;
    }
    return undefined;
}

/**
 * A file that was cut from a larger one does not have the last point of its largest domain, so it
 * must follow the one before it: is the point the factor times the power after the last one of the
 * file?
 * @param {Curve} curve
 * @param {Ptau} ptau
 * @param {{ point: Uint8Array, factor: Uint8Array }} product
 */
async function isNextPower(curve, { points }, { point, factor }) {
    const { G1, G2 } = curve, series = /** @type {PointSection} */ (points.get(PTAU.TAU_G1));
    const inG2 = /** @type {PointSection} */ (points.get(PTAU.TAU_G2));
    const last = await series.read(series.points - 1, 1);
    const tauG2 = await inG2.read(1, 1);
    return curve.pairingEq(point, G2.g, G1.neg(G1.timesFr(last, factor)), tauG2);
}
