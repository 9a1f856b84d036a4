/**
 * What a JSON file of a proof is, by its members; and what a verifier may say of files in the wrong
 * places.
 */
import { curveByAnyName, knownCurve, knownNames } from "../../src/curves/known.js";
import { DEEPEST } from "../../src/files/witness/inputs.js";
import { protocolOfJson } from "../../src/protocols/index.js";
import { failure } from "./exit_codes.mjs";

/** Words for what a file is. */
export const JSON_WORDS = Object.freeze({
    vkey: "verification key", proof: "proof", signals: "public signals", inputs: "inputs of a circuit",
});

/**
 * A value, or a list or a record of values, as deep as a circuit may have them: whoever wrote the
 * file may have nested more lists than a function can call itself.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {boolean}
 */
const isInput = (value, depth = 1) => typeof value === "number"
    || (typeof value === "string" && /^-?(\d+|0x[\da-f]+)$/i.test(value))
    || (typeof value === "object" && value !== null && depth <= DEEPEST
        && Object.values(value).every((one) => isInput(one, depth + 1)));

/** A name of circom, and what it stands for. @param {[string, unknown]} entry */
const isNamedInput = ([name, one]) => /^[$_a-z][\w$]*$/i.test(name) && isInput(one);

/**
 * Names of protocols and curves are printed: whoever wrote the file may have written a page of
 * text.
 */
const NAME = /^[\w-]{1,40}$/;

/** @param {unknown} value @returns {value is string} */
export const isName = (value) => typeof value === "string" && NAME.test(value);

/** @param {any} value @returns {keyof typeof JSON_WORDS | undefined} */
export function jsonKind(value) {
    if (Array.isArray(value)) return "signals";
    const { protocol, curve, nPublic, pi_a: a, A, polynomials } = Object(value);
    const ofProtocol = isName(protocol);
    const isOf = (/** @type {"vkey" | "proof"} */ kind) => protocolOfJson(kind, value) !== undefined;
    if (ofProtocol && typeof nPublic === "number") return "vkey";
    if (isOf("vkey") && isName(curve) && Object(nPublic) !== nPublic) return "vkey";
    const points = [a, A, polynomials].filter(Boolean);
    if (points.length > 0 && (ofProtocol || (isOf("proof") && points.every((one) => typeof one === "object"))))
        return "proof";
    const entries = Object.entries(Object(value));
    return entries.length > 0 && entries.every(isNamedInput) ? "inputs" : undefined;
}

/** @param {keyof typeof JSON_WORDS} kind */
const isMany = (kind) => kind === "signals" || kind === "inputs";

/** @param {keyof typeof JSON_WORDS} kind */
const named = (kind) => (isMany(kind) ? JSON_WORDS[kind] : `a ${JSON_WORDS[kind]}`);

/**
 * @param {any} value
 * @param {string} name
 * @throws {Error} ERR_FILE where a proof, or inputs, stand in place of the key
 */
export function checkVerificationKey(value, name) {
    const kind = jsonKind(value);
    if (kind !== undefined && kind !== "vkey" && !Array.isArray(value))
        throw failure("ERR_FILE", `${name}: expected a verification key, got ${named(kind)}; ` +
            "the key comes first, then public signals, then the proof");
}

/**
 * A curve over whose scalar field these signals may be.
 * @param {readonly unknown[]} signals
 * @param {string} name
 */
function otherCurve(signals, name) {
    const texts = signals.filter((one) => typeof one === "string" || typeof one === "number").map(String);
    const decimals = texts.filter((one) => /^\d{1,200}$/.test(one)).map(BigInt);
    const most = decimals.reduce((a, b) => (a > b ? a : b), 0n);
    const own = curveByAnyName(name);
    if (!own || most < own.r || decimals.length < signals.length) return undefined;
    const others = knownNames().split(" or ").map((one) => knownCurve(one)).filter((one) => one && most < one.r);
    return others.sort((a, b) => (/** @type {any} */ (a).r < /** @type {any} */ (b).r ? 1 : -1))[0]?.name;
}

/**
 * What may have gone wrong, where a verdict is that a file is not what it should be.
 * @param {any} vkey
 * @param {any} publicSignals
 * @param {any} proof
 * @param {{ reason?: string, input?: string }} verdict
 * @returns {string} "", or a hint that follows its message
 */
export function hintFor(vkey, publicSignals, proof, { reason, input }) {
    const [given, wanted] = input === "signals" ? [publicSignals, "signals"] : [proof, "proof"];
    const kind = jsonKind(given);
    if (input !== undefined && kind !== undefined && kind !== wanted)
        return isMany(kind) ? `; those are ${named(kind)}` : `; that is ${named(kind)}`;
    const curve = reason === "SIGNAL_VALUE" ? otherCurve(publicSignals, vkey.curve) : undefined;
    return curve ? `; these signals look like ${curve}` : "";
}
