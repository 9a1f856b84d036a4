/**
 * Checks every point of a section of a key or of powers of tau.
 * @module protocols/key/point_check
 */
import { firstOffCurve } from "../../batch/check_points.js";
import { ensure } from "../../files/errors.js";
import { readLE } from "../../util/bytes.js";
import { yieldToEventLoop } from "../../util/host.js";
import { coefficientBound, countMsms, drawCoefficients, isInSubgroup } from "./points.js";

/** @import { Context } from "./context.js" */

/** Points that are checked at a time. */
const TURN = 1 << 13;

/**
 * Takes the points of a section a part at a time: each must be on the curve, and in the end it says
 * whether all were in the subgroup.
 * @param {import("../../curves/types.js").Curve} curve
 * @param {import("../../curves/types.js").PointGroup} G
 * @param {string} where - the section, for messages
 * @param {AbortSignal} signal
 * @param {{ first?: number, what?: string }} [file] - first: the number of the first point; what:
 *   what is damaged
 */
export function pointCheck(curve, G, where, signal, { first = 0, what = "key" } = {}) {
    const subgroup = subgroupCheck(curve, G, signal);
    const size = 2 * G.F.n8;
    let seen = first;
    return {
        /** @param {Uint8Array} points - the next ones, affine; they are read */
        async add(points) {
            const from = seen, count = points.length / size;
            seen += count; // at once: the next ones may come before these are checked
            const off = await firstOffCurve(curve, G, points, { signal });
            ensure(off < 0, "ERR_POINT", () => where.replace("%", `point ${from + off} of`)
                + ` on the curve, got one that is off it; the ${what} is damaged`);
            await subgroup.add(points, count);
        },
        end: () => ensure(subgroup.holds(), "ERR_POINT", () => where.replace("%", "the points of")
            + ` to be of order r, got one outside of that subgroup; the ${what} is damaged`),
    };
}

/**
 * Takes the points of a section a part at a time, and says in the end whether all were in the
 * subgroup.
 * @param {import("../../curves/types.js").Curve} curve
 * @param {import("../../curves/types.js").PointGroup} G
 * @param {AbortSignal} signal
 */
function subgroupCheck(curve, G, signal) {
    if (G.cofactor === undefined) return { add: async () => {}, holds: () => true };
    const cofactor = readLE(G.cofactor);
    const bound = coefficientBound(cofactor);
    const sums = new Array(countMsms(cofactor)).fill(G.zero);
    // endomorphisms are multiplications by a scalar only in the subgroup
    const exact = /** @type {const} */ ({ glv: "disabled", gls: "disabled", signal });
    return {
        /** @param {Uint8Array} points - affine, on the curve @param {number} count */
        add: async (points, count) => {
            const parts = await Promise.all(
                sums.map(() => G.multiExpAffine(points, drawCoefficients(bound, count), undefined, undefined, exact)),
            );
            parts.forEach((part, i) => { sums[i] = G.add(sums[i], part); });
        },
        holds: () => sums.every((sum) => isInSubgroup(curve, G, sum)),
    };
}

/**
 * A section of points: its number, its name for messages, and their group.
 * @typedef {readonly [type: number, name: string, group: "G1" | "G2"]} PointsOf
 */

/**
 * Checks that every point of these sections is on its curve, has canonical coordinates, and is in
 * its subgroup; a point outside is missed with the probability that countMsms allows. This is slow,
 * and meant for keys of unknown origin.
 * @param {Context} context
 * @param {readonly PointsOf[]} sections
 */
export async function checkPointsOf({ zkey: { file }, curve, progress, signal }, sections) {
    const bytes = (/** @type {number} */ type) => file.sections.get(type)?.size ?? 0;
    const size = (/** @type {"G1" | "G2"} */ group) => 2 * curve[group].F.n8;
    const tracker = progress.begin(
        "points",
        sections.reduce((sum, [type, , group]) => sum + bytes(type) / size(group), 0),
    );
    for (const [type, name, group] of sections) {
        const pointBytes = size(group);
        const n = bytes(type) / pointBytes;
        const check = pointCheck(curve, curve[group], `${file.name}: expected % section ${type} (${name})`, signal);
        for (let from = 0; from < n; from += TURN) {
            const count = Math.min(TURN, n - from);
            await check.add(await file.read(type, from * pointBytes, count * pointBytes, signal));
            tracker.advance(count);
            await yieldToEventLoop();
            signal.throwIfAborted();
        }
        check.end();
    }
    tracker.end();
}
