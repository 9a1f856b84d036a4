/**
 * Section 10 of a Groth16 key: the hash of the circuit, and a record for each contribution.
 * @module protocols/groth16/contributions
 */
import { concat, copyBytes } from "../../util/bytes.js";
import { ensure, ProverError } from "../../files/errors.js";
import { HASH, readAbout } from "../setup/contribution.js";
import { SECTION } from "./zkey.js";

/** @import { About } from "../setup/contribution.js" */
/** @import { Zkey } from "./zkey.js" */

/** Bytes of this section that are read: more than a hundred thousand contributions. */
const MOST_BYTES = 1 << 26;

/**
 * What a contribution publishes. Points are affine LEM.
 * @typedef {About & ContributionPoints} Contribution
 */

/**
 * @typedef {object} ContributionPoints
 * @property {Uint8Array} deltaAfter - delta1 of the key that it made
 * @property {Uint8Array} g1s - any point of G1, and its product with the secret
 * @property {Uint8Array} g1sx
 * @property {Uint8Array} g2spx - the product of the secret with the point of G2 that the transcript
 *   leads to
 * @property {Uint8Array} transcript - hash of all contributions before, of g1s and g1sx
 */

/**
 * @typedef {object} Mpc
 * @property {Uint8Array} circuitHash
 * @property {readonly Contribution[]} contributions
 */

/** The points of a record: name, group. */
export const POINTS = /** @type {const} */ ([["deltaAfter", "G1"], ["g1s", "G1"], ["g1sx", "G1"], ["g2spx", "G2"]]);

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
        const transcript = take(HASH), about = readAbout(take, i + 1, damaged);
        return Object.freeze(/** @type {Contribution} */ ({ ...points, transcript, ...about }));
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
