/**
 * The parts of a circuit.wasm, as far as they matter for replacing its field functions.
 * @module files/circuit/module_sections
 */
import { Cursor, sectionsOf } from "../../util/wasm_binary.js";
import { isPlain } from "./reader.js";
import { decodeText } from "../../util/text.js";

/** @import { Section } from "../../util/wasm_binary.js" */

/** Sections by number. */
export const SECTION = Object.freeze({
    custom: 0,
    type: 1,
    import: 2,
    function: 3,
    table: 4,
    memory: 5,
    export: 7,
    element: 9,
    dataCount: 12,
    code: 10,
    data: 11,
});

/**
 * @typedef {object} ModuleSections
 * @property {Uint8Array} bytes
 * @property {Section[]} sections
 * @property {string[]} types - of functions; their bytes as text, which is only compared and never
 *   decoded
 * @property {string[]} imports - functions: module, name and type
 * @property {number} imported - how many these are
 * @property {number[]} typeOf - of each function that is not imported
 * @property {{ start: number, at: number, end: number }[]} bodies - of each function that is not
 *   imported; start: of its length
 * @property {Map<string, number>} exports - functions by name; -1: of something else
 * @property {number[]} elements - functions that the table has
 * @property {Map<number, number>} entries - where those of a section begin, by its number
 * @property {{ address: number, at: number, end: number }[]} data - segments in file order; the
 *   address PASSIVE marks those that are not in memory at the start
 */

const PASSIVE = -1;

/** Entries of a list: engines take a million functions, and we no longer table. */
const MOST_ENTRIES = 2 ** 20;

/** @template T @param {Cursor} cursor @param {() => T} read @returns {T[]} */
const vector = (cursor, read) => {
    const list = [], count = cursor.unsigned();
    if (count > MOST_ENTRIES) throw new RangeError(`wasm: expected lists of at most ${MOST_ENTRIES}, got one of ${count}`);
    for (let n = count; n > 0; n--) list.push(read());
    return list;
};


/** @param {Cursor} cursor */
const text = (cursor) => decodeText(cursor.take(cursor.unsigned()));

/** @param {Cursor} cursor @returns {string} */
function readType(cursor) {
    const start = cursor.at;
    if (cursor.byte() !== 0x60) throw new RangeError("wasm: expected the type of a function, got another");
    for (let lists = 0; lists < 2; lists++) cursor.skip(cursor.unsigned());
    return cursor.bytes.subarray(start, cursor.at).join();
}

/** @param {Cursor} cursor @returns {{ name: string, type: number }} */
function readImport(cursor) {
    const name = `${text(cursor)}.${text(cursor)}`;
    if (cursor.byte() !== 0) throw new RangeError(`wasm: expected functions to be imported, got ${name}`);
    return { name, type: cursor.unsigned() };
}

/** @param {Cursor} cursor @returns {[string, number]} name and index; -1 if it is not a function */
function readExport(cursor) {
    const name = text(cursor);
    const kind = cursor.byte();
    const index = cursor.unsigned();
    return [name, kind === 0 ? index : -1];
}

/** The constant at which data or elements begin. @param {Cursor} cursor @param {string} what */
function readOffset(cursor, what) {
    const known = cursor.byte() === 0x41;
    const offset = cursor.signed() >>> 0;
    if (!known || cursor.byte() !== 0x0b)
        throw new RangeError(`wasm: expected ${what} at a constant, got other ${what}`);
    return offset;
}

/** @param {Cursor} cursor */
function readElements(cursor) {
    if (cursor.unsigned() !== 0) throw new RangeError("wasm: expected elements at a constant, got other elements");
    readOffset(cursor, "elements");
    return vector(cursor, () => cursor.unsigned());
}

/** @param {Cursor} cursor */
function readSegment(cursor) {
    const kind = cursor.unsigned();
    if (kind > 1) throw new RangeError("wasm: expected data at a constant, got other data");
    const address = kind === 0 ? readOffset(cursor, "data") : PASSIVE;
    const length = cursor.unsigned(), at = cursor.at;
    cursor.skip(length);
    return { address, at, end: at + length };
}

/** @param {Cursor} cursor */
function readBody(cursor) {
    const start = cursor.at, length = cursor.unsigned(), at = cursor.at;
    cursor.skip(length);
    return { start, at, end: at + length };
}

/**
 * @param {Uint8Array} bytes
 * @returns {ModuleSections}
 * @throws {RangeError} when it is truncated, or has something that no calculator of circom has
 */
export function moduleSectionsOf(bytes) {
    const sections = sectionsOf(bytes);
    const entries = /** @type {Map<number, number>} */ (new Map());
    /** @template T @param {number} id @param {(cursor: Cursor) => T} read @returns {T[]} */
    const all = (id, read) => {
        const section = sections.find((one) => one.id === id);
        if (!section) return [];
        const cursor = new Cursor(bytes, section.at);
        cursor.skipNumber();
        entries.set(id, cursor.at);
        cursor.at = section.at;
        const list = vector(cursor, () => read(cursor));
        if (cursor.at !== section.end)
            throw new RangeError(`wasm: expected section ${id} to end at ${section.end}, got ${cursor.at}`);
        return list;
    };
    const types = all(SECTION.type, readType);
    const imports = all(SECTION.import, readImport);
    return {
        bytes, sections, types, entries,
        imports: imports.map(({ name, type }) => `${name} ${types[type]}`),
        imported: imports.length,
        typeOf: all(SECTION.function, (cursor) => cursor.unsigned()),
        bodies: all(SECTION.code, readBody),
        exports: new Map(all(SECTION.export, readExport)),
        elements: all(SECTION.element, readElements).flat(),
        data: all(SECTION.data, readSegment),
    };
}

/** Segments with a gap of at most this many bytes between them count as one part. */
const GAP = 4096;

/**
 * Sections of a program whose state is its memory alone, as the data say it: no globals, no start
 * function.
 */
const STATELESS = Object.freeze(/** @type {number[]} */ (Object.values(SECTION)));

/**
 * Which parts of a program's memory have content when it starts: [from, to), in order. With all
 * else zero, it is as new.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {[number, number][] | undefined} undefined if it may have other state, or content that
 *   is not written in the file, or is not a module that we can read
 */
export function initialMemory(bytes) {
    try {
        const parsed = moduleSectionsOf(bytes);
        if (parsed.sections.some(({ id }) => !STATELESS.includes(id))) return undefined;
        if (!parsed.bodies.every(({ at, end }) => isPlain(bytes.subarray(at, end)))) return undefined;
        const parts = /** @type {[number, number][]} */ ([]);
        for (const { address, at, end } of parsed.data
            .filter((segment) => segment.address !== PASSIVE)
            .sort((a, b) => a.address - b.address)) {
            const last = parts[parts.length - 1],
                to = address + end - at;
            if (last && address - last[1] < GAP) last[1] = Math.max(last[1], to);
            else parts.push([address, to]);
        }
        return parts;
    } catch {
        return undefined;
    }
}
