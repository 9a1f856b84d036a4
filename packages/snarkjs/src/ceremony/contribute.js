/**
 * Contributions to a Groth16 key: delta is multiplied by a secret that is then forgotten, and the
 * points C and H are divided by it. A key is safe if one contributor has forgotten the secret.
 * Source: Bowe, Gabizon, Miers 2017 (MMORPG), with the transcript and the records of snarkjs.
 * @module ceremony/contribute
 */
import {
    beaconStream, checkHeaderPoints, drawStream, ensure, openSecrets, openZkey, readBeacon, readContributeOptions,
    readContributions, readNamedOptions, refuseInputs, SECTION, withCeremony, yieldToEventLoop,
} from "../../../../src/internal/snarkjs_ceremony.js";
import { contributionHash } from "./transcript.js";
import { multiplySection } from "./multiply.js";
import { BY_NUMBER, dividedPoints, rewriteKey } from "./rewrite_key.js";
import { contributionOf, drawSecret } from "./secret.js";

/** @import { Beacon, CeremonyOptions } from "../../../../src/internal/snarkjs_ceremony.js" */
/** @import { ContributeOptions, Contribution, Curve } from "../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Filled, Mpc, NamedOptions, PointSection } from "../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SecretStream, SinkLike, SourceLike, Zkey } from "../../../../src/internal/snarkjs_ceremony.js" */

/**
 * @typedef {object} Contributed
 * @property {Uint8Array} contributionHash - 64 bytes, for the contributor to keep and to publish;
 *   see formatHash
 * @property {number} contributions - of the new key
 * @property {Uint8Array} circuitHash - 64 bytes, as the key has it
 */

/**
 * Can the key be contributed to? The points of its header are checked, and that delta is what
 * contributions made it.
 * @param {Curve} curve
 * @param {Pick<Zkey, "curve" | "points"> & { file: { name: string } }} zkey
 * @param {Mpc} before
 * @throws {ProverError} ERR_POINT, ERR_FILE
 */
export function checkKey(curve, zkey, { contributions }) {
    checkHeaderPoints(zkey, curve);
    const delta = contributions.at(-1)?.deltaAfter ?? /** @type {Uint8Array} */ (curve.G1.toAffine(curve.G1.g));
    ensure(curve.G1.eq(delta, zkey.points.delta1), "ERR_FILE", () =>
        `${zkey.file.name}: expected delta1 to be that of the last of ${contributions.length} contributions, got another; the key is damaged`);
}

/**
 * @param {string} where
 * @param {SourceLike} zkey
 * @param {SinkLike} newZkey
 * @param {Readonly<CeremonyOptions & { name?: string }> & Filled} options
 * @param {(signal: AbortSignal) => SecretStream | Promise<SecretStream>} draw - the stream that the
 *   secret comes from
 * @param {Beacon} [beacon]
 * @returns {Promise<Contributed>}
 */
const contributeWith = (where, zkey, newZkey, options, draw, beacon) =>
    withCeremony(where, options, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newZkey, [zkey]);
        const key = await openZkey(await open("zkey", zkey));
        const before = await readContributions(key, signal);
        const points = dividedPoints(key);
        const curve = await curveOf(key.curve);
        const tracker = progress.only("points", points);
        checkKey(curve, key, before);
        // each of these takes some milliseconds, of which a page should notice nothing
        await yieldToEventLoop();
        signal.throwIfAborted();
        const stream = await draw(signal);
        const drawn = drawSecret(curve, stream);
        const secrets = openSecrets(curve.Fr);
        const inverse = secrets.inv(drawn.secret);
        secrets.own(drawn.secret);
        stream.clear();
        try {
            await yieldToEventLoop();
            const { name } = options, made = contributionOf(curve, drawn, before, key.points, { name, beacon });
            const contributions = [...before.contributions, made.contribution], mpc = { ...before, contributions };
            await writeOutput(async (openSink) => {
                const sink = await openSink("newZkey", newZkey);
                await rewriteKey({ zkey: key, signal, sink, order: BY_NUMBER }, mpc, made, (writer, type) => {
                    const section = /** @type {PointSection} */ (key.pointSections.get(type));
                    const wanted = `${key.file.name}: expected % section ${type} (points ${type === SECTION.C ? "C" : "H"})`;
                    return multiplySection({ curve, signal, tracker, writer }, section, wanted, inverse);
                });
            });
            tracker.end();
            const hash = contributionHash(curve, made.contribution);
            const { circuitHash } = mpc;
            return Object.freeze({ contributionHash: hash, contributions: contributions.length, circuitHash });
        } finally {
            secrets.clear();
        }
    });

/**
 * Contributes to a Groth16 key: `zkey contribute`. The secret is drawn from the host's generator
 * and the text together, and cleared from all memory before the call ends: one that is interrupted
 * is made anew, as there is nothing to go on from.
 *
 *   in      zkey     path, bytes, Blob, URL or reader; newZkey: path, { type: "mem" } or
 *                    WritableStream
 *   memory  does not grow with the key
 *   throws  ERR_FILE, ERR_POINT for a key that is none, or whose points would tell of the secret;
 *           nothing is left of the output
 * @param {SourceLike} zkey
 * @param {SinkLike} newZkey
 * @param {ContributeOptions} [options]
 * @returns {Promise<Contributed>}
 */
export async function contributeToKey(zkey, newZkey, options) {
    const checked = readContributeOptions("contributeToKey", options), { entropy } = checked;
    return contributeWith("contributeToKey", zkey, newZkey, checked, () => drawStream(entropy));
}

/**
 * Ends the contributions to a Groth16 key with one that no one has chosen: `zkey beacon`. Anyone
 * can make it again.
 *
 *   in      value     1 to 255 bytes, or their hexadecimal digits, that no one could know before
 *           exponent  2^exponent hashes are made of it, 10 to 63
 * @param {SourceLike} zkey
 * @param {SinkLike} newZkey
 * @param {string | Uint8Array} value
 * @param {number} exponent
 * @param {NamedOptions} [options]
 * @returns {Promise<Contributed>}
 */
export async function applyBeaconToKey(zkey, newZkey, value, exponent, options) {
    const where = "applyBeaconToKey", checked = readNamedOptions(where, options);
    const beacon = readBeacon(where, value, exponent);
    return contributeWith(where, zkey, newZkey, checked, (signal) => beaconStream(beacon, signal), beacon);
}
