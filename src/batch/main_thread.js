/**
 * What verifiers do on the calling thread, with and without workers.
 * @module batch/main_thread
 */
/** @import { WasmCurve } from "../engine/group.js" */
import { take, withScratch } from "../engine/scratch.js";

export { millerProduct } from "../engine/pairing.js";

/**
 * A small MSM.
 *   in      points    affine LEM, n of them
 *           scalars   little-endian, equally many bytes each
 *   out     the MSM, jacobian
 * @param {WasmCurve} G
 * @param {Uint8Array} points
 * @param {Uint8Array} scalars
 * @returns {Uint8Array}
 */
export function msmSync({ tm, prefix, F }, points, scalars) {
    const n = points.length / (2 * F.n8);
    return withScratch(tm, (alloc, put) => {
        const [bases, factors] = [points, scalars].map(put);
        const result = alloc(3 * F.n8);
        tm.instance.exports[`${prefix}_multiexpAffine`](bases, factors, scalars.length / n, n, result);
        return take(tm, result, 3 * F.n8);
    });
}
