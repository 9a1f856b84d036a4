/**
 * Groth16 proving keys. Every field of the header and every count is checked against the sizes
 * of the sections, so that later code can rely on them.
 * @module protocols/groth16/zkey
 */
import { identifyCurve, knownNames } from "../../curves/known.js";
import { readLE } from "../../util/bytes.js";
import { checkSectionSize, openBinFile } from "../../files/binfile.js";
import { ensure } from "../../files/errors.js";

/** @import { BinFile } from "../../files/binfile.js" */
/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { Source } from "../../files/source.js" */

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

const KIND = Object.freeze({
    magic: "zkey",
    versions: [1],
    sections: Object.freeze({
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
    }),
    required: [1, 2, 3, 4, 5, 6, 7, 8, 9],
});

/** Protocol numbers of the format; snarkjs makes all three. */
const PROTOCOLS = Object.freeze({ 1: "groth16", 2: "plonk", 10: "fflonk" });

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
 * @typedef {object} Zkey
 * @property {BinFile} file
 * @property {KnownCurve} curve
 * @property {number} nVars - number of signals, including the constant one
 * @property {number} nPublic
 * @property {number} domainSize - a power of two
 * @property {number} power - its logarithm
 * @property {number} nCoefficients
 * @property {number} sG1 - bytes of an affine point
 * @property {number} sG2
 * @property {HeaderPoints} points
 */

/** @param {Source} source @returns {Promise<BinFile>} */
async function openGroth16(source) {
    // A key of another protocol has other sections, so the protocol's number is checked first.
    const file = await openBinFile(source, { ...KIND, sections: ANY_SECTION, required: [1] });
    checkSectionSize(file, SECTION.PROTOCOL, "protocol", 4);
    const id = Number(readLE(await file.read(SECTION.PROTOCOL, 0, 4)));
    const known = /** @type {Record<number, string>} */ (PROTOCOLS)[id];
    ensure(
        id === 1,
        "ERR_FILE",
        () =>
            `${file.name}: expected a groth16 key (protocol 1), got ${known ? `a ${known} key (protocol ${id}); prove with it in snarkjs` : `protocol ${id}; the file is damaged`}`,
    );
    for (const type of file.sections.keys())
        ensure(
            Object.hasOwn(KIND.sections, type),
            "ERR_FILE",
            () => `${file.name}: expected sections 1 to 10, got one of type ${type}; the file is damaged`,
        );
    for (const type of KIND.required)
        ensure(
            file.sections.has(type),
            "ERR_FILE",
            () =>
                `${file.name}: expected section ${type} (${/** @type {any} */ (KIND.sections)[type]}), got a file without it`,
        );
    return file;
}

/** Names for the sections of any zkey; plonk and fflonk use numbers up to 17. */
const ANY_SECTION = Object.freeze({
    ...KIND.sections,
    ...Object.fromEntries([11, 12, 13, 14, 15, 16, 17].map((type) => [type, "of another protocol"])),
});

/**
 * Reads the fields of the header one after the other.
 * @param {BinFile} file
 * @param {Uint8Array} bytes
 */
function fieldReader(file, bytes) {
    let at = 0;
    const take = (/** @type {number} */ length, /** @type {string} */ what) => {
        ensure(
            at + length <= bytes.length,
            "ERR_FILE",
            () =>
                `${file.name}: expected ${what} in ${length} bytes at ${at} of the header, got a header of ${bytes.length} bytes`,
        );
        at += length;
        return bytes.slice(at - length, at);
    };
    return {
        take,
        u32: (/** @type {string} */ what) => Number(readLE(take(4, what))),
        end: () =>
            ensure(
                at === bytes.length,
                "ERR_FILE",
                () => `${file.name}: expected a header of ${at} bytes, got ${bytes.length}`,
            ),
    };
}

/** @param {BinFile} file @param {ReturnType<typeof fieldReader>} fields @returns {KnownCurve} */
function readCurve(file, { u32, take }) {
    const modulus = (/** @type {string} */ what) => {
        const n8 = u32(`the size of ${what}`);
        ensure(
            n8 > 0 && n8 <= 128 && n8 % 8 === 0,
            "ERR_FILE",
            () => `${file.name}: expected ${what} to have 32 or 48 bytes, got ${n8}; the file is damaged`,
        );
        return { n8, value: readLE(take(n8, what)) };
    };
    const q = modulus("q"), curve = identifyCurve(q.value);
    ensure(
        curve && curve.n8q === q.n8,
        "ERR_CURVE",
        () =>
            `${file.name}: expected a key for ${knownNames()}, got one whose base field has the order ${q.value} in ${q.n8} bytes`,
    );
    ensure(
        curve.pairs,
        "ERR_CURVE",
        () => `${file.name}: expected a key for ${knownNames()}, got one for ${curve.name}, which has no pairing`,
    );
    const r = modulus("r");
    ensure(
        curve.r === r.value && curve.n8r === r.n8,
        "ERR_CURVE",
        () => `${file.name}: expected the scalar field of ${curve.name}, got order ${r.value} in ${r.n8} bytes`,
    );
    return curve;
}

/**
 * @param {BinFile} file
 * @param {{ nVars: number, nPublic: number, domainSize: number }} counts
 * @param {KnownCurve} curve
 */
function checkCounts(file, { nVars, nPublic, domainSize }, curve) {
    const power = Math.log2(domainSize);
    ensure(nVars >= 1, "ERR_FILE", () => `${file.name}: expected at least the constant signal, got ${nVars} signals`);
    ensure(
        nPublic < nVars,
        "ERR_FILE",
        () => `${file.name}: expected fewer public signals than ${nVars}, got ${nPublic}`,
    );
    ensure(
        Number.isInteger(power) && power <= curve.s,
        "ERR_FILE",
        () => `${file.name}: expected a domain of 2^0 to 2^${curve.s}, got ${domainSize}`,
    );
    return power;
}

/** @param {Zkey} zkey */
function checkSections({ file, curve, nVars, nPublic, domainSize, sG1, sG2 }) {
    const sizes = /** @type {[number, number, number][]} */ ([
        [SECTION.IC, nPublic + 1, sG1], [SECTION.A, nVars, sG1], [SECTION.B1, nVars, sG1],
        [SECTION.B2, nVars, sG2], [SECTION.C, nVars - nPublic - 1, sG1], [SECTION.H, domainSize, sG1],
    ]);
    for (const [type, count, size] of sizes)
        checkSectionSize(
            file,
            type,
            `${/** @type {any} */ (KIND.sections)[type]}, ${count} of ${size} bytes`,
            count * size,
        );
    const { size } = /** @type {{ size: number }} */ (file.sections.get(SECTION.COEFFICIENTS));
    ensure(
        size >= 4 && (size - 4) % (12 + curve.n8r) === 0,
        "ERR_FILE",
        () =>
            `${file.name}: expected section 4 (coefficients) to have 4 + k * ${12 + curve.n8r} bytes, got ${size}; it is damaged`,
    );
}

/**
 * @param {Source} source
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when anything does not fit
 */
export async function openZkey(source) {
    const file = await openGroth16(source);
    const header = await file.read(SECTION.HEADER, 0, Math.min(4096, file.sections.get(SECTION.HEADER)?.size ?? 0));
    const fields = fieldReader(file, header);
    const curve = readCurve(file, fields);
    const nVars = fields.u32("nVars"), nPublic = fields.u32("nPublic"), domainSize = fields.u32("domainSize");
    const power = checkCounts(file, { nVars, nPublic, domainSize }, curve);
    const sG1 = 2 * curve.n8q, sG2 = 4 * curve.n8q;
    const points = Object.freeze({
        alpha1: fields.take(sG1, "alpha1"), beta1: fields.take(sG1, "beta1"), beta2: fields.take(sG2, "beta2"),
        gamma2: fields.take(sG2, "gamma2"), delta1: fields.take(sG1, "delta1"), delta2: fields.take(sG2, "delta2"),
    });
    fields.end();
    checkSectionSize(file, SECTION.HEADER, "header", header.length);
    const zkey = { file, curve, nVars, nPublic, domainSize, power, sG1, sG2, points, nCoefficients: 0 };
    checkSections(zkey);
    const count = Number(readLE(await file.read(SECTION.COEFFICIENTS, 0, 4)));
    checkSectionSize(
        file,
        SECTION.COEFFICIENTS,
        `coefficients, ${count} of ${12 + curve.n8r} bytes`,
        4 + count * (12 + curve.n8r),
    );
    return Object.freeze({ ...zkey, nCoefficients: count });
}
