/**
 * Groth16 proving keys. Every count is checked against the sizes of the sections, so that later
 * code can rely on them.
 * @module protocols/groth16/zkey
 */
import { readLE } from "../../util/bytes.js";
import { checkSectionSize } from "../../files/binfile.js";
import { ensure } from "../../files/errors.js";
import { pointSection } from "../../files/point_section.js";
import { openKeyFile, readHeader } from "../key/header.js";

/** @import { BinFile } from "../../files/binfile.js" */
/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Source } from "../../files/source.js" */
/** @import { Key, KeyKind } from "../key/header.js" */

/** Section numbers. */
export const SECTION = Object.freeze({
    PROTOCOL: 1,
    HEADER: 2,
    IC: 3,
    COEFFICIENTS: 4,
    A: 5,
    B1: 6,
    B2: 7,
    C: 8,
    H: 9,
    CONTRIBUTIONS: 10,
});

/** What is in them. */
const CONTENTS = Object.freeze(/** @type {Record<number, string>} */ ({
    1: "protocol",
    2: "header",
    3: "IC",
    4: "coefficients",
    5: "points A",
    6: "points B1",
    7: "points B2",
    8: "points C",
    9: "points H",
    10: "contributions",
}));

/**
 * Points of the header, affine LEM.
 * @typedef {object} HeaderPoints
 * @property {Uint8Array} alpha1
 * @property {Uint8Array} beta1
 * @property {Uint8Array} beta2
 * @property {Uint8Array} gamma2
 * @property {Uint8Array} delta1
 * @property {Uint8Array} delta2
 */

/**
 * @typedef {Key & { points: HeaderPoints, nCoefficients: number, pointSections: ReadonlyMap<number,
 *   PointSection> }} Zkey pointSections: by section number
 */

/**
 * @param {Key} key
 * @returns {ReadonlyMap<number, PointSection>} all of whose sizes fit the counts of the header
 */
function openSections({ file, curve, nVars, nPublic, domainSize, sG1, sG2 }) {
    const sizes = /** @type {[number, number, number][]} */ ([
        [SECTION.IC, nPublic + 1, sG1], [SECTION.A, nVars, sG1], [SECTION.B1, nVars, sG1],
        [SECTION.B2, nVars, sG2], [SECTION.C, nVars - nPublic - 1, sG1], [SECTION.H, domainSize, sG1],
    ]);
    const opened = new Map(sizes.map(([type, count, size]) =>
        [type, pointSection(file, type, CONTENTS[type], count, size)]));
    const { size } = /** @type {{ size: number }} */ (file.sections.get(SECTION.COEFFICIENTS));
    ensure(
        (size - 4) % (12 + curve.n8r) === 0,
        "ERR_FILE",
        () =>
            `${file.name}: expected section 4 (coefficients) to have 4 + k * ${12 + curve.n8r} bytes, got ${size}; it is damaged`,
    );
    return opened;
}

/**
 * @param {BinFile} file - a key of this protocol
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when anything does not fit
 */
async function readZkey(file) {
    const { key, fields } = await readHeader(file), { sG1, sG2, curve } = key;
    const points = Object.freeze({
        alpha1: fields.take(sG1, "alpha1"), beta1: fields.take(sG1, "beta1"), beta2: fields.take(sG2, "beta2"),
        gamma2: fields.take(sG2, "gamma2"), delta1: fields.take(sG1, "delta1"), delta2: fields.take(sG2, "delta2"),
    });
    fields.end();
    const pointSections = openSections(key);
    const count = Number(readLE(await file.read(SECTION.COEFFICIENTS, 0, 4)));
    checkSectionSize(
        file,
        SECTION.COEFFICIENTS,
        `coefficients, ${count} of ${12 + curve.n8r} bytes`,
        4 + count * (12 + curve.n8r),
    );
    return Object.freeze({ ...key, points, nCoefficients: count, pointSections });
}

/** The keys of this protocol. @type {Readonly<KeyKind<Zkey>>} */
export const KIND = Object.freeze({
    name: "groth16",
    title: "Groth16",
    id: 1,
    section: SECTION,
    sections: CONTENTS,
    required: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    contents: Object.freeze({ 3: "G1", 4: "coefficients", 5: "G1", 6: "G1", 7: "G2", 8: "G1", 9: "G1" }),
    unread: [SECTION.B1],
    open: readZkey,
});

/**
 * @param {Source} source
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when it is no key of this protocol, or anything does not fit
 */
export const openZkey = async (source) => readZkey((await openKeyFile(source, [KIND])).file);
