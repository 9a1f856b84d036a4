/**
 * Functions of snarkjs whose room is still to be built. When its room is there, the function takes the place of
 * `missing` in the file of its part, and its line here goes.
 * @module snarkjs/missing
 */

export const MISSING = Object.freeze(/** @type {const} */ (["zKey.exportJson"]));

/**
 * @param {typeof MISSING[number]} name
 * @returns {(...args: any[]) => Promise<any>} any: of the function that it will be
 */
export const missing = (name) => async () => {
    throw new Error(`${name}: expected a function that ffturbo has, got one that is not in ffturbo yet; snarkjs itself has it`);
};
