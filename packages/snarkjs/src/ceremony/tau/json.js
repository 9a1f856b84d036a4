/**
 * Powers of tau as a record of texts, as snarkjs exports them.
 * @module ceremony/tau/json
 */
import {
    curveOfPtau, openPtau, PTAU, readOptions, readRecords, requirePrepared, responseHash, SECRETS, SERIES,
    withCeremony,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { LAGRANGE } from "./lagrange.js";

/** @import { CeremonyOptions, PointSection } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** The names of sections in the record. @type {Readonly<Record<number, string>>} */
const NAMES = Object.freeze({
    [PTAU.TAU_G1]: "tauG1", [PTAU.TAU_G2]: "tauG2", [PTAU.ALPHA_TAU_G1]: "alphaTauG1", [PTAU.BETA_TAU_G1]: "betaTauG1",
    [PTAU.BETA_G2]: "betaG2", [PTAU.LAGRANGE_TAU_G1]: "lTauG1", [PTAU.LAGRANGE_TAU_G2]: "lTauG2",
    [PTAU.LAGRANGE_ALPHA_TAU_G1]: "lAlphaTauG1", [PTAU.LAGRANGE_BETA_TAU_G1]: "lBetaTauG1",
});

/**
 * A record of prepared powers of tau: `powersoftau export json`. It is that of snarkjs, which gives
 * of each point, and of each hash, the value of its first bytes as an element of Fr: not the
 * coordinates. Use it to compare files.
 *
 *   memory  some kilobytes for each power: for small ones
 * @param {SourceLike} ptau - prepared for phase 2
 * @param {CeremonyOptions} [options]
 * @returns {Promise<Record<string, any>>}
 */
export async function exportPowersOfTau(ptau, options) {
    const where = "exportPowersOfTau";
    return withCeremony(where, readOptions(where, options), async ({ open, controller: { signal }, curveOf }) => {
        const from = await openPtau(await open("ptau", ptau)), { power, q } = from;
        requirePrepared(from);
        const records = await readRecords(from, signal);
        const curve = await curveOf(curveOfPtau(from));
        const { Fr } = curve;
        const text = (/** @type {Uint8Array} */ bytes) => {
            const first = new Uint8Array(Fr.n8); // a beacon may be shorter
            first.set(bytes.subarray(0, Fr.n8));
            return Fr.toString(first);
        };
        /** @type {(type: number, first: number, count: number) => Promise<string[]>} */
        const pointsIn = async (type, first, count) => {
            const section = /** @type {PointSection} */ (from.points.get(type)), { pointBytes } = section;
            const bytes = await section.read(first, count, signal);
            return Array.from({ length: count }, (_, i) => text(bytes.subarray(i * pointBytes, (i + 1) * pointBytes)));
        };
        const contributions = records.map((record, i) => ({
            ...Object.fromEntries(SERIES.map(({ kept }) => [kept, text(record[kept])])),
            key: Object.fromEntries(SECRETS.map((name) => {
                const { g1s, g1sx, g2spx } = record.keys[name];
                return [name, { g1_s: text(g1s), g1_sx: text(g1sx), g2_spx: text(g2spx) }];
            })),
            partialHash: text(record.partialHash),
            nextChallenge: text(record.nextChallenge),
            type: record.type,
            responseHash: text(responseHash(curve, record)),
            ...(record.name !== undefined && { name: record.name }),
            ...(record.beacon && { numIterationsExp: record.beacon.exponent, beaconHash: text(record.beacon.value) }),
            id: i + 1,
        }));
        const json = /** @type {Record<string, any>} */ ({ q: String(q), power, contributions });
        for (const { type, count } of SERIES) json[NAMES[type]] = await pointsIn(type, 0, count(power));
        for (const { type } of LAGRANGE) {
            json[NAMES[type]] = [];
            for (let p = 0; p <= power; p++) json[NAMES[type]].push(await pointsIn(type, 2 ** p - 1, 2 ** p));
        }
        return json;
    });
}
