/**
 * Points of files as weakness.js judges them, without a built curve: a file is described before one
 * is.
 * @module protocols/key/file_points
 */
import { inverse } from "../../bigint/modular.js";
import { DEFINITIONS } from "../../curves/definitions.js";
import { findCurve } from "../../curves/known.js";
import { readLE } from "../../util/bytes.js";

/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { CurveRecord } from "../../params/types.js" */
/** @import { Generators } from "./weakness.js" */

/**
 * @param {Pick<KnownCurve, "q" | "n8q">} curve
 * @param {Uint8Array} point - affine LEM
 * @returns {string} its x coordinate, "" at infinity
 */
export function fileX({ q, n8q }, point) {
    if (point.every((byte) => byte === 0)) return "";
    const overR = inverse(1n << BigInt(8 * n8q), q);
    const degree = point.length / (2 * n8q);
    return String(Array.from({ length: degree }, (_, i) => (readLE(point, i * n8q, n8q) * overR) % q));
}

/**
 * Of a curve that cannot be loaded here, none are known.
 * @param {string} name
 * @returns {Promise<Generators>}
 */
export async function generatorsNamed(name) {
    try {
        const found = await findCurve(DEFINITIONS, (identity) => identity.name === name);
        const { g1, g2 } = /** @type {CurveRecord} */ (found?.record);
        return { G1: String(g1.generator[0]), G2: String(g2.generator[0]) };
    } catch {
        return {};
    }
}
