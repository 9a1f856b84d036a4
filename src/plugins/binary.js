/**
 * The binary format of WebAssembly, as far as a plugin's module needs it.
 * Source: WebAssembly Core Specification, chapter 5 (binary format).
 * @module plugins/binary
 */

import { Cursor, encodeSigned as signed, encodeUnsigned as unsigned, sectionsOf } from "../util/wasm_binary.js";
import { decodeText, encodeText } from "../util/text.js";

export { signed, unsigned };

/**
 * @typedef {{ params: readonly number[], results: readonly number[] }} Signature value types,
 *   encoded as in the format
 */

const FUNCTION_TYPE = 0x60;
const HEADER = Object.freeze([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

export const SECTION = Object.freeze({
    type: 1, import: 2, function: 3, table: 4, export: 7, element: 9, code: 10, data: 11,
});

/** Kinds of imports and exports. */
export const KIND = Object.freeze({ function: 0, memory: 2 });

/** @param {string} text @returns {number[]} its length and its UTF-8 bytes */
export function name(text) {
    const bytes = [...encodeText(text)];
    return [...unsigned(bytes.length), ...bytes];
}

/** @param {readonly (readonly number[])[]} items @returns {number[]} how many, and all of them */
export const vector = (items) => [...unsigned(items.length), ...items.flat()];

/** @param {Signature} signature @returns {number[]} */
export const functionType = ({ params, results }) =>
    [FUNCTION_TYPE, ...unsigned(params.length), ...params, ...unsigned(results.length), ...results];

/**
 * @param {readonly (readonly [id: number, parts: readonly (Uint8Array | readonly number[])[]])[]}
 *   sections - in the order of
 *     the format; an empty one is left out
 * @returns {Uint8Array} the module
 */
export function joinSections(sections) {
    const parts = sections.filter(([, parts]) => parts.length > 0).flatMap(([id, parts]) => {
        const length = parts.reduce((sum, part) => sum + part.length, 0);
        return [[id, ...unsigned(length)], ...parts];
    });
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, HEADER.length));
    bytes.set(HEADER);
    let at = HEADER.length;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

/**
 * The functions that a module exports.
 * @param {Uint8Array} bytes - a valid module that imports no function
 * @returns {Map<string, Signature>}
 */
export function exportedFunctions(bytes) {
    const sections = sectionsOf(bytes);
    /** @template T @param {number} id @param {(cursor: Cursor) => T} item @returns {T[]} */
    const list = (id, item) => {
        const section = sections.find((one) => one.id === id);
        const cursor = new Cursor(bytes, section?.at ?? 0);
        return section ? Array.from({ length: cursor.unsigned() }, () => item(cursor)) : [];
    };
    const typesOf = (/** @type {Cursor} */ cursor) => [...cursor.take(cursor.unsigned())];
    const types = list(
        SECTION.type,
        (cursor) => (cursor.byte(), { params: typesOf(cursor), results: typesOf(cursor) }),
    );
    const functions = list(SECTION.function, (cursor) => cursor.unsigned());
    const exported = list(SECTION.export, (cursor) => ({
        key: decodeText(cursor.take(cursor.unsigned())), kind: cursor.byte(), index: cursor.unsigned(),
    }));
    return new Map(
        exported.filter(({ kind }) => kind === KIND.function).map(({ key, index }) => [key, types[functions[index]]]),
    );
}
