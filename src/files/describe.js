/**
 * What a binary file says about itself: constraint systems, powers of tau. These formats of iden3
 * do not depend on a protocol; the protocols describe keys.
 * @module files/describe
 */
import { readLE } from "../util/bytes.js";
import { counted } from "../util/check.js";
import { openPtau, PTAU } from "./ptau.js";
import { openR1cs } from "./r1cs.js";

/** @import { Ignored } from "./binfile.js" */
/** @import { Source } from "./source.js" */

/**
 * @typedef {Readonly<Record<string, string | number | bigint | Ignored | undefined>>} FileFacts
 *   `kind`, `modulus` and `field` ("q" or "r"), counts; `ignored`: what of the file is not read, if
 *   there is any
 */

/** @param {Source} source @returns {Promise<FileFacts>} */
export async function describeR1cs(source) {
    const { file: { ignored }, r, signals, ...counts } = await openR1cs(source);
    const { outputs, publicInputs, privateInputs, labels, constraints } = counts;
    return Object.freeze({
        kind: "r1cs", field: "r", modulus: r, signals, outputs, publicInputs, privateInputs, labels, constraints,
        ...(ignored && { ignored }),
    });
}

/** @param {Source} source @returns {Promise<FileFacts>} */
export async function describePtau(source) {
    const { file, q, power, ceremonyPower, points } = await openPtau(source);
    const contributions = (file.sections.get(PTAU.CONTRIBUTIONS)?.size ?? 0) < 4
        ? 0
        : Number(readLE(await file.read(PTAU.CONTRIBUTIONS, 0, 4)));
    return Object.freeze({
        kind: "ptau",
        field: "q",
        modulus: q,
        power,
        ceremonyPower,
        contributions,
        prepared: points.has(PTAU.LAGRANGE_TAU_G1) ? "for phase 2" : "not for phase 2",
        ...(file.ignored && { ignored: file.ignored }),
    });
}

/** Sections that a line names. */
const MOST_SECTIONS = 8;

/**
 * What of a file was ignored, in words.
 * @param {Ignored} ignored
 * @returns {string}
 */
export function describeIgnored({ sections, trailing }) {
    const told = sections.slice(0, MOST_SECTIONS).map(({ type, bytes }) => `section ${type} (${counted(bytes, "byte")})`);
    const more = sections.length - told.length;
    if (more > 0) told.push(counted(more, "more section"));
    if (trailing > 0) told.push(`${counted(trailing, "byte")} after the last section`);
    return told.join(", ");
}
