/**
 * A Groth16 key as the Rust library bellman and its programs for ceremonies exchange it
 * (MPCParameters): the points of the header, then lists of points, each after its length, then the
 * hash of the circuit and the contributions. Points are uncompressed, numbers are u32, big-endian.
 * Contributions have neither names nor beacons.
 * @module ceremony/bellman/layout
 */
import {
    concat, copyBytes, encodeParameters, ensure, HASH, isOnCurve, POINTS, RANDOM,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { ownBytes } from "../multiply.js";

/** @import { Contribution, Curve, HeaderPoints } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { KnownCurve, Mpc, PointSection, Source } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** The points of the header, in order, and their groups. */
const HEADER = /** @type {const} */ ([["alpha1", "G1"], ["beta1", "G1"], ["beta2", "G2"], ["gamma2", "G2"],
    ["delta1", "G1"], ["delta2", "G2"]]);

/** The lists of points, in order, and their groups. */
export const LISTS = Object.freeze(/** @type {const} */ ([["IC", "G1"], ["H", "G1"], ["C", "G1"], ["A", "G1"],
    ["B1", "G1"], ["B2", "G2"]]));

/** @typedef {typeof LISTS[number][0]} ListName */

/** Contributions that are read, at most: those of a key fit into its section. */
const MOST_CONTRIBUTIONS = 1 << 17;

/**
 * @typedef {object} Parameters
 * @property {{ name: string }} file
 * @property {KnownCurve} curve
 * @property {HeaderPoints} points
 * @property {Readonly<Record<ListName, PointSection & { start: number }>>} lists - start: where the
 *   points are
 * @property {Mpc} mpc
 */

/** Bytes of an uncompressed point of each group. @param {KnownCurve} known */
const widthsOf = ({ n8q }) => ({ G1: 2 * n8q, G2: 4 * n8q });

/** @param {number} value @returns {Uint8Array} */
export function u32(value) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return bytes;
}

/**
 * @param {Curve} curve
 * @param {"G1" | "G2"} group
 * @param {Uint8Array} point
 */
function encodePoint(curve, group, point) {
    const G = curve[group], bytes = new Uint8Array(2 * G.F.n8);
    G.toRprUncompressed(bytes, 0, point);
    return bytes;
}

/** @param {Curve} curve @param {HeaderPoints} points */
export const encodeHeader = (curve, points) =>
    concat(HEADER.map(([name, group]) => encodePoint(curve, group, points[name])));

/** The end of a file. @param {Curve} curve @param {Mpc} mpc */
export const encodeMpc = (curve, { circuitHash, contributions }) => concat([
    circuitHash, u32(contributions.length),
    ...contributions.flatMap((one) =>
        [...POINTS.map(([name, group]) => encodePoint(curve, group, one[name])), one.transcript]),
]);

/**
 * Points that follow each other.
 * @param {{ curve: Curve, known: KnownCurve, source: Source }} on
 * @param {Uint8Array} bytes
 * @param {readonly (readonly [string, "G1" | "G2"])[]} names
 * @param {string} where - whose points they are
 * @returns {any} by name, affine LEM
 */
function decodePoints({ curve, known, source }, bytes, names, where) {
    let at = 0;
    return Object.fromEntries(names.map(([name, group]) => {
        const G = curve[group], point = G.toAffine(G.fromRprUncompressed(bytes, at));
        at += widthsOf(known)[group];
        ensure(isOnCurve(G, point, known), "ERR_POINT", () =>
            `${source.name}: expected ${name} of ${where} on the curve, got a point that is off it; the file is damaged`);
        return [name, point];
    }));
}

/**
 * Do the lengths fit a circuit?
 * @param {Source} source
 * @param {Readonly<Record<ListName, { points: number }>>} lists
 */
function checkLengths(source, lists) {
    const { IC, H, C, A, B1, B2 } = lists, wires = IC.points + C.points;
    const counts = [A, B1, B2].map(({ points }) => points);
    ensure(counts.every((count) => count === wires), "ERR_FILE", () =>
        `${source.name}: expected as many points A, B1 and B2 as IC and C together, ${wires}, got ${counts.join(", ")}; the file is damaged`);
    ensure(Number.isInteger(Math.log2(H.points + 1)), "ERR_FILE", () =>
        `${source.name}: expected 2^k - 1 points H, got ${H.points}; the file is damaged`);
}

/**
 * @param {{ curve: Curve, known: KnownCurve, signal: AbortSignal }} on
 * @param {Source} source
 * @returns {Promise<Readonly<Parameters>>} whose lengths are checked, and the points outside of its
 *   lists
 * @throws {ProverError} ERR_FILE, ERR_POINT
 */
export async function openParameters({ curve, known, signal }, source) {
    const widths = widthsOf(known);
    const headerBytes = HEADER.reduce((sum, [, group]) => sum + widths[group], 0);
    const countAt = async (/** @type {number} */ at) => {
        const bytes = await source.read(at, 4, signal);
        return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    };
    const header = await source.read(0, headerBytes, signal), on = { curve, known, source };
    const lists = /** @type {any} */ ({}); // any: each is set below
    let at = headerBytes;
    for (const [name, group] of LISTS) {
        const points = await countAt(at);
        const start = at + 4, pointBytes = widths[group], G = curve[group];
        lists[name] = Object.freeze({
            points, pointBytes, start,
            async read(/** @type {number} */ from, /** @type {number} */ some) {
                const bytes = await source.read(start + from * pointBytes, some * pointBytes, signal);
                return ownBytes(await G.batchUtoLEM(bytes, { signal }));
            },
        });
        at = start + points * pointBytes;
    }
    checkLengths(source, lists);
    const circuitHash = copyBytes(await source.read(at, HASH, signal), 0, HASH);
    const count = await countAt(at + HASH);
    const record = POINTS.reduce((sum, [, group]) => sum + widths[group], 0);
    const start = at + HASH + 4;
    ensure(count <= MOST_CONTRIBUTIONS, "ERR_FILE", () =>
        `${source.name}: expected at most ${MOST_CONTRIBUTIONS} contributions, got ${count}; the file is damaged`);
    const end = start + count * (record + HASH);
    const length = await source.length(end);
    ensure(length === undefined || length === end, "ERR_FILE", () =>
        `${source.name}: expected ${end} bytes for these points and ${count} contributions, got ${length}; the file is for another curve, or damaged`);
    const bytes = await source.read(start, end - start, signal);
    const contributions = Array.from({ length: count }, (_, i) => {
        const from = i * (record + HASH);
        const points = bytes.subarray(from, from + record);
        return Object.freeze(/** @type {Contribution} */ ({
            ...decodePoints(on, points, POINTS, `contribution ${i + 1}`),
            transcript: copyBytes(bytes, from + record, from + record + HASH),
            type: RANDOM, parameters: encodeParameters({}),
        }));
    });
    return Object.freeze({
        file: source, curve: known, points: Object.freeze(decodePoints(on, header, HEADER, "the header")),
        lists: Object.freeze(lists), mpc: Object.freeze({ circuitHash, contributions: Object.freeze(contributions) }),
    });
}
