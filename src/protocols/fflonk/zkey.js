/**
 * FFLONK proving keys. Every count is checked against the sizes of the sections, and every constant
 * against the domain, so that later code can rely on them.
 * @module protocols/fflonk/zkey
 */
import { readLE } from "../../util/bytes.js";
import { checkSectionSize } from "../../files/binfile.js";
import { ensure } from "../../files/errors.js";
import { pointSection } from "../../files/point_section.js";
import { inverse } from "../../bigint/modular.js";
import { openKeyFile, readHeader } from "../key/header.js";
import { checkConstants, domainOf, hasRoots, LEAST_POWER, MOST_POWER } from "./domain.js";

/** @import { BinFile } from "../../files/binfile.js" */
/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Source } from "../../files/source.js" */
/** @import { Key, KeyKind } from "../key/header.js" */
/** @import { Domain } from "./domain.js" */

/** Section numbers. */
export const SECTION = Object.freeze({
    PROTOCOL: 1,
    HEADER: 2,
    ADDITIONS: 3,
    A: 4,
    B: 5,
    C: 6,
    QL: 7,
    QR: 8,
    QM: 9,
    QO: 10,
    QC: 11,
    SIGMA1: 12,
    SIGMA2: 13,
    SIGMA3: 14,
    LAGRANGE: 15,
    TAU: 16,
    C0: 17,
});

/** What is in them. */
const CONTENTS = Object.freeze(/** @type {Record<number, string>} */ ({
    1: "protocol",
    2: "header",
    3: "additions",
    4: "wires of column a",
    5: "wires of column b",
    6: "wires of column c",
    7: "polynomial QL",
    8: "polynomial QR",
    9: "polynomial QM",
    10: "polynomial QO",
    11: "polynomial QC",
    12: "polynomial S1",
    13: "polynomial S2",
    14: "polynomial S3",
    15: "Lagrange polynomials",
    16: "powers of tau",
    17: "polynomial C0",
}));

/** Polynomials with their values: n coefficients and 4 n values each. */
const POLYNOMIALS = [
    SECTION.QL, SECTION.QR, SECTION.QM, SECTION.QO, SECTION.QC, SECTION.SIGMA1, SECTION.SIGMA2, SECTION.SIGMA3,
];

/** Rows that are kept free for the blinding, at the end of the domain. */
export const FREE_ROWS = 2;

/**
 * Powers of tau of a key of a domain of n: those of the longest polynomial of a proof.
 * @param {number} n
 */
export const powersFor = (n) => 9 * n + 18;

/** Polynomials in C0. */
export const PARTS_OF_C0 = 8;

/**
 * @typedef
 *   {Key & { nAdditions: number, nConstraints: number, k1: Uint8Array, k2: Uint8Array, domain:
 *   Domain, points: { X_2: Uint8Array, C0: Uint8Array }, powers: PointSection }}
 *   Zkey nVars: of a witness, without the additions; nConstraints: rows that are used; k1, k2: LEM;
 *   points: of the header, affine LEM
 */

/** @param {Key} key @param {{ nAdditions: number, nConstraints: number }} counts */
function checkCounts({ file, nVars, nPublic, domainSize, power }, { nAdditions, nConstraints }) {
    ensure(
        power >= LEAST_POWER && power <= MOST_POWER,
        "ERR_FILE",
        () =>
            `${file.name}: expected a domain of 2^${LEAST_POWER} to 2^${MOST_POWER}, got ${domainSize}; it is damaged`,
    );
    ensure(
        nConstraints >= nPublic && nConstraints <= domainSize - FREE_ROWS,
        "ERR_FILE",
        () =>
            `${file.name}: expected ${nPublic} to ${domainSize - FREE_ROWS} rows, got ${nConstraints}; the file is damaged`,
    );
    ensure(
        nAdditions < nVars - nPublic,
        "ERR_FILE",
        () => `${file.name}: expected fewer additions than ${nVars - nPublic}, got ${nAdditions}; the file is damaged`,
    );
}

/**
 * Compares the sizes of all sections with the counts.
 * @param {Key} key
 * @param {{ nAdditions: number, nConstraints: number }} counts
 */
function checkSections({ file, domainSize, nPublic, curve: { n8r } }, { nAdditions, nConstraints }) {
    const check = (/** @type {number} */ type, /** @type {number} */ count, /** @type {number} */ size) =>
        checkSectionSize(file, type, `${CONTENTS[type]}, ${count} of ${size} bytes`, count * size);
    check(SECTION.ADDITIONS, nAdditions, 8 + 2 * n8r);
    for (const type of [SECTION.A, SECTION.B, SECTION.C]) check(type, nConstraints, 4);
    for (const type of POLYNOMIALS) check(type, 5 * domainSize, n8r);
    check(SECTION.LAGRANGE, 5 * domainSize * Math.max(1, nPublic), n8r);
    check(SECTION.C0, PARTS_OF_C0 * domainSize, n8r);
}

/**
 * @param {BinFile} file - a key of this protocol
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when anything does not fit
 */
async function readZkey(file) {
    const { key, fields } = await readHeader(file), { curve: { name, n8r, r }, sG1, sG2, power } = key;
    ensure(hasRoots(r), "ERR_CURVE", () =>
        `${file.name}: expected a key for the curve whose roots of unity FFLONK has, got one for ${name}`);
    const counts = { nAdditions: fields.u32("nAdditions"), nConstraints: fields.u32("nConstraints") };
    checkCounts(key, counts);
    const overR = inverse(1n << BigInt(8 * n8r), r);
    const domain = domainOf(r, power);
    const names = /** @type {const} */ (["k1", "k2", "w3", "w4", "w8", "wr"]);
    const given = names.map((constant) => /** @type {const} */ ([constant, fields.take(n8r, constant)]));
    const [[, k1], [, k2]] = given;
    checkConstants(file.name, domain, Object.fromEntries(given.map(([constant, bytes]) => {
        const raw = readLE(bytes);
        return [constant, raw < r ? (raw * overR) % r : raw];
    })));
    const points = Object.freeze({ X_2: fields.take(sG2, "X_2"), C0: fields.take(sG1, "C0") });
    fields.end();
    checkSections(key, counts);
    const powers = pointSection(file, SECTION.TAU, CONTENTS[SECTION.TAU], powersFor(key.domainSize), sG1);
    return Object.freeze({ ...key, ...counts, nVars: key.nVars - counts.nAdditions, k1, k2, domain, points, powers });
}

/** The keys of this protocol. @type {Readonly<KeyKind<Zkey>>} */
export const KIND = Object.freeze({
    name: "fflonk",
    title: "FFLONK",
    id: 10,
    section: SECTION,
    sections: CONTENTS,
    required: Object.keys(CONTENTS).map(Number),
    contents: Object.freeze({
        3: "additions", 4: "wires", 5: "wires", 6: "wires",
        ...Object.fromEntries([...POLYNOMIALS, SECTION.LAGRANGE].map((type) => [type, /** @type {const} */ ("polynomials")])),
        16: "G1",
    }),
    unread: [],
    open: readZkey,
});

/**
 * @param {Source} source
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when it is no key of this protocol, or anything does not fit
 */
export const openZkey = async (source) => readZkey((await openKeyFile(source, [KIND])).file);
