/**
 * The field that circom calls secq256r1: that of the coordinates of P-256 (FIPS 186-4, D.1.2.3), with which circuits
 * verify ECDSA over P-256. It has no roots of unity beyond -1.
 * @module params/secq256r1
 */
/** @import { FieldRecord } from "./types.js" */
import type { FieldRecord } from "./types.js";
/** @type {Readonly<FieldRecord>} */
export declare const secq256r1: Readonly<FieldRecord>;
