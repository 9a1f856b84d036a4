/**
 * Shapes that kernels share. Types only; no code runs here.
 * @module scripts/wasm/types
 */

/**
 * What a later part needs to know of a field in the module. Its functions are
 * named `{name}_add`, `{name}_mul` and so on; see README.md for the list.
 * @typedef {object} Field
 * @property {string} name - prefix of the functions: f1m, frm, f2m, f6m, ftm
 * @property {number} n8 - bytes per element in memory
 * @property {bigint} p - characteristic
 * @property {bigint} R - Montgomery radix of the base field, 2^(8 n8)
 * @property {number} degree - over the base field: 1, 2, 6, 12
 * @property {(value: FieldValue) => Uint8Array} encode - LEM bytes of a value
 */

/**
 * Fp2 = Fp[u] / (u^2 - nonResidue), with nonResidue a small negative number.
 * @typedef {Field & { nonResidue: bigint }} Fp2Field
 */

/**
 * @typedef {bigint | readonly FieldValue[]} FieldValue - a tower element is an array of
 *   coefficients, c0 first
 */

export {};
