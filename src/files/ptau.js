/**
 * Powers of tau: the sections of a ptau file, and how many points each has for a power.
 * @module files/ptau
 */
import { openBinFile } from "./binfile.js";
import { ensure } from "./errors.js";
import { readHeader } from "./header.js";
import { pointSection } from "./point_section.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { PointSection } from "./point_section.js" */
/** @import { Source } from "./source.js" */

/** Section numbers. */
export const PTAU = Object.freeze({
    HEADER: 1,
    TAU_G1: 2,
    TAU_G2: 3,
    ALPHA_TAU_G1: 4,
    BETA_TAU_G1: 5,
    BETA_G2: 6,
    CONTRIBUTIONS: 7,
    LAGRANGE_TAU_G1: 12,
    LAGRANGE_TAU_G2: 13,
    LAGRANGE_ALPHA_TAU_G1: 14,
    LAGRANGE_BETA_TAU_G1: 15,
});

/**
 * The sections of points: name, degree of the field that the coordinates are in, points for a
 * power. The Lagrange points of all domains from 2^0 on follow each other, those of the domain 2^p
 * from point 2^p - 1 on.
 * @type {Readonly<Record<number, { name: string, degree: 1 | 2, points: (power: number) => number
 *   }>>}
 */
const POINTS = Object.freeze({
    [PTAU.TAU_G1]: { name: "tau G1", degree: 1, points: (power) => 2 ** (power + 1) - 1 },
    [PTAU.TAU_G2]: { name: "tau G2", degree: 2, points: (power) => 2 ** power },
    [PTAU.ALPHA_TAU_G1]: { name: "alpha tau G1", degree: 1, points: (power) => 2 ** power },
    [PTAU.BETA_TAU_G1]: { name: "beta tau G1", degree: 1, points: (power) => 2 ** power },
    [PTAU.BETA_G2]: { name: "beta G2", degree: 2, points: () => 1 },
    [PTAU.LAGRANGE_TAU_G1]: { name: "Lagrange tau G1", degree: 1, points: (power) => 2 ** (power + 2) - 1 },
    [PTAU.LAGRANGE_TAU_G2]: { name: "Lagrange tau G2", degree: 2, points: (power) => 2 ** (power + 1) - 1 },
    [PTAU.LAGRANGE_ALPHA_TAU_G1]: { name: "Lagrange alpha tau G1", degree: 1, points: (power) => 2 ** (power + 1) - 1 },
    [PTAU.LAGRANGE_BETA_TAU_G1]: { name: "Lagrange beta tau G1", degree: 1, points: (power) => 2 ** (power + 1) - 1 },
});

const KIND = Object.freeze({
    magic: "ptau",
    versions: [1],
    sections: Object.freeze({
        [PTAU.HEADER]: "header",
        [PTAU.CONTRIBUTIONS]: "contributions",
        ...Object.fromEntries(Object.entries(POINTS).map(([type, { name }]) => [type, name])),
    }),
    required: [1, 2, 3, 4, 5, 6],
});

/** The largest power: no curve has a domain of more than 2^32 elements that a file could be for. */
export const LARGEST_POWER = 32;

/**
 * @typedef {object} Ptau
 * @property {BinFile} file
 * @property {number} n8 - bytes of a coordinate
 * @property {bigint} q - the order of the base field
 * @property {number} power
 * @property {number} ceremonyPower - of the ceremony that the file was cut from
 * @property {ReadonlyMap<number, PointSection>} points - by section number; those of the Lagrange
 *   points only after phase 2 was prepared
 */

/**
 * @param {Source} source
 * @param {{ older?: boolean }} [kind] - older: the Lagrange points of tau in G1 may lack the
 *   largest domain, as in files that versions of snarkjs before 0.4.6 prepared
 * @returns {Promise<Ptau>}
 * @throws {ProverError} when a section does not have the bytes that its points take
 */
export async function openPtau(source, { older = false } = {}) {
    const file = await openBinFile(source, KIND);
    const header = await readHeader(file, PTAU.HEADER);
    const { n8, value: q } = header.modulus("q");
    const power = header.u32("the power");
    const of = header.u32("the ceremony's power");
    header.end();
    ensure(power >= 1 && power <= LARGEST_POWER && power <= of && of <= LARGEST_POWER, "ERR_FILE", () =>
        `${file.name}: expected a power from 1 to that of its ceremony, at most ${LARGEST_POWER}, got ${power} of ${of}; the file is damaged`);
    const points = new Map();
    for (const [type, { name, degree, points: count }] of Object.entries(POINTS))
        if (file.sections.has(Number(type))) {
            const bytes = 2 * degree * n8;
            const lacks = older && Number(type) === PTAU.LAGRANGE_TAU_G1
                && file.sections.get(Number(type))?.size === count(power - 1) * bytes;
            const found = count(lacks ? power - 1 : power);
            points.set(Number(type), pointSection(file, Number(type), name, found, bytes));
        }
    return Object.freeze({ file, n8, q, power, ceremonyPower: of, points });
}
