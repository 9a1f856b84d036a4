/**
 * The curve of a ptau file.
 * @module protocols/setup/tau/open
 */
import { identifyCurve, knownNames } from "../../../curves/known.js";
import { ensure } from "../../../files/errors.js";

/** @import { KnownCurve } from "../../../curves/known.js" */
/** @import { Ptau } from "../../../files/ptau.js" */

/**
 * @param {Ptau} ptau
 * @returns {KnownCurve}
 * @throws {ProverError} ERR_CURVE, ERR_FILE
 */
export function curveOfPtau({ file, n8, q, power, ceremonyPower }) {
    const known = identifyCurve(q);
    ensure(known?.pairs && known.n8q === n8, "ERR_CURVE", () =>
        `${file.name}: expected powers of tau on ${knownNames()}, got a base field of order ${q} in ${n8} bytes`);
    ensure(ceremonyPower <= known.s, "ERR_FILE", () =>
        `${file.name}: expected a power of at most ${known.s} on ${known.name}, got ${power} of ${ceremonyPower}; the file is damaged`);
    return known;
}
