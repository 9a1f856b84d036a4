/**
 * A sum whose result is known without computing it: points with known discrete logarithms. It meets what goes wrong
 * with drivers and with incomplete formulas: infinity, equal and opposite points, in one bucket, full buckets, carries
 * out of every window, scalars above the order.
 * @module gpu/known_answers
 */
/** @import { WasmCurve } from "../engine/group.js" */
import type { WasmCurve } from "../engine/group.js";
/**
 * @param {WasmCurve} G
 * @param {bigint} r - order of the group
 * @param {number} n - points, best more than 200
 * @param {{ seed?: bigint, scalarBytes?: number }} [options]
 * @returns {{ points: Uint8Array, scalars: Uint8Array, expected: Uint8Array }} expected: jacobian
 */
export declare function knownAnswer(G: WasmCurve, r: bigint, n: number, { seed, scalarBytes }?: {
    seed?: bigint;
    scalarBytes?: number;
}): {
    points: Uint8Array;
    scalars: Uint8Array;
    expected: Uint8Array;
};
