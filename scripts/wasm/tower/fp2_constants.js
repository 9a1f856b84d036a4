/**
 * A little arithmetic in Fp2 = Fp[u] / (u^2 - nonResidue) on BigInt, for the constants
 * that the generator writes into modules.
 * @module scripts/wasm/tower/fp2_constants
 */
import { inverse, mod } from "../../../src/bigint/modular.js";

/** @typedef {[bigint, bigint]} Fp2 - c0 + c1 u */

/** @typedef {{ p: bigint, nonResidue: bigint }} Modulus - of Fp, and u^2 */

/** @param {Fp2} a @param {Fp2} b @param {Modulus} modulus @returns {Fp2} */
export const mulFp2 = ([a0, a1], [b0, b1], { p, nonResidue }) => [
    mod(a0 * b0 + nonResidue * a1 * b1, p),
    mod(a0 * b1 + a1 * b0, p),
];

/** @param {Fp2} a @param {Modulus} modulus @returns {Fp2} */
export function invFp2([a0, a1], { p, nonResidue }) {
    const norm = inverse(mod(a0 * a0 - nonResidue * a1 * a1, p), p);
    return [mod(a0 * norm, p), mod(-a1 * norm, p)];
}

/** @param {Fp2} a @param {bigint} e - e >= 0 @param {Modulus} modulus @returns {Fp2} */
export function powFp2(a, e, modulus) {
    /** @type {Fp2} */
    let r = [1n, 0n];
    for (const bit of e.toString(2)) {
        r = mulFp2(r, r, modulus);
        if (bit === "1") r = mulFp2(r, a, modulus);
    }
    return r;
}
