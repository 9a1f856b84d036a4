/**
 * Text as UTF-8. The realm's own classes are asked for when they are needed: imitated pages lack
 * them.
 * @module util/text
 */

/** @param {string} text */
const percentBytes = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replace(/%(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

/** @param {string} [text] @returns {Uint8Array} of this realm; nothing else has a copy of it */
export function encodeText(text = "") {
    if (typeof TextEncoder !== "function")
        return Uint8Array.from(percentBytes(text), (character) => character.charCodeAt(0));
    const bytes = new TextEncoder().encode(text);
    return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}

/** @param {Uint8Array} bytes */
function decodeHere(bytes) {
    const parts = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`);
    try {
        return decodeURIComponent(parts.join("")).replace(/^\ufeff/, "");
    } catch { // damaged
        return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xfffd)).join("");
    }
}

/** @param {Uint8Array} bytes @returns {string} with U+FFFD in place of what is not UTF-8 */
export const decodeText = (bytes) =>
    (typeof TextDecoder === "function" ? new TextDecoder().decode(bytes) : decodeHere(bytes));
