/**
 * A section of points, each multiplied by a scalar of its own or by the same one: points are read,
 * multiplied and taken a part at a time, all three at once, so that memory does not grow with the
 * file.
 * @module ceremony/multiply
 */
import { freeWhole, isShared, openSecrets, pointCheck } from "../../../../src/internal/snarkjs_ceremony.js";
import { inParts } from "./parts.js";

/** @import { BinWriter, Curve, PhaseTracker } from "../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PointGroup, PointSection } from "../../../../src/internal/snarkjs_ceremony.js" */

/** Points that are multiplied at a time, for each thread: 50 ms of work or more. */
const STEP = 1 << 12;

/** Points of a part. @param {Curve} curve @returns {number} */
export const pointsAtOnce = ({ tm }) => STEP * Math.max(1, tm.concurrency);

/**
 * Bytes of its own, whoever uses the memory next.
 * @param {unknown} result - of an operation on many points
 */
export function ownBytes(result) {
    const bytes = /** @type {Uint8Array} */ (result);
    return isShared(bytes) ? bytes.slice() : bytes;
}

/**
 * The points of a section times first, first inc, first inc^2, …; the products are taken in order.
 *
 *   in      section  points of G, which are checked; first, inc: of Fr, LEM, read
 *   memory  a few parts of pointsAtOnce points
 *   throws  ERR_POINT for a point that is off the curve or outside of its subgroup: products of
 *           such points would tell something of the scalar
 * @template T
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {PointSection} section
 * @param {string} where - the section, for messages: "FILE: expected % section ..."
 * @param {{ G: PointGroup, first: Uint8Array, inc: Uint8Array, step?: number }} scalars - step:
 *   points of a part
 * @param {(products: Uint8Array) => Promise<T>} prepare - affine; parts may be prepared at once
 * @param {(prepared: T) => Promise<unknown>} take - one after the other
 */
export async function multiplyInOrder({ curve, signal, tracker }, section, where, scalars, prepare, take) {
    const { Fr } = curve, { G, first, inc, step = pointsAtOnce(curve) } = scalars;
    const check = pointCheck(curve, G, where, signal);
    await inParts(section.points, step, async ([from, count]) => {
        const some = await section.read(from, count, signal);
        await check.add(some);
        // before there are products: a stream would have passed them on when the section is at its
        // end
        check.end();
        const secrets = openSecrets(Fr);
        const start = secrets.mul(first, secrets.power(inc, from));
        try {
            const how = { signal, inSubgroup: true };
            const products = ownBytes(await G.batchApplyKey(some, start, inc, "affine", "affine", how));
            if (section.fresh) freeWhole(some);
            return await prepare(products);
        } finally {
            secrets.clear();
        }
    }, async (products, [, count]) => {
        await take(products);
        tracker.advance(count);
    });
}

/**
 * A section of points of G1, each multiplied by one scalar, from a key to another.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker, writer: BinWriter }} on - the
 *   writer is within a section
 * @param {PointSection} section
 * @param {string} where
 * @param {Uint8Array} scalar
 */
export function multiplySection(on, section, where, scalar) {
    const { curve: { G1, Fr }, writer } = on, same = async (/** @type {Uint8Array} */ products) => products;
    return multiplyInOrder(on, section, where, { G: G1, first: scalar, inc: Fr.one }, same, async (products) => {
        await writer.write(products);
        freeWhole(products);
    });
}
