/**
 * Numbers as the files of snarkjs have them.
 * @module protocols/key/decimals
 */

/**
 * Numbers in lists as decimal text.
 * @param {any} value - any: a number, or lists of them
 * @returns {any}
 */
export const decimals = (value) => (Array.isArray(value) ? value.map(decimals) : String(value));
