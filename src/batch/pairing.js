/**
 * Products of pairings: a Miller loop per pair, the product of these, one final exponentiation.
 * @module batch/pairing
 */
/** @import { Pool, Task } from "./types.js" */
/** @import { PairingCurve, PairingOperations } from "../engine/pairing.js" */
import { LEG } from "../engine/pairing.js";
import * as tasks from "../pool/tasks.js";
import { copyRange } from "../util/copies.js";
import { inFlight, submit } from "./submit.js";

/**
 * Up to this many pairs the caller's thread does it alone: a Groth16 verification has four, and
 * a pair takes about two milliseconds, which is less than starting a worker.
 */
const LOCAL_PAIRS = 8;

/**
 * @param {PairingCurve & PairingOperations & { tm: any, Gt: any }} curve
 */
export function pairingProduct(curve) {
    const { G1, G2, name, prePSize, preQSize } = curve;
    /** @type {(p: Uint8Array, q: Uint8Array) => Task} */
    const pairTask = (p, q) => [
        tasks.allocSet(0, copyRange(p, 0, p.length)),
        tasks.allocSet(1, copyRange(q, 0, q.length)),
        tasks.alloc(2, prePSize),
        tasks.alloc(3, preQSize),
        tasks.alloc(4, curve.Gt.n8),
        tasks.call({ op: "prepareG1", group: name }, tasks.ref(0), tasks.ref(2)),
        tasks.call({ op: "prepareG2", group: name }, tasks.ref(1), tasks.ref(3)),
        tasks.call({ op: "millerLoop", group: name }, tasks.ref(2), tasks.ref(3), tasks.ref(4)),
        tasks.get(0, 4, curve.Gt.n8),
    ];
    /**
     * @param {...Uint8Array} operands - p1, q1, p2, q2, ..., and optionally an element of Gt at the
     *   end
     * @returns {Promise<boolean>} whether the product of e(pi, qi) is that element, by default one
     */
    return async function pairingEq(...operands) {
        const given = Math.floor(operands.length / 2);
        const expected = operands.length % 2 === 1 ? operands[operands.length - 1] : curve.Gt.one;
        // Everything is checked before anything is queued.
        const points = Array.from({ length: given }, (_, i) => [
            G1.toJacobian(operands[2 * i]),
            G2.toJacobian(operands[2 * i + 1]),
        ]).filter(([p, q]) => !G1.isZero(p) && !G2.isZero(q)); // the pairing with zero is one
        const pairs = points.length;
        const small = pairs <= LOCAL_PAIRS;
        const group = {};
        const loops = await inFlight(
            /** @type {Pool} */ (curve.tm),
            pairs,
            async (i) => (await submit(curve.tm, pairTask(points[i][0], points[i][1]), { small, group }))[0],
        );
        const product = loops.reduce((a, b) => curve.Gt.mul(a, b), curve.Gt.one);
        return curve.Gt.eq(curve.finalExponentiation(product), expected);
    };
}

/**
 * The product of the Miller functions at points of G1 and of G2, on a worker.
 *
 *   in      points, others   jacobian, equally many; they are copied
 *   out     an element of Gt
 * @param {PairingCurve & { tm: any, Gt: any }} curve
 * @param {Uint8Array} points - of G1
 * @param {Uint8Array} others - of G2
 * @param {{ signal?: AbortSignal, group?: unknown }} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function millerProductOnWorker({ tm, name, G1, Gt }, points, others, options) {
    const { n8 } = G1.F, n = points.length / (3 * n8);
    const [result] = await submit(tm, [
        tasks.allocSet(0, points.slice()),
        tasks.allocSet(1, others.slice()),
        tasks.alloc(2, LEG * n8 * n),
        tasks.alloc(3, Gt.n8),
        tasks.call(
            { op: "millerProduct", group: name },
            tasks.ref(0),
            tasks.ref(1),
            tasks.val(n),
            ...Array.from({ length: 3 }, () => tasks.val(0)), // no prepared points
            tasks.ref(2),
            tasks.ref(3),
        ),
        tasks.get(0, 3, Gt.n8),
    ], options);
    return result;
}
