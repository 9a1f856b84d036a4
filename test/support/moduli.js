/** Prime fields of the tests: every way to take a square root, one word to six. */
import { RECORDS } from "../../src/params/records.js";

export const MODULI = {
    "97": 97n,
    "2^61 - 1": 2n ** 61n - 1n,
    "secp256k1": 2n ** 256n - 2n ** 32n - 977n,
    ...Object.fromEntries(RECORDS.flatMap(({ name, fp, fr }) => [[`${name} r`, fr.p], ...(fp ? [[`${name} q`, fp.p]] : [])])),
};

/** Where ffjavascript has no square root: p = 5 mod 8, and p = 9 mod 16. */
export const HARD_MODULI = {
    5: 5n,
    13: 13n,
    "2^255 - 19": 2n ** 255n - 19n,
    41: 41n,
    73: 73n,
    "2^64 - 2^32 + 1": 2n ** 64n - 2n ** 32n + 1n,
    257: 257n,
};
