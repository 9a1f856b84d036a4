/**
 * The key of a circuit before there is one.
 * @module protocols/groth16/forecast
 */
import { keyBytes, keyFor, powerFor } from "../key/forecast.js";
import { SECTION } from "./zkey.js";

/** @import { Circuit, Forecast } from "../key/forecast.js" */

/** Bytes of the transcript without contributions: the hash of the circuit, and a count. */
const CONTRIBUTIONS = 68;

/**
 * Rows name each constraint and, behind them, each public signal and the constant.
 * @param {Circuit} circuit
 * @returns {Forecast | undefined} undefined if there are no keys for its field
 */
export function forecast(circuit) {
    const { constraints, publicSignals, factorTerms, signals, inA, inB } = circuit;
    const key = keyFor(circuit, powerFor(constraints + publicSignals + 1), 1);
    if (!key) return undefined;
    const { curve, nVars, nPublic, domainSize, power, sG1, sG2 } = key, nCoefficients = factorTerms + nPublic + 1;
    const points = nPublic + 1 + 2 * nVars + (nVars - nPublic - 1) + domainSize;
    const content = 12 + 3 * (sG1 + sG2) + points * sG1 + nVars * sG2 + 4 + nCoefficients * (12 + curve.n8r);
    return {
        key: { ...key, nCoefficients, present: { A: inA / signals, B: inB / signals } },
        bytes: keyBytes(curve, Object.keys(SECTION).length, content + CONTRIBUTIONS),
        tauPower: power,
        ofCosts: 1.6,
    };
}
