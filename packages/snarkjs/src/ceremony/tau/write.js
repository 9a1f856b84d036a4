/**
 * Writes ptau files: the header, sections of points, contributions.
 * @module ceremony/tau/write
 */
import {
    createBinWriter, ensure, PTAU, SERIES, writeLE, writeSection,
} from "../../../../../src/internal/snarkjs_ceremony.js";

/** @import { BinWriter, Curve, Ptau, Series, Sink } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** Sections of a file without and with the Lagrange points. */
export const PLAIN = 2 + SERIES.length, PREPARED = PLAIN + 4;

/** @param {Sink} sink @param {number} count - of sections */
export const tauWriter = (sink, count) => createBinWriter(sink, { magic: "ptau", version: 1, count });

/**
 * @param {BinWriter} writer
 * @param {Pick<Curve, "q">} curve
 * @param {number} n8 - bytes of a coordinate
 * @param {number} power
 * @param {number} ceremonyPower
 */
export async function writeHeader(writer, { q }, n8, power, ceremonyPower) {
    const header = new Uint8Array(4 + n8 + 8);
    const view = new DataView(header.buffer);
    view.setUint32(0, n8, true);
    writeLE(header, 4, q, n8);
    view.setUint32(4 + n8, power, true);
    view.setUint32(8 + n8, ceremonyPower, true);
    await writeSection(writer, PTAU.HEADER, header);
}

/**
 * A place whose bytes are read again: the hash of the new points begins with another hash of them.
 * @param {string} where
 * @param {Sink} sink
 */
export function ensureReadable(where, sink) {
    ensure(sink.read, "ERR_OPTION", () =>
        `${where}: expected a path or { type: "mem" } for the result, whose points are read again to be hashed, got a stream`);
}

/** How messages name the points of a series. @param {Ptau} ptau @param {Series} series */
export const whereIn = ({ file }, { type, name }) => `${file.name}: expected % section ${type} (${name})`;

/** Reads from a section that has been written. @param {BinWriter} writer @param {Curve} curve */
export const readBack = (writer, curve) =>
    async (/** @type {Series} */ { type, group }, /** @type {number} */ from, /** @type {number} */ count) => {
        const size = 2 * curve[group].F.n8;
        return writer.read(type, from * size, count * size);
    };
