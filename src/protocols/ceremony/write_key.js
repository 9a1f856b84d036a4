/**
 * Writes the keys of a ceremony: sections one after the other, each of a size that is known before,
 * so that a stream can take them.
 * @module protocols/ceremony/write_key
 */
import { createBinWriter } from "../../files/binwriter.js";

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
