/**
 * The field that circom calls secq256r1: that of the coordinates of P-256 (FIPS 186-4, D.1.2.3),
 * with which circuits verify ECDSA over P-256. It has no roots of unity beyond -1.
 * @module params/secq256r1
 */
/** @import { FieldRecord } from "./types.js" */

/** @type {Readonly<FieldRecord>} */
export const secq256r1 = Object.freeze({
    name: "secq256r1",
    aliases: Object.freeze([]),
    family: "field",
    fr: Object.freeze({ name: "frm", p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n, nqr: 3n, s: 1, n8: 32 }),
    lanes: Object.freeze({ msm: Object.freeze([]), fft: Object.freeze([]), products: Object.freeze([]) }),
});
