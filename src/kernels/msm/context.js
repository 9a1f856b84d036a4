/**
 * What the phases of a sum of products work with.
 * @module kernels/msm/context
 */
/** @import { PointContext, Split } from "../points/context.js" */
import { BLOCK_BYTES } from "../../util/chunk_sizes.js";

/**
 * @typedef {object} Choices
 * @property {boolean} endomorphism - scalars may be split, where the curve has a way: every point is in the subgroup
 * @property {number} [parts] - how many parts a scalar is split into: 2 or 4; by default whichever costs less
 * @property {number} [window] - bits of a window, for measurements
 */

/**
 * @typedef {PointContext & {
 *     endomorphism: boolean,
 *     candidates: (Split | undefined)[],
 *     window: number | undefined,
 *     blockPoints: number,
 * }} SumContext candidates: ways to split a scalar, where undefined means not to split it; blockPoints: how many points
 * go through all phases together
 */

/**
 * @param {PointContext} on
 * @param {Choices} choices
 * @returns {SumContext}
 */
export function openSum(on, { endomorphism, parts, window }) {
    const { splits, bytes: { dualRecord, point } } = on;
    const split = endomorphism && splits.length > 0;
    const candidates = split ? splits.filter((one) => !parts || one.parts === parts) : [undefined];
    const blockPoints = Math.floor(BLOCK_BYTES / (split ? dualRecord : point));
    return { ...on, endomorphism: split, candidates, window, blockPoints };
}
