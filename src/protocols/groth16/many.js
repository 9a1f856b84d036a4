/**
 * Verification of many proofs on the workers of a curve.
 * @module protocols/groth16/many
 */
import { msmsOfBytes } from "../../batch/check_points.js";
import { combine } from "../../batch/combine.js";
import { millerProductOnWorker } from "../../batch/pairing.js";
import { evenBounds, inFlight } from "../../batch/submit.js";
import { warmPairing } from "../../curves/pairing_lanes.js";
import { concat } from "../../util/bytes.js";
import { curveFor } from "../key/verifier.js";
import { FACTOR, HALF, scaleHere } from "./factors.js";
import { verifyAll, verifyEach } from "../many.js";
import { settingOf } from "./verify_many.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Answer } from "../json.js" */
/** @import { Item, ManyWays } from "./verify_many.js" */
/** @import { OpenKey } from "./verify.js" */

/** Points that lanes multiply together, and as few as take no longer one by one. */
const SCALED = 256, FEW = 16;

/** Bytes of a scalar of `combine`. */
const SCALAR = 32;

/**
 * Points times their factors, some hundred at a time on a worker.
 * @param {Curve} curve
 * @param {Uint8Array} points - affine, each with its image
 * @param {Uint8Array} factors
 */
async function scaleOnLanes(curve, points, factors) {
    const { tm, G1 } = curve, n = factors.length / FACTOR;
    const size = 4 * G1.F.n8;
    if (n < FEW) return scaleHere(curve, points, factors);
    const bounds = evenBounds(n, Math.max(Math.ceil(n / SCALED), Math.min(tm.concurrency, Math.floor(n / FEW))));
    const parts = await inFlight(tm, bounds.length - 1, async (i) => {
        const [from, to] = [bounds[i], bounds[i + 1]];
        const halves = factors.subarray(FACTOR * from, FACTOR * to);
        const scalars = new Uint8Array(SCALAR * 2 * (to - from));
        for (let k = 0; k < 2 * (to - from); k++)
            scalars.set(halves.subarray(HALF * k, HALF * (k + 1)), SCALAR * k);
        const counts = new Uint32Array(to - from).fill(2);
        return (await combine(curve, G1, { points: points.slice(size * from, size * to), scalars, counts })).points;
    });
    return concat(parts);
}

/** @param {OpenKey} opened @returns {ManyWays} */
function onWorkers(opened) {
    const curve = /** @type {Curve} */ (opened.curve), { tm, G1 } = curve, group = {};
    return {
        each: (count, start) => inFlight(tm, count, start),
        scale: (points, factors) => scaleOnLanes(curve, points, factors),
        product: (points, others) => millerProductOnWorker(curve, points, others, { group }),
        msm: (points, scalars) => G1.multiExpAffine(points, scalars),
        msms: (G, points, scalars) => msmsOfBytes(curve, G, points, scalars),
    };
}

/** @param {{ curve?: unknown } | undefined} options */
const settingFor = (options) =>
    settingOf(curveFor(options ?? {}, "verifyMany"), onWorkers, ["curve", "reason", "signal"], warmPairing);

/**
 * Verifies many proofs under one key: as strict as `verify`, at about a third of its cost. Proofs
 * are read when their turn comes, 1024 at a time.
 *
 *   out     answers in the order of the proofs
 *   throws  a ProverError when the key or an option cannot be used, the reason of the signal when
 *           it is aborted
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {readonly Item[]} items - a Proof each, and its public signals
 * @param {import("./verify.js").VerifyOptions<R> & { signal?: AbortSignal }} [options] - signal:
 *   its reason is thrown between two batches
 * @returns {Promise<Answer<R>[]>}
 */
export const verifyMany = async (vkey, items, options) => verifyAll(settingFor(options), vkey, items, options);

/**
 * The same for proofs that come one after the other, without an end if need be: an answer for each,
 * in their order. 1024 of them are waited for, or the end of the stream. A source that fails ends
 * the answers with its error; when the caller stops reading, the source is closed.
 * @template {boolean} [R=false]
 * @param {object} vkey
 * @param {Iterable<Item> | AsyncIterable<Item>} items
 * @param {import("./verify.js").VerifyOptions<R> & { signal?: AbortSignal }} [options] - signal:
 *   its reason is thrown between two batches
 * @returns {AsyncGenerator<Answer<R>, void, undefined>}
 */
export const verifyStream = (vkey, items, options) =>
    verifyEach("verifyStream", settingFor(options), vkey, items, options);
