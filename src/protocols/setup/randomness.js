/**
 * Where the secret of a contribution comes from: the host's generator together with a text, or a
 * beacon, which anybody can calculate again. Each gives a stream of ChaCha20, which draws what is
 * needed and is cleared afterwards.
 * @module protocols/setup/randomness
 */
import { isBytes } from "../../util/bytes.js";
import { SecretStream } from "../../util/chacha_words.js";
import { describe } from "../../util/check.js";
import { blake2bOfSecret, sha256 } from "../../util/hashes.js";
import { yieldToEventLoop } from "../../util/host.js";
import { getRandomBytes } from "../../util/random.js";
import { ensure } from "../../files/errors.js";
import { encodeText } from "../../util/text.js";

/** Bytes that are drawn from the host for one contribution. */
const DRAWN = 64;

/** Exponents of the numbers of hashes of a beacon, as snarkjs allows them. */
export const LEAST_EXPONENT = 10, MOST_EXPONENT = 63;

/**
 * How many hashes a file's beacons may take to be verified, as a power of two: six minutes of work.
 */
export const BEACON_LIMIT = 28;

/** Bytes of the value of a beacon, at most: a file has one byte for their number. */
const LONGEST_BEACON = 255;

/** Hashes between two turns of the event loop: about a millisecond. */
const TURN = 1 << 10;

/** @param {Uint8Array} hash - at least 32 bytes */
export const streamOf = (hash) => new SecretStream(hash, false);

/**
 * A stream that cannot be predicted without both: bytes of the host that are drawn for it, and the
 * text.
 * @param {string | Uint8Array} [text]
 * @returns {SecretStream}
 */
export function drawStream(text) {
    const drawn = getRandomBytes(DRAWN);
    const own = isBytes(text) ? text : encodeText(text);
    const hash = blake2bOfSecret([drawn, own]);
    const stream = streamOf(hash);
    // not the caller's bytes
    for (const secret of own === text ? [drawn, hash] : [drawn, own, hash]) secret.fill(0);
    return stream;
}

/**
 * A public value that is hashed 2^exponent times.
 * @typedef {Readonly<{ value: Uint8Array, exponent: number }>} Beacon
 */

/**
 * @param {string} where
 * @param {unknown} value - bytes, or hexadecimal text
 * @param {unknown} exponent
 * @returns {Beacon}
 * @throws {ProverError} ERR_OPTION
 */
export function readBeacon(where, value, exponent) {
    const isHex = typeof value === "string" && /^(0x)?([0-9a-f]{2})+$/i.test(value);
    const hex = isHex ? value.replace(/^0x/i, "") : undefined;
    const bytes = hex ? Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16)) : value;
    ensure(isBytes(bytes) && bytes.length >= 1 && bytes.length <= LONGEST_BEACON, "ERR_OPTION", () =>
        `${where}: expected the value of a beacon as 1 to ${LONGEST_BEACON} bytes or their hexadecimal digits, got ${describe(value)}`);
    ensure(Number.isInteger(exponent) && Number(exponent) >= LEAST_EXPONENT && Number(exponent) <= MOST_EXPONENT,
        "ERR_OPTION", () =>
            `${where}: expected the exponent of a beacon from ${LEAST_EXPONENT} to ${MOST_EXPONENT}, got ${describe(exponent)}`);
    return Object.freeze({ value: bytes.slice(), exponent: Number(exponent) });
}

/**
 * Refuses beacons that would take too long to calculate again: a file may ask for 2^63 hashes, or
 * for many beacons.
 * @param {{ name: string }} file
 * @param {readonly { beacon?: Beacon }[]} contributions
 * @param {number} limit - 2^limit hashes are allowed, for all beacons together
 * @throws {ProverError} ERR_LIMIT
 */
export function limitBeacons({ name }, contributions, limit) {
    const exponents = contributions.flatMap(({ beacon }) => (beacon ? [beacon.exponent] : []));
    const hashes = exponents.reduce((sum, exponent) => sum + 2 ** exponent, 0);
    // there may be more than a call takes arguments
    const most = exponents.reduce((a, b) => Math.max(a, b), 0);
    ensure(hashes <= 2 ** limit, "ERR_LIMIT", () =>
        `${name}: expected beacons of at most 2^${limit} hashes, got ${exponents.length} of up to 2^${most}; beaconLimit, at most ${MOST_EXPONENT}, allows more`);
}

/**
 * The stream that a beacon gives: its value is hashed again and again, with turns of the event loop
 * in between.
 * @param {Beacon} beacon
 * @param {AbortSignal} signal
 * @param {(share: number) => void} [onHashes] - how many more are done
 * @returns {Promise<SecretStream>}
 */
export async function beaconStream({ value, exponent }, signal, onHashes = () => {}) {
    let hash = value;
    for (let left = 2 ** exponent; left > 0; left -= TURN) {
        const now = Math.min(TURN, left);
        for (let i = 0; i < now; i++) hash = sha256(hash);
        onHashes(now);
        await yieldToEventLoop();
        signal.throwIfAborted();
    }
    return streamOf(hash);
}
