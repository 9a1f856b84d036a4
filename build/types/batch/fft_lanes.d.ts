import type { Bytes } from "./types.js";
import type { Target, Transform } from "./fft_tasks.js";
/**
 * @param {Transform} job - on lanes
 * @param {boolean} inverse
 * @param {number} count - T, 2 at least
 * @param {Target} [target] - by default a new buffer, or that of an input which was given away
 * @returns {Promise<Bytes>} what the result was written to
 */
export declare function transformOnLanes(job: Transform, inverse: boolean, count: number, target?: Target): Promise<Bytes>;
