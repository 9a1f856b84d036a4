/**
 * Powers of tau as other programs exchange them: a challenge, which has all points uncompressed
 * after the hash of the last response; and a response, which has them compressed after the hash of
 * the challenge, and then the keys. Source: Bowe, Gabizon, Miers 2017; the files of the program
 * powersoftau.
 * @module ceremony/tau/exchange
 */
import {
    blake2b, blake2bWithState, clearSecrets, collectKeys, curveByAnyName, curveOfPtau, describe, drawKeys, drawStream,
    encodeParameters, encodeRecords, ensure, HASH, HASHED, isOnCurve, KEY_POINTS, knownNames, LARGEST_POWER,
    noChallenge, openPtau, pointCheck, pointsOf, ProverError, PTAU, RANDOM, readEntropyOptions, readImportOptions,
    readOptions, readRecords, refuseInputs, responseHash, sameBytes, SERIES, withCeremony, writeSection,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { inParts } from "../parts.js";
import { ownBytes } from "../multiply.js";
import { firstChallengeOf, emptyHash, firstChallenge, hashPoints } from "./challenge.js";
import { multiplySeries } from "./contribute.js";
import { ensureReadable, PLAIN, readBack, tauWriter, writeHeader } from "./write.js";

/** @import { CeremonyOptions, Curve, EntropyOptions } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { ImportOptions, KnownCurve } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PhaseTracker, PointSection, PublicKeys } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Series, SinkLike, Source, SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { TauRecord } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { TauContributed } from "./contribute.js" */

/** Bytes that are hashed at a time. */
const STRETCH = 1 << 20;

/** Bytes of an uncompressed point of each group. @param {number} n8 - of a coordinate */
const widthsOf = (n8) => ({ G1: 2 * n8, G2: 4 * n8 });

/**
 * Bytes of all points of a power, as `share` of the uncompressed ones, and of the keys.
 * @param {number} n8
 * @param {number} power
 * @param {1 | 0.5} share
 */
const bytesOf = (n8, power, share) =>
    SERIES.reduce((sum, { group, count }) => sum + count(power) * widthsOf(n8)[group] * share, 0);

/** @param {number} n8 */
const keyBytes = (n8) => KEY_POINTS.reduce((sum, [, , group]) => sum + widthsOf(n8)[group], 0);

/**
 * Where the points of a series begin.
 * @param {number} n8
 * @param {number} power
 * @param {1 | 0.5} share
 * @param {Series} series
 */
const startOf = (n8, power, share, series) => SERIES.slice(0, SERIES.indexOf(series))
    .reduce((sum, { group, count }) => sum + count(power) * widthsOf(n8)[group] * share, HASH);

/**
 * Writes powers of tau as a challenge: `powersoftau export challenge`.
 *
 *   in      ptau     path, bytes, Blob, URL or reader; challenge: path, { type: "mem" } or
 *                    WritableStream
 *   memory  does not grow with the file
 *   throws  ERR_FILE where the points are not those of the last contribution, by their hash
 * @param {SourceLike} ptau
 * @param {SinkLike} challenge
 * @param {CeremonyOptions} [options]
 * @returns {Promise<{ challenge: Uint8Array, lastResponse: Uint8Array }>} hashes, 64 bytes each
 */
export async function exportChallenge(ptau, challenge, options) {
    const where = "exportChallenge", checked = readOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, challenge, [ptau]);
        const from = await openPtau(await open("ptau", ptau)), { power, ceremonyPower, file } = from;
        const records = await readRecords(from, signal);
        const last = records.at(-1);
        const points = pointsOf(power);
        ensure(power === ceremonyPower, "ERR_FILE", () =>
            `${file.name}: expected the powers of a whole ceremony, got 2^${power} that were cut from one of 2^${ceremonyPower}`);
        const curve = await curveOf(curveOfPtau(from));
        const tracker = progress.only("points", points);
        const lastResponse = last ? responseHash(curve, last) : emptyHash();
        const expected = last?.nextChallenge ?? await firstChallenge({ curve, signal }, power);
        await writeOutput(async (openSink) => {
            const sink = await openSink("challenge", challenge);
            let at = 0;
            /** @type {Parameters<typeof hashPoints>[3]} */
            const read = async ({ type }, first, count) => {
                const section = /** @type {PointSection} */ (from.points.get(type));
                const some = await section.read(first, count, signal);
                tracker.advance(count);
                return some;
            };
            const got = await hashPoints({ curve, signal }, power, lastResponse, read, async (bytes) => {
                await sink.write(bytes, at);
                at += bytes.length;
            });
            ensure(sameBytes(got, expected), "ERR_FILE", () =>
                `${file.name}: expected the points that the last contribution made, by their hash, got others; the file is damaged`);
        });
        tracker.end();
        return Object.freeze({ challenge: expected, lastResponse });
    });
}

/**
 * The power of a challenge or response, by its length.
 * @param {Source} source
 * @param {(power: number) => number} lengthOf
 * @param {number} most
 * @returns {Promise<number>}
 */
async function powerByLength(source, lengthOf, most) {
    const length = await source.length(lengthOf(most));
    for (let power = 1; power <= most; power++) if (length === lengthOf(power)) return power;
    throw ensure(false, "ERR_FILE", () =>
        `${source.name}: expected the length of one for a power from 1 to ${most}, such as ${lengthOf(10)} bytes for 10, got ${length}; the file is for another curve, or damaged`);
}

/** @param {Source} source @param {number} length @param {AbortSignal} signal */
async function hashOf(source, length, signal) {
    const hasher = blake2b();
    await inParts(length, STRETCH, (part) => source.read(...part, signal), (bytes) => hasher.update(bytes));
    return new Uint8Array(hasher.digest());
}

/**
 * Keys, uncompressed, in order.
 * @param {Curve} curve
 * @param {PublicKeys} keys
 * @returns {Uint8Array[]}
 */
const encodeKeys = (curve, keys) => KEY_POINTS.map(([name, part, group]) => {
    const G = curve[group], bytes = new Uint8Array(2 * G.F.n8);
    G.toRprUncompressed(bytes, 0, keys[name][part]);
    return bytes;
});

/**
 * Contributes to a challenge: `powersoftau challenge contribute`. The secrets are drawn and cleared
 * as those of contributeToPowersOfTau.
 *
 *   in      challenge  path, bytes, Blob, URL or reader; response: path, { type: "mem" } or
 *                      WritableStream
 *   memory  does not grow with the file
 * @param {string} curve - "bn128", "bls12-381" or another with a pairing: a challenge does not say
 * @param {SourceLike} challenge
 * @param {SinkLike} response
 * @param {EntropyOptions} [options]
 * @returns {Promise<{ contributionHash: Uint8Array, challenge: Uint8Array, claimedResponse:
 *   Uint8Array }>} hashes, 64 bytes each: of the response, for the contributor to keep and to
 *   publish, of the challenge, and the one that the challenge says that the response before it had,
 *   which nothing here can check
 */
export async function contributeToChallenge(curve, challenge, response, options) {
    const where = "contributeToChallenge", checked = readEntropyOptions(where, options);
    const known = curveByAnyName(curve);
    ensure(known?.pairs, "ERR_OPTION", () => `${where}: expected a curve among ${knownNames()}, got ${describe(curve)}`);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, response, [challenge]);
        const source = await open("challenge", challenge);
        const most = Math.min(LARGEST_POWER, known.s);
        const lengthOf = (/** @type {number} */ power) => HASH + bytesOf(known.n8q, power, 1);
        const power = await powerByLength(source, lengthOf, most);
        const points = pointsOf(power);
        const built = await curveOf(known);
        const tracker = progress.only("points", points);
        const on = { curve: built, signal, tracker }, shape = { known, power, share: /** @type {const} */ (1) };
        const claimedResponse = await source.read(0, HASH, signal);
        const hash = await hashOf(source, lengthOf(power), signal);
        const stream = drawStream(checked.entropy);
        const { secrets, keys } = drawKeys(built, hash, stream);
        const hasher = blake2b();
        stream.clear();
        try {
            await writeOutput(async (openSink) => {
                const sink = await openSink("response", response);
                let at = 0;
                const write = async (/** @type {Uint8Array} */ bytes) => {
                    hasher.update(bytes);
                    await sink.write(bytes, at);
                    at += bytes.length;
                };
                await write(hash);
                const sectionOf = (/** @type {Series} */ series) => sectionIn(on, source, shape, series);
                await multiplySeries(on, sectionOf, secrets, (_series, _products, compressed) => write(compressed));
                for (const bytes of encodeKeys(built, keys)) await write(bytes);
            });
            tracker.end();
            const contributionHash = new Uint8Array(hasher.digest());
            return Object.freeze({ contributionHash, challenge: hash, claimedResponse });
        } finally {
            clearSecrets(secrets);
        }
    });
}

/**
 * A series in a challenge or response, as a section of points.
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Source} source
 * @param {{ known: KnownCurve, power: number, share: 1 | 0.5 }} shape
 * @param {Series} series
 * @returns {{ section: PointSection, where: string }}
 */
function sectionIn({ curve, signal }, source, { known: { n8q }, power, share }, series) {
    const G = curve[series.group], pointBytes = widthsOf(n8q)[series.group];
    const size = pointBytes * share;
    const start = startOf(n8q, power, share, series);
    const decode = share === 1 ? G.batchUtoLEM : G.batchCtoLEM;
    const where = `${source.name}: expected % ${series.name}`;
    return {
        section: {
            points: series.count(power),
            pointBytes,
            async read(from, count) {
                const bytes = await source.read(start + from * size, count * size, signal);
                return ownBytes(await decode(bytes, { signal }).catch((error) => refuseNone(error, where, from)));
            },
        },
        where,
    };
}

/**
 * Half of all numbers are the x of no point.
 * @param {any} error - any: of decoding; one that says which x it is has its index
 * @param {string} where
 * @param {number} from - the number of the first point that was decoded
 * @returns {never}
 */
function refuseNone(error, where, from) {
    if (error?.index === undefined) throw error;
    throw new ProverError("ERR_POINT", where.replace("%", `point ${from + error.index} of`)
        + " on the curve, got an x without one; the response is damaged", { cause: error });
}

/**
 * The keys at the end of a response.
 * @param {Curve} curve
 * @param {KnownCurve} known
 * @param {Source} source
 * @param {number} at
 * @param {AbortSignal} signal
 */
async function readKeys(curve, known, source, at, signal) {
    const bytes = await source.read(at, keyBytes(known.n8q), signal);
    let from = 0;
    return collectKeys((name, part, group) => {
        const G = curve[group], point = G.toAffine(G.fromRprUncompressed(bytes, from));
        from += widthsOf(known.n8q)[group];
        ensure(isOnCurve(G, point, known), "ERR_POINT", () =>
            `${source.name}: expected ${name}.${part} on the curve, got a point that is off it; the response is damaged`);
        return point;
    });
}

/**
 * The points of a response, decoded and checked: what a record keeps of them, and the state of the
 * hash.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Source} source
 * @param {{ known: KnownCurve, power: number, share: 0.5 }} shape
 * @param {Uint8Array} challenge
 * @param {(series: Series, points: Uint8Array, from: number) => unknown} take
 */
async function readResponse(on, source, shape, challenge, take) {
    const { curve, signal, tracker } = on, hasher = blake2bWithState();
    const kept = /** @type {Record<string, Uint8Array>} */ ({});
    hasher.update(challenge);
    for (const series of SERIES) {
        const { section, where } = sectionIn(on, source, shape, series), size = section.pointBytes;
        const check = pointCheck(curve, curve[series.group], where, signal, { what: "response" });
        const start = startOf(shape.known.n8q, shape.power, shape.share, series);
        await inParts(section.points, HASHED, async ([from, count]) => {
            const compressed = source.read(start + from * size / 2, count * size / 2, signal);
            return Promise.all([compressed, section.read(from, count)]);
        }, async ([compressed, points], [from, count]) => {
            await check.add(points);
            hasher.update(compressed);
            if (from === 0) kept[series.kept] = points.slice(series.at * size, (series.at + 1) * size);
            await take(series, points, from);
            tracker.advance(count);
        });
        check.end();
    }
    return { kept, partialHash: hasher.state() };
}

/**
 * Takes over a response to a challenge: `powersoftau import response`.
 *
 *   in      ptau     the powers that the challenge was made of; newPtau: path or { type: "mem" }
 *   memory  does not grow with the file
 *   throws  ERR_FILE for a response to another challenge; ERR_POINT. Whether its author knew the
 *           secrets is for verify to say
 * @param {SourceLike} ptau
 * @param {SourceLike} response
 * @param {SinkLike} newPtau
 * @param {ImportOptions} [options]
 * @returns {Promise<TauContributed>}
 */
export async function importResponse(ptau, response, newPtau, options) {
    const where = "importResponse", checked = readImportOptions(where, options), { name, points: whole = true } = checked;
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newPtau, [ptau, response]);
        const before = await openPtau(await open("ptau", ptau)), { power, ceremonyPower, n8 } = before;
        const source = await open("response", response);
        const records = await readRecords(before, signal);
        const known = curveOfPtau(before);
        const keysAt = HASH + bytesOf(n8, power, 0.5);
        const expected = keysAt + keyBytes(n8);
        const length = await source.length(expected);
        ensure(length === expected, "ERR_FILE", () =>
            `${source.name}: expected a response for 2^${power} powers in ${expected} bytes, got ${length}; it is for another power, or damaged`);
        const curve = await curveOf(known);
        const tracker = progress.only("points", pointsOf(power));
        const on = { curve, signal, tracker }, shape = { known, power, share: /** @type {const} */ (0.5) };
        const challenge = records.at(-1)?.nextChallenge ?? await firstChallengeOf(on, before);
        const to = await source.read(0, HASH, signal);
        ensure(sameBytes(to, challenge), "ERR_FILE", () =>
            `${source.name}: expected a response to the challenge of ${before.file.name}, got one to another`);
        const keys = await readKeys(curve, known, source, keysAt, signal);
        const parameters = encodeParameters({ name });
        return writeOutput(async (openSink) => {
            const sink = await openSink("newPtau", newPtau);
            ensureReadable(where, sink);
            const writer = tauWriter(sink, whole ? PLAIN : 2);
            await writeHeader(writer, curve, n8, power, ceremonyPower);
            /** @type {Parameters<typeof readResponse>[4]} */
            const take = async ({ type, group, count }, points, from) => {
                if (!whole) return;
                const size = widthsOf(n8)[group];
                const total = count(power) * size;
                if (from === 0) await writer.begin(type, total);
                await writer.write(points);
                if (from * size + points.length === total) await writer.end();
            };
            const read = await readResponse(on, source, shape, challenge, take);
            const record = /** @type {TauRecord} */ (/** @type {unknown} */ (
                { ...read.kept, keys, partialHash: read.partialHash, type: RANDOM, parameters }));
            const contributionHash = responseHash(curve, record);
            const nextChallenge = whole
                ? await hashPoints(on, power, contributionHash, readBack(writer, curve))
                : noChallenge();
            const all = [...records, { ...record, nextChallenge }];
            await writeSection(writer, PTAU.CONTRIBUTIONS, encodeRecords(all));
            await writer.finish();
            tracker.end();
            return Object.freeze({ contributionHash, nextChallenge, contributions: all.length });
        });
    });
}
