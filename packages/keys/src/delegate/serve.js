/**
 * What a server does with its share: the four MSMs of a proof, whose scalars are the share. It
 * keeps nothing.
 * @module delegate/serve
 */
import {
    concat, costsOf, describe, ensure, isBytes, joinFirstFailure, knownCurve, msmPart, PARTS, pointBytesOf, withKey,
    withSharedColumns,
} from "../../../../src/internal/keys_delegate.js";
import { expandSeed, firstAbove, layoutOf, SEED } from "./shares.js";

/** @import { Context, Part, PartOptions, SourceLike, Zkey } from "../../../../src/internal/keys_delegate.js" */

/** The MSMs in the order in which an answer has them. */
export const ORDER = Object.freeze(/** @type {Part[]} */ (Object.keys(PARTS)));

/** @param {Zkey} zkey @returns {number} bytes of an answer */
export const answerBytes = (zkey) => ORDER.reduce((sum, part) => sum + pointBytesOf(zkey, part), 0);

/**
 * Bytes of the two shares of a proof, by what zkeyInfo says of its key.
 * @param {{ protocol: string, curve: string, signals: number, publicSignals: number,
 *   domainSize: number }} info
 * @returns {{ seed: number, values: number }} bytes of either share
 * @throws {ProverError} ERR_OPTION for a key of another protocol
 */
export function shareBytes({ protocol, curve: name, signals: nVars, publicSignals: nPublic, domainSize }) {
    ensure(protocol === "groth16", "ERR_OPTION", () =>
        `delegate: expected a key of a protocol whose MSMs can be delegated, got one of ${protocol}`);
    const curve = /** @type {{ n8r: number }} */ (knownCurve(name));
    return { seed: SEED, values: layoutOf({ nVars, nPublic, domainSize, curve }).total };
}

/**
 * The scalars of a share, in a buffer of their own.
 * @param {Context} context
 * @param {Uint8Array} share
 * @returns {Promise<Uint8Array>}
 */
async function scalarsOf({ zkey, secrets, signal }, share) {
    const { file, curve: { r, n8r } } = zkey, { total } = layoutOf(zkey);
    ensure(
        share.length === SEED || share.length === total,
        "ERR_OPTION",
        () => `msmShare: expected a seed of ${SEED} bytes or ${total} bytes of scalars for ${file.name}, got ${share.length} bytes`,
    );
    const scalars = new Uint8Array(total);
    secrets.push(scalars);
    if (share.length === SEED) await expandSeed(share, { r, n8r }, scalars, signal);
    else {
        scalars.set(share);
        const wrong = await firstAbove(scalars, { r, n8r }, signal);
        ensure(
            wrong < 0,
            "ERR_OPTION",
            // which may be a secret
            () => `msmShare: expected scalars below r, got one that is not: number ${wrong}`,
        );
    }
    return scalars;
}

/**
 * All four MSMs at once. B2 begins first, because it takes longest.
 * @param {Context} context - whose witness are the scalars
 * @param {AbortController} controller - aborted by the first that fails
 */
async function msmAll(context, controller) {
    const { zkey, witness: scalars, curve } = context, { signals, privates } = layoutOf(zkey);
    const common = scalars.subarray(0, signals);
    const values = {
        A: common, B2: common, C: scalars.subarray(signals, privates), H: scalars.subarray(privates),
    };
    const sum = async (/** @type {Part} */ part) =>
        curve[PARTS[part].group].toAffine(await msmPart(context, part, values[part]));
    const [B2, H, A, C] = await joinFirstFailure(controller, [sum("B2"), sum("H"), sum("A"), sum("C")]);
    const points = { A, B2, C, H };
    return concat(ORDER.map((part) => points[part]));
}

/**
 * The MSMs over the points A, B2, C and H of a key, each point times its scalar of a share.
 * @param {SourceLike} zkey
 * @param {Uint8Array} share - a seed of 32 bytes, or all scalars; copied, and the copy is cleared
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} four affine points, one behind the other, in the form that points
 *   have in the key
 * @throws {ProverError} ERR_OPTION for a share of another length or with a scalar that is not below
 *   r; otherwise as prove
 */
export async function msmShare(zkey, share, options) {
    ensure(isBytes(share), "ERR_OPTION", () => `msmShare: expected a share as a Uint8Array, got ${describe(share)}`);
    const own = new Uint8Array(share); // read before the first await
    try {
        return await withKey("msmShare", zkey, options, async (context, { controller }) => {
            const scalars = await scalarsOf(context, own), { progress, zkey: key } = context;
            const { A, B2, C, H } = costsOf(key, scalars, { check: false });
            progress.plan({ A, B2, C, H });
            const summed = { ...context, witness: scalars };
            const points = await withSharedColumns(summed, 0, (shared) => msmAll(shared, controller));
            context.signal.throwIfAborted();
            return points;
        });
    } finally {
        own.fill(0);
    }
}
