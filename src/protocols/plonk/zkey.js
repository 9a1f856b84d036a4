/**
 * PLONK proving keys. Every count is checked against the sizes of the sections, so that later code
 * can rely on them.
 * @module protocols/plonk/zkey
 */
import { pointSection } from "../../files/point_section.js";
import { openKeyFile } from "../key/header.js";
import { checkPolynomials, readGateHeader } from "../plonkish/key.js";
import { COMMITMENTS } from "./json.js";

/** @import { BinFile } from "../../files/binfile.js" */
/** @import { Source } from "../../files/source.js" */
/** @import { KeyKind } from "../key/header.js" */
/** @import { GateKey } from "../plonkish/key.js" */

/** Section numbers. */
export const SECTION = Object.freeze({
    PROTOCOL: 1, HEADER: 2, ADDITIONS: 3, A: 4, B: 5, C: 6,
    QM: 7, QL: 8, QR: 9, QO: 10, QC: 11, SIGMA: 12, LAGRANGE: 13, POWERS: 14,
});

/** What is in them. */
const CONTENTS = Object.freeze(/** @type {Record<number, string>} */ ({
    1: "protocol",
    2: "header",
    3: "additions",
    4: "wires A",
    5: "wires B",
    6: "wires C",
    7: "polynomial Qm",
    8: "polynomial Ql",
    9: "polynomial Qr",
    10: "polynomial Qo",
    11: "polynomial Qc",
    12: "polynomials sigma",
    13: "Lagrange polynomials",
    14: "powers of tau",
}));

/** Where the polynomials of a key are, by the names of their commitments. */
export const POSITIONS = Object.freeze(/** @type {Record<typeof COMMITMENTS[number], readonly [number, number]>} */ ({
    Qm: [SECTION.QM, 0], Ql: [SECTION.QL, 0], Qr: [SECTION.QR, 0], Qo: [SECTION.QO, 0], Qc: [SECTION.QC, 0],
    S1: [SECTION.SIGMA, 0], S2: [SECTION.SIGMA, 1], S3: [SECTION.SIGMA, 2],
}));

/**
 * Powers of tau beyond the size of the domain: a proof commits to polynomials of degree up to n +
 * 5.
 */
export const BEYOND = 6;

/**
 * @typedef {GateKey & { commitments: Record<string, Uint8Array>, X_2: Uint8Array }} Zkey
 *   commitments: to the polynomials, affine LEM
 */

/**
 * @param {BinFile} file - a key of this protocol
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when anything does not fit
 */
async function readZkey(file) {
    const { key, fields } = await readGateHeader(file), { sG1, sG2, domainSize, nPublic } = key;
    const commitments = Object.freeze(Object.fromEntries(COMMITMENTS.map((name) => [name, fields.take(sG1, name)])));
    const X_2 = fields.take(sG2, "X_2");
    fields.end();
    for (const type of [SECTION.QM, SECTION.QL, SECTION.QR, SECTION.QO, SECTION.QC])
        checkPolynomials(file, key, type, CONTENTS[type]);
    checkPolynomials(file, key, SECTION.SIGMA, CONTENTS[SECTION.SIGMA], 3);
    checkPolynomials(file, key, SECTION.LAGRANGE, CONTENTS[SECTION.LAGRANGE], Math.max(1, nPublic));
    const powers = pointSection(file, SECTION.POWERS, CONTENTS[SECTION.POWERS], domainSize + BEYOND, sG1);
    return Object.freeze({ ...key, commitments, X_2, powers });
}

/** The keys of this protocol. @type {Readonly<KeyKind<Zkey>>} */
export const KIND = Object.freeze({
    name: "plonk",
    title: "PLONK",
    id: 2,
    section: SECTION,
    sections: CONTENTS,
    required: Object.freeze([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
    contents: Object.freeze({
        3: "additions", 4: "wires", 5: "wires", 6: "wires", 7: "polynomials", 8: "polynomials", 9: "polynomials",
        10: "polynomials", 11: "polynomials", 12: "polynomials", 13: "polynomials", 14: "G1",
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
