/**
 * The pairing, one value at a time: e(P, Q) = finalExponentiation(millerLoop(prepareG1(P), prepareG2(Q))).
 * @module engine/pairing
 */
/** @import { ThreadManager } from "./types.js" */
/** @import { WasmCurve } from "./group.js" */
import { describe } from "../util/check.js";
import { take, withScratch } from "./scratch.js";

/**
 * @typedef {object} PairingCurve
 * @property {string} name
 * @property {ThreadManager} tm
 * @property {number} prePSize - bytes of a prepared point of G1
 * @property {number} preQSize - bytes of a prepared point of G2
 * @property {WasmCurve} G1
 * @property {WasmCurve} G2
 * @property {{ n8: number, one: Uint8Array }} Gt
 */

/**
 * @typedef {object} PairingOperations
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} pairing
 * @property {(a: Uint8Array) => Uint8Array} prepareG1
 * @property {(a: Uint8Array) => Uint8Array} prepareG2
 * @property {(preP: Uint8Array, preQ: Uint8Array) => Uint8Array} millerLoop
 * @property {(a: Uint8Array) => Uint8Array} finalExponentiation
 */

/**
 * @param {PairingCurve} curve
 * @returns {PairingOperations}
 */
export function pairingOperations(curve) {
    const { tm, name, Gt } = curve;

    /** @type {(opName: string, operands: [Uint8Array, number][], length: number) => Uint8Array} */
    const call = (opName, operands, length) => {
        for (const [bytes, expected] of operands) {
            if (bytes?.length !== expected)
                throw new RangeError(`${name}_${opName}: expected ${expected} bytes, got ${describe(bytes)}`);
        }
        return withScratch(tm, (alloc, put) => {
            const pointers = operands.map(([bytes]) => put(bytes));
            const result = alloc(length);
            tm.instance.exports[`${name}_${opName}`](...pointers, result);
            return take(tm, result, length);
        });
    };
    const jacobian = (/** @type {WasmCurve} */ G) => G.F.n8 * 3;
    return {
        pairing: (a, b) => {
            const [p, q] = [curve.G1.toJacobian(a), curve.G2.toJacobian(b)];
            // The Miller loop cannot handle the point at infinity of G2.
            if (curve.G1.isZero(p) || curve.G2.isZero(q)) return Gt.one.slice();
            return call("pairing", [[p, jacobian(curve.G1)], [q, jacobian(curve.G2)]], Gt.n8);
        },
        prepareG1: (a) => call("prepareG1", [[a, jacobian(curve.G1)]], curve.prePSize),
        prepareG2: (a) => call("prepareG2", [[a, jacobian(curve.G2)]], curve.preQSize),
        millerLoop: (preP, preQ) => call("millerLoop", [[preP, curve.prePSize], [preQ, curve.preQSize]], Gt.n8),
        finalExponentiation: (a) => call("finalExponentiation", [[a, Gt.n8]], Gt.n8),
    };
}
