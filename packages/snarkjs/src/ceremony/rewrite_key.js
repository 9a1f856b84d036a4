/**
 * Writes the Groth16 key that a contribution leads to: delta, the points C and H that were divided,
 * and the list of contributions are others, all else is copied.
 * @module ceremony/rewrite_key
 */
import {
    copySection, encodeContributions, keyWriter, SECTION, writeSection,
} from "../../../../src/internal/snarkjs_ceremony.js";

/** @import { BinWriter, Mpc, PointSection, Sink, Zkey } from "../../../../src/internal/snarkjs_ceremony.js" */

/** The sections whose points are divided. */
export const DIVIDED = Object.freeze(/** @type {const} */ ([SECTION.C, SECTION.H]));

/** The orders that snarkjs writes sections in: after a contribution, and after an import. */
export const BY_NUMBER = Object.freeze(Object.values(SECTION).sort((a, b) => a - b));
export const AS_MADE = Object.freeze([SECTION.PROTOCOL, SECTION.HEADER, SECTION.IC, SECTION.COEFFICIENTS, SECTION.H,
    SECTION.C, SECTION.A, SECTION.B1, SECTION.B2, SECTION.CONTRIBUTIONS]);

/** How many points these are. @param {Zkey} zkey */
export const dividedPoints = ({ pointSections }) =>
    DIVIDED.reduce((sum, type) => sum + /** @type {PointSection} */ (pointSections.get(type)).points, 0);

/**
 * The header of a key with other points delta, which come last.
 * @param {Zkey} zkey
 * @param {Uint8Array} delta1
 * @param {Uint8Array} delta2
 */
async function headerWith({ file }, delta1, delta2) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(SECTION.HEADER));
    const header = await file.read(SECTION.HEADER, 0, size);
    header.set(delta1, size - delta1.length - delta2.length);
    header.set(delta2, size - delta2.length);
    return header;
}

/**
 * @param {{ zkey: Zkey, signal: AbortSignal, sink: Sink, order: readonly number[] }} on - order: of
 *   the sections
 * @param {Mpc} mpc - with the contribution
 * @param {{ delta1: Uint8Array, delta2: Uint8Array }} deltas - of the new key
 * @param {(writer: BinWriter, type: typeof DIVIDED[number]) => Promise<unknown>} writePoints - of a
 *   section whose points are divided
 */
export async function rewriteKey({ zkey, signal, sink, order }, mpc, { delta1, delta2 }, writePoints) {
    const { file, pointSections } = zkey;
    const writer = keyWriter(sink, order.length);
    for (const type of order) {
        const divided = DIVIDED.find((one) => one === type);
        if (type === SECTION.HEADER) await writeSection(writer, type, await headerWith(zkey, delta1, delta2));
        else if (type === SECTION.CONTRIBUTIONS) await writeSection(writer, type, encodeContributions(mpc));
        else if (divided) {
            const { points, pointBytes } = /** @type {PointSection} */ (pointSections.get(divided));
            await writer.begin(type, points * pointBytes);
            await writePoints(writer, divided);
            await writer.end();
        } else await copySection(writer, file, type, signal);
    }
    await writer.finish();
}
