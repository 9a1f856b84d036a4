/**
 * Section 10 of a Groth16 key: the hash of the circuit, and a record for each contribution. How a
 * hash is shown.
 * @module protocols/ceremony/contributions
 */
import { concat, copyBytes } from "../../util/bytes.js";
import { ensure, ProverError } from "../../files/errors.js";
import { SECTION } from "../groth16/zkey.js";
import { decodeText, encodeText } from "../../util/text.js";

/** @import { Zkey } from "../groth16/zkey.js" */
/** @import { Beacon } from "./randomness.js" */

/** Bytes of a hash. */
export const HASH = 64;

/** Kinds of contributions. */
export const RANDOM = 0, BEACON = 1;

/** What the parameters of a record say. */
const PARAMETER = Object.freeze({ NAME: 1, EXPONENT: 2, BEACON: 3 });

/** Characters of a name that are kept. */
const LONGEST_NAME = 64;

/** Bytes of this section that are read: more than a hundred thousand contributions. */
const MOST_BYTES = 1 << 26;

/**
 * What a contribution publishes. Points are affine LEM.
 * @typedef {object} Contribution
 * @property {Uint8Array} deltaAfter - delta1 of the key that it made
 * @property {Uint8Array} g1s - any point of G1, and its product with the secret
 * @property {Uint8Array} g1sx
 * @property {Uint8Array} g2spx - the product of the secret with the point of G2 that the transcript
 *   leads to
 * @property {Uint8Array} transcript - hash of all contributions before, of g1s and g1sx
 * @property {number} type - RANDOM or BEACON
 * @property {string} [name]
 * @property {Beacon} [beacon] - of a contribution of that type
 * @property {Uint8Array} parameters - name and beacon, as they are in the file
 */

/**
 * @typedef {object} Mpc
 * @property {Uint8Array} circuitHash
 * @property {readonly Contribution[]} contributions
 */

/** The points of a record: name, group. */
export const POINTS = /** @type {const} */ ([["deltaAfter", "G1"], ["g1s", "G1"], ["g1sx", "G1"], ["g2spx", "G2"]]);

/**
 * Parameters: each a number that says what it is, and its value.
 * @param {Uint8Array} bytes
 * @param {(what: string) => ProverError} damaged
 */
export function readParameters(bytes, damaged) {
    const found = /** @type {{ name?: string, exponent?: number, value?: Uint8Array }} */ ({});
    const long = (/** @type {number} */ at) => {
        const end = at + 2 + bytes[at + 1];
        if (!(end <= bytes.length)) throw damaged(`one of ${bytes[at + 1]} bytes at ${at} of ${bytes.length}`);
        return bytes.slice(at + 2, end);
    };
    for (let at = 0; at < bytes.length;) {
        if (bytes[at] === PARAMETER.EXPONENT && at + 1 < bytes.length) {
            found.exponent = bytes[at + 1];
            at += 2;
        } else if (bytes[at] === PARAMETER.NAME || bytes[at] === PARAMETER.BEACON) {
            const value = long(at);
            if (bytes[at] === PARAMETER.NAME) found.name = decodeText(value);
            else found.value = value;
            at += 2 + value.length;
        } else throw damaged(`number ${bytes[at]} at ${at} of ${bytes.length}`);
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
 * @param {Zkey} zkey
 * @param {AbortSignal} [signal]
 * @returns {Promise<Mpc>}
 * @throws {ProverError} ERR_FILE
 */
export async function readContributions({ file, sG1, sG2 }, signal) {
    const { size } = file.sections.get(SECTION.CONTRIBUTIONS) ?? { size: 0 };
    const fixed = 3 * sG1 + sG2 + HASH + 8;
    const damaged = (/** @type {string} */ expected) => (/** @type {string} */ got) => new ProverError("ERR_FILE",
        `${file.name}: expected ${expected} in section 10 (contributions), got ${got}; the file is damaged`);
    ensure(file.sections.has(SECTION.CONTRIBUTIONS), "ERR_FILE", () =>
        `${file.name}: expected section 10 (contributions), got a key without it; it was not made by a ceremony`);
    if (size < HASH + 4 || size > MOST_BYTES) throw damaged(`${HASH + 4} to ${MOST_BYTES} bytes`)(`${size}`);
    const bytes = await file.read(SECTION.CONTRIBUTIONS, 0, size, signal);
    const view = new DataView(bytes.buffer, bytes.byteOffset, size);
    const count = view.getUint32(HASH, true);
    if (HASH + 4 + count * fixed > size) throw damaged(`${count} contributions`)(`${size} bytes`);
    let at = HASH + 4;
    const take = (/** @type {number} */ length) => {
        if (at + length > size) throw damaged(`${count} contributions`)("an end within one of them");
        return bytes.slice(at, (at += length));
    };
    const contributions = Array.from({ length: count }, (_, i) => {
        const points = Object.fromEntries(POINTS.map(([name, group]) => [name, take(group === "G1" ? sG1 : sG2)]));
        const transcript = take(HASH);
        const readable = damaged(`parameters of contribution ${i + 1}`);
        take(8);
        const type = view.getUint32(at - 8, true);
        const parameters = take(view.getUint32(at - 4, true));
        const { name, exponent, value } = readParameters(parameters, readable);
        if (type > BEACON) throw damaged(`contribution ${i + 1} to be of type 0 or 1`)(`${type}`);
        if (type === BEACON && (exponent === undefined || !value)) throw damaged(`the beacon of contribution ${i + 1}`)("none");
        const beacon = exponent !== undefined && value && Object.freeze({ value, exponent });
        return Object.freeze(/** @type {Contribution} */ ({
            ...points, transcript, type, parameters, ...(name !== undefined && { name }), ...(beacon && { beacon }),
        }));
    });
    if (at !== size) throw damaged(`an end at ${at}`)(`${size} bytes`);
    return Object.freeze({ circuitHash: copyBytes(bytes, 0, HASH), contributions: Object.freeze(contributions) });
}

/** @param {Mpc} mpc @returns {Uint8Array} the section */
export function encodeContributions({ circuitHash, contributions }) {
    const u32 = (/** @type {number} */ value) => new Uint8Array(Uint32Array.of(value).buffer);
    const parts = [circuitHash, u32(contributions.length)];
    for (const one of contributions) {
        const { parameters, transcript, type } = one;
        parts.push(...POINTS.map(([name]) => one[name]), transcript, u32(type), u32(parameters.length), parameters);
    }
    return concat(parts);
}

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
