/**
 * A packed key as a reader of the zkey: for whoever takes readers, such as a store.
 * @module packed/reader
 */
import { ensure, hexOf, openSource, orAborted, proverCurve, toProverError } from "../../../../src/internal/keys_packed.js";
import { readUnpackOptions } from "./options.js";
import { checkPresent } from "./format.js";
import { openPacked } from "./source.js";

/** @import { SourceLike } from "../../../../src/internal/keys_packed.js" */
/** @import { UnpackOptions } from "./options.js" */

/**
 * Takes the place of the zkey wherever a reader is taken.
 * @typedef {object} PackedReader
 * @property {(offset: number, length: number) => Promise<Uint8Array>} read - bytes of the zkey
 * @property {number} size - of the zkey
 * @property {true} fresh - no one else keeps what it returns
 * @property {string} digest - SHA-256 of the zkey, hexadecimal: its address in a store
 * @property {string} root - what names the packed key
 * @property {() => Promise<void>} close
 */

/**
 * Opens a packed key: its zkey can be read, in any ranges.
 *
 *   in      packed   path, bytes, Blob, URL or reader
 *   throws  ERR_FILE for a file that is none or is only to prove with; reads throw it for a block
 *           that is damaged
 * @param {SourceLike} packed
 * @param {Omit<UnpackOptions, "onProgress">} [options] - signal: also ends reads
 * @returns {Promise<Readonly<PackedReader>>} which the caller closes
 */
export async function openPackedKey(packed, options) {
    const where = "openPackedKey", checked = readUnpackOptions(where, options);
    const { memory, readTimeout, signal, curve: given, threads } = checked;
    const source = await openSource("packed", packed, { signal, readTimeout, room: { bytes: memory } });
    try {
        const { head, root, blocks, source: zkey, use } = await openPacked(source, memory), { size, digest } = head;
        checkPresent(source.name, blocks);
        const curve = given ?? await orAborted(proverCurve(head.curve.name, { threads }), signal);
        ensure(curve.name === head.curve.name, "ERR_OPTION", () =>
            `${where}: expected options.curve to be ${head.curve.name}, as ${source.name} asks for, got ${curve.name}`);
        use(curve);
        return Object.freeze({
            size, fresh: /** @type {const} */ (true), digest: hexOf(digest), root: hexOf(root), close: source.close,
            /** @type {PackedReader["read"]} */
            read: async (offset, length) => zkey.read(offset, length, signal),
        });
    } catch (error) {
        await source.close();
        throw toProverError(error);
    }
}
