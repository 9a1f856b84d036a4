/**
 * The constants of FFLONK: roots of unity of the domain and of the small subgroups in which the
 * polynomials of a commitment are told apart, and the two factors of the permutation. They follow
 * from the size of the domain, so a key that has others is refused.
 * @module protocols/fflonk/domain
 */
import { pow } from "../../bigint/modular.js";
import { ensure } from "../../util/prover_error.js";

/** No square, and a generator of the roots of unity of order 2^28. */
const NONRESIDUE = 5n, TWO_ADICITY = 28;

/**
 * Whose power is the cube root of unity, and the cube root of the generator of the domain of 2^28.
 */
const CUBE_ROOT_BASE = 31624n;
const CUBE_ROOT_OF_GENERATOR = 467799165886069610036046866799264026481344299079011762026774533774345988080n;

/**
 * The largest domain: a proof sums over more than 9 n points, and no powers of tau have more than
 * 2^29.
 */
export const MOST_POWER = 25;

/** The smallest domain that a set-up chooses. */
export const LEAST_POWER = 3;

/**
 * Are the constants those of a field? There is only one, of the curve with 254 bits: snarkjs makes
 * keys for others too, but with "cube roots" that are none.
 * @param {bigint} r
 */
export const hasRoots = (r) => pow(CUBE_ROOT_OF_GENERATOR, 3n, r) === rootOfUnity(r, TWO_ADICITY);

/**
 * @typedef {object} Domain
 * @property {bigint} r
 * @property {number} power
 * @property {bigint} n - 2^power
 * @property {bigint} w - generates the n-th roots of unity
 * @property {bigint} w3
 * @property {bigint} w4
 * @property {bigint} w8
 * @property {bigint} wr - its cube is w
 * @property {bigint} k1
 * @property {bigint} k2
 */

/**
 * @param {bigint} r
 * @param {number} power
 * @returns {bigint} a generator of the roots of unity of order 2^power
 */
const rootOfUnity = (r, power) => pow(NONRESIDUE, (r - 1n) >> BigInt(power), r);

/** @param {bigint} r @param {number} power @returns {Readonly<Domain>} */
export const domainOf = (r, power) => Object.freeze({
    r,
    power,
    n: 1n << BigInt(power),
    w: rootOfUnity(r, power),
    w3: pow(CUBE_ROOT_BASE, (r - 1n) / 18n, r),
    w4: rootOfUnity(r, 2),
    w8: rootOfUnity(r, 3),
    wr: pow(CUBE_ROOT_OF_GENERATOR, 1n << BigInt(TWO_ADICITY - power), r),
    k1: 2n,
    k2: 3n,
});

/**
 * @param {string} where - what has the constants, for the message
 * @param {Domain} domain
 * @param {Partial<Record<"w" | "w3" | "w4" | "w8" | "wr" | "k1" | "k2", bigint | undefined>>} given
 * @throws {ProverError} ERR_FILE for one that is not that of the domain
 */
export function checkConstants(where, domain, given) {
    for (const name of /** @type {(keyof typeof given)[]} */ (Object.keys(given)))
        ensure(
            given[name] === domain[name],
            "ERR_FILE",
            () => `${where}: expected ${name} to be ${domain[name]} for a domain of 2^${domain.power}, got ${given[name]}; the key is damaged`,
        );
}
