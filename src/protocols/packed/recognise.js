/**
 * Tells a packed key from a zkey, by its first bytes: only a page that has one loads what reads it.
 * @module protocols/packed/recognise
 */
import { HEAD } from "../../files/binfile.js";
import { BIN_KIND } from "./format.js";
import { openPacked } from "./source.js";

/** @import { Source } from "../../files/source.js" */
/** @import { PackedKey } from "./source.js" */

/**
 * A source whose first bytes are not read again.
 * @param {Source} source
 * @param {Uint8Array} head
 * @returns {Source}
 */
const withHead = (source, head) => Object.freeze({
    ...source,
    /** @type {Source["read"]} */
    read: async (offset, length, signal) => (offset + length <= head.length ? head.slice(offset, offset + length)
        : source.read(offset, length, signal)),
});

/**
 * The zkey that a source is, or that it was made of.
 * @param {Source} source
 * @returns {Promise<{ zkey: Source, packed?: PackedKey }>}
 */
export async function unpacked(source) {
    const { size = BIN_KIND.magic.length } = source, head = await source.read(0, Math.min(size, HEAD));
    const again = withHead(source, head);
    if (String.fromCharCode(...head.subarray(0, BIN_KIND.magic.length)) !== BIN_KIND.magic) return { zkey: again };
    const packed = await openPacked(again);
    return { zkey: packed.source, packed };
}
