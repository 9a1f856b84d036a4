/**
 * The points of a section, by number: how they lie in the file is said here alone.
 * @module files/point_section
 */
import { checkSectionSize } from "./binfile.js";

/** @import { BinFile } from "./binfile.js" */

/**
 * @typedef {object} PointSection
 * @property {boolean} [fresh] - the caller alone has what is read
 * @property {number} points - how many
 * @property {number} pointBytes - of a point as it is read
 * @property {(from: number, count: number, signal?: AbortSignal) => Promise<Uint8Array>} read -
 *   points [from, from + count), affine, in Montgomery form, little-endian
 */

/**
 * A section of affine points, one after the other.
 * @param {BinFile} file
 * @param {number} type
 * @param {string} what - for messages
 * @param {number} points
 * @param {number} pointBytes
 * @returns {PointSection}
 * @throws {ProverError} ERR_FILE if the section does not have exactly these points
 */
export function pointSection(file, type, what, points, pointBytes) {
    checkSectionSize(file, type, `${what}, ${points} of ${pointBytes} bytes`, points * pointBytes);
    return Object.freeze({
        fresh: file.fresh,
        points,
        pointBytes,
        async read(from, count, signal) {
            if (!(from >= 0 && count >= 0 && from + count <= points))
                throw new RangeError(
                    `${file.name}: expected points among the ${points} of ${what}, got ${count} from ${from} on`,
                );
            return file.read(type, from * pointBytes, count * pointBytes, signal);
        },
    });
}
