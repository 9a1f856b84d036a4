/**
 * Recognises the field functions of a circuit.wasm, byte for byte.
 * @module files/circuit/recognise
 */
import { readLE } from "../../util/bytes.js";
import { Cursor } from "../../util/wasm_binary.js";
import { KNOWN, LAYOUT, READER } from "../../params/circom.js";
import { moduleSectionsOf, SECTION } from "./module_sections.js";
import { hasPlainElements, WORDS } from "./elements.js";
import { encodeText } from "../../util/text.js";

/** @import { ModuleSections } from "./module_sections.js" */

/**
 * Two hashes of 32 bits, similar to MurmurHash3. They tell compilers apart, and need not resist
 * attacks, since whoever makes the file decides what it computes anyway.
 * @param {readonly Uint8Array[]} parts
 * @returns {string} 16 hexadecimal digits
 */
function hashOf(parts) {
    let a = 0x9747b28c, b = 0x3c074a61;
    const longest = parts.reduce((most, { length }) => Math.max(most, length), 0);
    const words = new Uint32Array(Math.ceil(longest / 4));
    const bytes = new Uint8Array(words.buffer);
    for (const part of parts) {
        const count = Math.ceil(part.length / 4);
        if (count > 0) words[count - 1] = 0; // past the end there are zeros
        bytes.set(part);
        for (let i = 0; i < count; i++) {
            const word = words[i];
            a = Math.imul(a ^ word, 0x5bd1e995);
            a ^= a >>> 15;
            b = Math.imul(b ^ word, 0xcc9e2d51) + (b >>> 13) | 0;
        }
        b = Math.imul(b ^ part.length, 0x85ebca6b); // so that the bounds of the parts count
    }
    const hex = (/** @type {number} */ v) => (v >>> 0).toString(16).padStart(8, "0");
    return hex(a) + hex(b ^ (b >>> 13));
}

/**
 * What else decides what our functions do: where the host writes values, and which prime it reads.
 */
const INTERFACE = Object.freeze(["getSharedRWMemoryStart", "getRawPrime", "getFieldNumLen32"]);

/**
 * The hash of the field functions, of their types, of the constants that they use, of what is
 * imported, and of the interface that writes beside these constants.
 * @param {ModuleSections} parsed
 * @returns {{ hash: string, prime: bigint | undefined }}
 */
export function fingerprint({ bytes, types, typeOf, bodies, data, imports, imported, exports }) {
    const bodyOf = (/** @type {number} */ i) => bytes.subarray(bodies[i]?.at ?? 0, bodies[i]?.end ?? 0);
    const functions = Array.from({ length: LAYOUT.functions }, (_, i) => bodyOf(i));
    const outer = INTERFACE.map((name) => bodyOf(Number(exports.get(name)) - imported));
    const signatures = encodeText(
        [...imports, ...typeOf.slice(0, LAYOUT.functions).map((type) => types[type])].join("/"));
    const constants = data.filter(({ address, at, end }) =>
        address < LAYOUT.map && address + end - at > LAYOUT.stack);
    const values = constants.flatMap(({ address, at, end }) => [
        Uint8Array.of(address & 255, address >> 8),
        bytes.subarray(at, end),
    ]);
    const prime = constants.find(({ address, at, end }) => address === LAYOUT.prime && end - at === 32);
    return {
        hash: hashOf([...functions, ...outer, signatures, ...values]),
        prime: prime && readLE(bytes, prime.at, 32),
    };
}

/** The code of getWitness, from instruction to instruction; between them a number, LEB128. */
const GET_WITNESS = Object.freeze([
    "1 1 127 65", "numbers", // a local; i32.const: the numbers of the signals
    // number at 4 i, times the size, and the elements
    "32 0 65 2 116 106 40 2 0 65", "size", "108 65", "elements",
    "106 33 1 65", "window", // the window
    "32 1 16", "copy", "65", "again", "16", "toLong", "11", // Fr_copy, Fr_toLongNormal
]);

/**
 * The numbers in getWitness.
 * @param {ModuleSections} parsed
 * @returns {Record<string, number> | undefined} undefined: it is not what the known compilers write
 */
function readGetWitness({ bytes, imported, bodies, exports }) {
    const body = bodies[(exports.get("getWitness") ?? -1) - imported];
    if (!body) return undefined;
    const cursor = new Cursor(bytes, body.at), found = /** @type {Record<string, number>} */ ({});
    for (const part of GET_WITNESS) {
        if (/^[a-z]/i.test(part)) found[part] = cursor.signed();
        else for (const byte of part.split(" ")) if (cursor.byte() !== Number(byte)) return undefined;
    }
    return cursor.at === body.end ? found : undefined;
}

/**
 * Where the file has its signals.
 * @param {ModuleSections} parsed
 * @returns {[number, number] | undefined} addresses of their numbers, and of their elements;
 *   undefined: getWitness is not what the known compilers write
 */
function signalsOf(parsed) {
    const found = readGetWitness(parsed);
    const value = LAYOUT.window - WORDS;
    if (!found || found.size !== ELEMENT) return undefined;
    const { numbers, elements, window, copy, again, toLong } = found;
    if (copy !== LAYOUT.copy || toLong !== LAYOUT.toLong) return undefined;
    // values are read to where the map was, so nothing else may lie there
    if (window !== value || again !== value || Math.min(numbers, elements) < LAYOUT.mapEnd) return undefined;
    return [numbers, elements];
}

/** Bytes of an element, and of the largest one of any prime. */
const ELEMENT = 40, LARGEST_ELEMENT = 264;

/**
 * Where a program has its signals, whatever its prime.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {{ numbers: number, elements: number, size: number } | undefined} addresses of their
 *   numbers, and of their elements; bytes of an element; undefined: it is not what the known
 *   compilers write
 */
export function signalOffsets(bytes) {
    try {
        const found = readGetWitness(moduleSectionsOf(bytes));
        if (!found) return undefined;
        const { numbers, elements, size } = found;
        const fits = numbers > 0 && elements > 0 && size > 8 && size <= LARGEST_ELEMENT && size % 8 === 0;
        return fits ? { numbers, elements, size } : undefined;
    } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw error;
    }
}

/** The sections that every known compiler writes, in this order; custom ones may lie anywhere. */
const SECTIONS = [SECTION.type, SECTION.import, SECTION.function, SECTION.table, SECTION.memory, SECTION.export,
    SECTION.element, SECTION.code, SECTION.data].join();

/**
 * Why a file has more than a compiler writes: it could reach our functions and their constants in
 * other ways.
 * @param {ModuleSections} parsed
 * @returns {string | undefined} undefined: it has not
 */
function strangeness({ sections, exports, elements, imported }) {
    const ids = sections.map(({ id }) => id).filter((id) => id !== SECTION.custom).join();
    const first = imported + LAYOUT.functions;
    if (ids !== SECTIONS) return `expected the sections ${SECTIONS}, got ${ids}`;
    const inner = [...exports].find(([, index]) => index >= 0 && index < first)?.[0];
    if (inner !== undefined) return `expected field functions that are not exported, got ${inner}`;
    if (exports.has(READER)) return `expected no export ${READER}, got one`;
    if (elements.some((index) => index < first)) return "expected a table without field functions, got one with them";
    return undefined;
}

/**
 * @param {ModuleSections} parsed
 * @returns {{ known: { prime: string, generator: string }, prime: bigint, signals: [number, number]
 *   } | { reason: string }} signals: addresses of their numbers, and of their elements
 */
export function recognise(parsed) {
    const { imported, bodies, exports } = parsed;
    if (imported !== LAYOUT.imported)
        return { reason: `expected ${LAYOUT.imported} imported functions, got ${imported}` };
    if (bodies.length < LAYOUT.functions)
        return { reason: `expected at least ${LAYOUT.functions} functions, got ${bodies.length}` };
    if ((exports.get("getWitness") ?? -1) < 0) return { reason: "expected an exported function getWitness, got none" };
    const { hash, prime } = fingerprint(parsed);
    if (!Object.hasOwn(KNOWN, hash) || !prime)
        return { reason: `expected the field functions of a known compiler, got unknown ones (${hash})` };
    const signals = signalsOf(parsed);
    if (!signals) return { reason: "expected getWitness as a known compiler writes it, got other code" };
    const strange = strangeness(parsed);
    if (strange) return { reason: strange };
    if (!hasPlainElements(parsed, prime))
        return { reason: "expected constants of the circuit below its prime, got others" };
    const [name, generator] = KNOWN[hash];
    return { known: { prime: name, generator }, prime, signals };
}
