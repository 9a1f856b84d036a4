/**
 * Prime fields for tests: those of the curves, and odd primes that fill their
 * words, with and without a spare bit, where a missing carry shows.
 */
import { RECORDS } from "../../src/params/records.js";
import { edges, runs, uniform } from "./random.js";

export const FIELDS = {
    ...Object.fromEntries(RECORDS.flatMap(({ name, fp, fr }) => [...(fp ? [[`${name} Fp`, fp]] : []), [`${name} Fr`, fr]])),
    "2^64 - 59": { name: "f", p: 2n ** 64n - 59n },
    "2^256 - 2^248 - 79": { name: "f", p: 2n ** 256n - 2n ** 248n - 79n },
    "2^384 - 2^376 - 67": { name: "f", p: 2n ** 384n - 2n ** 376n - 67n },
    "2^58 - 27": { name: "f", p: 2n ** 58n - 27n },
    "2^57 - 13": { name: "f", p: 2n ** 57n - 13n },
    "2^63 - 25": { name: "f", p: 2n ** 63n - 25n },
    "2^127 - 1": { name: "f", p: 2n ** 127n - 1n },
    "2^255 - 19": { name: "f", p: 2n ** 255n - 19n },
    "2^383 - 31": { name: "f", p: 2n ** 383n - 31n },
};

/** Every limb of w bits full but for one bit. */
const saturated = (p, w) => {
    const bits = BigInt(p.toString(2).length), top = uniform(4n);
    let a = (2n ** bits - 1n) ^ (2n ** uniform(bits)) ^ (top << (bits - 2n));
    if (a >= p) a = a % (2n ** (bits - 1n));
    return a - (a % 2n ** BigInt(w)) + 2n ** BigInt(w) - 1n < p ? a : a % p;
};

/** Elements below p: edges, uniform, runs of ones, saturated limbs. */
export function samples(p, R, count = 40) {
    const special = [...new Set(edges({ p, w: 29, R }).map((a) => a % p)), (p - 1n) / 2n, (p + 1n) / 2n, p - 2n];
    const draw = (f) => Array.from({ length: count }, f);
    return [
        ...special,
        ...draw(() => uniform(p)),
        ...draw(() => runs(p)),
        ...draw(() => saturated(p, 29)),
        ...draw(() => saturated(p, 32)),
    ];
}
