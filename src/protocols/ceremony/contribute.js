/**
 * Contributions to a Groth16 key: delta is multiplied by a secret that is then forgotten, and the points C and H are
 * divided by it. A key is safe if one contributor has forgotten the secret.
 * Source: Bowe, Gabizon, Miers 2017 (MMORPG), with the transcript and the records of snarkjs.
 * @module protocols/ceremony/contribute
 */
import { copySection } from "../../files/binwriter.js";
import { ensure } from "../../files/errors.js";
import { writeTogether } from "../../files/sink.js";
import { checkHeaderPoints } from "../groth16/points.js";
import { openZkey, SECTION } from "../groth16/zkey.js";
import { contributionHash, encodeContributions, readContributions } from "./contributions.js";
import { multiplySection } from "./multiply.js";
import { refuseInputs, withCeremony } from "./open.js";
import { readBeaconOptions, readContributeOptions } from "./options.js";
import { beaconStream, clearStream, drawStream, readBeacon } from "./randomness.js";
import { contributionOf, drawSecret } from "./secret.js";
import { keyWriter, writeSection } from "./write_key.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { SinkLike } from "../../files/sink.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { ChaCha } from "../../util/chacha.js" */
/** @import { Zkey } from "../groth16/zkey.js" */
/** @import { Contribution, Mpc } from "./contributions.js" */
/** @import { BeaconOptions, CeremonyOptions, ContributeOptions, Filled } from "./options.js" */
/** @import { Beacon } from "./randomness.js" */

/**
 * @typedef {object} Contributed
 * @property {Uint8Array} contributionHash - 64 bytes, for the contributor to keep and to publish; see formatHash
 * @property {number} contributions - of the new key
 */

/** The sections whose points are divided. */
const DIVIDED = /** @type {number[]} */ ([SECTION.C, SECTION.H]);

/**
 * The header of a key with other points delta, which come last.
 * @param {Zkey} zkey
 * @param {Uint8Array} delta1
 * @param {Uint8Array} delta2
 */
async function headerWith({ file }, delta1, delta2) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(SECTION.HEADER));
    const header = await file.read(SECTION.HEADER, 0, size);
    header.set(delta1, size - delta1.length - delta2.length);
    header.set(delta2, size - delta2.length);
    return header;
}

/**
 * @param {Curve} curve
 * @param {Zkey} zkey
 * @param {Mpc} before
 */
function checkKey(curve, zkey, { contributions }) {
    checkHeaderPoints(zkey, curve);
    const delta = contributions.at(-1)?.deltaAfter ?? /** @type {Uint8Array} */ (curve.G1.toAffine(curve.G1.g));
    ensure(curve.G1.eq(delta, zkey.points.delta1), "ERR_FILE", () =>
        `${zkey.file.name}: expected delta1 to be that of the last of ${contributions.length} contributions, got another; the key is damaged`);
}

/**
 * Writes the key that a contribution leads to.
 * @param {{ zkey: Zkey, curve: Curve, signal: AbortSignal, sink: import("../../files/sink.js").Sink,
 *   tracker: import("../../files/progress.js").PhaseTracker }} on
 * @param {Mpc} mpc - with the contribution
 * @param {{ delta1: Uint8Array, delta2: Uint8Array }} deltas
 * @param {Uint8Array} inverse - of the secret
 */
async function writeKey({ zkey, curve, signal, sink, tracker }, mpc, { delta1, delta2 }, inverse) {
    const { file, pointSections } = zkey, order = Object.values(SECTION).sort((a, b) => a - b);
    const writer = keyWriter(sink, order.length);
    for (const type of order) {
        const points = pointSections.get(type);
        if (type === SECTION.HEADER) await writeSection(writer, type, await headerWith(zkey, delta1, delta2));
        else if (type === SECTION.CONTRIBUTIONS) await writeSection(writer, type, encodeContributions(mpc));
        else if (points && DIVIDED.includes(type)) {
            await writer.begin(type, points.points * points.pointBytes);
            const where = `${file.name}: expected % section ${type} (points ${type === SECTION.C ? "C" : "H"})`;
            await multiplySection({ curve, signal, tracker, writer }, points, where, inverse);
            await writer.end();
        } else await copySection(writer, file, type, signal);
    }
    await writer.finish();
}

/**
 * @param {string} where
 * @param {SourceLike} zkey
 * @param {SinkLike} newZkey
 * @param {Readonly<CeremonyOptions & { name?: string }> & Filled} options
 * @param {(signal: AbortSignal) => ChaCha | Promise<ChaCha>} draw - the stream that the secret comes from
 * @param {Beacon} [beacon]
 * @returns {Promise<Contributed>}
 */
const contributeWith = (where, zkey, newZkey, options, draw, beacon) =>
    withCeremony(where, options, async ({ open, controller: { signal }, progress, curveOf }) => {
        refuseInputs(where, newZkey, [zkey]);
        const key = await openZkey(await open("zkey", zkey)), before = await readContributions(key, signal);
        const points = DIVIDED.reduce((sum, type) => sum + (key.pointSections.get(type)?.points ?? 0), 0);
        progress.plan({ points });
        const curve = await curveOf(key.curve), tracker = progress.begin("points", points);
        checkKey(curve, key, before);
        const stream = await draw(signal), drawn = drawSecret(curve, stream), inverse = curve.Fr.inv(drawn.secret);
        clearStream(stream);
        try {
            const { name } = options, made = contributionOf(curve, drawn, before, key.points, { name, beacon });
            const contributions = [...before.contributions, made.contribution], mpc = { ...before, contributions };
            await writeTogether(signal, async (openSink) => {
                const sink = await openSink("newZkey", newZkey);
                await writeKey({ zkey: key, curve, signal, sink, tracker }, mpc, made, inverse);
            });
            tracker.end();
            const hash = contributionHash(curve, made.contribution);
            return Object.freeze({ contributionHash: hash, contributions: contributions.length });
        } finally {
            for (const secret of [drawn.secret, inverse]) secret.fill(0);
        }
    });

/**
 * Contributes to a Groth16 key: `zkey contribute`. The secret is drawn from the host's generator and the text together,
 * and cleared from all memory before the call ends.
 *
 *   in      zkey     path, bytes, Blob, URL or reader; newZkey: path, { type: "mem" } or WritableStream
 *   memory  does not grow with the key
 *   throws  ERR_FILE, ERR_POINT for a key that is none, or whose points would tell of the secret; nothing is left of
 *           the output
 * @param {SourceLike} zkey
 * @param {SinkLike} newZkey
 * @param {ContributeOptions} [options]
 * @returns {Promise<Contributed>}
 */
export async function contributeToKey(zkey, newZkey, options) {
    const checked = readContributeOptions("contributeToKey", options), { entropy = "" } = checked;
    return contributeWith("contributeToKey", zkey, newZkey, checked, () => drawStream(entropy));
}

/**
 * Ends the contributions to a Groth16 key with one that no one has chosen: `zkey beacon`. Anyone can make it again.
 *
 *   in      value     1 to 255 bytes, or their hexadecimal digits, that no one could know before
 *           exponent  2^exponent hashes are made of it, 10 to 63
 * @param {SourceLike} zkey
 * @param {SinkLike} newZkey
 * @param {string | Uint8Array} value
 * @param {number} exponent
 * @param {BeaconOptions} [options]
 * @returns {Promise<Contributed>}
 */
export async function applyBeaconToKey(zkey, newZkey, value, exponent, options) {
    const where = "applyBeaconToKey", checked = readBeaconOptions(where, options);
    const beacon = readBeacon(where, value, exponent);
    return contributeWith(where, zkey, newZkey, checked, (signal) => beaconStream(beacon, signal), beacon);
}
