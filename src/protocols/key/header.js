/**
 * What keys of all protocols have in common: the number of the protocol in section 1, and in
 * section 2 first the moduli of the curve and three counts. Every field is checked against the
 * sizes of the sections, so that later code can rely on them. The rest of section 2, and the other
 * sections, are described in the folder of the protocol.
 * @module protocols/key/header
 */
import { identifyCurve, knownNames } from "../../curves/known.js";
import { readLE } from "../../util/bytes.js";
import { checkSectionSize, knownSections, openBinFile } from "../../files/binfile.js";
import { ensure } from "../../files/errors.js";
import { unpacked } from "./packed.js";

/** @import { BinFile } from "../../files/binfile.js" */
/** @import { PackedKey } from "./packed.js" */
/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { Source } from "../../files/source.js" */

/** The protocols of the format by number; snarkjs makes keys of all of them. */
export const PROTOCOL_NAMES = Object.freeze(
    /** @type {Record<number, string>} */ ({ 1: "groth16", 2: "plonk", 10: "fflonk" }),
);

/** The sections that all keys have. */
const PROTOCOL = 1, HEADER = 2;

/** A key before its protocol is known. */
const ANY = Object.freeze({
    magic: "zkey", versions: [1], sections: { [PROTOCOL]: "protocol" }, required: [PROTOCOL],
});

/**
 * Bytes; no header has as many, so that the fields of a longer one do not end with what is read of
 * it.
 */
const MOST_HEADER = 4096;

/** A file of a key. @typedef {BinFile & { packed?: PackedKey }} KeyFile packed: if it is packed */

/**
 * What every opened key has.
 * @typedef {object} Key
 * @property {KeyFile} file
 * @property {KnownCurve} curve
 * @property {number} nVars - number of signals, including the constant one
 * @property {number} nPublic
 * @property {number} domainSize - a power of two
 * @property {number} power - its logarithm
 * @property {number} sG1 - bytes of an affine point
 * @property {number} sG2
 */

/**
 * What a section consists of: affine points, records of circuit terms, of additions of wires,
 * numbers of wires, or polynomials with four times as many values as coefficients.
 * @typedef {"G1" | "G2" | "coefficients" | "additions" | "wires" | "polynomials"} SectionContent
 */

/**
 * The keys of a protocol.
 * @template {Key} [K=any]
 * @typedef {object} KeyKind
 * @property {string} name - of the protocol
 * @property {string} title - its name for people
 * @property {number} id - its number
 * @property {Readonly<Record<string, number>>} section - the numbers of its sections by name
 * @property {Readonly<Record<number, string>>} sections - what is in them, for messages
 * @property {readonly number[]} required - those that every key has
 * @property {Readonly<Record<number, SectionContent>>} contents - what is packed of them
 * @property {readonly number[]} unread - those that no prover reads
 * @property {(file: BinFile) => Promise<K>} open - reads the header; throws when anything does not
 *   fit
 */

/** @param {readonly KeyKind[]} kinds */
const expected = (kinds) => kinds.map(({ name, id }) => `a ${name} key (protocol ${id})`).join(" or ");

/** @param {number} id */
const found = (id) =>
    PROTOCOL_NAMES[id]
        ? `a ${PROTOCOL_NAMES[id]} key (protocol ${id}); ffturbo/${PROTOCOL_NAMES[id]} proves with it`
        : `protocol ${id}; the file is damaged`;

/**
 * Opens a key of one of several protocols, a zkey or a packed one. Keys of different protocols have
 * different sections, so the number of the protocol is read first.
 * @template {KeyKind} T
 * @param {Source} source
 * @param {readonly T[]} kinds
 * @param {(zkey: Source) => Source} [keep] - what is read of the zkey is read through it
 * @returns {Promise<{ kind: T, file: KeyFile }>}
 * @throws {ProverError} ERR_FILE when it is of none of them, or does not have their sections
 */
export async function openKeyFile(source, kinds, keep = (zkey) => zkey) {
    const { zkey, head, packed } = await unpacked(source);
    const file = await openBinFile(keep(zkey), ANY, head);
    checkSectionSize(file, PROTOCOL, "protocol", 4);
    const id = Number(readLE(await file.read(PROTOCOL, 0, 4)));
    const kind = kinds.find((one) => one.id === id);
    ensure(kind, "ERR_FILE", () => `${file.name}: expected ${expected(kinds)}, got ${found(id)}`);
    return { kind, file: Object.freeze({ ...file, ...knownSections(file, kind), packed }) };
}

/**
 * Reads the fields of the header one after the other.
 * @param {BinFile} file
 * @param {Uint8Array} bytes
 */
function fieldReader(file, bytes) {
    let at = 0;
    const take = (/** @type {number} */ length, /** @type {string} */ what) => {
        ensure(
            at + length <= bytes.length,
            "ERR_FILE",
            () =>
                `${file.name}: expected ${what} in ${length} bytes at ${at} of the header, got a header of ${bytes.length} bytes`,
        );
        at += length;
        return bytes.slice(at - length, at);
    };
    return {
        take,
        u32: (/** @type {string} */ what) => Number(readLE(take(4, what))),
        end: () =>
            ensure(
                at === bytes.length,
                "ERR_FILE",
                () => `${file.name}: expected a header of ${at} bytes, got ${bytes.length}`,
            ),
    };
}

/** @param {BinFile} file @param {ReturnType<typeof fieldReader>} fields @returns {KnownCurve} */
function readCurve(file, { u32, take }) {
    const modulus = (/** @type {string} */ what) => {
        const n8 = u32(`the size of ${what}`);
        ensure(
            n8 > 0 && n8 <= 128 && n8 % 8 === 0,
            "ERR_FILE",
            () => `${file.name}: expected ${what} to have 32 or 48 bytes, got ${n8}; the file is damaged`,
        );
        return { n8, value: readLE(take(n8, what)) };
    };
    const q = modulus("q");
    const curve = identifyCurve(q.value);
    ensure(
        curve && curve.n8q === q.n8,
        "ERR_CURVE",
        () =>
            `${file.name}: expected a key for ${knownNames()}, got one whose base field has the order ${q.value} in ${q.n8} bytes`,
    );
    ensure(
        curve.pairs,
        "ERR_CURVE",
        () => `${file.name}: expected a key for ${knownNames()}, got one for ${curve.name}, which has no pairing`,
    );
    const r = modulus("r");
    ensure(
        curve.r === r.value && curve.n8r === r.n8,
        "ERR_CURVE",
        () => `${file.name}: expected the scalar field of ${curve.name}, got order ${r.value} in ${r.n8} bytes`,
    );
    return curve;
}

/**
 * @param {BinFile} file
 * @param {{ nVars: number, nPublic: number, domainSize: number }} counts
 * @param {KnownCurve} curve
 */
function checkCounts(file, { nVars, nPublic, domainSize }, curve) {
    const power = Math.log2(domainSize);
    ensure(nVars >= 1, "ERR_FILE", () => `${file.name}: expected at least the constant signal, got ${nVars} signals`);
    ensure(
        nPublic < nVars,
        "ERR_FILE",
        () => `${file.name}: expected fewer public signals than ${nVars}, got ${nPublic}`,
    );
    ensure(
        Number.isInteger(power) && power <= curve.s,
        "ERR_FILE",
        () => `${file.name}: expected a domain of 2^0 to 2^${curve.s}, got ${domainSize}`,
    );
    return power;
}

/**
 * The part of the header that all protocols have; the protocol takes the rest, and calls `end`.
 * @param {BinFile} file
 * @returns {Promise<{ key: Key, fields: ReturnType<typeof fieldReader> }>}
 * @throws {ProverError} when anything does not fit
 */
export async function readHeader(file) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(HEADER));
    const header = await file.read(HEADER, 0, Math.min(MOST_HEADER, size));
    const fields = fieldReader(file, header);
    const curve = readCurve(file, fields);
    const nVars = fields.u32("nVars");
    const nPublic = fields.u32("nPublic");
    const domainSize = fields.u32("domainSize");
    const power = checkCounts(file, { nVars, nPublic, domainSize }, curve);
    return { key: { file, curve, nVars, nPublic, domainSize, power, sG1: 2 * curve.n8q, sG2: 4 * curve.n8q }, fields };
}
