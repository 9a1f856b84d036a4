/**
 * Verification keys and proofs as snarkjs writes them, read strictly and only here, see
 * protocols/json. The verifiers check that points are on their curve and in their subgroup.
 * @module protocols/groth16/json
 */
import { describe } from "../../util/check.js";
import { ensure } from "../../util/prover_error.js";
import { jsonX, weakness } from "../key/weakness.js";
import {
    claimedPoint, claimedProof, FAULTS, isAbsent, isInfinity, isOf, isJsonObject, readCount, readPoint, readSignals,
    Rejection,
} from "../json.js";

/** @import { Generators, Weakness } from "../key/weakness.js" */
/** @import { CurveFacts, FaultOf } from "../json.js" */

/** @typedef {bigint[]} Point1 - x, y, z */
/** @typedef {bigint[][]} Point2 - x, y, z, each c0, c1 */
/**
 * @typedef {{ alpha1: Point1, beta2: Point2, gamma2: Point2, delta2: Point2, IC: Point1[] }}
 *   KeyPoints
 */
/** @typedef {{ signals: bigint[], a: Point1, b: Point2, c: Point1 }} Claim */

/** The points of a key: name here, name in the file, degree of the field. */
const KEY_POINTS = /** @type {const} */ ([
    ["alpha1", "vk_alpha_1", 1],
    ["beta2", "vk_beta_2", 2],
    ["gamma2", "vk_gamma_2", 2],
    ["delta2", "vk_delta_2", 2],
]);
/** The points of a proof: name here, name in the file, degree of the field. */
export const CLAIM_POINTS = /** @type {const} */ ([["a", "pi_a", 1], ["b", "pi_b", 2], ["c", "pi_c", 1]]);

/**
 * @template {CurveFacts} C
 * @param {unknown} vkey
 * @param {(name: any) => C | undefined} curveOf - any: JSON of the caller
 * @param {string} names - the names of all curves, for the message
 * @returns {{ curve: C, points: KeyPoints }}
 * @throws {ProverError} when the key cannot be used
 */
export function readKey(vkey, curveOf, names) {
    ensure(isJsonObject(vkey), "ERR_OPTION", () => `verify: expected a verification key, got ${describe(vkey)}`);
    const { protocol, curve: name, nPublic, IC } = vkey;
    ensure(
        isOf(vkey, "groth16", "vk_alpha_1"),
        "ERR_FILE",
        () => `verify: expected a groth16 verification key, got protocol ${describe(protocol)}`,
    );
    const curve = curveOf(name);
    ensure(curve, "ERR_CURVE", () => `verify: expected a key for ${names}, got curve ${describe(name)}`);
    // of signals, whether the key says it or not
    const count = Array.isArray(IC) ? IC.length - 1 : -1;
    ensure(
        count >= 0 && (isAbsent(nPublic) || readCount(nPublic) === count),
        "ERR_FILE",
        () =>
            `verify: expected nPublic + 1 points IC in the verification key, got ${describe(IC)} for nPublic ${describe(nPublic)}`,
    );
    const point = (/** @type {string} */ member, /** @type {1 | 2} */ degree, /** @type {unknown} */ json) => {
        const found = readPoint(json, degree, curve.q);
        ensure(
            found,
            "ERR_POINT",
            () =>
                `verify: expected ${member} of the verification key to be two or three coordinates as snarkjs writes them, below q, got something else; the key is damaged`,
        );
        return found;
    };
    const named = KEY_POINTS.map(([own, member, degree]) => [own, point(member, degree, vkey[member])]);
    const list = [];
    for (let i = 0; i <= count; i++) list.push(point(`IC[${i}]`, 1, IC[i]));
    return { curve, points: { ...Object.fromEntries(named), IC: list } };
}

/** @param {KeyPoints} points @param {FaultOf} faultOf @throws {ProverError} */
export function checkKey(points, faultOf) {
    const check = (/** @type {string} */ member, /** @type {1 | 2} */ degree, /** @type {any} */ point) => {
        const fault = faultOf(degree, point);
        ensure(
            !fault,
            "ERR_POINT",
            () =>
                `verify: expected ${member} of the verification key to be ${FAULTS[/** @type {keyof typeof FAULTS} */ (fault)]}; the key is damaged`,
        );
    };
    for (const [name, member, degree] of KEY_POINTS) {
        ensure(
            !isInfinity(degree, points[name]),
            "ERR_POINT",
            () =>
                `verify: expected ${member} of the verification key to be a point of order r, got the point at infinity; the key is damaged`,
        );
        check(member, degree, points[name]);
    }
    points.IC.forEach((point, i) => check(`IC[${i}]`, 1, point));
}

/**
 * Without a secret delta, C = -IC(signals) makes up for any signals; without a secret beta, A does;
 * without a secret alpha, B. Source: Groth 2016, whose proof of soundness draws each of them at
 * random.
 * @param {Record<"alpha1" | "beta2" | "gamma2" | "delta2", string>} points - by their x coordinates
 * @param {Generators} generators
 * @returns {Readonly<Weakness> | undefined}
 */
export function weaknessOfPoints({ alpha1, beta2, gamma2, delta2 }, { G1, G2 }) {
    if ([gamma2, beta2, G2].includes(delta2)) return weakness("DELTA_KNOWN");
    if ([gamma2, G2].includes(beta2)) return weakness("BETA_KNOWN");
    return alpha1 === G1 ? weakness("ALPHA_KNOWN") : undefined;
}

/**
 * @param {KeyPoints} points - of a verification key
 * @param {Generators} generators
 * @returns {Readonly<Weakness> | undefined}
 */
export function weaknessOfKey(points, generators) {
    const named = Object.fromEntries(KEY_POINTS.map(([name, , degree]) => [name, jsonX(degree, points[name])]));
    const [, ...signals] = points.IC;
    return weaknessOfPoints(/** @type {Record<keyof KeyPoints, string>} */ (named), generators)
        ?? (signals.length > 0 && signals.every((point) => jsonX(1, point) === "")
            ? weakness("SIGNALS_UNBOUND")
            : undefined);
}

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
    const found = claimedProof(proof, "groth16", curve);
    const point = (/** @type {string} */ member, /** @type {1 | 2} */ degree) =>
        claimedPoint(member, degree, found[member], q);
    return /** @type {Claim} */ ({
        signals,
        ...Object.fromEntries(CLAIM_POINTS.map(([letter, member, degree]) => [letter, point(member, degree)])),
    });
}

/** @param {Claim} claim @param {FaultOf} faultOf @throws {Rejection} */
export function checkClaim(claim, faultOf) {
    for (const [letter, member, degree] of CLAIM_POINTS) {
        const fault = faultOf(degree, claim[letter]);
        if (fault) throw new Rejection(fault, `${member}: expected ${FAULTS[fault]}`);
    }
}

/**
 * Numbers in lists as text: different texts for different lists. Not JSON, which asks `toJSON`
 * first, and that may be a program's own: many set one for BigInt.
 * @param {bigint | readonly any[]} numbers
 * @returns {string}
 */
function textOf(numbers) {
    if (typeof numbers === "bigint") return `${numbers}`;
    let text = "[";
    for (let i = 0; i < numbers.length; i++) text += `${textOf(numbers[i])},`;
    return `${text}]`;
}

/**
 * How many keys are remembered for each curve; a server that uses more checks their points again.
 */
const MOST_KEYS = 8;

/**
 * Remembers the result of a costly check of a key, by the curve and the content of the key and not
 * by its identity, because an object may change.
 * @template T
 * @returns {(curve: object, points: KeyPoints, check: () => T) => T}
 */
export function rememberKeys() {
    /** @type {WeakMap<object, Map<string, T>>} */
    const curves = new WeakMap();
    return (curve, { alpha1, beta2, gamma2, delta2, IC }, check) => {
        const known = curves.get(curve) ?? new Map();
        const text = textOf([alpha1, beta2, gamma2, delta2, IC]);
        const found = known.get(text) ?? check();
        known.delete(text); // set again below, so that it becomes the last one
        known.set(text, found);
        if (known.size > MOST_KEYS) known.delete(/** @type {string} */ (known.keys().next().value));
        curves.set(curve, known);
        return found;
    };
}
