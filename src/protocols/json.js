/**
 * What verifiers of all protocols read in the same way: names, numbers, points, public signals,
 * options, and how a refusal is told. The forms in which programs write the same proof are made one
 * here and nowhere else, so that verification, call data and contracts take the same: numbers below
 * their bound, decimal, hexadecimal, as number or BigInt; points of two coordinates, or of three
 * whose third is 1 (or the point at infinity, 0, 1, 0); and as many signals as the key requires.
 * Text is only parsed if its length is bounded, and the results are BigInts.
 *
 * What the verifier chose (key, options) throws if it cannot be used; what a prover sends (signals,
 * proof) is rejected without an exception.
 * @module protocols/json
 */
import { isNamed } from "../params/names.js";
import { counted, describe } from "../util/check.js";
import { abortSignal, anything, flag, givenOptions } from "../util/options.js";

/**
 * Why signals and proof do not verify: the signals are not a list, are not as many as the key
 * requires, or one is not a number below r; the proof is not an object with points, or is of
 * another protocol or curve; one of its points is not on its curve, or not in its subgroup; or none
 * of these, and the equation does not hold.
 * @typedef
 *   {"SIGNAL_LIST" | "SIGNAL_COUNT" | "SIGNAL_VALUE" | "PROOF_FORM" | "PROOF_PROTOCOL"
 *   | "PROOF_CURVE" | "POINT_CURVE"
 *   | "POINT_SUBGROUP" | "EQUATION"}
 *   Reason
 */

/**
 * @typedef {object} Refusal
 * @property {false} valid
 * @property {Reason} reason
 * @property {"signals" | "proof" | "equation"} input - what is wrong; "equation" means these
 *   signals with this proof
 * @property {string} message - for people, without a file name
 */

/** @typedef {Readonly<{ valid: true } | Refusal>} Verdict */

/**
 * What a verifier returns: the verdict with { reason: true }, otherwise only whether the proof is
 * valid.
 * @template {boolean} R
 * @typedef {R extends true ? Verdict : boolean} Answer
 */

/**
 * @typedef {object} CurveFacts
 * @property {string} name
 * @property {readonly string[]} [aliases]
 * @property {bigint} q - order of the base field
 * @property {bigint} r - order of the groups
 */

/**
 * No number below the order of a field of these curves has more characters, its leading zeros
 * included.
 */
const MOST_CHARACTERS = 400;
const NUMBER = /^(?:[0-9]+|0x[0-9a-f]+)$/i;

/** More than a key can have: of points, signals, and rows of its domain. */
const MOST_COUNT = 2n ** 32n;

/**
 * What snarkjs called a protocol before 2020.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const FORMER_NAMES = Object.freeze({ groth16: Object.freeze(["groth"]) });

/** The third coordinate of a point, and the point at infinity, by degree of the field. */
const SCALE_ONE = ["", "1", "1,0"], INFINITY = ["", "0,1,0", "0,0,1,0,0,0"];

/**
 * Why a point is not an element of its group; undefined for one that is.
 * @callback FaultOf
 * @param {1 | 2} degree - of its field: G1 or G2
 * @param {any} point - any: coordinates of either field
 * @returns {"POINT_CURVE" | "POINT_SUBGROUP" | undefined}
 */
export const FAULTS = Object.freeze({
    POINT_CURVE: "a point of the curve, got one that is off it",
    POINT_SUBGROUP: "a point of order r, got one outside of that subgroup",
});

/** Thrown inside this room when what a prover sent does not verify. */
export class Rejection extends Error {
    /** @param {Reason} reason @param {string} message */
    constructor(reason, message) {
        super(message);
        this.reason = reason;
    }
}

/**
 * @param {unknown} ok
 * @param {Reason} reason
 * @param {() => string} message
 * @returns {asserts ok}
 */
export function demand(ok, reason, message) {
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
export const isJsonObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {1 | 2} degree @param {any} point - as read @returns {boolean} */
export const isInfinity = (degree, point) => String(point) === INFINITY[degree];

/** Programs write nothing in several ways. @param {unknown} value */
export const isAbsent = (value) => value === undefined || value === null || value === "";

/**
 * Is it the name of the protocol, in upper or lower case and with any punctuation?
 * @param {unknown} given
 * @param {string} protocol
 */
const isProtocol = (given, protocol) =>
    isNamed({ name: protocol, aliases: FORMER_NAMES[protocol] }, given);

/**
 * Is it a key or a proof of the protocol? It says so, or else has a member that only those of the
 * protocol have.
 * @param {Record<string, any>} json - any: JSON of the caller
 * @param {string} protocol
 * @param {string} mark - the member
 */
export const isOf = (json, protocol, mark) =>
    (isAbsent(json.protocol) ? json[mark] !== undefined : isProtocol(json.protocol, protocol));

/**
 * @param {any} value - any: JSON of the caller
 * @param {bigint} bound
 * @returns {bigint | undefined} below the bound
 */
export function readNumber(value, bound) {
    const plain =
        typeof value === "string"
            ? value.length <= MOST_CHARACTERS && NUMBER.test(value)
            : typeof value === "bigint" || Number.isSafeInteger(value);
    if (!plain) return undefined;
    const number = BigInt(value);
    return number >= 0n && number < bound ? number : undefined;
}

/** A number of things. @param {unknown} value @returns {number | undefined} */
export function readCount(value) {
    const count = readNumber(value, MOST_COUNT);
    return count === undefined ? undefined : Number(count);
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
export function readPoint(json, degree, q) {
    const number = (/** @type {unknown} */ c) => readNumber(c, q);
    const isShort = Array.isArray(json) && json.length === 2;
    /** @type {(item: unknown) => bigint | bigint[] | undefined} */
    const read = degree === 1 ? number : (row) => readList(row, 2, number);
    const point = readList(json, isShort ? 2 : 3, read);
    if (point === undefined) return undefined;
    if (isShort) return [...point, degree === 1 ? 1n : [1n, 0n]];
    return String(point[2]) === SCALE_ONE[degree] || isInfinity(degree, point) ? point : undefined;
}

/**
 * A point of a proof.
 * @param {string} member
 * @param {1 | 2} degree
 * @param {unknown} json
 * @param {bigint} q
 * @returns {any} any: coordinates of either field
 * @throws {Rejection}
 */
export function claimedPoint(member, degree, json, q) {
    const found = readPoint(json, degree, q);
    demand(
        found,
        "PROOF_FORM",
        () => `${member}: expected two or three coordinates as snarkjs writes them, below q, got something else`,
    );
    return found;
}

/**
 * A proof is a record, and of the protocol and curve of the key if it names them: some provers
 * write neither.
 * @param {unknown} proof
 * @param {string} wanted - protocol
 * @param {Pick<CurveFacts, "name" | "aliases">} known - the curve
 * @returns {Record<string, any>} any: JSON of the caller
 * @throws {Rejection}
 */
export function claimedProof(proof, wanted, known) {
    demand(isJsonObject(proof), "PROOF_FORM", () => `expected a proof, got ${describe(proof)}`);
    const { protocol, curve } = proof;
    demand(
        isAbsent(protocol) || isProtocol(protocol, wanted),
        "PROOF_PROTOCOL",
        () => `expected a ${wanted} proof, got protocol ${describe(protocol)}`,
    );
    demand(
        isAbsent(curve) || isNamed(known, curve),
        "PROOF_CURVE",
        () => `expected a proof on ${known.name}, as the verification key asks for, got one on ${describe(curve)}`,
    );
    return proof;
}

/** @param {boolean} holds - the equation @throws {Rejection} */
export const checkEquation = (holds) =>
    demand(
        holds,
        "EQUATION",
        () =>
            "expected the pairing equation to hold, got one that does not: the proof is not one of these signals under this key",
    );

/** @param {any} publicSignals @param {number} count @param {bigint} r @returns {bigint[]} */
export function readSignals(publicSignals, count, r) {
    demand(
        Array.isArray(publicSignals),
        "SIGNAL_LIST",
        () => `expected a list of public signals, got ${describe(publicSignals)}`,
    );
    demand(
        publicSignals.length === count,
        "SIGNAL_COUNT",
        () => `expected ${counted(count, "public signal")}, got ${publicSignals.length}`,
    );
    const signals = [];
    for (let i = 0; i < count; i++) {
        const given = publicSignals[i], signal = readNumber(given, r);
        demand(
            signal !== undefined,
            "SIGNAL_VALUE",
            () => `signal ${i}: expected a number below r, got ${describe(given)}`,
        );
        signals.push(signal);
    }
    return signals;
}

/** @param {Reason} reason */
const inputOf = (reason) => (reason === "EQUATION" ? "equation" : reason.startsWith("SIGNAL") ? "signals" : "proof");

/** @param {unknown} outcome - of an attempt @returns {Verdict} */
export const verdictOf = (outcome) => Object.freeze(outcome instanceof Rejection
    ? { valid: false, reason: outcome.reason, input: inputOf(outcome.reason), message: outcome.message }
    : { valid: true });

/**
 * @template {boolean} [R=boolean]
 * @typedef {object} VerifyOptions
 * @property {import("../curves/types.js").Curve} [curve] - a curve of this package that the caller
 *   built; by default a shared one is used
 * @property {R} [reason] - true returns a verdict that says why, instead of a boolean
 * @property {boolean} [insecure] - true takes a key that anybody can forge proofs of
 */

/** What a verifier may be told. */
const ANSWER = Object.freeze({ curve: anything, reason: flag, insecure: flag, signal: abortSignal });

/** @typedef {keyof typeof ANSWER} AnswerOption */

/**
 * @param {unknown} options - anything of the caller
 * @param {readonly AnswerOption[]} [known] - besides `insecure`
 * @param {string} [where]
 * @returns {{ reason: boolean, insecure: boolean, curve?: any, signal?: AbortSignal }} reason: the
 *   caller wants the verdict with its reason; insecure: it takes keys that anybody can forge proofs
 *   of; any: a curve is checked later
 * @throws {ProverError} on an unknown option or value
 */
export function answerOptions(options, known = ["reason"], where = "verify") {
    const rules = Object.fromEntries([...known, /** @type {const} */ ("insecure")].map((name) => [name, ANSWER[name]]));
    return { reason: false, insecure: false, ...givenOptions(where, options, rules) };
}
