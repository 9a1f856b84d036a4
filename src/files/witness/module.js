/**
 * Checks what a circuit's module declares before any of it is compiled, and sets bounds for its
 * memory and table; a module that could take memory in another way is refused. The engine decides
 * whether the rest is a valid module.
 * @module files/witness/module
 */
import { ensure, ProverError } from "../errors.js";

/** Bytes of a page of WebAssembly memory. */
export const PAGE = 65536;

/** The most entries of its table, which has one per template of the circuit. */
const MOST_ENTRIES = 2 ** 20;

const SECTION = Object.freeze({ TYPE: 1, TABLE: 4, MEMORY: 5 });
/** Sections that are read to their end. @type {readonly number[]} */
const READ = Object.freeze(Object.values(SECTION));
const FUNCTION = 0x60, FUNCREF = 0x70;

/** i32, i64, f32, f64, v128, funcref and externref, each one byte. */
const PLAIN_TYPES = Object.freeze([0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f]);

class Cursor {
    /** @param {Uint8Array} bytes @param {string} name */
    constructor(bytes, name) {
        this.bytes = bytes;
        this.name = name;
        this.at = 8; // magic and version
    }

    /** @returns {ProverError} */
    damaged() {
        return new ProverError(
            "ERR_FILE",
            `${this.name}: expected the WebAssembly module of a circuit, got one that is damaged at offset ${this.at}`,
        );
    }

    byte() {
        if (this.at >= this.bytes.length) throw this.damaged();
        return this.bytes[this.at++];
    }

    /** LEB128, up to 32 bits. */
    u32() {
        let value = 0;
        for (let shift = 0; shift < 35; shift += 7) {
            const byte = this.byte();
            value += (byte & 0x7f) * 2 ** shift;
            if (byte < 0x80 && value < 2 ** 32) return value;
        }
        throw this.damaged();
    }
}

/** @param {number} value @returns {number[]} LEB128 */
function leb(value) {
    const bytes = [];
    for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
    return [...bytes, value];
}

/**
 * Allows only functions of plain values: objects of the garbage collector would take memory outside
 * the bounded one.
 * @param {Cursor} cursor
 */
function checkTypes(cursor) {
    const expectOneOf = (/** @type {readonly number[]} */ allowed) => ensure(
        allowed.includes(cursor.byte()),
        "ERR_FILE",
        () =>
            `${cursor.name}: expected a witness calculator of circom 2, got a module with types other than functions of numbers`,
    );
    for (let count = cursor.u32(); count > 0; count--) {
        expectOneOf([FUNCTION]);
        for (let list = 0; list < 2; list++) for (let n = cursor.u32(); n > 0; n--) expectOneOf(PLAIN_TYPES);
    }
}

/**
 * @param {Cursor} cursor
 * @param {string} what
 * @param {number} most - the allowed maximum
 * @returns {{ least: number, most: number, declared: boolean }} most: the maximum to declare;
 *   declared: whether the module already declares one that is not larger
 */
function readLimits(cursor, what, most) {
    const flags = cursor.byte();
    ensure(
        flags <= 1,
        "ERR_FILE",
        () => `${cursor.name}: expected a witness calculator of circom 2, got a module with shared or 64-bit ${what}`,
    );
    const least = cursor.u32();
    const own = flags === 1 ? cursor.u32() : Infinity;
    return { least, most: Math.min(own, most), declared: own <= most };
}

/** @param {Cursor} cursor @param {string} what */
function checkOne(cursor, what) {
    const count = cursor.u32();
    ensure(
        count <= 1,
        "ERR_FILE",
        () => `${cursor.name}: expected a witness calculator of circom 2, got a module with ${count} ${what}`,
    );
    return count === 1;
}

/**
 * @param {Cursor} cursor
 * @param {number} memory - bytes
 * @returns {number[] | undefined} what to write instead
 */
function boundMemory(cursor, memory) {
    if (!checkOne(cursor, "memories")) return undefined;
    const { least, most, declared } = readLimits(cursor, "memory", Math.floor(memory / PAGE));
    ensure(
        least * PAGE <= memory,
        "ERR_LIMIT",
        () =>
            `${cursor.name}: expected a witness calculator that starts with at most ${memory} bytes of memory, got one that asks for ${least * PAGE}; raise witnessMemory if you trust it`,
    );
    return declared || memory >= 2 ** 32 ? undefined : [1, 1, ...leb(least), ...leb(most)];
}

/** @param {Cursor} cursor @returns {number[] | undefined} */
function boundTable(cursor) {
    if (!checkOne(cursor, "tables")) return undefined;
    const kind = cursor.byte();
    ensure(
        kind === FUNCREF,
        "ERR_FILE",
        () =>
            `${cursor.name}: expected a witness calculator of circom 2, got a module with a table of other things than functions`,
    );
    const { least, most, declared } = readLimits(cursor, "tables", MOST_ENTRIES);
    ensure(
        least <= MOST_ENTRIES,
        "ERR_LIMIT",
        () => `${cursor.name}: expected a table of at most ${MOST_ENTRIES} functions, got one of ${least}`,
    );
    return declared ? undefined : [1, FUNCREF, 1, ...leb(least), ...leb(most)];
}

/** @param {Uint8Array} bytes */
const isModule = (bytes) => bytes.length >= 8 && String.fromCharCode(...bytes.subarray(0, 4)) === "\0asm";

/**
 * @param {Uint8Array} bytes
 * @param {{ from: number, to: number, instead: number[] }[]} edits - in order
 */
function rewritten(bytes, edits) {
    const out = new Uint8Array(
        bytes.length + edits.reduce((sum, { from, to, instead }) => sum + instead.length - (to - from), 0),
    );
    let read = 0, written = 0;
    for (const { from, to, instead } of [...edits, { from: bytes.length, to: bytes.length, instead: [] }]) {
        out.set(bytes.subarray(read, from), written);
        written += from - read;
        out.set(instead, written);
        written += instead.length;
        read = to;
    }
    return out;
}

/**
 * The module with declared bounds. `memory.grow` fails beyond them, which a calculator reports like
 * any lack of memory.
 * @param {Uint8Array} bytes - circuit.wasm
 * @param {{ name: string, memory: number }} bounds - memory: bytes
 * @returns {Uint8Array} the same bytes if nothing needed a bound
 * @throws {ProverError} ERR_LIMIT when it needs more at the start, ERR_FILE when it declares what
 *   no calculator does
 */
export function boundModule(bytes, { name, memory }) {
    if (!isModule(bytes)) return bytes;
    const cursor = new Cursor(bytes, name), edits = [];
    while (cursor.at < bytes.length) {
        const from = cursor.at, id = cursor.byte();
        const size = cursor.u32();
        const end = cursor.at + size;
        if (id === SECTION.TYPE) checkTypes(cursor);
        const instead =
            id === SECTION.MEMORY ? boundMemory(cursor, memory) : id === SECTION.TABLE ? boundTable(cursor) : undefined;
        // written anew, a section that is too short or too long would be one that the engine
        // accepts
        if (READ.includes(id) && cursor.at !== end) throw cursor.damaged();
        if (instead) edits.push({ from, to: end, instead: [id, ...leb(instead.length), ...instead] });
        cursor.at = end;
    }
    return edits.length > 0 ? rewritten(bytes, edits) : bytes;
}
