/**
 * Writes the keys of a ceremony: sections one after the other, each of a size that is known before,
 * so that a stream can take them.
 * @module protocols/setup/write_key
 */
import { createBinWriter } from "../../files/binwriter.js";
import { writeLE } from "../../util/bytes.js";

/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { SectionWriter } from "../../files/binwriter.js" */
/** @import { Sink } from "../../files/sink.js" */

/** What all keys begin with. @param {Sink} sink @param {number} count - of sections */
export const keyWriter = (sink, count) => createBinWriter(sink, { magic: "zkey", version: 1, count });

/** @param {SectionWriter} writer @param {number} type @param {Uint8Array} bytes */
export async function writeSection(writer, type, bytes) {
    await writer.begin(type, bytes.length);
    await writer.write(bytes);
    await writer.end();
}

/**
 * A header: numbers of four bytes and of the given ones, and bytes as they are.
 * @param {KnownCurve} known
 * @param {readonly number[]} counts
 * @param {readonly Uint8Array[]} rest
 */
export function headerOf({ n8q, n8r, q, r }, counts, rest) {
    const numbers = /** @type {[bigint, number][]} */ ([
        [BigInt(n8q), 4], [q, n8q], [BigInt(n8r), 4], [r, n8r], ...counts.map((count) => [BigInt(count), 4]),
    ]);
    const bytes = new Uint8Array([...numbers.map(([, size]) => size), ...rest.map(({ length }) => length)]
        .reduce((sum, size) => sum + size, 0));
    let at = 0;
    for (const [value, size] of numbers) writeLE(bytes, (at += size) - size, value, size);
    for (const part of rest) bytes.set(part, (at += part.length) - part.length);
    return bytes;
}
