/**
 * A little arithmetic in Fp2 = Fp[u] / (u^2 + 1) on BigInt, for the constants
 * that the generator bakes in.
 * @module scripts/wasm/tower/fp2_constants
 */
import { inverse, mod } from "../../../src/bigint/modular.js";

/** @typedef {[bigint, bigint]} Fp2 - c0 + c1 u */

/** @param {Fp2} a @param {Fp2} b @param {bigint} p @returns {Fp2} */
export const mulFp2 = ([a0, a1], [b0, b1], p) => [mod(a0 * b0 - a1 * b1, p), mod(a0 * b1 + a1 * b0, p)];

/** @param {Fp2} a @param {bigint} p @returns {Fp2} */
export function invFp2([a0, a1], p) {
    const norm = inverse(a0 * a0 + a1 * a1, p);
    return [mod(a0 * norm, p), mod(-a1 * norm, p)];
}

/** @param {Fp2} a @param {bigint} e - e >= 0 @param {bigint} p @returns {Fp2} */
export function powFp2(a, e, p) {
    /** @type {Fp2} */
    let r = [1n, 0n];
    for (const bit of e.toString(2)) {
        r = mulFp2(r, r, p);
        if (bit === "1") r = mulFp2(r, a, p);
    }
    return r;
}
