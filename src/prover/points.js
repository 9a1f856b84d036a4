/**
 * Points on their way in: out of keys and proofs, where nobody has looked at them yet.
 * @module prover/points
 */
import { readLE } from "../util/bytes.js";
import { yieldToEventLoop } from "../util/host.js";
import { ensure } from "./errors.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */
/** @import { Zkey } from "./zkey.js" */

/** Points looked at between two turns of the event loop, about 10 ms. */
const TURN = 1 << 13;

/**
 * @param {Uint8Array} point - affine LEM
 * @param {number} n8 - bytes of a coordinate of the base field
 * @param {bigint} q
 * @returns {boolean} whether every coordinate is below q
 */
function isReduced(point, n8, q) {
    const top = Number(q >> BigInt(8 * n8 - 8));
    for (let at = 0; at < point.length; at += n8) {
        if (point[at + n8 - 1] < top) continue;
        if (readLE(point, at, n8) >= q) return false;
    }
    return true;
}

/**
 * @param {any} G
 * @param {Uint8Array} point - affine LEM
 * @param {{ n8q: number, q: bigint }} curve
 */
const isOnCurve = (G, point, { n8q, q }) => isReduced(point, n8q, q) && G.isValid(point);

/**
 * The points of the header: each on its curve, none at infinity.
 * @param {Zkey} zkey
 * @param {any} curve
 */
export function checkHeaderPoints({ file, points, curve: known }, curve) {
    for (const [name, point] of Object.entries(points)) {
        const G = name.endsWith("1") ? curve.G1 : curve.G2;
        ensure(isOnCurve(G, point, known) && !G.isZero(point), "ERR_POINT", () => `${file.name}: expected ${name} to be a point of ${known.name}, got one that is off the curve; the key is damaged`);
    }
}

/** The sections of points, with the words for messages. */
const SECTIONS = Object.freeze(/** @type {const} */ ([
    [SECTION.IC, "IC", "G1"], [SECTION.A, "A", "G1"], [SECTION.B1, "B1", "G1"], [SECTION.B2, "B2", "G2"], [SECTION.C, "C", "G1"], [SECTION.H, "H", "G1"],
]));

/**
 * Every point of every section: on its curve, with canonical coordinates. Slow; for keys of unknown origin.
 * @param {Context} context
 */
export async function checkAllPoints({ zkey: { file, curve: known }, curve, progress, signal }) {
    const bytes = (/** @type {number} */ type) => file.sections.get(type)?.size ?? 0;
    const size = (/** @type {"G1" | "G2"} */ group) => 2 * curve[group].F.n8;
    const tracker = progress.begin("points", SECTIONS.reduce((sum, [type, , group]) => sum + bytes(type) / size(group), 0));
    for (const [type, name, group] of SECTIONS) {
        const pointBytes = size(group), n = bytes(type) / pointBytes;
        for (let from = 0; from < n; from += TURN) {
            const count = Math.min(TURN, n - from);
            const points = await file.read(type, from * pointBytes, count * pointBytes, signal);
            for (let i = 0; i < count; i++) {
                const point = points.subarray(i * pointBytes, (i + 1) * pointBytes);
                ensure(isOnCurve(curve[group], point, known), "ERR_POINT", () => `${file.name}: expected point ${from + i} of section ${type} (${name}) on the curve, got one that is off it; the key is damaged`);
            }
            tracker.advance(count);
            await yieldToEventLoop();
            signal.throwIfAborted();
        }
    }
    tracker.end();
}

/**
 * Is the point a multiple of the generator? The order times it is zero.
 * @param {any} curve
 * @param {any} G
 * @param {Uint8Array} point - affine, on the curve
 */
export const isInSubgroup = (curve, G, point) => G.cofactor === undefined || G.isZero(G.timesScalar(point, curve.r));
