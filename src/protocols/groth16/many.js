/**
 * Verification of many proofs on the workers of a curve.
 * @module protocols/groth16/many
 */
import { sumsOfBytes } from "../../batch/check_points.js";
import { scaledMillerProduct } from "../../batch/pairing.js";
import { inFlight } from "../../batch/submit.js";
import { curveFor } from "../key/verifier.js";
import { verifyAll, verifyEach } from "./verify_many.js";

/** @import { Answer } from "../json.js" */
/** @import { Item, ManyWays } from "./verify_many.js" */
/** @import { OpenKey } from "./verify.js" */

/** @param {OpenKey} opened @returns {ManyWays} */
function onWorkers({ curve }) {
    const { tm, G1 } = curve, group = {};
    return {
        each: (count, start) => inFlight(tm, count, start),
        product: (points, factors, others) => scaledMillerProduct(curve, points, factors, others, { group }),
        sum: (points, scalars) => G1.multiExpAffine(points, scalars),
        sums: (G, points, scalars) => sumsOfBytes(curve, G, points, scalars),
    };
}

/** @param {{ curve?: unknown } | undefined} options */
const settingOf = (options) => ({
    curveOf: curveFor(options ?? {}, "verifyMany"), waysOf: onWorkers, known: ["curve", "reason", "signal"],
});

/**
 * Verifies many proofs under one key: as strict as `verify`, at about a third of its cost. Proofs are read when their
 * turn comes, 256 at a time.
 *
 *   out     answers in the order of the proofs
 *   throws  a ProverError when the key or an option cannot be used, the reason of the signal when it is aborted
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {readonly Item[]} items - a Proof each, and its public signals
 * @param {{ reason?: R, signal?: AbortSignal, curve?: import("../../curves/types.js").Curve }} [options] - reason,
 *   curve: as of verify; signal: its reason is thrown between two batches
 * @returns {Promise<Answer<R>[]>}
 */
export const verifyMany = async (vkey, items, options) => verifyAll(settingOf(options), vkey, items, options);

/**
 * The same for proofs that come one after the other, without an end if need be: an answer for each, in their order.
 * 256 of them are waited for, or the end of the stream. A source that fails ends the answers with its error; when the
 * caller stops reading, the source is closed.
 * @template {boolean} [R=false]
 * @param {object} vkey
 * @param {Iterable<Item> | AsyncIterable<Item>} items
 * @param {{ reason?: R, signal?: AbortSignal, curve?: import("../../curves/types.js").Curve }} [options] - reason,
 *   curve: as of verify; signal: its reason is thrown between two batches
 * @returns {AsyncGenerator<Answer<R>, void, undefined>}
 */
export const verifyStream = (vkey, items, options) =>
    verifyEach("verifyStream", settingOf(options), vkey, items, options);
