/**
 * The parts of a circuit.wasm, as far as they matter for replacing its field functions.
 * @module files/circuit/anatomy
 */
import { Cursor, sectionsOf } from "../../util/wasm_binary.js";

/** @import { Section } from "../../util/wasm_binary.js" */

/** Sections by number. */
export const SECTION = Object.freeze({
    custom: 0,
    type: 1,
    import: 2,
    function: 3,
    global: 6,
    export: 7,
    dataCount: 12,
    code: 10,
    data: 11,
});

/**
 * @typedef {object} Anatomy
 * @property {Uint8Array} bytes
 * @property {Section[]} sections
 * @property {string[]} types - of functions; their bytes as text, which is only compared and never decoded
 * @property {number} imported - functions
 * @property {number[]} typeOf - of each function that is not imported
 * @property {{ at: number, end: number }[]} bodies - of each function that is not imported
 * @property {Map<string, number>} exports - functions by name
 * @property {{ address: number, at: number, end: number }[]} data - segments in file order; the address PASSIVE marks
 *   those that are not in memory at the start
 */

const PASSIVE = -1;

/** @template T @param {Cursor} cursor @param {() => T} read @returns {T[]} */
const vector = (cursor, read) => {
    const list = [];
    for (let n = cursor.unsigned(); n > 0; n--) list.push(read());
    return list;
};

/** @param {Cursor} cursor */
const text = (cursor) => String.fromCharCode(...cursor.take(cursor.unsigned()));

/** @param {Cursor} cursor @returns {string} */
function readType(cursor) {
    const start = cursor.at;
    if (cursor.byte() !== 0x60) throw new RangeError("wasm: expected the type of a function, got another");
    for (let lists = 0; lists < 2; lists++) cursor.skip(cursor.unsigned());
    return cursor.bytes.subarray(start, cursor.at).join();
}

/** @param {Cursor} cursor */
function readImport(cursor) {
    cursor.skip(cursor.unsigned());
    cursor.skip(cursor.unsigned());
    if (cursor.byte() !== 0) throw new RangeError("wasm: expected functions to be imported, got something else");
    cursor.skipNumber();
}

/** @param {Cursor} cursor @returns {[string, number]} name and index; -1 if it is not a function */
function readExport(cursor) {
    const name = text(cursor), kind = cursor.byte(), index = cursor.unsigned();
    return [name, kind === 0 ? index : -1];
}

/** @param {Cursor} cursor */
function readSegment(cursor) {
    const kind = cursor.unsigned();
    let address = PASSIVE;
    if (kind !== 1) { // in memory 0, at a constant
        if (kind !== 0 || cursor.byte() !== 0x41)
            throw new RangeError("wasm: expected data at a constant, got other data");
        address = cursor.signed() >>> 0;
        if (cursor.byte() !== 0x0b) throw new RangeError("wasm: expected data at a constant, got other data");
    }
    const length = cursor.unsigned(), at = cursor.at;
    cursor.skip(length);
    return { address, at, end: at + length };
}

/** @param {Cursor} cursor */
function readBody(cursor) {
    const length = cursor.unsigned(), at = cursor.at;
    cursor.skip(length);
    return { at, end: at + length };
}

/**
 * @param {Uint8Array} bytes
 * @returns {Anatomy}
 * @throws {RangeError} when it is truncated, or has something that no calculator of circom has
 */
export function anatomyOf(bytes) {
    const sections = sectionsOf(bytes);
    /** @template T @param {number} id @param {(cursor: Cursor) => T} read @returns {T[]} */
    const all = (id, read) => {
        const section = sections.find((one) => one.id === id);
        if (!section) return [];
        const cursor = new Cursor(bytes, section.at), list = vector(cursor, () => read(cursor));
        if (cursor.at !== section.end)
            throw new RangeError(`wasm: expected section ${id} to end at ${section.end}, got ${cursor.at}`);
        return list;
    };
    return {
        bytes, sections,
        types: all(SECTION.type, readType),
        imported: all(SECTION.import, readImport).length,
        typeOf: all(SECTION.function, (cursor) => cursor.unsigned()),
        bodies: all(SECTION.code, readBody),
        exports: new Map(all(SECTION.export, readExport)),
        data: all(SECTION.data, readSegment),
    };
}

/** Segments with a gap of at most this many bytes between them count as one part. */
const GAP = 4096;

/**
 * Which parts of a program's memory have content when it starts: [from, to), in order.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {[number, number][] | undefined} undefined if it has state outside its memory, or is not a module that we
 *   can read
 */
export function initialMemory(bytes) {
    try {
        const { sections, data } = anatomyOf(bytes);
        if (sections.some(({ id }) => id === SECTION.global)) return undefined;
        const parts = /** @type {[number, number][]} */ ([]);
        for (const { address, at, end } of data
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
