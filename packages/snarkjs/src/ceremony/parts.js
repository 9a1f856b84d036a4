/**
 * Sections of points, a part at a time: one part is written while the next ones are read and
 * calculated, so that memory does not grow with the number of parts.
 * @module ceremony/parts
 */
import { inOrder } from "../../../../src/internal/snarkjs_ceremony.js";

/** @typedef {[from: number, count: number]} Part */

/** Parts that are worked on at once. */
const AHEAD = 2;

/**
 * How a section of points is cut into parts of `step` points.
 * @param {number} points
 * @param {number} step
 * @returns {Part[]}
 */
export const partsOf = (points, step) => Array.from({ length: Math.ceil(points / step) }, (_, i) =>
    [i * step, Math.min(step, points - i * step)]);

/**
 * @template R
 * @param {number} points
 * @param {number} step - points of a part
 * @param {(part: Part) => R | Promise<R>} work - begun in order
 * @param {(result: R, part: Part) => unknown} use - one after the other
 */
export const inParts = (points, step, work, use) => inOrder(partsOf(points, step), AHEAD, work, use);
