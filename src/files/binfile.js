/**
 * Reads sectioned files (zkey, ptau, r1cs, wtns), whose frame is in sections.js. The whole table is
 * checked against the size of the file before any section is read. Sections of other types and
 * bytes after the last one are ignored.
 * @module files/binfile
 */
import { describe } from "../util/check.js";
import { ensure } from "./errors.js";
import { FILE_HEADER, SECTION_HEADER } from "./sections.js";

/** @import { Source } from "./source.js" */

/** @typedef {{ offset: number, size: number }} Section */

/** @typedef {Readonly<Section & { type: number }>} Entry of the table of sections */

/**
 * What is in a file besides what its kind has: sections of other types, in order, and bytes after
 * the last section.
 * @typedef {Readonly<{ sections: readonly Readonly<{ type: number, bytes: number }>[], trailing:
 *   number }>} Ignored
 */

/**
 * @typedef {object} BinFile
 * @property {string} name
 * @property {boolean} fresh - the caller alone has what is read
 * @property {number} version
 * @property {readonly Entry[]} table - all sections in the order of the file
 * @property {number} trailing - bytes after the last section, as far as their number is known
 * @property {ReadonlyMap<number, Section>} sections - those that its kind has
 * @property {Ignored | undefined} ignored - what is not read, as the formats ask for: newer writers
 *   may add sections
 * @property {(type: number, offset: number, length: number, signal?: AbortSignal) =>
 *   Promise<Uint8Array>} read - from a section
 */

/**
 * @typedef {object} BinKind
 * @property {string} magic
 * @property {number[]} versions
 * @property {Readonly<Record<number, string>>} sections - the known ones, with their names for
 *   messages
 * @property {readonly number[]} required
 * @property {boolean} [closed] - anything else in such a file is refused
 */

/** The most sections of a file: no format has twenty, and the number is anybody's. */
const MOST_SECTIONS = 256;

/**
 * Bytes read ahead if the size is known: the start of a file holds its header and often the whole
 * table.
 */
export const HEAD = 4096;

/** The start of a file, which may tell of what kind it is. @param {Source} source */
export const readHead = (source) => source.read(0, Math.min(source.size ?? FILE_HEADER, HEAD));

/** @param {Uint8Array} head @param {string} name @param {BinKind} kind */
function readFileHeader(head, name, { magic, versions }) {
    const text = String.fromCharCode(...head.subarray(0, 4));
    ensure(
        text === magic,
        "ERR_FILE",
        () => `${name}: expected a ${magic} file, got one that starts with ${describe(text)}${hint(text)}`,
    );
    const view = new DataView(head.buffer, head.byteOffset);
    const version = view.getUint32(4, true);
    const count = view.getUint32(8, true);
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
 * All sections in the order of the file, each within it.
 * @param {Source} source
 * @param {BinKind} kind
 * @param {Uint8Array} head - what was read ahead
 * @param {number} count
 * @returns {Promise<{ table: Entry[], end: number }>} end: of the last one
 */
async function readTable(source, kind, head, count) {
    const { name, size } = source, table = /** @type {Entry[]} */ ([]);
    ensure(count <= MOST_SECTIONS, "ERR_FILE", () =>
        `${name}: expected at most ${MOST_SECTIONS} sections, got ${count}; the file is damaged`);
    let at = FILE_HEADER;
    for (let i = 0; i < count; i++) {
        const bytes =
            at + SECTION_HEADER <= head.length
                ? head.subarray(at, at + SECTION_HEADER)
                : await source.read(at, SECTION_HEADER);
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const type = view.getUint32(0, true);
        const length = view.getBigUint64(4, true);
        const start = at + SECTION_HEADER;
        const end = BigInt(start) + length;
        ensure(
            end <= BigInt(Number.MAX_SAFE_INTEGER) && (size === undefined || end <= BigInt(size)),
            "ERR_FILE",
            () =>
                `${name}: expected ${sectionName(kind, type)} of ${length} bytes to end within the file, got ${size === undefined ? "a size beyond all files" : `a file that ends at ${size}, before ${end}`}; the file is truncated or damaged, fetch it again`,
        );
        if (size === undefined && length > 0n) await source.read(Number(end) - 1, 1);
        table.push(Object.freeze({ type, offset: start, size: Number(length) }));
        at = Number(end);
    }
    return { table, end: at };
}

/** @param {Pick<BinKind, "sections">} kind @param {number} type */
const sectionName = ({ sections }, type) =>
    (Object.hasOwn(sections, type) ? `section ${type} (${sections[type]})` : `section ${type}`);

/**
 * The sections of a file that its kind has, and what else is in it.
 * @param {{ name: string, table: readonly Entry[], trailing: number }} file
 * @param {Pick<BinKind, "sections" | "required">} kind
 * @returns {Pick<BinFile, "sections" | "ignored">}
 * @throws {ProverError} ERR_FILE where one of them is there twice, or a required one is not there
 */
export function knownSections({ name, table, trailing }, kind) {
    const known = /** @type {Map<number, Section>} */ (new Map()), others = [];
    for (const { type, offset, size } of table) {
        if (!Object.hasOwn(kind.sections, type)) {
            others.push(Object.freeze({ type, bytes: size }));
            continue;
        }
        ensure(!known.has(type), "ERR_FILE", () =>
            `${name}: expected ${sectionName(kind, type)} once, got it again at offset ${offset - SECTION_HEADER}`);
        known.set(type, Object.freeze({ offset, size }));
    }
    for (const type of kind.required)
        ensure(known.has(type), "ERR_FILE", () => `${name}: expected ${sectionName(kind, type)}, got a file without it`);
    const ignored = others.length + trailing === 0 ? undefined
        : Object.freeze({ sections: Object.freeze(others), trailing });
    return { sections: known, ignored };
}

/**
 * @param {Source} source
 * @param {BinKind} kind
 * @param {Uint8Array} [start] - of the file, where it has been read
 * @returns {Promise<BinFile>}
 */
export async function openBinFile(source, kind, start) {
    const { name, size = FILE_HEADER } = source;
    ensure(size >= FILE_HEADER, "ERR_FILE", () =>
        `${name}: expected a ${kind.magic} file, got a file of ${size} bytes; it is empty or truncated`);
    const head = start ?? await readHead(source);
    const { version, count } = readFileHeader(head, name, kind);
    const { table, end } = await readTable(source, kind, head, count);
    const trailing = (await source.length(end) ?? end) - end;
    const { sections, ignored } = knownSections({ name, table, trailing }, kind);
    if (kind.closed) refuseOthers(name, ignored, end);
    // of known ones, which are there once
    const starts = new Map(table.map(({ type, offset }) => [type, offset]));
    return Object.freeze({
        name,
        fresh: source.fresh,
        version,
        table,
        trailing,
        sections,
        ignored,
        read: (
            /** @type {number} */ type,
            /** @type {number} */ offset,
            /** @type {number} */ length,
            /** @type {AbortSignal | undefined} */ signal,
        ) => {
            const from = /** @type {number} */ (starts.get(type)) + offset;
            if (from + length <= head.length)
                return Promise.resolve(Uint8Array.prototype.slice.call(head, from, from + length));
            return source.read(from, length, signal);
        },
    });
}

/**
 * @param {string} name
 * @param {Ignored | undefined} ignored
 * @param {number} end - of the last section
 */
function refuseOthers(name, ignored, end) {
    const [other] = ignored?.sections ?? [];
    ensure(!other, "ERR_FILE", () => `${name}: expected no other sections, got one of type ${other.type}; the file is damaged`);
    ensure(!ignored, "ERR_FILE", () =>
        `${name}: expected the file to end with its last section at ${end}, got ${ignored?.trailing} more bytes; the file is damaged`);
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
