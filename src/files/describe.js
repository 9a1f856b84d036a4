/**
 * What a binary file says about itself in its first sections: witnesses, constraint systems, powers of tau. These
 * formats of iden3 do not depend on a protocol; the protocols describe keys.
 * @module files/describe
 */
import { readLE } from "../util/bytes.js";
import { openBinFile } from "./binfile.js";
import { ensure } from "./errors.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { Source } from "./source.js" */

/**
 * @typedef {Readonly<Record<string, string | number | bigint | undefined>>} FileFacts `kind`, `modulus` and `field`
 *   ("q" or "r"), counts
 */

const KINDS = Object.freeze({
    r1cs: {
        magic: "r1cs",
        versions: [1],
        sections: { 1: "header", 2: "constraints", 3: "labels", 4: "custom gates", 5: "uses of custom gates" },
        required: [1, 2],
    },
    ptau: {
        magic: "ptau",
        versions: [1],
        required: [1, 2, 3],
        sections: {
            1: "header",
            2: "tau G1",
            3: "tau G2",
            4: "alpha tau G1",
            5: "beta tau G1",
            6: "beta G2",
            7: "contributions",
            12: "Lagrange tau G1",
            13: "Lagrange tau G2",
            14: "Lagrange alpha tau G1",
            15: "Lagrange beta tau G1",
        },
    },
});

/**
 * A number of the file's header, checked to be within the header.
 * @param {BinFile} file
 * @param {Uint8Array} header
 * @param {number} at
 * @param {number} length
 */
function field(file, header, at, length) {
    ensure(
        at + length <= header.length,
        "ERR_FILE",
        () =>
            `${file.name}: expected a header of ${at + length} bytes or more, got ${header.length}; the file is damaged`,
    );
    return readLE(header, at, length);
}

/** @param {BinFile} file @param {Uint8Array} header */
function modulusOf(file, header) {
    const n8 = Number(field(file, header, 0, 4));
    ensure(
        n8 > 0 && n8 <= 128 && n8 % 8 === 0,
        "ERR_FILE",
        () => `${file.name}: expected a field of 8 to 128 bytes, got ${n8}; the file is damaged`,
    );
    return { n8, modulus: field(file, header, 4, n8) };
}

/** @param {BinFile} file */
const headerOf = (file) => file.read(1, 0, Math.min(4096, /** @type {{ size: number }} */ (file.sections.get(1)).size));

/** @param {Source} source @returns {Promise<FileFacts>} */
export async function describeR1cs(source) {
    const file = await openBinFile(source, KINDS.r1cs),
        header = await headerOf(file),
        { n8, modulus } = modulusOf(file, header);
    const u32 = (/** @type {number} */ i) => Number(field(file, header, 4 + n8 + 4 * i, 4));
    return Object.freeze({
        kind: "r1cs",
        field: "r",
        modulus,
        signals: u32(0),
        outputs: u32(1),
        publicInputs: u32(2),
        privateInputs: u32(3),
        labels: Number(field(file, header, 4 + n8 + 16, 8)),
        constraints: Number(field(file, header, 4 + n8 + 24, 4)),
    });
}

/** @param {Source} source @returns {Promise<FileFacts>} */
export async function describePtau(source) {
    const file = await openBinFile(source, KINDS.ptau),
        header = await headerOf(file),
        { n8, modulus } = modulusOf(file, header);
    const power = Number(field(file, header, 4 + n8, 4)), ceremonyPower = Number(field(file, header, 8 + n8, 4));
    const contributions = file.sections.get(7)?.size ? Number(readLE(await file.read(7, 0, 4))) : 0;
    return Object.freeze({
        kind: "ptau",
        field: "q",
        modulus,
        power,
        ceremonyPower,
        contributions,
        prepared: file.sections.has(12) ? "for phase 2" : "not for phase 2",
    });
}
