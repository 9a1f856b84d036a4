/**
 * Only Groth16 verification, in a small bundle that starts quickly and has no workers. Public as
 * ffturbo/verify.
 * @module protocols/groth16/verify_alone
 */
/** @typedef {import("../../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("./proof.js").Proof} Proof */
/** @typedef {import("../json.js").Reason} Reason */
/** @typedef {import("../json.js").Verdict} Verdict */
/**
 * @template {boolean} R
 * @typedef {import("../json.js").Answer<R>} Answer
 */
/** @typedef {import("./verify.js").PublicSignals} PublicSignals */
/** @typedef {import("./verify.js").VerificationKey} VerificationKey */
/** @typedef {import("./verify_many.js").Item} Item */
import { answerOptions } from "../json.js";
import { verifierOf } from "../../curves/verifier.js";
import { millerProduct, msmSync } from "../../batch/main_thread.js";
import { concat } from "../../util/bytes.js";
import { yieldToEventLoop } from "../../util/host.js";
import { FACTOR, scaleHere } from "./factors.js";
import { verifyOn } from "./verify.js";
import { verifyAll, verifyEach } from "../many.js";
import { settingOf } from "./verify_many.js";

export { ProverError } from "../../files/errors.js";

/**
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {{ reason?: R, insecure?: boolean }} [options] - reason: return a verdict that says why,
 *   instead of a boolean; insecure: take a key that anybody can forge proofs of
 * @returns {Promise<import("../json.js").Answer<R>>} false for a proof that is not valid, for
 *   signals out of range, and for points that are not on the curve or in the subgroup
 * @throws {import("../../files/errors.js").ProverError} when the key is not a Groth16 verification
 *   key, or an option is wrong; ERR_KEY for a key that anybody can forge proofs of
 */
export async function verify(vkey, publicSignals, proof, options) {
    return verifyOn(verifierOf, vkey, publicSignals, proof, answerOptions(options));
}

/** Points that are multiplied between two turns of the event loop, some 10 ms. */
const SCALED = 64;

/** @param {import("./verify.js").OpenKey} opened @returns {import("./verify_many.js").ManyWays} */
const onThisThread = ({ curve }) => ({
    each: async (count, start) => {
        for (let i = 0; i < count; i++) {
            await start(i);
            await yieldToEventLoop();
        }
    },
    scale: async (points, factors) => {
        const size = 4 * curve.G1.F.n8, parts = [];
        for (let i = 0; FACTOR * i < factors.length; i += SCALED) {
            const to = i + SCALED;
            const own = factors.subarray(FACTOR * i, FACTOR * to);
            parts.push(scaleHere(curve, points.subarray(size * i, size * to), own));
            await yieldToEventLoop();
        }
        return concat(parts);
    },
    product: async (points, others) => millerProduct(curve, [points, others]),
    msm: async (points, scalars) => msmSync(curve.G1, points, scalars),
    msms: async (G, points, scalars) => {
        const sums = [];
        for (const list of scalars) {
            sums.push(msmSync(G, points, list));
            await yieldToEventLoop();
        }
        return sums;
    },
});

const SETTING = Object.freeze(settingOf(verifierOf, onThisThread, ["reason", "signal"]));

/**
 * Verifies many proofs under one key on this thread, with pauses: as strict as `verify`, at less
 * than half its cost. Proofs are read when their turn comes, 1024 at a time.
 *
 *   out     answers in the order of the proofs
 *   throws  a ProverError when the key or an option cannot be used, the reason of the signal when
 *           it is aborted
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {readonly Item[]} items - a Proof each, and its public signals
 * @param {{ reason?: R, insecure?: boolean, signal?: AbortSignal }} [options] - reason, insecure:
 *   as of verify; signal: its reason is thrown between two batches
 * @returns {Promise<import("../json.js").Answer<R>[]>}
 */
export const verifyMany = async (vkey, items, options) => verifyAll(SETTING, vkey, items, options);

/**
 * The same for proofs that come one after the other: an answer for each, in their order. 1024 of
 * them are waited for, or the end of the stream. A source that fails ends the answers with its
 * error; when the caller stops reading, the source is closed.
 * @template {boolean} [R=false]
 * @param {object} vkey
 * @param {Iterable<Item> | AsyncIterable<Item>} items
 * @param {{ reason?: R, insecure?: boolean, signal?: AbortSignal }} [options] - reason, insecure:
 *   as of verify; signal: its reason is thrown between two batches
 * @returns {AsyncGenerator<import("../json.js").Answer<R>, void, undefined>}
 */
export const verifyStream = (vkey, items, options) => verifyEach("verifyStream", SETTING, vkey, items, options);
