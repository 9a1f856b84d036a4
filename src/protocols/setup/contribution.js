/**
 * What the records of all contributions have, to powers of tau and to keys: their kinds, their
 * parameters, and how a hash is shown.
 * @module protocols/setup/contribution
 */
import { ProverError } from "../../files/errors.js";
import { readLE, sameBytes } from "../../util/bytes.js";
import { decodeText, encodeText } from "../../util/text.js";

/** @import { Beacon } from "./randomness.js" */

/** Bytes of a hash. */
export const HASH = 64;

/** Kinds of contributions. */
export const RANDOM = 0, BEACON = 1;

/** What the parameters of a record say. */
const PARAMETER = Object.freeze({ NAME: 1, EXPONENT: 2, BEACON: 3 });
const PARAMETERS = /** @type {readonly number[]} */ (Object.values(PARAMETER));

/** Characters of a name that are kept. */
const LONGEST_NAME = 64;

/**
 * Parameters: each a number that says what it is, and its value.
 * @param {Uint8Array} bytes
 * @param {(what: string) => ProverError} damaged
 */
function readParameters(bytes, damaged) {
    const found = /** @type {{ name?: string, exponent?: number, value?: Uint8Array }} */ ({});
    const long = (/** @type {number} */ at) => {
        const end = at + 2 + bytes[at + 1];
        if (!(end <= bytes.length)) throw damaged(`one of ${bytes[at + 1]} bytes at ${at} of ${bytes.length}`);
        return bytes.slice(at + 2, end);
    };
    for (let at = 0; at < bytes.length;) {
        const kind = bytes[at];
        if (at + 1 === bytes.length || !PARAMETERS.includes(kind))
            throw damaged(`number ${kind} at ${at} of ${bytes.length}`);
        if (kind === PARAMETER.EXPONENT) {
            found.exponent = bytes[at + 1];
            at += 2;
            continue;
        }
        const value = long(at);
        if (kind === PARAMETER.NAME) found.name = decodeText(value);
        else found.value = value;
        at += 2 + value.length;
    }
    return found;
}

/** @param {{ name?: string, beacon?: Beacon }} of @returns {Uint8Array} */
export function encodeParameters({ name, beacon }) {
    const text = encodeText((name ?? "").substring(0, LONGEST_NAME)), bytes = [];
    if (text.length > 0) bytes.push(PARAMETER.NAME, text.length, ...text);
    if (beacon)
        bytes.push(PARAMETER.EXPONENT, beacon.exponent, PARAMETER.BEACON, beacon.value.length, ...beacon.value);
    return Uint8Array.from(bytes);
}

/**
 * What a record ends with.
 * @typedef {object} About
 * @property {number} type - RANDOM or BEACON
 * @property {Uint8Array} parameters - name and beacon, as they are in the file
 * @property {string} [name]
 * @property {Beacon} [beacon] - of a contribution of that type
 */

/**
 * @param {(length: number) => Uint8Array} take - the next bytes of the file
 * @param {number} number - of the contribution
 * @param {(expected: string) => (got: string) => ProverError} damaged
 * @returns {About}
 */
export function readAbout(take, number, damaged) {
    const u32 = () => Number(readLE(take(4), 0, 4)), type = u32(), parameters = take(u32());
    const { name, exponent, value } = readParameters(parameters, damaged(`parameters of contribution ${number}`));
    if (type > BEACON) throw damaged(`contribution ${number} to be of type 0 or 1`)(`${type}`);
    if (type === BEACON && (exponent === undefined || !value)) throw damaged(`the beacon of contribution ${number}`)("none");
    const beacon = exponent !== undefined && value && Object.freeze({ value, exponent });
    return { type, parameters, ...(name !== undefined && { name }), ...(beacon && { beacon }) };
}

/**
 * Records, or none where they are missing or damaged: that is no weakness.
 * @template T
 * @param {() => Promise<readonly T[]>} read
 * @returns {Promise<readonly T[]>}
 */
export async function recordsIfAny(read) {
    try {
        return await read();
    } catch (error) {
        if (error instanceof ProverError && error.code === "ERR_FILE") return [];
        throw error;
    }
}

/**
 * Is the secret of a contribution 1 or -1? It changes nothing then.
 * @param {{ g1s: Uint8Array, g1sx: Uint8Array }} shown - a point, and its product with the secret
 */
export const isOne = ({ g1s, g1sx }) =>
    sameBytes(g1s.subarray(0, g1s.length / 2), g1sx.subarray(0, g1sx.length / 2));

/** Bytes of a hash in a line, and in a group of digits. */
const LINE = 16, GROUP = 4;

/**
 * A hash as snarkjs prints it: four lines of four groups of eight hexadecimal digits, each after
 * two tabs.
 * @param {Uint8Array} hash - 64 bytes
 * @returns {string}
 */
export function formatHash(hash) {
    const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")), lines = [];
    for (let line = 0; line < HASH; line += LINE) {
        const groups = [];
        for (let at = line; at < line + LINE; at += GROUP) groups.push(digits.slice(at, at + GROUP).join(""));
        lines.push(`\t\t${groups.join(" ")}`);
    }
    return lines.join("\n");
}
