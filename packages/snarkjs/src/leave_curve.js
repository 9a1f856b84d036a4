/**
 * What callers of snarkjs find on globalThis after a call.
 * @module snarkjs/leave_curve
 */
import { curveByAnyName, getCurveFromName } from "../../../src/internal/snarkjs.js";

/**
 * Leaves the curve of this name there, as snarkjs does, for callers that terminate it. It is built
 * in a few milliseconds unless it is there already, and starts no worker.
 * @param {string} name - or an alias; nothing is left for a mere field
 * @returns {Promise<void>}
 */
export async function leaveCurve(name) {
    const known = curveByAnyName(name);
    if (known?.pairs) await getCurveFromName(known.name);
}
