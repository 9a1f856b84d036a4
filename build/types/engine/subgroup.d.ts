import type { CurveRecord } from "../params/types.js";
import type { WasmField2 } from "./extension.js";
import type { WasmCurve } from "./group.js";
export type Map = (point: Uint8Array) => Uint8Array;
/**
 * The test for a group; its constants are found at its first use.
 *
 *   in      a point of the curve, affine or jacobian, coordinates reduced; off the curve the answer means nothing
 *   out     whether r times the point is zero, which it is for infinity
 *   cost    on G2 64 doublings and 25 additions; bls12 G1 128 and 32
 * @param {Readonly<CurveRecord>} curve
 * @param {1 | 2} degree
 * @param {{ G1: WasmCurve, G2: WasmCurve, F12: WasmField2 }} members
 * @returns {(point: Uint8Array) => boolean}
 */
export declare function subgroupTest(curve: Readonly<CurveRecord>, degree: 1 | 2, members: {
    G1: WasmCurve;
    G2: WasmCurve;
    F12: WasmField2;
}): (point: Uint8Array) => boolean;
