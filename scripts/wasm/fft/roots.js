/**
 * Roots of unity and tables of constants.
 * @module scripts/wasm/fft/roots
 */
/** @import { Field } from "../types.js" */
import { mod, pow } from "../../../src/bigint/modular.js";
import { leastNonResidue, twoAdicity } from "../field/sqrt.js";
import { get, i32 } from "../wat.js";

/** Bytes of a list of field elements. @param {Field} fr @param {bigint[]} values */
export const table = (fr, values) => Uint8Array.from(values.flatMap((v) => Array.from(fr.encode(v))));

/**
 * omega[i], a primitive root of unity of order 2^i, i = 0 .. s:
 * omega[s] = a^((p - 1) / 2^s) for the least non-residue a.
 * @param {bigint} p
 */
export function rootsOfUnity(p) {
    const s = twoAdicity(p);
    const roots = [pow(leastNonResidue(p), (p - 1n) >> BigInt(s), p)];
    while (roots.length <= s) roots.unshift(mod(roots[0] * roots[0], p));
    return roots;
}

/**
 * Address of entry i of a static table.
 * @param {number} base
 * @param {string} i
 * @param {number} n8
 */
export const entry = (base, i, n8) => `(i32.add ${i32(base)} (i32.mul ${get(i)} ${i32(n8)}))`;
