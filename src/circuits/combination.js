/**
 * A constraint of a batch as three combinations of wires.
 * @module circuits/combination
 */
import { readLE } from "../util/bytes.js";

/** @import { ConstraintBatch } from "../files/r1cs.js" */

/**
 * Coefficients by wire, ordered by wire; where a file names a wire twice, the last one.
 * @typedef {Map<number, bigint>} Combination
 */

/**
 * @param {ConstraintBatch} batch
 * @param {number} index - of a constraint in it
 * @param {number} n8
 * @returns {[{ wire: number, value: bigint }[], { wire: number, value: bigint }[], { wire: number,
 *   value: bigint }[]]} A, B and C as they lie in the file
 */
export const sidesOf = ({ starts, wires, values }, index, n8) => {
    const side = (/** @type {number} */ k) => {
        const from = starts[k], to = starts[k + 1];
        return Array.from({ length: to - from }, (_, i) =>
            ({ wire: wires[from + i], value: readLE(values, (from + i) * n8, n8) }));
    };
    return [side(3 * index), side(3 * index + 1), side(3 * index + 2)];
};

/**
 * @param {ConstraintBatch} batch
 * @param {number} index
 * @param {number} n8
 * @returns {Combination[]} A, B and C
 */
export const termsOf = (batch, index, n8) => sidesOf(batch, index, n8).map((terms) => {
    const ordered = terms.map(({ wire, value }) => /** @type {const} */ ([wire, value])).sort(([a], [b]) => a - b);
    return new Map(ordered);
});
