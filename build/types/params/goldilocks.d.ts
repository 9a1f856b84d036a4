/**
 * The field of 2^64 - 2^32 + 1 elements, called goldilocks by circom: one word, and roots of unity of order 2^32.
 * It is small: record and identity are one, and what applications carry of it.
 * @module params/goldilocks
 */
/** @import { FieldRecord } from "./types.js" */
import type { FieldRecord } from "./types.js";
/** @type {Readonly<FieldRecord>} */
export declare const goldilocks: Readonly<FieldRecord>;
