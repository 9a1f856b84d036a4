/**
 * Keys of protocols with gates and one permutation: the fields that their headers begin with,
 * additions of wires, the wires of each row, and polynomials. Every count is checked against the
 * sizes of the sections.
 *
 * A row of the circuit names a wire in each of three columns. An addition makes a wire of two
 * others, after those of the witness. A section of polynomials has for each of them n coefficients,
 * and 4n values that no prover needs.
 * @module protocols/plonkish/key
 */
import { checkSectionSize } from "../../files/binfile.js";
import { ensure } from "../../files/errors.js";
import { readLE } from "../../util/bytes.js";
import { readHeader } from "../key/header.js";
import { COSET_BITS, LEAST_POWER } from "./json.js";

/** @import { BinFile } from "../../files/binfile.js" */
/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Key } from "../key/header.js" */

/** Coefficients and values of a polynomial, in multiples of the domain. */
export const WITH_VALUES = 5;

/**
 * The sections that every such key has under the same number: the additions, and the wires of each
 * column.
 */
export const WIRES = Object.freeze({ ADDITIONS: 3, A: 4, B: 5, C: 6 });

/**
 * nVars counts the signals of the witness; the wires that additions make come after them.
 * @typedef
 *   {Key & { nAdditions: number, nConstraints: number, k1: Uint8Array, k2: Uint8Array, powers:
 *   PointSection }} GateKey k1, k2: factors of the second and third column's coset, LEM; powers: of
 *   tau, times the generator of G1
 */

/** Bytes of an addition: two wires, and the factor of each. @param {Pick<Key, "curve">} key */
export const additionBytes = ({ curve: { n8r } }) => 8 + 2 * n8r;

/**
 * @param {BinFile} file
 * @param {Key} key
 * @param {{ nWires: number, nAdditions: number, nConstraints: number }} counts
 */
function checkCounts({ name }, { nPublic, domainSize, power, curve: { s } }, { nWires, nAdditions, nConstraints }) {
    ensure(
        power >= LEAST_POWER && power <= s - COSET_BITS,
        "ERR_FILE",
        () => `${name}: expected a domain of 2^${LEAST_POWER} to 2^${s - COSET_BITS}, got ${domainSize}`,
    );
    ensure(
        nAdditions < nWires && nPublic < nWires - nAdditions,
        "ERR_FILE",
        () => `${name}: expected fewer additions and public signals than ${nWires} wires, got ${nAdditions} and ${nPublic}`,
    );
    ensure(
        nConstraints >= nPublic && nConstraints <= domainSize,
        "ERR_FILE",
        () => `${name}: expected ${nPublic} to ${domainSize} rows, got ${nConstraints}; the key is damaged`,
    );
}

/**
 * The header up to the factors k1 and k2; the protocol takes the rest, and calls `end`.
 * @param {BinFile} file
 * @returns {Promise<{ key: Omit<GateKey, "powers">, fields: Awaited<ReturnType<typeof
 *   readHeader>>["fields"] }>}
 * @throws {ProverError} when anything does not fit
 */
export async function readGateHeader(file) {
    const { key, fields } = await readHeader(file), { nVars: nWires, curve } = key;
    const nAdditions = fields.u32("nAdditions");
    const nConstraints = fields.u32("nConstraints");
    checkCounts(file, key, { nWires, nAdditions, nConstraints });
    const number = (/** @type {string} */ what) => numberOf(file, curve.r, fields.take(curve.n8r, what), what);
    const k1 = number("k1");
    const k2 = number("k2");
    const gates = { ...key, nVars: nWires - nAdditions, nAdditions, nConstraints, k1, k2 };
    checkSectionSize(file, WIRES.ADDITIONS, `${nAdditions} additions`, nAdditions * additionBytes(key));
    for (const column of /** @type {const} */ (["A", "B", "C"]))
        checkSectionSize(file, WIRES[column], `wires of ${nConstraints} rows`, 4 * nConstraints);
    return { key: gates, fields };
}

/** @param {BinFile} file @param {bigint} r @param {Uint8Array} bytes @param {string} what */
export function numberOf(file, r, bytes, what) {
    ensure(
        readLE(bytes) < r,
        "ERR_FILE",
        () => `${file.name}: expected ${what} to be below the order of the field, got more; the key is damaged`,
    );
    return bytes;
}

/**
 * @param {BinFile} file
 * @param {Key} key
 * @param {number} type
 * @param {string} what
 * @param {number} [count]
 */
export const checkPolynomials = (file, { domainSize, curve: { n8r } }, type, what, count = 1) =>
    checkSectionSize(file, type, `${count} of ${what}`, count * WITH_VALUES * domainSize * n8r);

/**
 * The coefficients of a polynomial, LEM, that of the lowest power first.
 * @param {Key} key
 * @param {readonly [type: number, index: number]} position - its section, and its number there
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>}
 */
export const readPolynomial = ({ file, domainSize, curve: { n8r } }, [type, index], signal) =>
    file.read(type, index * WITH_VALUES * domainSize * n8r, domainSize * n8r, signal);
