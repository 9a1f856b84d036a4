/**
 * The key of a circuit before there is one.
 * @module protocols/fflonk/forecast
 */
import { keyBytes, powerFor } from "../key/forecast.js";
import { gateForecast } from "../plonkish/forecast.js";
import { hasRoots, MOST_POWER } from "./domain.js";
import { FREE_ROWS, PARTS_OF_C0, powersFor, SECTION } from "./zkey.js";

/** @import { Circuit, Forecast } from "../key/forecast.js" */

/**
 * @param {Circuit} circuit
 * @returns {Forecast | undefined} undefined if there are no keys for its field
 */
export function forecast(circuit) {
    if (!hasRoots(circuit.r)) return undefined;
    const found = gateForecast(circuit, FREE_ROWS);
    if (!found || found.key.power > MOST_POWER) return undefined;
    const { key, content } = found, { curve, sG1, sG2, domainSize } = key, points = powersFor(domainSize);
    const constants = 4 * curve.n8r + sG2 + sG1; // w3, w4, w8, wr; X_2, C0
    const bytes = content + constants + points * sG1 + PARTS_OF_C0 * domainSize * curve.n8r;
    return {
        key: { ...key, powers: { points, pointBytes: sG1 } },
        bytes: keyBytes(curve, Object.keys(SECTION).length, bytes),
        tauPower: powerFor(points + 1) - 1, // a ceremony of 2^p has 2^(p + 1) - 1 powers
        ofCosts: 2,
    };
}
