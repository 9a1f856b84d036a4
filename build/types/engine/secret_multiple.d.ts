import type { WasmCurve } from "./group.js";
import type { WasmField1 } from "./field.js";
/**
 * s a, by Montgomery's ladder: an addition and a doubling for each bit. The addresses that they work on depend on s.
 *
 *   in      a    affine or jacobian, of order r; outside the subgroup the result is wrong
 *           s    Fr, LEM
 *   out     jacobian
 *   cost    23M for each bit of r, 2.3 times what timesFr takes
 *   source  Montgomery 1987; scalars of fixed length: Brumley and Tuveri 2011
 *
 * Except for s = 0, 1, r - 2 and r - 1, no addition has an operand at infinity, or two that are equal or opposite.
 * @param {WasmCurve} G
 * @param {WasmField1} Fr
 * @param {Uint8Array} a
 * @param {Uint8Array} s
 * @returns {Uint8Array}
 * @throws {RangeError} for a scalar of another length
 */
export declare function secretMultiple(G: WasmCurve, Fr: WasmField1, a: Uint8Array, s: Uint8Array): Uint8Array;
