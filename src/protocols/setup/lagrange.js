/**
 * Points of a powers-of-tau file by number: a section of them in memory, where the budget allows,
 * or as they are needed. Every point that is read is on its curve and in its subgroup, or refused.
 * @module protocols/setup/lagrange
 */
import { PTAU } from "../../files/ptau.js";
import { pointCheck } from "../key/point_check.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Ptau } from "../../files/ptau.js" */

/** Bytes that are read at a time. */
const STRETCH = 1 << 22;

/** Points between two that are needed, up to which those between are read with them. */
const GAP = 1 << 8;

/** Sections in G2. */
const IN_G2 = /** @type {readonly number[]} */ ([PTAU.TAU_G2, PTAU.BETA_G2, PTAU.LAGRANGE_TAU_G2]);

/** @param {number} type - of a section @returns {"G1" | "G2"} */
export const groupOf = (type) => (IN_G2.includes(type) ? "G2" : "G1");

/**
 * @param {Ptau} ptau
 * @param {Curve} curve
 * @param {number} type
 * @param {number} from - number of the first
 * @param {Uint8Array} points
 * @param {AbortSignal} signal
 * @throws {ProverError} ERR_POINT
 */
export async function checkPoints({ file }, curve, type, from, points, signal) {
    const where = `${file.name}: expected % section ${type}`;
    const check = pointCheck(curve, curve[groupOf(type)], where, signal, { first: from, what: "file" });
    await check.add(points);
    check.end();
}

/**
 * Points [from, from + count) of a section, checked.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @param {number} type
 * @param {number} from
 * @param {number} count
 * @returns {Promise<Uint8Array>}
 */
export async function readPoints({ ptau, curve, signal }, type, from, count) {
    const points = await /** @type {PointSection} */ (ptau.points.get(type)).read(from, count, signal);
    await checkPoints(ptau, curve, type, from, points, signal);
    return points;
}

/**
 * Points by their numbers.
 * @typedef {object} PointsByNumber
 * @property {number} pointBytes
 * @property {(numbers: Uint32Array, out: Uint8Array, targets: Uint32Array) => Promise<void>} gather
 *   - writes point numbers[i] as element targets[i] of `out`
 */

/**
 * @param {Uint8Array} from
 * @param {Uint8Array} to
 * @param {number} size - bytes of a point
 */
const copier = (from, to, size) => (/** @type {number} */ number, /** @type {number} */ target) =>
    to.set(from.subarray(number * size, (number + 1) * size), target * size);

/**
 * The first `count` points of a section from `first` on, by number.
 * @param {{ ptau: Ptau, curve: Curve, signal: AbortSignal }} on
 * @param {{ type: number, first: number, count: number, whole: boolean }} which - whole: keep all
 *   of them
 * @returns {PointsByNumber}
 */
export function pointsByNumber(on, { type, first, count, whole }) {
    const { pointBytes } = /** @type {PointSection} */ (on.ptau.points.get(type));
    const step = Math.floor(STRETCH / pointBytes);
    const readAll = async () => {
        const all = new Uint8Array(count * pointBytes);
        for (let at = 0; at < count; at += step)
            all.set(await readPoints(on, type, first + at, Math.min(step, count - at)), at * pointBytes);
        return all;
    };
    /** @type {Promise<Uint8Array> | undefined} */
    let kept;
    return {
        pointBytes,
        async gather(numbers, out, targets) {
            if (whole) {
                const copy = copier(await (kept ??= readAll()), out, pointBytes);
                numbers.forEach((number, i) => copy(number, targets[i]));
                return;
            }
            const order = Uint32Array.from(numbers, (_, i) => i).sort((a, b) => numbers[a] - numbers[b]);
            for (let from = 0, to = 0; from < order.length; from = to) {
                const start = numbers[order[from]];
                let end = start;
                const isNear = (/** @type {number} */ number) => number - end <= GAP && number - start < step;
                while (to < order.length && isNear(numbers[order[to]])) end = numbers[order[to++]];
                const some = await readPoints(on, type, first + start, end + 1 - start);
                const copy = copier(some, out, pointBytes);
                for (let i = from; i < to; i++) copy(numbers[order[i]] - start, targets[order[i]]);
            }
        },
    };
}
