/**
 * What the phases of an MSM work with.
 * @module kernels/msm/context
 */
/** @import { PointContext, Split } from "../points/context.js" */

/**
 * @typedef {object} Choices
 * @property {boolean} endomorphism - scalars may be split, where the curve has a way: every point
 *   is in the subgroup
 * @property {number} [parts] - how many parts a scalar is split into: 2 or 4; by default whichever
 *   costs less
 * @property {number} [window] - bits of a window, for measurements
 * @property {number} [portionPoints] - points of a portion; by default as many as pay
 * @property {number} [blocks] - by default as many as pay
 */

/**
 * @typedef {PointContext & {
 *     endomorphism: boolean,
 *     candidates: (Split | undefined)[],
 *     window: number | undefined,
 *     portionPoints: number | undefined,
 *     blocks: number | undefined,
 * }} MsmContext candidates: ways to split a scalar, where undefined means not to split it
 */

/**
 * @param {PointContext} on
 * @param {Choices} choices
 * @returns {MsmContext}
 */
export function openMsm(on, { endomorphism, parts, window, portionPoints, blocks }) {
    const { splits } = on;
    const split = endomorphism && splits.length > 0;
    const candidates = split ? splits.filter((one) => !parts || one.parts === parts) : [undefined];
    return { ...on, endomorphism: split, candidates, window, portionPoints, blocks };
}
