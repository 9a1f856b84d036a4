/**
 * Verification keys and proofs of protocols with gates and one permutation, as snarkjs writes them,
 * read strictly and only here, see protocols/json. A protocol says which names its points and
 * numbers have.
 * @module protocols/plonkish/json
 */
import { describe } from "../../util/check.js";
import { ensure } from "../../util/prover_error.js";
import {
    claimedPoint, claimedProof, demand, FAULTS, isInfinity, isOf, isJsonObject, readCount, readNumber, readPoint,
    readSignals, Rejection,
} from "../json.js";

/** @import { CurveFacts, FaultOf } from "../json.js" */

/** @typedef {bigint[]} Point1 - x, y, z */
/** @typedef {bigint[][]} Point2 - x, y, z, each c0, c1 */

/**
 * How a protocol writes its keys and proofs: the names in its files.
 * @typedef {object} Form
 * @property {string} protocol
 * @property {readonly string[]} keyPoints - of G1; every key also has X_2
 * @property {readonly string[]} keyNumbers
 * @property {readonly string[]} points - of a proof, of G1
 * @property {readonly string[]} values - of a proof
 * @property {(proof: Record<string, any>) => any} pointsIn - what has the points, any: JSON of the
 *   caller
 * @property {(proof: Record<string, any>) => any} valuesIn
 */

/**
 * @typedef {object} KeyJson
 * @property {number} nPublic
 * @property {number} power - of the domain
 * @property {Record<string, Point1>} points
 * @property {Point2} X_2
 * @property {Record<string, bigint>} numbers
 */

/**
 * @typedef {{ signals: bigint[], points: Record<string, Point1>, values: Record<string, bigint> }}
 *   Claim
 */

/** The smallest domain has 2^3 rows. */
export const LEAST_POWER = 3;

/** The quotient needs cosets of the domain by roots of unity of four times its order. */
export const COSET_BITS = 2;

/**
 * @template {CurveFacts & { s: number }} C
 * @param {Form} form
 * @param {unknown} vkey
 * @param {(name: any) => C | undefined} curveOf - any: JSON of the caller
 * @param {string} names - the names of all curves, for the message
 * @returns {{ curve: C, key: KeyJson }}
 * @throws {ProverError} when the key cannot be used
 */
export function readKey(form, vkey, curveOf, names) {
    ensure(isJsonObject(vkey), "ERR_OPTION", () => `verify: expected a verification key, got ${describe(vkey)}`);
    const { protocol, curve: name } = vkey, power = readCount(vkey.power);
    const nPublic = readCount(vkey.nPublic);
    ensure(
        isOf(vkey, form.protocol, form.keyPoints[0]),
        "ERR_FILE",
        () => `verify: expected a ${form.protocol} verification key, got protocol ${describe(protocol)}`,
    );
    const curve = curveOf(name);
    ensure(curve, "ERR_CURVE", () => `verify: expected a key for ${names}, got curve ${describe(name)}`);
    const most = curve.s - COSET_BITS;
    ensure(
        power !== undefined && power >= LEAST_POWER && power <= most,
        "ERR_FILE",
        () => `verify: expected power of the verification key to be from ${LEAST_POWER} to ${most}, got ${describe(vkey.power)}`,
    );
    ensure(
        nPublic !== undefined && nPublic <= 2 ** power,
        "ERR_FILE",
        () => `verify: expected nPublic of the verification key to be from 0 to ${2 ** power}, got ${describe(vkey.nPublic)}`,
    );
    const { q, r } = curve;
    const points = Object.fromEntries(form.keyPoints.map((member) => [member, keyPoint(member, 1, vkey[member], q)]));
    const numbers = Object.fromEntries(form.keyNumbers.map((member) => [member, keyNumber(member, vkey[member], r)]));
    return { curve, key: { nPublic, power, points, X_2: keyPoint("X_2", 2, vkey.X_2, q), numbers } };
}

/** @param {string} member @param {1 | 2} degree @param {unknown} json @param {bigint} q */
export function keyPoint(member, degree, json, q) {
    const found = readPoint(json, degree, q);
    ensure(
        found,
        "ERR_POINT",
        () =>
            `verify: expected ${member} of the verification key to be two or three coordinates as snarkjs writes them, below q, got something else; the key is damaged`,
    );
    return found;
}

/** @param {string} member @param {unknown} json @param {bigint} r */
function keyNumber(member, json, r) {
    const found = readNumber(json, r);
    ensure(
        found !== undefined,
        "ERR_FILE",
        () => `verify: expected ${member} of the verification key to be a number below r, got ${describe(json)}`,
    );
    return found;
}

/** @param {KeyJson} key @param {FaultOf} faultOf @throws {ProverError} */
export function checkKey({ points, X_2 }, faultOf) {
    const check = (/** @type {string} */ member, /** @type {1 | 2} */ degree, /** @type {any} */ point) => {
        const fault = faultOf(degree, point);
        ensure(
            !fault,
            "ERR_POINT",
            () =>
                `verify: expected ${member} of the verification key to be ${FAULTS[/** @type {keyof typeof FAULTS} */ (fault)]}; the key is damaged`,
        );
    };
    ensure(
        !isInfinity(2, X_2),
        "ERR_POINT",
        () =>
            "verify: expected X_2 of the verification key to be a point of order r, got the point at infinity; the key is damaged",
    );
    for (const [member, point] of Object.entries(points)) check(member, 1, point);
    check("X_2", 2, X_2);
}

/**
 * @param {Form} form
 * @param {CurveFacts} curve
 * @param {number} count - of signals
 * @param {unknown} publicSignals
 * @param {unknown} proof
 * @returns {Claim}
 * @throws {Rejection}
 */
export function readClaim(form, curve, count, publicSignals, proof) {
    const { q, r } = curve, signals = readSignals(publicSignals, count, r);
    const found = claimedProof(proof, form.protocol, curve);
    const [inPoints, inValues] = [form.pointsIn(found), form.valuesIn(found)];
    demand(
        isJsonObject(inPoints) && isJsonObject(inValues),
        "PROOF_FORM",
        () => "expected a proof with its points and evaluations, got something else",
    );
    const pointOf = (/** @type {string} */ member) => claimedPoint(member, 1, inPoints[member], q);
    const points = Object.fromEntries(form.points.map((member) => [member, pointOf(member)]));
    const values = Object.fromEntries(form.values.map((member) => [member, claimedValue(member, inValues[member], r)]));
    return { signals, points, values };
}

/** @param {string} member @param {unknown} json @param {bigint} r */
export function claimedValue(member, json, r) {
    const found = readNumber(json, r);
    demand(found !== undefined, "PROOF_FORM", () => `${member}: expected a number below r, got ${describe(json)}`);
    return found;
}

/** @param {Pick<Claim, "points">} claim @param {FaultOf} faultOf @throws {Rejection} */
export function checkClaim({ points }, faultOf) {
    for (const [member, point] of Object.entries(points)) {
        const fault = faultOf(1, point);
        if (fault) throw new Rejection(fault, `${member}: expected ${FAULTS[fault]}`);
    }
}
