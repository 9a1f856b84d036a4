/**
 * The pairing, one value at a time: e(P, Q) = finalExponentiation(millerLoop(prepareG1(P),
 * prepareG2(Q))).
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

/**
 * Points of G1, jacobian, one behind the other, and as many of G2: jacobian, or from prepareG2.
 * @typedef {readonly [p: Uint8Array, q: Uint8Array]} Pairs
 */

/** Coordinates of G1 that millerProduct works with for a pair, and for a prepared one. */
export const LEG = 16;
const RAIL = 3;

/** @type {Pairs} */
const NONE = [new Uint8Array(0), new Uint8Array(0)];

/**
 * The product of the Miller functions at many pairs, which share the squarings of the loop. A pair
 * at infinity counts as one.
 *
 *   in      pairs      jacobian points of G1 and G2
 *           prepared   jacobian points of G1, and what prepareG2 makes of points of G2
 *   out     an element of F12; finalExponentiation makes the product of the pairings of it
 *   memory  16 coordinates of G1 per pair, beside the points
 *   cost    about 0.85 of as many calls of prepareG2 and millerLoop; prepared 0.6
 * @param {PairingCurve} curve
 * @param {Pairs} pairs
 * @param {Pairs} [prepared]
 * @returns {Uint8Array}
 */
export function millerProduct({ tm, name, preQSize, G1, G2, Gt }, pairs, prepared = NONE) {
    const countOf = (/** @type {Pairs} */ [p, q], /** @type {number} */ sizeQ) => {
        const count = p.length / (3 * G1.F.n8);
        if (!Number.isInteger(count) || q.length !== count * sizeQ)
            throw new RangeError(
                `millerProduct: expected as many points of G1 as of G2, got ${p.length} and ${q.length} bytes`,
            );
        return count;
    };
    const count = countOf(pairs, 3 * G2.F.n8);
    const fixed = countOf(prepared, preQSize);
    return withScratch(tm, (alloc, put) => {
        const [p, q, pf, lines] = [...pairs, ...prepared].map(put);
        const work = alloc((LEG * count + RAIL * fixed) * G1.F.n8);
        const result = alloc(Gt.n8);
        tm.instance.exports[`${name}_millerProduct`](p, q, count, pf, lines, fixed, work, result);
        return take(tm, result, Gt.n8);
    });
}
