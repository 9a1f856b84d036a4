/**
 * Verifies powers of tau: that every contribution knew its secrets and was made after the one before, that the points
 * are those of the last one and follow each other, and that what was prepared for phase 2 belongs to them.
 *
 * Many equations of one kind are checked by one sum with random factors of 64 bits: e(sum f_i P_i, tau G2) =
 * e(sum f_i P_(i+1), G2). As all points are of order r, a wrong one passes with a probability of 2^-64.
 * @module protocols/ceremony/tau/verify
 */
import { getRandomBytes } from "../../../util/random.js";
import { ensure } from "../../../files/errors.js";
import { openPtau, PTAU } from "../../../files/ptau.js";
import { pointCheck } from "../../key/points.js";
import { withCeremony } from "../open.js";
import { readVerifyOptions } from "../options.js";
import { limitBeacons } from "../randomness.js";
import { beginning, findBroken, hold } from "./chain.js";
import { firstChallengeOf, hashPoints } from "./challenge.js";
import { SERIES } from "./layout.js";
import { LAGRANGE, lagrangeHolds } from "./lagrange.js";
import { curveOfPtau } from "./open.js";
import { readRecords, responseHash } from "./records.js";
import { whereIn } from "./write.js";

/** @import { SourceLike } from "../../../files/source.js" */
/** @import { KnownCurve } from "../../../curves/known.js" */
/** @import { Curve } from "../../../curves/types.js" */
/** @import { PointSection } from "../../../files/point_section.js" */
/** @import { PhaseTracker } from "../../../files/progress.js" */
/** @import { Ptau } from "../../../files/ptau.js" */
/** @import { VerifyOptions } from "../options.js" */
/** @import { Beacon } from "../randomness.js" */
/** @import { Series } from "./layout.js" */
/** @import { TauRecord } from "./records.js" */

/** Bytes of a random factor. */
const FACTOR = 8;

/**
 * @typedef {object} TauContribution
 * @property {number} number - from 1
 * @property {string} [name]
 * @property {"random" | "beacon"} type
 * @property {Beacon} [beacon]
 * @property {Uint8Array} hash - 64 bytes, of the response: what its author has published
 * @property {Uint8Array} nextChallenge - 64 bytes, of the response and of the points after it
 */

/**
 * @typedef {object} TauVerdict
 * @property {boolean} valid
 * @property {string} [reason] - why it is not
 * @property {number} [contribution] - the first that fails, from 1; absent where it is none of them
 * @property {number} power
 * @property {number} ceremonyPower
 * @property {boolean} prepared - whether it has what phase 2 needs
 * @property {readonly TauContribution[]} contributions
 */

/**
 * The two sums of a series, over points that are checked on the way.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Ptau} ptau
 */
export function createSums({ curve, signal, tracker }, ptau) {
    /** @typedef {{ check: ReturnType<typeof pointCheck>, last?: Uint8Array, sums: Uint8Array[] }} State */
    const states = /** @type {Map<Series, State>} */ (new Map());
    const stateOf = (/** @type {Series} */ series) => {
        const G = curve[series.group], begun = states.get(series);
        const state = begun ?? { check: pointCheck(curve, G, whereIn(ptau, series), signal), sums: [G.zero, G.zero] };
        states.set(series, state);
        return state;
    };
    return {
        /** The next points of a series, in order. @param {Series} series @param {Uint8Array} points */
        async add(series, points) {
            const state = stateOf(series), G = curve[series.group], size = 2 * G.F.n8, { last } = state;
            await state.check.add(points);
            const all = last ? new Uint8Array(size + points.length) : points;
            if (last) {
                all.set(last);
                all.set(points, size);
            }
            const n = all.length / size - 1, factors = getRandomBytes(FACTOR * n);
            state.last = all.slice(-size);
            if (n > 0) {
                const of = (/** @type {number} */ i) => all.subarray(i * size, (i + n) * size);
                const sums = await Promise.all([0, 1].map((i) =>
                    G.multiExpAffine(of(i), factors, undefined, undefined, { signal })));
                sums.forEach((sum, i) => { state.sums[i] = G.add(state.sums[i], sum); });
            }
            tracker.advance(points.length / size);
        },
        /** @param {Series} series */
        end(series) {
            const { check, sums } = stateOf(series);
            check.end();
            return sums;
        },
    };
}

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
 * @returns {Promise<string | undefined>}
 */
async function wrongPoints(on, ptau, last) {
    const { curve, signal } = on, { G1, G2 } = curve, other = await otherPoint(curve, ptau, last);
    if (other) return `${ptau.file.name}: expected the first points of ${other} to be those of the last contribution, got others`;
    const sums = createSums(on, ptau), whole = ptau.power === ptau.ceremonyPower;
    const read = async (/** @type {Series} */ { type }, /** @type {number} */ from, /** @type {number} */ count) =>
        /** @type {PointSection} */ (ptau.points.get(type)).read(from, count, signal);
    const next = await hashPoints(on, ptau.power, responseHash(curve, last), read, undefined, sums.add);
    if (whole && next.some((byte, i) => byte !== last.nextChallenge[i]))
        return `${ptau.file.name}: expected the points that the last contribution made, by their hash, got others`;
    const g1 = G1.toAffine(G1.g), g2 = G2.toAffine(G2.g);
    const equations = SERIES.map((series) => {
        const [low, high] = sums.end(series).map((sum) => curve[series.group].toAffine(sum));
        return { series, equation: series.group === "G1" ? [low, high, g2, last.tauG2] : [g1, last.tauG1, low, high] };
    }).filter(({ series }) => series.type !== PTAU.BETA_G2);
    if (await hold(curve, equations.map(({ equation }) => equation))) return undefined;
    for (const { series: { name, type }, equation } of equations) if (!await hold(curve, [equation]))
        return `${ptau.file.name}: expected each point of section ${type} (${name}) to be the one before times tau, got others`;
    return `${ptau.file.name}: expected powers of one tau, got others`;
}

/** @param {Ptau} ptau @throws {ProverError} when it has some of the sections of phase 2, and not all */
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
 * @returns {Promise<{ reason: string, contribution?: number } | undefined>}
 */
async function findWrong(on, ptau, records, prepared) {
    const { file: { name: file } } = ptau, last = records.at(-1);
    if (!last) return { reason: `${file}: expected a contribution, got a file without one, whose tau everybody knows` };
    const broken = await findBroken(on, beginning(on.curve, await firstChallengeOf(on, ptau)), records);
    if (broken) return { ...broken, reason: `${file}: ${broken.reason}` };
    const reason = await wrongPoints(on, ptau, last);
    if (reason) return { reason };
    if (prepared) for (const one of LAGRANGE) if (!await lagrangeHolds(on, ptau, one))
        return { reason: `${file}: expected section ${one.type} (${one.name}) of these powers, got other points` };
    return undefined;
}

/**
 * @param {Curve} curve
 * @param {TauRecord} record
 * @param {number} number
 * @returns {TauContribution}
 */
const contributionOf = (curve, record, number) => Object.freeze({
    number,
    ...(record.name !== undefined && { name: record.name }),
    type: record.beacon ? "beacon" : "random",
    ...(record.beacon && { beacon: record.beacon }),
    hash: responseHash(curve, record),
    nextChallenge: record.nextChallenge,
});

/**
 * Verifies powers of tau: `powersoftau verify`.
 *
 *   in      ptau     path, bytes, Blob, URL or reader
 *   memory  does not grow with the file, but for prepared ones: 32 bytes for each power
 *   throws  ERR_FILE for a file whose sections are damaged, ERR_POINT for points that are none, ERR_LIMIT for beacons
 *           of more hashes than options.beaconLimit allows
 * @param {SourceLike} ptau
 * @param {VerifyOptions} [options]
 * @returns {Promise<TauVerdict>}
 */
export async function verifyPowersOfTau(ptau, options) {
    const where = "verifyPowersOfTau", checked = readVerifyOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf }) => {
        const opened = await openPtau(await open("ptau", ptau)), { power, ceremonyPower } = opened;
        const records = await readRecords(opened, signal), prepared = isPrepared(opened), known = curveOfPtau(opened);
        limitBeacons(opened.file, records, checked.beaconLimit);
        const points = [...opened.points.values()].reduce((sum, section) => sum + section.points, 0);
        progress.plan({ points });
        const curve = await curveOf(known), tracker = progress.begin("points", points);
        const wrong = await findWrong({ curve, known, signal, tracker }, opened, records, prepared);
        if (!wrong) tracker.end();
        const contributions = Object.freeze(records.map((record, i) => contributionOf(curve, record, i + 1)));
        return Object.freeze({ valid: !wrong, ...wrong, power, ceremonyPower, prepared, contributions });
    });
}
