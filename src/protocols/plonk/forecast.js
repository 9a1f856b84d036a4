/**
 * The key of a circuit before there is one.
 * @module protocols/plonk/forecast
 */
import { keyBytes } from "../key/forecast.js";
import { gateForecast } from "../plonkish/forecast.js";
import { COMMITMENTS } from "./json.js";
import { BEYOND, SECTION } from "./zkey.js";

/** @import { Circuit, Forecast } from "../key/forecast.js" */

/**
 * @param {Circuit} circuit
 * @returns {Forecast | undefined} undefined if there are no keys for its field
 */
export function forecast(circuit) {
    const found = gateForecast(circuit, 0);
    if (!found) return undefined;
    const { key, content } = found, { curve, sG1, sG2, domainSize, power } = key, points = domainSize + BEYOND;
    const commitments = COMMITMENTS.length * sG1 + sG2;
    return {
        key: { ...key, powers: { points } },
        bytes: keyBytes(curve, Object.keys(SECTION).length, content + commitments + points * sG1),
        tauPower: power,
        ofCosts: 1.55,
    };
}
