/**
 * The key of a circuit before there is one, of protocols with gates.
 * @module protocols/plonkish/forecast
 */
import { keyFor, powerFor } from "../key/forecast.js";
import { additionBytes, WITH_VALUES } from "./key.js";
import { COSET_BITS, LEAST_POWER } from "./json.js";

/** @import { Circuit } from "../key/forecast.js" */

/**
 * A row for each public signal, each constraint and each addition that leaves a constraint no more
 * terms than a gate has.
 * @param {Circuit} circuit
 * @param {number} free - rows that the circuit does not get
 * @returns {{ key: any, content: number } | undefined} content: bytes of the sections that all such
 *   keys have, without the points; undefined if there are no keys for its field
 */
export function gateForecast(circuit, free) {
    const { constraints, publicSignals, additions } = circuit, nConstraints = publicSignals + constraints + additions;
    const found = keyFor(circuit, Math.max(LEAST_POWER, powerFor(nConstraints + free)), COSET_BITS);
    if (!found) return undefined;
    const key = { ...found, nAdditions: additions, nConstraints }, { domainSize, nPublic, curve: { n8r } } = key;
    // five of the gates, three of the permutation, Lagrange's
    const polynomials = 8 + Math.max(1, nPublic);
    const header = 20 + 2 * n8r; // counts, k1, k2
    const content = header + additions * additionBytes(key) + 12 * nConstraints
        + polynomials * WITH_VALUES * domainSize * n8r;
    return { key, content };
}
