/** Contributions of both phases of a ceremony, for programs and for people. */

/** @typedef {{ value: Uint8Array, exponent: number }} Beacon */

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Buffer.from(bytes).toString("hex");

/**
 * A contribution for programs: its hashes and the value of its beacon in hexadecimal.
 * @param {any} contribution
 */
export const contributionRecord = ({ hash, nextChallenge, beacon, ...others }) => ({
    ...others,
    ...(beacon && { beacon: { value: hex(beacon.value), exponent: beacon.exponent } }),
    ...(hash && { hash: hex(hash) }),
    ...(nextChallenge && { nextChallenge: hex(nextChallenge) }),
});

/** What anybody can calculate the secret of a beacon from. @param {Beacon} beacon */
export const beaconLine = ({ value, exponent }) => `beacon ${hex(value)}, hashed 2^${exponent} times`;
