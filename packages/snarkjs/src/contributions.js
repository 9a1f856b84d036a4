/**
 * What contributions of both phases have in common for callers of snarkjs.
 * @module snarkjs/contributions
 */
import { formatHash, hexOf, isArrayBuffer, isProverCurve } from "../../../src/internal/snarkjs_tau.js";
import { progressTo } from "./arguments.js";

/** @import { Beacon } from "../../../src/internal/snarkjs_tau.js" */
/** @import { Logger } from "./types.js" */

/**
 * The curve of a caller, if it can be worked on; otherwise one of its name. Challenges and new
 * files do not say theirs.
 * @param {any} curve - any: a curve of this package, of ffjavascript, or its name
 */
export const curveOf = (curve) => ({
    name: typeof curve === "string" ? curve : curve?.name, options: isProverCurve(curve) ? { curve } : {},
});

/** @param {string} head @param {Uint8Array} hash */
export const hashLine = (head, hash) => `${head}\n${formatHash(hash)}`;

/**
 * Entropy of any kind: bytes as they are, anything else as its text.
 * @param {any} value - any: anything of a caller
 * @returns {string | Uint8Array}
 */
function entropyOf(value) {
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (isArrayBuffer(value)) return new Uint8Array(value);
    try {
        return String(value);
    } catch {
        return value; // an object without a text, which is refused
    }
}

/**
 * Options of a contribution. Where snarkjs would ask for entropy there is none: random bytes of the
 * host suffice.
 * @param {Logger} logger
 * @param {any} [name] - any: of a caller; a text, or none
 * @param {any} [entropy] - any: anything of a caller
 */
export const contributorOf = (logger, name, entropy) => ({
    ...(name && { name: /** @type {string} */ (name) }),
    ...(entropy && { entropy: entropyOf(entropy) }),
    ...progressTo(logger),
});

/** Bytes of a beacon at most: its length is kept in one. */
const LONGEST_BEACON = 255;

/**
 * @param {unknown} value - hexadecimal text
 * @param {number | string} exponent
 * @param {Logger} logger
 * @returns {{ value: string, exponent: number } | undefined} undefined for what cannot be a beacon,
 *   which is logged
 */
export function beaconOf(value, exponent, logger) {
    const number = Number(exponent);
    if (typeof value !== "string" || !/^(?:[0-9a-f]{2})+$/i.test(value) || value.length > 2 * LONGEST_BEACON) {
        logger?.error?.("Invalid Beacon Hash. (It must be a valid hexadecimal sequence)");
        return undefined;
    }
    if (!(Number.isInteger(number) && number >= 10 && number <= 63)) {
        logger?.error?.("Invalid numIterationsExp. (Must be between 10 and 63)");
        return undefined;
    }
    return { value, exponent: number };
}

/**
 * Logs contributions, the last one first.
 * @template {{ number: number, name?: string, beacon?: Beacon }} T
 * @param {readonly T[]} contributions
 * @param {(contribution: T, name: string) => string[]} linesOf - what it is, and its hashes
 * @param {Logger} logger
 */
export function saidContributions(contributions, linesOf, logger) {
    for (const one of [...contributions].reverse()) {
        const { name = "", beacon } = one;
        for (const line of linesOf(one, name.replace(/[\r\n]+/g, " "))) logger?.info?.(line);
        if (!beacon) continue;
        logger?.info?.(`Beacon generator: ${hexOf(beacon.value)}`);
        logger?.info?.(`Beacon iterations Exp: ${beacon.exponent}`);
    }
}
