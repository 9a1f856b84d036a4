/**
 * The field of 2^64 - 2^32 + 1 elements, called goldilocks by circom: one word, and roots of unity
 * of order 2^32. It is small: record and identity are one, and what applications carry of it.
 * @module params/goldilocks
 */
/** @import { FieldRecord } from "./types.js" */

/** @type {Readonly<FieldRecord>} */
export const goldilocks = Object.freeze({
    name: "goldilocks",
    aliases: Object.freeze([]),
    family: "field",
    fr: Object.freeze({ name: "frm", p: 2n ** 64n - 2n ** 32n + 1n, nqr: 7n, s: 32, n8: 8 }),
    lanes: Object.freeze({ msm: Object.freeze([]), fft: Object.freeze([]), products: Object.freeze([]) }),
});
