/**
 * Verification keys, proofs and public signals as snarkjs writes them. They are read strictly and only here, so that
 * all verifiers accept the same input: plain decimals below their bound, points of three coordinates whose third is 1
 * (or the point at infinity, 0, 1, 0), and as many signals as the key requires. Text is only parsed if its length is
 * bounded, everything is read once, and the results are BigInts. The verifiers check that points are on their curve and
 * in their subgroup.
 *
 * What the verifier chose (key, options) throws if it cannot be used; what a prover sends (signals, proof) is rejected
 * without an exception.
 * @module protocols/groth16/json
 */
import { describe } from "../../util/check.js";
import { ensure } from "../../util/prover_error.js";

/**
 * Why signals and proof do not verify: the signals are not a list, are not as many as the key requires, or one is not a
 * decimal below r; the proof is not an object with points, or is of another protocol or curve; one of its points is not
 * on its curve, or not in its subgroup; or none of these, and the equation does not hold.
 * @typedef
 *   {"SIGNAL_LIST" | "SIGNAL_COUNT" | "SIGNAL_VALUE" | "PROOF_FORM" | "PROOF_PROTOCOL" | "PROOF_CURVE" | "POINT_CURVE"
 *   | "POINT_SUBGROUP" | "EQUATION"}
 *   Reason
 */

/**
 * @typedef {object} Refusal
 * @property {false} valid
 * @property {Reason} reason
 * @property {"signals" | "proof" | "equation"} input - what is wrong; "equation" means these signals with this proof
 * @property {string} message - for people, without a file name
 */

/** @typedef {Readonly<{ valid: true } | Refusal>} Verdict */

/**
 * What a verifier returns: the verdict with { reason: true }, otherwise only whether the proof is valid.
 * @template {boolean} R
 * @typedef {R extends true ? Verdict : boolean} Answer
 */

/**
 * @typedef {object} CurveFacts
 * @property {string} name
 * @property {bigint} q - order of the base field
 * @property {bigint} r - order of the groups
 */

/** @typedef {bigint[]} Point1 - x, y, z */
/** @typedef {bigint[][]} Point2 - x, y, z, each c0, c1 */
/** @typedef {{ alpha1: Point1, beta2: Point2, gamma2: Point2, delta2: Point2, IC: Point1[] }} KeyPoints */
/** @typedef {{ signals: bigint[], a: Point1, b: Point2, c: Point1 }} Claim */

/** No number below the order of a field of these curves has more digits. */
const MOST_DIGITS = 400;
const DECIMAL = /^(?:0|[1-9][0-9]*)$/;

/** The third coordinate of a point, and the point at infinity, by degree of the field. */
const SCALE_ONE = ["", "1", "1,0"], INFINITY = ["", "0,1,0", "0,0,1,0,0,0"];

/** The points of a key: name here, name in the file, degree of the field. */
const KEY_POINTS = /** @type {const} */ ([
    ["alpha1", "vk_alpha_1", 1],
    ["beta2", "vk_beta_2", 2],
    ["gamma2", "vk_gamma_2", 2],
    ["delta2", "vk_delta_2", 2],
]);
const CLAIM_POINTS = /** @type {const} */ ([["a", "pi_a", 1], ["b", "pi_b", 2], ["c", "pi_c", 1]]);

/**
 * Why a point is not an element of its group; undefined for one that is.
 * @callback FaultOf
 * @param {1 | 2} degree - of its field: G1 or G2
 * @param {any} point - any: coordinates of either field
 * @returns {"POINT_CURVE" | "POINT_SUBGROUP" | undefined}
 */
const FAULTS = {
    POINT_CURVE: "a point of the curve, got one that is off it",
    POINT_SUBGROUP: "a point of order r, got one outside of that subgroup",
};

/** Thrown inside this room when what a prover sent does not verify. */
export class Rejection extends Error {
    /** @param {Reason} reason @param {string} message */
    constructor(reason, message) {
        super(message);
        this.reason = reason;
    }
}

/** @param {unknown} ok @param {Reason} reason @param {() => string} message @returns {asserts ok} */
function demand(ok, reason, message) {
    if (!ok) throw new Rejection(reason, message());
}

/** @template T @param {() => T} read @returns {T | Rejection} */
export function attempt(read) {
    try {
        return read();
    } catch (error) {
        if (error instanceof Rejection) return error;
        throw error;
    }
}

/** @param {unknown} value @returns {value is Record<string, any>} any: JSON of the caller */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {1 | 2} degree @param {any} point - as read @returns {boolean} */
export const isInfinity = (degree, point) => String(point) === INFINITY[degree];

/** @param {any} value - any: JSON of the caller @param {bigint} bound @returns {bigint | undefined} */
function readDecimal(value, bound) {
    const plain =
        typeof value === "string"
            ? value.length <= MOST_DIGITS && DECIMAL.test(value)
            : typeof value === "bigint" || Number.isSafeInteger(value);
    if (!plain) return undefined;
    const number = BigInt(value);
    return number >= 0n && number < bound ? number : undefined;
}

/**
 * @template T
 * @param {any} json
 * @param {number} length
 * @param {(item: unknown) => T | undefined} read
 * @returns {T[] | undefined}
 */
function readList(json, length, read) {
    if (!Array.isArray(json) || json.length !== length) return undefined;
    const items = [];
    for (let i = 0; i < length; i++) {
        const item = read(json[i]);
        if (item === undefined) return undefined;
        items.push(item);
    }
    return items;
}

/**
 * @param {unknown} json
 * @param {1 | 2} degree
 * @param {bigint} q
 * @returns {any} any: coordinates of either field; undefined when it is not a point
 */
function readPoint(json, degree, q) {
    const decimal = (/** @type {unknown} */ c) => readDecimal(c, q);
    const point = readList(json, 3, degree === 1 ? decimal : (row) => /** @type {any} */ (readList(row, 2, decimal)));
    if (point === undefined) return undefined;
    return String(point[2]) === SCALE_ONE[degree] || isInfinity(degree, point) ? point : undefined;
}

/**
 * @template {CurveFacts} C
 * @param {unknown} vkey
 * @param {(name: string) => C | undefined} curveOf
 * @param {string} names - the names of all curves, for the message
 * @returns {{ curve: C, points: KeyPoints }}
 * @throws {ProverError} when the key cannot be used
 */
export function readKey(vkey, curveOf, names) {
    ensure(isRecord(vkey), "ERR_OPTION", () => `verify: expected a verification key, got ${describe(vkey)}`);
    const { protocol, curve: name, nPublic, IC } = vkey;
    ensure(
        protocol === "groth16",
        "ERR_FILE",
        () => `verify: expected a groth16 verification key, got protocol ${describe(protocol)}`,
    );
    const curve = typeof name === "string" ? curveOf(name) : undefined;
    ensure(curve, "ERR_CURVE", () => `verify: expected a key for ${names}, got curve ${describe(name)}`);
    ensure(
        Number.isSafeInteger(nPublic) && nPublic >= 0 && Array.isArray(IC) && IC.length === nPublic + 1,
        "ERR_FILE",
        () =>
            `verify: expected nPublic + 1 points IC in the verification key, got ${describe(IC)} for nPublic ${describe(nPublic)}`,
    );
    const point = (/** @type {string} */ place, /** @type {1 | 2} */ degree, /** @type {unknown} */ json) => {
        const found = readPoint(json, degree, curve.q);
        ensure(
            found,
            "ERR_POINT",
            () =>
                `verify: expected ${place} of the verification key to be three coordinates as snarkjs writes them, decimals below q, got something else; the key is damaged`,
        );
        return found;
    };
    const named = KEY_POINTS.map(([own, place, degree]) => [own, point(place, degree, vkey[place])]);
    const list = [];
    for (let i = 0; i <= nPublic; i++) list.push(point(`IC[${i}]`, 1, IC[i]));
    return { curve, points: { ...Object.fromEntries(named), IC: list } };
}

/** @param {KeyPoints} points @param {FaultOf} faultOf @throws {ProverError} */
export function checkKey(points, faultOf) {
    const check = (/** @type {string} */ place, /** @type {1 | 2} */ degree, /** @type {any} */ point) => {
        const fault = faultOf(degree, point);
        ensure(
            !fault,
            "ERR_POINT",
            () =>
                `verify: expected ${place} of the verification key to be ${FAULTS[/** @type {keyof typeof FAULTS} */ (fault)]}; the key is damaged`,
        );
    };
    for (const [name, place, degree] of KEY_POINTS) {
        ensure(
            !isInfinity(degree, points[name]),
            "ERR_POINT",
            () =>
                `verify: expected ${place} of the verification key to be a point of order r, got the point at infinity; the key is damaged`,
        );
        check(place, degree, points[name]);
    }
    points.IC.forEach((point, i) => check(`IC[${i}]`, 1, point));
}

/** @param {any} publicSignals @param {number} count @param {bigint} r @returns {bigint[]} */
function readSignals(publicSignals, count, r) {
    demand(
        Array.isArray(publicSignals),
        "SIGNAL_LIST",
        () => `expected a list of public signals, got ${describe(publicSignals)}`,
    );
    demand(
        publicSignals.length === count,
        "SIGNAL_COUNT",
        () => `expected ${count} public signals, got ${publicSignals.length}`,
    );
    const signals = [];
    for (let i = 0; i < count; i++) {
        const given = publicSignals[i], signal = readDecimal(given, r);
        demand(
            signal !== undefined,
            "SIGNAL_VALUE",
            () => `signal ${i}: expected a decimal number below r, got ${describe(given)}`,
        );
        signals.push(signal);
    }
    return signals;
}

/**
 * @param {CurveFacts} curve
 * @param {number} count - of signals
 * @param {unknown} publicSignals
 * @param {unknown} proof
 * @returns {Claim}
 * @throws {Rejection}
 */
export function readClaim({ name, q, r }, count, publicSignals, proof) {
    const signals = readSignals(publicSignals, count, r);
    demand(isRecord(proof), "PROOF_FORM", () => `expected a proof, got ${describe(proof)}`);
    const { protocol = "groth16", curve = name } = proof; // some provers write neither of the two
    demand(
        protocol === "groth16",
        "PROOF_PROTOCOL",
        () => `expected a groth16 proof, got protocol ${describe(protocol)}`,
    );
    demand(
        curve === name,
        "PROOF_CURVE",
        () => `expected a proof on ${name}, as the verification key asks for, got one on ${describe(curve)}`,
    );
    const point = (/** @type {string} */ place, /** @type {1 | 2} */ degree) => {
        const found = readPoint(proof[place], degree, q);
        demand(
            found,
            "PROOF_FORM",
            () => `${place}: expected three coordinates as snarkjs writes them, decimals below q, got something else`,
        );
        return found;
    };
    return /** @type {Claim} */ ({
        signals,
        ...Object.fromEntries(CLAIM_POINTS.map(([letter, place, degree]) => [letter, point(place, degree)])),
    });
}

/** @param {Claim} claim @param {FaultOf} faultOf @throws {Rejection} */
export function checkClaim(claim, faultOf) {
    for (const [letter, place, degree] of CLAIM_POINTS) {
        const fault = faultOf(degree, claim[letter]);
        if (fault) throw new Rejection(fault, `${place}: expected ${FAULTS[fault]}`);
    }
}

/** @param {boolean} holds - the equation @throws {Rejection} */
export const checkEquation = (holds) =>
    demand(
        holds,
        "EQUATION",
        () =>
            "expected the pairing equation to hold, got one that does not: the proof is not one of these signals under this key",
    );

/** @param {Reason} reason */
const inputOf = (reason) => (reason === "EQUATION" ? "equation" : reason.startsWith("SIGNAL") ? "signals" : "proof");

/** @param {unknown} outcome - of an attempt @returns {Verdict} */
export const verdictOf = (outcome) => Object.freeze(outcome instanceof Rejection
    ? { valid: false, reason: outcome.reason, input: inputOf(outcome.reason), message: outcome.message }
    : { valid: true });

/**
 * @param {unknown} options
 * @param {readonly string[]} [known]
 * @returns {boolean} whether the caller wants the verdict with its reason
 * @throws {ProverError} on an unknown option or value
 */
export function wantsReason(options, known = ["reason"]) {
    if (options === undefined) return false;
    ensure(isRecord(options), "ERR_OPTION", () => `verify: expected a record of options, got ${describe(options)}`);
    for (const name of Object.keys(options))
        ensure(
            known.includes(name),
            "ERR_OPTION",
            () => `verify: expected options among ${known.join(", ")}, got ${name}`,
        );
    const { reason = false } = options;
    ensure(
        typeof reason === "boolean",
        "ERR_OPTION",
        () => `verify: expected reason to be true or false, got ${describe(reason)}`,
    );
    return reason;
}

/**
 * Numbers in lists as text: different texts for different lists. Not JSON, which asks `toJSON` first, and that may be a
 * program's own: many set one for BigInt.
 * @param {bigint | readonly any[]} numbers
 * @returns {string}
 */
function textOf(numbers) {
    if (typeof numbers === "bigint") return `${numbers}`;
    let text = "[";
    for (let i = 0; i < numbers.length; i++) text += `${textOf(numbers[i])},`;
    return `${text}]`;
}

/** How many keys are remembered for each curve; a server that uses more checks their points again. */
const MOST_KEYS = 8;

/**
 * Remembers the result of a costly check of a key, by the curve and the content of the key and not by its identity,
 * because an object may change.
 * @template T
 * @returns {(curve: object, points: KeyPoints, check: () => T) => T}
 */
export function rememberKeys() {
    /** @type {WeakMap<object, Map<string, T>>} */
    const curves = new WeakMap();
    return (curve, { alpha1, beta2, gamma2, delta2, IC }, check) => {
        const known = curves.get(curve) ?? new Map(), text = textOf([alpha1, beta2, gamma2, delta2, IC]);
        const found = known.get(text) ?? check();
        known.delete(text); // set again below, so that it becomes the last one
        known.set(text, found);
        if (known.size > MOST_KEYS) known.delete(/** @type {string} */ (known.keys().next().value));
        curves.set(curve, known);
        return found;
    };
}
