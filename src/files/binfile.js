/**
 * Reads sectioned files (zkey, ptau, r1cs, wtns), whose frame is in sections.js. The whole table is checked against the
 * size of the file before any section is read.
 * @module files/binfile
 */
import { describe } from "../util/check.js";
import { ensure } from "./errors.js";
import { FILE_HEADER, SECTION_HEADER } from "./sections.js";

/** @import { Source } from "./source.js" */

/** @typedef {{ offset: number, size: number }} Section */

/**
 * @typedef {object} BinFile
 * @property {string} name
 * @property {boolean} fresh - the caller alone has what is read
 * @property {number} version
 * @property {ReadonlyMap<number, Section>} sections
 * @property {(type: number, offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array>} read - from a
 *   section
 */

/**
 * @typedef {object} BinKind
 * @property {string} magic
 * @property {number[]} versions
 * @property {Readonly<Record<number, string>>} sections - the known ones, with their names for messages
 * @property {number[]} required
 */

/** Bytes read ahead if the size is known: the start of a file holds its header and often the whole table. */
export const HEAD = 4096;

/** @param {Source} source @param {BinKind} kind */
async function readHead(source, { magic }) {
    const { name, size } = source;
    const length = size === undefined ? FILE_HEADER : Math.min(size, HEAD);
    const short = () => `${name}: expected a ${magic} file, got a file of ${size} bytes; it is empty or truncated`;
    ensure(size === undefined || size >= FILE_HEADER, "ERR_FILE", short);
    return source.read(0, length);
}

/** @param {Uint8Array} head @param {string} name @param {BinKind} kind */
function readFileHeader(head, name, { magic, versions }) {
    const text = String.fromCharCode(...head.subarray(0, 4));
    ensure(
        text === magic,
        "ERR_FILE",
        () => `${name}: expected a ${magic} file, got one that starts with ${describe(text)}${hint(text)}`,
    );
    const view = new DataView(head.buffer, head.byteOffset);
    const version = view.getUint32(4, true), count = view.getUint32(8, true);
    ensure(
        versions.includes(version),
        "ERR_FILE",
        () => `${name}: expected version ${versions.join(" or ")} of the ${magic} format, got ${version}`,
    );
    return { version, count };
}

/** @param {string} text */
function hint(text) {
    const kinds = /** @type {Record<string, string>} */ ({
        wtns: "a witness",
        zkey: "a proving key",
        r1cs: "a constraint system",
        "\0asm": "a WebAssembly module",
    });
    return Object.hasOwn(kinds, text) ? ` (that is ${kinds[text]})` : "";
}

/**
 * @param {Source} source
 * @param {BinKind} kind
 * @returns {Promise<BinFile>}
 */
export async function openBinFile(source, kind) {
    const { name, size } = source;
    const head = await readHead(source, kind);
    const { version, count } = readFileHeader(head, name, kind);
    /** @type {Map<number, Section>} */
    const sections = new Map();
    let at = FILE_HEADER;
    for (let i = 0; i < count; i++) {
        const bytes =
            at + SECTION_HEADER <= head.length
                ? head.subarray(at, at + SECTION_HEADER)
                : await source.read(at, SECTION_HEADER);
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const type = view.getUint32(0, true), length = view.getBigUint64(4, true);
        const what = Object.hasOwn(kind.sections, type)
            ? `section ${type} (${kind.sections[type]})`
            : `section ${type}`;
        ensure(
            Object.hasOwn(kind.sections, type),
            "ERR_FILE",
            () =>
                `${name}: expected sections ${Object.keys(kind.sections).join(", ")}, got one of type ${type} at offset ${at}; the file is damaged`,
        );
        ensure(!sections.has(type), "ERR_FILE", () => `${name}: expected ${what} once, got it again at offset ${at}`);
        at += SECTION_HEADER;
        const end = BigInt(at) + length;
        ensure(
            end <= BigInt(Number.MAX_SAFE_INTEGER) && (size === undefined || end <= BigInt(size)),
            "ERR_FILE",
            () =>
                `${name}: expected ${what} of ${length} bytes to end within the file, got ${size === undefined ? "a size beyond all files" : `a file that ends at ${size}, before ${end}`}; the file is truncated or damaged, fetch it again`,
        );
        if (size === undefined && length > 0n) await source.read(Number(end) - 1, 1);
        sections.set(type, Object.freeze({ offset: at, size: Number(length) }));
        at = Number(end);
    }
    for (const type of kind.required)
        ensure(
            sections.has(type),
            "ERR_FILE",
            () => `${name}: expected section ${type} (${kind.sections[type]}), got a file without it`,
        );
    const length = await source.length(at) ?? at;
    ensure(
        length === at,
        "ERR_FILE",
        () =>
            `${name}: expected the file to end with its last section at ${at}, got ${length - at} more bytes; the file is damaged`,
    );
    return Object.freeze({
        name,
        fresh: source.fresh,
        version,
        sections,
        read: (
            /** @type {number} */ type,
            /** @type {number} */ offset,
            /** @type {number} */ length,
            /** @type {AbortSignal | undefined} */ signal,
        ) => {
            const start = /** @type {Section} */ (sections.get(type)).offset + offset;
            if (start + length <= head.length)
                return Promise.resolve(Uint8Array.prototype.slice.call(head, start, start + length));
            return source.read(start, length, signal);
        },
    });
}

/**
 * @param {BinFile} file
 * @param {number} type
 * @param {string} what
 * @param {number} expected - bytes
 */
export function checkSectionSize(file, type, what, expected) {
    const { size } = /** @type {Section} */ (file.sections.get(type));
    ensure(
        size === expected,
        "ERR_FILE",
        () =>
            `${file.name}: expected section ${type} (${what}) to have ${expected} bytes, got ${size}; the header or the section is damaged`,
    );
}
