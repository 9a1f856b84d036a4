/**
 * Verification keys and proofs as snarkjs writes them, read strictly and only here, see
 * protocols/json. The verifier checks that points are on their curve and in their subgroup.
 * @module protocols/fflonk/json
 */
import { describe } from "../../util/check.js";
import { ensure } from "../../util/prover_error.js";
import {
    claimedPoint, claimedProof, demand, FAULTS, isInfinity, isOf, isJsonObject, readCount, readNumber, readSignals,
} from "../json.js";
import { jsonX, weaknessOfTau } from "../key/weakness.js";
import { claimedValue, keyPoint } from "../plonkish/json.js";
import { EVALUATIONS } from "./challenges.js";
import { checkConstants, domainOf, hasRoots, LEAST_POWER, MOST_POWER } from "./domain.js";

/** @import { CurveFacts, FaultOf } from "../json.js" */
/** @import { Evaluations } from "./challenges.js" */
/** @import { Domain } from "./domain.js" */

/** The commitments of a proof. */
export const COMMITMENTS = Object.freeze(/** @type {const} */ (["C1", "C2", "W1", "W2"]));

/** @typedef {bigint[]} Point1 - x, y, z */
/** @typedef {bigint[][]} Point2 - x, y, z, each c0, c1 */
/** @typedef {{ domain: Domain, nPublic: number, X_2: Point2, C0: Point1 }} KeyJson */
/**
 * @typedef
 *   {{ signals: bigint[], points: Record<typeof COMMITMENTS[number], Point1>, values: Evaluations,
 *   inv: bigint }} Claim
 */

/**
 * @template {CurveFacts} C
 * @param {unknown} vkey
 * @param {(name: any) => C | undefined} curveOf - any: JSON of the caller
 * @returns {{ curve: C, key: KeyJson }}
 * @throws {ProverError} when the key cannot be used
 */
export function readKey(vkey, curveOf) {
    ensure(isJsonObject(vkey), "ERR_OPTION", () => `verify: expected a verification key, got ${describe(vkey)}`);
    const { protocol, curve: name, X_2, C0, k1, k2, w, w3, w4, w8, wr } = vkey;
    const power = readCount(vkey.power);
    const nPublic = readCount(vkey.nPublic);
    ensure(
        isOf(vkey, "fflonk", "C0"),
        "ERR_FILE",
        () => `verify: expected a fflonk verification key, got protocol ${describe(protocol)}`,
    );
    const curve = curveOf(name);
    ensure(curve && hasRoots(curve.r), "ERR_CURVE", () =>
        `verify: expected a key for the curve whose roots of unity FFLONK has, got curve ${describe(name)}`);
    ensure(
        power !== undefined && power >= LEAST_POWER && power <= MOST_POWER,
        "ERR_FILE",
        () => `verify: expected power from ${LEAST_POWER} to ${MOST_POWER} in the verification key, got ${describe(vkey.power)}`,
    );
    ensure(
        nPublic !== undefined && nPublic <= 2 ** power - 2,
        "ERR_FILE",
        () => `verify: expected nPublic from 0 to 2^power - 2 in the verification key, got ${describe(vkey.nPublic)}`,
    );
    const domain = domainOf(curve.r, power);
    const given = Object.entries({ k1, k2, w, w3, w4, w8, wr });
    const numbers = given.map(([constant, json]) => [constant, readNumber(json, curve.r)]);
    checkConstants("verify", domain, Object.fromEntries(numbers));
    const { q } = curve;
    return { curve, key: { domain, nPublic, X_2: keyPoint("X_2", 2, X_2, q), C0: keyPoint("C0", 1, C0, q) } };
}

/**
 * C0 may be any point of its group; X_2 must not be the point at infinity, with which any proof
 * would verify.
 * @param {KeyJson} key
 * @param {FaultOf} faultOf
 * @throws {ProverError}
 */
export function checkKey({ X_2, C0 }, faultOf) {
    for (const [member, degree, point] of /** @type {[string, 1 | 2, any][]} */ ([["X_2", 2, X_2], ["C0", 1, C0]])) {
        const fault = degree === 2 && isInfinity(degree, point) ? "POINT_SUBGROUP" : faultOf(degree, point);
        ensure(!fault, "ERR_POINT", () =>
            `verify: expected ${member} of the verification key to be ${FAULTS[/** @type {keyof typeof FAULTS} */ (fault)]}; the key is damaged`);
    }
}

/**
 * @param {KeyJson} key
 * @param {import("../key/weakness.js").Generators} generators
 */
export const weaknessOfKey = ({ X_2 }, generators) => weaknessOfTau({ X_2: jsonX(2, X_2) }, generators);

/**
 * @param {CurveFacts} curve
 * @param {number} count - of signals
 * @param {unknown} publicSignals
 * @param {unknown} proof
 * @returns {Claim}
 * @throws {Rejection}
 */
export function readClaim(curve, count, publicSignals, proof) {
    const { q, r } = curve, signals = readSignals(publicSignals, count, r);
    const { polynomials, evaluations } = claimedProof(proof, "fflonk", curve);
    demand(isJsonObject(polynomials) && isJsonObject(evaluations), "PROOF_FORM", () =>
        "expected a proof with polynomials and evaluations, got one without");
    const point = (/** @type {string} */ member) => claimedPoint(member, 1, polynomials[member], q);
    const number = (/** @type {string} */ member) => claimedValue(member, evaluations[member], r);
    return {
        signals,
        points: /** @type {Claim["points"]} */ (
                Object.fromEntries(COMMITMENTS.map((member) => [member, point(member)]))
            ),
        values: /** @type {Evaluations} */ (Object.fromEntries(EVALUATIONS.map((member) => [member, number(member)]))),
        inv: number("inv"),
    };
}
