/**
 * Powers of tau, begun and contributed to: point i of each series is multiplied by a power of a
 * secret that is then forgotten. Source: Bowe, Gabizon, Miers 2017 (MMORPG), with the files and
 * transcript of snarkjs.
 * @module ceremony/tau/contribute
 */
import {
    BEACON, beaconStream, blake2bWithState, clearSecrets, curveByAnyName, curveOfPtau, describe, drawKeys, drawStream,
    encodeParameters, encodeRecords, ensure, HASHED, knownNames, LARGEST_POWER, openPtau, pointsOf, PTAU, RANDOM,
    readBeacon, readContributeOptions, readNamedOptions, readOptions, readRecords, refuseInputs, responseHash, SERIES,
    withCeremony, writeSection,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { partsOf } from "../parts.js";
import { multiplyInOrder } from "../multiply.js";
import { firstChallengeOf, firstChallenge, hashPoints } from "./challenge.js";
import { ensureReadable, PLAIN, readBack, tauWriter, whereIn, writeHeader } from "./write.js";

/** @import { Beacon, BinWriter, CeremonyOptions } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { ContributeOptions, Curve, Filled } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { NamedOptions, PhaseTracker } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PointSection, Ptau, Secrets } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SecretStream, Series, SinkLike } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SourceLike, TauRecord } from "../../../../../src/internal/snarkjs_ceremony.js" */

/**
 * @typedef {object} TauContributed
 * @property {Uint8Array} contributionHash - 64 bytes, the hash of the response, for the contributor
 *   to keep and to publish; see formatHash
 * @property {Uint8Array} nextChallenge - 64 bytes, what the next contribution begins with
 * @property {number} contributions - of the new file
 */

/**
 * Begins powers of tau, with tau = alpha = beta = 1: `powersoftau new`.
 * @param {string} curve - "bn128", "bls12-381" or another with a pairing
 * @param {number} power - there will be 2^power powers
 * @param {SinkLike} ptau
 * @param {CeremonyOptions} [options]
 * @returns {Promise<{ firstChallenge: Uint8Array }>} 64 bytes
 */
export async function newPowersOfTau(curve, power, ptau, options) {
    const where = "newPowersOfTau", checked = readOptions(where, options);
    const known = curveByAnyName(curve);
    ensure(known?.pairs, "ERR_OPTION", () => `${where}: expected a curve among ${knownNames()}, got ${describe(curve)}`);
    ensure(Number.isInteger(power) && power >= 1 && power <= Math.min(LARGEST_POWER, known.s), "ERR_OPTION", () =>
        `${where}: expected a power from 1 to ${Math.min(LARGEST_POWER, known.s)}, got ${describe(power)}`);
    return withCeremony(where, checked, async ({ controller: { signal }, progress, curveOf, writeOutput }) => {
        const built = await curveOf(known);
        const tracker = progress.only("points", pointsOf(power));
        const first = await firstChallenge({ curve: built, signal }, power);
        await writeOutput(async (openSink) => {
            const writer = tauWriter(await openSink("ptau", ptau), PLAIN);
            await writeHeader(writer, built, known.n8q, power, power);
            for (const { type, group, count } of SERIES) {
                const G = built[group], one = G.toAffine(G.g);
                const n = count(power);
                const many = new Uint8Array(Math.min(n, HASHED) * one.length);
                for (let at = 0; at < many.length; at += one.length) many.set(one, at);
                await writer.begin(type, n * one.length);
                for (const [, some] of partsOf(n, HASHED)) {
                    signal.throwIfAborted();
                    await writer.write(many.subarray(0, some * one.length));
                    tracker.advance(some);
                }
                await writer.end();
            }
            await writeSection(writer, PTAU.CONTRIBUTIONS, encodeRecords([]));
            await writer.finish();
        });
        tracker.end();
        return Object.freeze({ firstChallenge: first });
    });
}

/**
 * The multiplied points, to the sections of a file or to a response.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {(series: Series) => { section: PointSection, where: string }} sectionOf
 * @param {Secrets} secrets
 * @param {(series: Series, products: Uint8Array, compressed: Uint8Array) => unknown} take
 */
export async function multiplySeries(on, sectionOf, secrets, take) {
    const { curve } = on, { Fr } = curve, one = Fr.one;
    for (const series of SERIES) {
        const { section, where } = sectionOf(series), G = curve[series.group];
        const first = series.first ? secrets[series.first] : one;
        const inc = series.type === PTAU.BETA_G2 ? one : secrets.tau;
        const scalars = { G, first, inc, step: HASHED };
        await multiplyInOrder(on, section, where, scalars, async (products) => ({
            products, compressed: /** @type {Uint8Array} */ (await G.batchLEMtoC(products, { signal: on.signal })),
        }), async ({ products, compressed }) => take(series, products, compressed));
    }
}

/**
 * Writes the sections of points, and returns the points of a record and the state of the hash of
 * the response.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker, writer: BinWriter }} on
 * @param {Ptau} ptau
 * @param {Secrets} secrets
 * @param {Uint8Array} challenge
 */
async function writeProducts(on, ptau, secrets, challenge) {
    const { writer, curve } = on, hasher = blake2bWithState(), kept = /** @type {Record<string, Uint8Array>} */ ({});
    hasher.update(challenge);
    /** @type {Series | undefined} */
    let open;
    await multiplySeries(on, (series) => ({
        section: /** @type {PointSection} */ (ptau.points.get(series.type)), where: whereIn(ptau, series),
    }), secrets, async (series, products, compressed) => {
        if (open !== series) {
            const size = 2 * curve[series.group].F.n8;
            if (open) await writer.end();
            await writer.begin(series.type, series.count(ptau.power) * size);
            open = series;
            kept[series.kept] = products.slice(series.at * size, (series.at + 1) * size);
        }
        hasher.update(compressed);
        await writer.write(products);
    });
    await writer.end();
    return { kept, partialHash: hasher.state() };
}

/**
 * @param {string} where
 * @param {SourceLike} ptau
 * @param {SinkLike} newPtau
 * @param {Readonly<CeremonyOptions & { name?: string }> & Filled} options
 * @param {(signal: AbortSignal) => SecretStream | Promise<SecretStream>} draw - the stream that the
 *   secrets come from
 * @param {Beacon} [beacon]
 * @returns {Promise<TauContributed>}
 */
const contributeWith = (where, ptau, newPtau, options, draw, beacon) =>
    withCeremony(where, options, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newPtau, [ptau]);
        const before = await openPtau(await open("ptau", ptau));
        const records = await readRecords(before, signal);
        const { power } = before, points = pointsOf(power);
        const curve = await curveOf(curveOfPtau(before));
        const tracker = progress.only("points", points);
        const challenge = records.at(-1)?.nextChallenge
            ?? await firstChallengeOf({ curve, signal }, before);
        return writeOutput(async (openSink) => {
            const sink = await openSink("newPtau", newPtau);
            ensureReadable(where, sink);
            const writer = tauWriter(sink, PLAIN);
            const stream = await draw(signal);
            const { secrets, keys } = drawKeys(curve, challenge, stream);
            stream.clear();
            try {
                await writeHeader(writer, curve, before.n8, power, before.ceremonyPower);
                const on = { curve, signal, tracker, writer };
                const { kept, partialHash } = await writeProducts(on, before, secrets, challenge);
                const { name } = options, parameters = encodeParameters({ name, beacon });
                const type = beacon ? BEACON : RANDOM;
                const record = /** @type {TauRecord} */ (/** @type {unknown} */ (
                    { ...kept, keys, partialHash, type, parameters }));
                const response = responseHash(curve, record);
                const nextChallenge = await hashPoints({ curve, signal }, power, response, readBack(writer, curve));
                const all = [...records, { ...record, nextChallenge }];
                await writeSection(writer, PTAU.CONTRIBUTIONS, encodeRecords(all));
                await writer.finish();
                tracker.end();
                return Object.freeze({ contributionHash: response, nextChallenge, contributions: all.length });
            } finally {
                clearSecrets(secrets);
            }
        });
    });

/**
 * Contributes to powers of tau: `powersoftau contribute`. The secrets are drawn from the host's
 * generator and the text together, and cleared from all memory before the call ends, so that one
 * that is interrupted is made anew. What was prepared for phase 2 is not in the new file.
 *
 *   in      ptau     path, bytes, Blob, URL or reader; newPtau: path or { type: "mem" }
 *   memory  does not grow with the file
 *   throws  ERR_FILE, ERR_POINT for a file that is none, or whose points would tell of the secrets;
 *           nothing is left of the output
 * @param {SourceLike} ptau
 * @param {SinkLike} newPtau
 * @param {ContributeOptions} [options]
 * @returns {Promise<TauContributed>}
 */
export async function contributeToPowersOfTau(ptau, newPtau, options) {
    const where = "contributeToPowersOfTau", checked = readContributeOptions(where, options), { entropy } = checked;
    return contributeWith(where, ptau, newPtau, checked, () => drawStream(entropy));
}

/**
 * Ends the contributions to powers of tau with one that no one has chosen: `powersoftau beacon`.
 * Anyone can make it again.
 *
 *   in      value     1 to 255 bytes, or their hexadecimal digits, that no one could know before
 *           exponent  2^exponent hashes are made of it, 10 to 63
 * @param {SourceLike} ptau
 * @param {SinkLike} newPtau
 * @param {string | Uint8Array} value
 * @param {number} exponent
 * @param {NamedOptions} [options]
 * @returns {Promise<TauContributed>}
 */
export async function applyBeaconToPowersOfTau(ptau, newPtau, value, exponent, options) {
    const where = "applyBeaconToPowersOfTau", checked = readNamedOptions(where, options);
    const beacon = readBeacon(where, value, exponent);
    return contributeWith(where, ptau, newPtau, checked, (signal) => beaconStream(beacon, signal), beacon);
}
