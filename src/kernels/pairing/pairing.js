/**
 * Whether a product of pairings is one, on the lanes of an instance of its own: of one pair and two
 * whose lines are prepared, times a value of the Miller loop. That is the equation of one Groth16
 * proof.
 * @module kernels/pairing/pairing
 */
/** @import { PairingRecord } from "./context.js" */
/** @import { Points } from "./miller.js" */
/** @import { Linked } from "../../runtime/link.js" */
/** @import { Arena } from "../../runtime/memory.js" */
import { openPairing } from "./context.js";
import { isOneAfterFinalExp, openFinalExp } from "./final_exp.js";
import { enterFp12, mulFp12, openFp12 } from "./fp12.js";
import { millerOnLanes, openMiller, prepareLines } from "./miller.js";

/**
 * What a key contributes: lines of two points of G2, and a value of the Miller loop.
 * @typedef {{ lines: Uint8Array, value: Uint8Array }} Fixed
 */

/**
 * @typedef {object} LanePairing
 * @property {(points: readonly [Uint8Array, Uint8Array], value: Uint8Array) => Fixed | undefined}
 *   prepare - points: from prepareG2, not at infinity; value: in the base module's form. undefined:
 *   the base module has to do it
 * @property {(fixed: Fixed, pair: Points, points: Points) => boolean | undefined} isOne - the value
 *   times the pairing of the pair times those of points and prepared points. undefined: the base
 *   module has to do it
 */

/**
 * @param {PairingRecord} record
 * @param {any} base - functions of the base module
 * @param {Linked} lane - linked with it
 * @param {Arena} arena - of their memory
 * @returns {LanePairing}
 */
export function lanePairing(record, base, lane, arena) {
    const on = openMiller(openFinalExp(openFp12(openPairing(record, base, lane, arena))));
    return Object.freeze({
        prepare(points, value) {
            const lines = prepareLines(on, points);
            return lines && { lines, value: value.slice() };
        },
        isOne({ lines, value }, pair, points) {
            millerOnLanes(on, [pair], { lines, points });
            arena.u8().set(value, on.packed);
            enterFp12(on, on.packed, on.g);
            mulFp12(on);
            return isOneAfterFinalExp(on);
        },
    });
}
