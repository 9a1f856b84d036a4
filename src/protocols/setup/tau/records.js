/**
 * Section 7 of a ptau file: a record for each contribution.
 * @module protocols/setup/tau/records
 */
import { concat } from "../../../util/bytes.js";
import { BLAKE2B_STATE, blake2bWithState } from "../../../util/hashes.js";
import { ensure, ProverError } from "../../../files/errors.js";
import { PTAU } from "../../../files/ptau.js";
import { HASH, readAbout } from "../contribution.js";
import { collectKeys, hashKeys, KEY_POINTS } from "./keys.js";
import { SERIES } from "./layout.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { Ptau } from "../../../files/ptau.js" */
/** @import { About } from "../contribution.js" */
/** @import { PublicKeys } from "./keys.js" */

/** Bytes of this section that are read: tens of thousands of contributions. */
const MOST_BYTES = 1 << 26;

/**
 * Points are affine LEM: of the powers after the contribution, the first ones that show its
 * secrets.
 * @typedef {About & TauPoints} TauRecord
 */

/**
 * @typedef {object} TauPoints
 * @property {Uint8Array} tauG1
 * @property {Uint8Array} tauG2
 * @property {Uint8Array} alphaG1
 * @property {Uint8Array} betaG1
 * @property {Uint8Array} betaG2
 * @property {PublicKeys} keys
 * @property {Uint8Array} partialHash - the state of the hash of the response before the keys
 * @property {Uint8Array} nextChallenge - hash of the response and of all points; NO_CHALLENGE for a
 *   response that was imported without its points
 */

/** What stands for a hash that was not calculated. */
export const noChallenge = () => new Uint8Array(HASH).fill(0xff);

/**
 * The hash of a response, which the contributor publishes.
 * @param {Curve} curve
 * @param {TauRecord} record
 */
export function responseHash(curve, { partialHash, keys }) {
    const hasher = blake2bWithState(partialHash);
    hashKeys(hasher, curve, keys);
    return new Uint8Array(hasher.digest());
}

/**
 * @param {Ptau} ptau
 * @param {AbortSignal} [signal]
 * @returns {Promise<readonly TauRecord[]>}
 * @throws {ProverError} ERR_FILE
 */
export async function readRecords({ file, n8 }, signal) {
    const { size } = file.sections.get(PTAU.CONTRIBUTIONS) ?? { size: 0 };
    const widths = { G1: 2 * n8, G2: 4 * n8 };
    const damaged = (/** @type {string} */ expected) => (/** @type {string} */ got) => new ProverError("ERR_FILE",
        `${file.name}: expected ${expected} in section 7 (contributions), got ${got}; the file is damaged`);
    ensure(file.sections.has(PTAU.CONTRIBUTIONS), "ERR_FILE", () =>
        `${file.name}: expected section 7 (contributions), got a file without it`);
    if (size < 4 || size > MOST_BYTES) throw damaged(`4 to ${MOST_BYTES} bytes`)(`${size}`);
    const bytes = await file.read(PTAU.CONTRIBUTIONS, 0, size, signal);
    const view = new DataView(bytes.buffer, bytes.byteOffset, size);
    const count = view.getUint32(0, true);
    let at = 4;
    const take = (/** @type {number} */ length) => {
        if (at + length > size) throw damaged(`${count} contributions`)(`an end within one of them, at ${size}`);
        return bytes.slice(at, (at += length));
    };
    const stateOf = (/** @type {Uint8Array} */ state, /** @type {number} */ number) => {
        try {
            blake2bWithState(state);
        } catch {
            throw damaged(`the state of a hash in contribution ${number}`)("other bytes");
        }
        return state;
    };
    const read = (/** @type {number} */ number) => {
        const points = Object.fromEntries(SERIES.map(({ kept, group }) => [kept, take(widths[group])]));
        const keys = collectKeys((_name, _part, group) => take(widths[group]));
        const partialHash = stateOf(take(BLAKE2B_STATE), number);
        const nextChallenge = take(HASH);
        return Object.freeze(/** @type {TauRecord} */ ({
            ...points, keys, partialHash, nextChallenge, ...readAbout(take, number, damaged),
        }));
    };
    const records = [];
    for (let i = 0; i < count; i++) records.push(read(i + 1));
    if (at !== size) throw damaged(`an end at ${at}`)(`${size} bytes`);
    return Object.freeze(records);
}

/** @param {readonly TauRecord[]} records @returns {Uint8Array} the section */
export function encodeRecords(records) {
    const u32 = (/** @type {number} */ value) => new Uint8Array(Uint32Array.of(value).buffer);
    const parts = [u32(records.length), ...records.flatMap((one) => [
        ...SERIES.map(({ kept }) => one[kept]),
        ...KEY_POINTS.map(([name, part]) => one.keys[name][part]),
        one.partialHash, one.nextChallenge, u32(one.type), u32(one.parameters.length), one.parameters,
    ])];
    return concat(parts);
}
