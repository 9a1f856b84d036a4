/**
 * Verifies powers of tau: that every contribution knew its secrets and was made after the one
 * before, that the points are those of the last one and follow each other, and that what was
 * prepared for phase 2 belongs to them. The points are compared in sums with random factors, see
 * msms.js and lagrange.js.
 * @module ceremony/tau/verify
 */
import {
    curveOfPtau, ensure, limitBeacons, openPtau, readRecords, readVerifyOptions, responseHash, sameBytes, SERIES,
    weaknessOfPowers, withCeremony,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { beginning, findBroken, hold } from "./chain.js";
import { firstChallengeOf, hashPoints, hashResponse } from "./challenge.js";
import { LAGRANGE, otherLagrange } from "./lagrange.js";
import { createMsms } from "./msms.js";

/** @import { Beacon, Curve, KnownCurve } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PhaseTracker, PointSection, Ptau } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Series, SourceLike, TauRecord } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { VerifyOptions, WeaknessReason } from "../../../../../src/internal/snarkjs_ceremony.js" */

/**
 * @typedef {object} TauContribution
 * @property {number} number - from 1
 * @property {string} [name]
 * @property {"random" | "beacon"} type
 * @property {Beacon} [beacon]
 * @property {Uint8Array} [hash] - 64 bytes, of the response: what its author has published. Only of
 *   the last of a whole file that is valid: of the others the file keeps a state of this hash, and
 *   not the points that would show it
 * @property {Uint8Array} [nextChallenge] - 64 bytes, of the response and of the points after it, as
 *   the contribution after it has answered it; of the last where the file is whole. None of a file
 *   that is not valid
 */

/**
 * @typedef {object} TauVerdict
 * @property {boolean} valid
 * @property {string} [reason] - why it is not
 * @property {WeaknessReason} [weakness] - why anybody can forge proofs of a key made from it, where
 *   nothing else is wrong
 * @property {number} [contribution] - the first that fails, from 1; absent where it is none of them
 * @property {number} power
 * @property {number} ceremonyPower
 * @property {boolean} prepared - whether it has what phase 2 needs
 * @property {readonly TauContribution[]} contributions
 */

/**
 * Points that a record keeps and the file has: the name of the first that differs.
 * @param {Curve} curve
 * @param {Ptau} ptau
 * @param {TauRecord} last
 */
async function otherPoint(curve, { points }, last) {
    for (const { type, kept, group, at, name } of SERIES) {
        const section = /** @type {PointSection} */ (points.get(type)), G = curve[group];
        if (!G.eq(await section.read(at, 1), last[kept])) return name;
        if (at === 1 && !G.eq(await section.read(0, 1), G.toAffine(G.g))) return name;
    }
    return undefined;
}

/**
 * What is wrong with the points of a file.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Ptau} ptau
 * @param {TauRecord} last
 * @param {Uint8Array} challenge - that the last contribution answers
 * @returns {Promise<string | undefined>}
 */
async function wrongPoints(on, ptau, last, challenge) {
    const { curve, signal } = on, { G1, G2 } = curve, other = await otherPoint(curve, ptau, last);
    if (other) return `${ptau.file.name}: expected the first points of ${other} to be those of the last contribution, got others`;
    const sums = createMsms(on, ptau);
    const whole = isWhole(ptau);
    const response = whole ? hashResponse(on, challenge) : undefined;
    const look = (/** @type {Series} */ series, /** @type {Uint8Array} */ points) =>
        Promise.all([sums.add(series, points), response?.add(series, points)]);
    const read = async (/** @type {Series} */ { type }, /** @type {number} */ from, /** @type {number} */ count) =>
        /** @type {PointSection} */ (ptau.points.get(type)).read(from, count, signal);
    const next = await hashPoints(on, ptau.power, responseHash(curve, last), read, undefined, look);
    if (whole && !sameBytes(next, last.nextChallenge))
        return `${ptau.file.name}: expected the points that the last contribution made, by their hash, got others`;
    if (response && !sameBytes(response.end(last.keys), responseHash(curve, last)))
        return `${ptau.file.name}: expected the hash of the last response to be that of its points, got another`;
    const [powers, inG2, ...multiples] = SERIES, g1 = G1.toAffine(G1.g);
    const g2 = G2.toAffine(G2.g);
    const first = sums.end(powers);
    const low = G1.add(first.own, first.beyond);
    const own = G2.toAffine(sums.end(inG2).own);
    const equations = [
        { series: powers, equation: [low, first.after, g2, last.tauG2] },
        { series: inG2, equation: [g1, first.own, g2, own] },
        ...multiples.map((series) => ({ series, sum: sums.end(series).own })).filter(({ series }) => series.group === "G1")
            .map(({ series, sum }) => ({ series, equation: [last[series.kept], sum, g2, own] })),
    ];
    if (await hold(curve, equations.map(({ equation }) => equation))) return undefined;
    for (const { series: { name, type }, equation } of equations) if (!await hold(curve, [equation]))
        return `${ptau.file.name}: expected each point of section ${type} (${name}) to be the one before times tau, got others`;
    return `${ptau.file.name}: expected powers of one tau, got others`;
}

/** Has it all points of its ceremony? @param {Ptau} ptau */
const isWhole = ({ power, ceremonyPower }) => power === ceremonyPower;

/**
 * @param {Ptau} ptau
 * @throws {ProverError} when it has some of the sections of phase 2, and not all
 */
function isPrepared({ file, points }) {
    const found = LAGRANGE.filter(({ type }) => points.has(type));
    ensure(found.length === 0 || found.length === LAGRANGE.length, "ERR_FILE", () =>
        `${file.name}: expected sections ${LAGRANGE.map(({ type }) => type).join(", ")} together, got ${found.map(({ type }) => type).join(", ")} alone; the file is damaged`);
    return found.length > 0;
}

/**
 * What is wrong with a file.
 * @param {{ curve: Curve, known: KnownCurve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Ptau} ptau
 * @param {readonly TauRecord[]} records
 * @param {boolean} prepared
 * @returns {Promise<{ reason: string, contribution?: number, weakness?: WeaknessReason }
 *   | undefined>}
 */
async function findWrong(on, ptau, records, prepared) {
    const { file: { name: file } } = ptau, last = records.at(-1);
    const weak = await weaknessOfPowers(ptau, on.known, async () => on.curve, { signal: on.signal });
    if (!last)
        return {
            reason: `${file}: expected a contribution, got a file without one${weak ? `: ${weak.message}` : ", whose history is missing"}`,
            ...(weak && { weakness: weak.reason }),
        };
    const first = await firstChallengeOf(on, ptau);
    const broken = await findBroken(on, beginning(on.curve, first), records);
    if (broken) return { ...broken, reason: `${file}: ${broken.reason}` };
    const reason = await wrongPoints(on, ptau, last, records.at(-2)?.nextChallenge ?? first);
    if (reason) return { reason };
    const other = prepared ? await otherLagrange(on, ptau, last) : undefined;
    if (other)
        return { reason: `${file}: expected section ${other.type} (${other.name}) of these powers, got other points` };
    return weak && { reason: `${file}: ${weak.message}`, weakness: weak.reason };
}

/**
 * @param {TauRecord} record
 * @param {number} number
 * @param {{ hash?: Uint8Array, nextChallenge?: Uint8Array }} checked - what of it was
 * @returns {TauContribution}
 */
const contributionOf = (record, number, { hash, nextChallenge }) => Object.freeze({
    number,
    ...(record.name !== undefined && { name: record.name }),
    type: record.beacon ? "beacon" : "random",
    ...(record.beacon && { beacon: record.beacon }),
    ...(hash && { hash }),
    ...(nextChallenge && { nextChallenge }),
});

/**
 * What a verdict tells of contributions: of their hashes only those that were checked.
 * @param {Curve} curve
 * @param {Ptau} ptau
 * @param {readonly TauRecord[]} records
 * @param {boolean} valid
 */
const told = (curve, ptau, records, valid) => records.map((record, i) => {
    const last = i === records.length - 1, { nextChallenge } = record;
    if (!valid || last && !isWhole(ptau)) return contributionOf(record, i + 1, {});
    return contributionOf(record, i + 1, { nextChallenge, ...(last && { hash: responseHash(curve, record) }) });
});

/**
 * Verifies powers of tau: `powersoftau verify`.
 *
 *   in      ptau     path, bytes, Blob, URL or reader
 *   memory  does not grow with the file, but for prepared ones: 32 bytes for each power
 *   throws  ERR_FILE for a file whose sections are damaged, ERR_POINT for points that are none,
 *           ERR_LIMIT for beacons of more hashes than options.beaconLimit allows
 * @param {SourceLike} ptau
 * @param {VerifyOptions} [options]
 * @returns {Promise<TauVerdict>}
 */
export async function verifyPowersOfTau(ptau, options) {
    const where = "verifyPowersOfTau", checked = readVerifyOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf }) => {
        const opened = await openPtau(await open("ptau", ptau)), { power, ceremonyPower } = opened;
        const records = await readRecords(opened, signal);
        const prepared = isPrepared(opened);
        const known = curveOfPtau(opened);
        limitBeacons(opened.file, records, checked.beaconLimit);
        const points = [...opened.points.values()].reduce((sum, section) => sum + section.points, 0);
        const curve = await curveOf(known);
        const tracker = progress.only("points", points);
        const wrong = await findWrong({ curve, known, signal, tracker }, opened, records, prepared);
        if (!wrong) tracker.end();
        const contributions = Object.freeze(told(curve, opened, records, !wrong));
        return Object.freeze({ valid: !wrong, ...wrong, power, ceremonyPower, prepared, contributions });
    });
}
