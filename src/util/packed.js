/**
 * Modules as text: `size:base64` of a raw DEFLATE stream, a third of plain
 * base64; plain base64 is read as well.
 * @module util/packed
 */
import { fromBase64 } from "./base64.js";
import { inflateNatively } from "./host.js";
import { inflate } from "./inflate.js";

/**
 * @param {string} text
 * @returns {Uint8Array}
 * @throws {RangeError} text that is neither
 */
export function unpack(text) {
    const colon = text.indexOf(":");
    if (colon < 0) return fromBase64(text);
    const size = Number(text.slice(0, colon)), packed = fromBase64(text.slice(colon + 1));
    return inflateNatively(packed, size) ?? inflate(packed, size);
}
