/**
 * Contributes to a key in the form of bellman: `zkey bellman contribute`.
 * @module ceremony/bellman/contribute
 */
import {
    curveByAnyName, describe, drawStream, ensure, knownNames, openSecrets, readEntropyOptions, refuseInputs,
    withCeremony,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { checkKey } from "../contribute.js";
import { contributionHash } from "../transcript.js";
import { inParts } from "../parts.js";
import { multiplyInOrder, ownBytes } from "../multiply.js";
import { contributionOf, drawSecret } from "../secret.js";
import { encodeHeader, encodeMpc, LISTS, openParameters, u32 } from "./layout.js";

/** @import { Curve, EntropyOptions, PhaseTracker } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SinkLike, Source, SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Contributed } from "../contribute.js" */
/** @import { ListName, Parameters } from "./layout.js" */

/** Bytes that are copied at a time. */
const PIECE = 1 << 22;

/**
 * @typedef {object} On
 * @property {Curve} curve
 * @property {Source} source
 * @property {AbortSignal} signal
 * @property {PhaseTracker} tracker
 * @property {(bytes: Uint8Array) => Promise<void>} write - the next bytes
 */

/**
 * A list of points, and its length before it: H and C divided by the secret, others as they are.
 * @param {On} on
 * @param {Readonly<Parameters>} before
 * @param {ListName} name
 * @param {Uint8Array} inverse - of the secret
 */
async function writeList(on, { lists }, name, inverse) {
    const { curve: { G1, Fr }, source, signal, write } = on, { points, pointBytes, start } = lists[name];
    await write(u32(points));
    if (name === "H" || name === "C") {
        const encode = async (/** @type {Uint8Array} */ some) => ownBytes(await G1.batchLEMtoU(some, { signal }));
        const scalars = { G: G1, first: inverse, inc: Fr.one };
        await multiplyInOrder(on, lists[name], `${source.name}: expected % ${name}`, scalars, encode, write);
        return;
    }
    await inParts(points * pointBytes, PIECE, ([from, bytes]) => source.read(start + from, bytes, signal), write);
}

/**
 * Contributes to a Groth16 key in the form of bellman: `zkey bellman contribute`. The secret is
 * drawn and cleared as that of contributeToKey.
 *
 *   in      mpcparams  path, bytes, Blob, URL or reader; response: path, { type: "mem" } or
 *                      WritableStream
 *   memory  does not grow with the key
 *   throws  ERR_FILE, ERR_POINT for a file that is none, or whose points would tell of the secret;
 *           nothing is left of the output
 * @param {string} curve - "bn128", "bls12-381" or another with a pairing: the file does not say
 * @param {SourceLike} mpcparams
 * @param {SinkLike} response
 * @param {EntropyOptions} [options]
 * @returns {Promise<Contributed>}
 */
export async function contributeToBellman(curve, mpcparams, response, options) {
    const where = "contributeToBellman", checked = readEntropyOptions(where, options);
    const known = curveByAnyName(curve);
    ensure(known?.pairs, "ERR_OPTION", () => `${where}: expected a curve among ${knownNames()}, got ${describe(curve)}`);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, response, [mpcparams]);
        const source = await open("mpcparams", mpcparams);
        const built = await curveOf(known);
        const before = await openParameters({ curve: built, known, signal }, source);
        const points = before.lists.H.points + before.lists.C.points;
        const tracker = progress.only("points", points);
        checkKey(built, before, before.mpc);
        const stream = drawStream(checked.entropy);
        const drawn = drawSecret(built, stream);
        const secrets = openSecrets(built.Fr);
        const inverse = secrets.inv(drawn.secret);
        secrets.own(drawn.secret);
        stream.clear();
        try {
            const { contribution, delta1, delta2 } = contributionOf(built, drawn, before.mpc, before.points, {});
            const mpc = { ...before.mpc, contributions: [...before.mpc.contributions, contribution] };
            await writeOutput(async (openSink) => {
                const sink = await openSink("response", response);
                let at = 0;
                const write = async (/** @type {Uint8Array} */ bytes) => {
                    await sink.write(bytes, at);
                    at += bytes.length;
                };
                await write(encodeHeader(built, { ...before.points, delta1, delta2 }));
                const on = { curve: built, source, signal, tracker, write };
                for (const [name] of LISTS) await writeList(on, before, name, inverse);
                await write(encodeMpc(built, mpc));
            });
            tracker.end();
            const hash = contributionHash(built, contribution);
            return Object.freeze({
                contributionHash: hash, contributions: mpc.contributions.length, circuitHash: mpc.circuitHash,
            });
        } finally {
            secrets.clear();
        }
    });
}
