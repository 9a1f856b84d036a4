/**
 * Points of the base module on lanes, and back. On lanes every curve is y^2 = x^3 + a x + b; where
 * the base module has points of another form, they change it on the way.
 * @module kernels/points/records
 */
/** @import { PointContext, Split } from "./context.js" */
import { BATCH, invert } from "./addition.js";

/**
 * Records of affine points.
 * @param {PointContext} on
 * @param {{ list: number, n: number, records: number, step: number }} points - list: addresses of n
 *   affine points, n a multiple of the entries of a group; records: n, step bytes apart
 * @param {number} buffer - of batched additions
 * @param {Split} [split] - with images under the endomorphism
 * @param {number} [image] - with images under psi, this much behind
 */
export function toRecords(on, { list, n, records, step }, buffer, split, image = 0) {
    const { lane, layout: { entries }, bytes } = on;
    lane.records(list, n, records, step, Number(Boolean(split)), image);
    if (!lane.enter) return;
    for (let i = 0; i < n; i += BATCH) {
        const groups = Math.min(BATCH, n - i) / entries;
        const from = records + i * step;
        lane.enter(from, step, groups, buffer);
        invert(on, buffer + (groups - 1) * bytes.group + bytes.products);
        lane.enterBack(from, step, groups, buffer);
    }
}

/**
 * Affine points of the base module.
 * @param {PointContext} on
 * @param {number} refs - addresses of n refs, n a multiple of the lanes, or one more that fills
 *   them
 * @param {number} n
 * @param {number} to
 */
export function fromRefs({ lane, point }, refs, n, to) {
    lane.results(refs, n, to);
    point.batchFromWeierstrass?.(to, n, to);
}
