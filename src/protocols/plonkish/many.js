/**
 * Verification of many proofs of protocols that end in one equation of two points,
 *
 *   e(X, x_2) e(O, g_2) = 1,
 *
 * with x_2 of the key and the generator g_2: proof i gets a factor r_i of 128 random bits, and one
 * equation with the sums of r_i X_i and of r_i O_i takes the place of all. A set with a proof that
 * does not hold passes with a probability of at most 2^-128, as groth16/equation.js says of its
 * own: the left side is g^(sum of r_i d_i), with d_i = 0 where proof i holds. Each set gets factors
 * of its own.
 *
 * Cost: the two points of each proof, and two Miller loops for a batch.
 * @module protocols/plonkish/many
 */
import { inFlight } from "../../batch/submit.js";
import { concat } from "../../util/bytes.js";
import { getRandomBytes } from "../../util/random.js";
import { attempt, Rejection, verdictOf } from "../json.js";
import { settle, verdictOfEquation } from "../many.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Verdict } from "../json.js" */

/**
 * The points X and O of a proof, affine.
 * @typedef {{ atX: Uint8Array, atOne: Uint8Array }} Sides
 */

/** Bytes of a factor. */
const FACTOR = 16;

/** Proofs that are no longer looked at in halves. */
const CHUNK = 8;

/**
 * @param {Curve} curve
 * @param {Uint8Array} X_2 - affine
 * @param {Sides} sides
 * @returns {Promise<boolean>}
 */
export const holdsAlone = ({ pairingEq, G2 }, X_2, { atX, atOne }) => pairingEq(atX, X_2, atOne, G2.g);

/**
 * @param {Curve} curve
 * @param {Uint8Array} X_2
 * @param {readonly Sides[]} list
 * @returns {Promise<boolean>}
 */
export async function holdTogether(curve, X_2, list) {
    const { G1 } = curve, factors = getRandomBytes(FACTOR * list.length);
    const [atX, atOne] = await Promise.all([list.map((sides) => sides.atX), list.map((sides) => sides.atOne)]
        .map((points) => G1.multiExpAffine(concat(points.map((point) => G1.toAffine(point))), factors)));
    return holdsAlone(curve, X_2, { atX, atOne });
}

/**
 * @template C
 * @typedef {object} Opened
 * @property {Curve} curve
 * @property {Uint8Array} X_2
 * @property {(item: any) => C} claimOf - reads and checks a proof; throws a Rejection
 * @property {(claim: C) => Promise<Sides | undefined>} sidesOf - undefined for a proof that does
 *   not hold
 */

/**
 * @template C
 * @param {Opened<C>} opened
 * @param {readonly unknown[]} items
 * @returns {Promise<Verdict[]>} in the order of the items
 */
export async function judgeBatch({ curve, X_2, claimOf, sidesOf }, items) {
    const verdicts = /** @type {Verdict[]} */ (new Array(items.length));
    const positions = new Map();
    await inFlight(curve.tm, items.length, async (i) => {
        const claim = attempt(() => claimOf(items[i] ?? {}));
        const sides = claim instanceof Rejection ? undefined : await sidesOf(claim);
        if (sides) positions.set(sides, i);
        else verdicts[i] = claim instanceof Rejection ? verdictOf(claim) : verdictOfEquation(false);
    });
    const found = [...positions.keys()], chunks = [];
    for (let i = 0; i < found.length; i += CHUNK) chunks.push({ statements: found.slice(i, i + CHUNK) });
    await settle({
        together: (some) => holdTogether(curve, X_2, some.flatMap(({ statements }) => statements)),
        alone: (sides) => holdsAlone(curve, X_2, sides),
        decide: (sides, holds) => { verdicts[positions.get(sides)] = verdictOfEquation(holds); },
    }, chunks);
    return verdicts;
}
