/**
 * The first key of a circuit, read from its file and handed on, with its hash: of powers of tau
 * what they are, and the rest as the file has it.
 * @module ceremony/verify/first_key
 */
import {
    copySection, firstPoints, hashDifferences, headerOf, inOrder, KIND, openCircuitHash, pointCheck, SECTION, writeH,
    writeSection,
} from "../../../../../src/internal/snarkjs_ceremony.js";

/** @import { Curve, KnownCurve, PhaseTracker } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { PointSection, Ptau, SectionWriter } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Zkey } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** Points that are read at a time. */
const STEP = 1 << 13;

/**
 * @param {object} on
 * @param {Curve} on.curve
 * @param {KnownCurve} on.known
 * @param {Ptau} on.ptau
 * @param {AbortSignal} on.signal
 * @param {PhaseTracker} on.tracker - counts points
 * @param {Zkey} on.first
 * @param {SectionWriter} on.writer
 * @returns {Promise<Uint8Array>} the hash of the circuit
 */
export async function copyFirstKey(on) {
    const { curve, known, signal, tracker, first, writer } = on;
    const { nVars, nPublic, domainSize, file, pointSections } = first;
    const points = await firstPoints(on);
    const hash = openCircuitHash(on, points);
    const copy = async (/** @type {number} */ type) => {
        const section = /** @type {PointSection} */ (pointSections.get(type));
        const G = curve[type === SECTION.B2 ? "G2" : "G1"];
        const check = pointCheck(curve, G, `${file.name}: expected % section ${type}`, signal);
        hash.begin(section.points);
        await writer.begin(type, section.points * section.pointBytes);
        const parts = Array.from({ length: Math.ceil(section.points / STEP) }, (_, i) => i * STEP);
        await inOrder(parts, Math.max(1, curve.tm.concurrency), async (from) => {
            const some = await section.read(from, Math.min(STEP, section.points - from), signal);
            return { some, encoded: await G.batchLEMtoU(some, { signal }) };
        }, async ({ some, encoded }) => {
            await check.add(some);
            hash.add(/** @type {Uint8Array} */ (encoded));
            await writer.write(some);
            tracker.advance(some.length / section.pointBytes);
        });
        check.end();
        await writer.end();
    };
    await writeSection(writer, SECTION.PROTOCOL, new Uint8Array(Uint32Array.of(KIND.id).buffer));
    await writeSection(writer, SECTION.HEADER, headerOf(known, [nVars, nPublic, domainSize], Object.values(points)));
    await copySection(writer, file, SECTION.COEFFICIENTS, signal);
    await copy(SECTION.IC);
    await Promise.all([hashDifferences(on, hash, domainSize), writeH(on, domainSize)]);
    for (const type of [SECTION.C, SECTION.A, SECTION.B1, SECTION.B2]) await copy(type);
    return hash.digest();
}
