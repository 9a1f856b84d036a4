/**
 * Packed keys from keys, and back, byte for byte, in memory that does not grow with the key.
 * @module packed/pack
 */
import {
    concat, ensure, fflonk, FILE_HEADER, fileHeader, groth16, hexOf, inOrder, MAGIC, openKeyFile, plonk, refuseInputs,
    sameBytes, SECTION_HEADER, sectionHeader, sha256Of, sha256Stream, withCeremony,
} from "../../../../src/internal/keys_packed.js";
import { encodeBlock } from "./codecs.js";
import {
    checkPresent, encodeHead, encodeIndex, checkValues, DIGEST, ENTRY, KIND, SECTION, VALUES, VERSION,
} from "./format.js";
import { openPacked } from "./source.js";
import { readPackOptions, readUnpackOptions } from "./options.js";
import { planRanges } from "./plan.js";

/** @import { Curve, Sink, SinkLike, Source, SourceLike, Tools } from "../../../../src/internal/keys_packed.js" */
/** @import { PackOptions, UnpackOptions } from "./options.js" */
/** @import { Range } from "./plan.js" */
/** @import { Block } from "./format.js" */

/** The keys that are packed. */
const KINDS = Object.freeze([groth16, plonk, fflonk]);

/**
 * @typedef {object} Packed
 * @property {number} bytes - of the packed key
 * @property {number} zkeyBytes
 * @property {string} digest - SHA-256 of the zkey, hexadecimal
 * @property {string} root - what names the packed key, hexadecimal: the SHA-256 of its header and
 *   index
 */

/**
 * What comes before the blocks, once they are known.
 * @param {Uint8Array} head @param {Uint8Array} index @param {number} size - of the blocks
 */
const frame = (head, index, size) => concat([
    fileHeader(MAGIC, VERSION, 3), sectionHeader(SECTION.HEADER, head.length), head,
    sectionHeader(SECTION.INDEX, index.length), index, sectionHeader(SECTION.BLOCKS, size),
]);

/**
 * @param {Source} source - a zkey
 * @param {readonly Range[]} ranges
 * @param {{ update: (bytes: Uint8Array) => unknown }} hash
 * @param {AbortSignal} signal
 */
async function* readRanges(source, ranges, hash, signal) {
    for (const range of ranges) {
        const bytes = await source.read(range.start, range.length, signal);
        hash.update(bytes);
        yield { range, bytes };
    }
}

/**
 * @param {{ source: Source, curve: Curve, signal: AbortSignal, advance: (bytes: number) => void }}
 *   on
 * @param {readonly Range[]} ranges
 * @param {boolean} whole
 * @param {Sink} sink
 * @param {number} start - of the blocks in it
 */
async function writeBlocks({ source, curve, signal, advance }, ranges, whole, sink, start) {
    const blocks = /** @type {Block[]} */ ([]), hash = sha256Stream();
    let at = 0;
    const encode = async (/** @type {{ range: Range, bytes: Uint8Array }} */ { range, bytes }) => {
        const { start: from, length } = range, part = length / VALUES;
        const before = () => source.read(from - part, part, signal);
        return { range, encoded: await encodeBlock(curve, range, bytes, { whole, signal, before }) };
    };
    const take = async (/** @type {Awaited<ReturnType<typeof encode>>} */ { range, encoded: { bytes, ...rest } }) => {
        const { start: from, length } = range, size = bytes.length;
        await sink.write(bytes, start + at);
        blocks.push({ ...rest, start: from, length, at, size, digest: await sha256Of(bytes) });
        at += size;
        advance(length);
        signal.throwIfAborted();
    };
    await inOrder(readRanges(source, ranges, hash, signal), curve.tm.concurrency + 2, encode, take);
    return { blocks, size: at, digest: new Uint8Array(hash.digest()) };
}

/**
 * The same key in fewer bytes: `ffturbo pack`. It is compared with what it gives back while it is
 * made.
 *
 *   in      zkey     path, bytes, Blob, URL or reader; to: path or { type: "mem" }
 *   memory  does not grow with the key, but for the values of one polynomial of a PLONK or FFLONK
 *           key
 *   throws  ERR_FILE for a file that is no key, ERR_LIMIT for such values beyond options.memory;
 *           nothing is left of the output
 * @param {SourceLike} zkey
 * @param {SinkLike} to
 * @param {PackOptions} [options]
 * @returns {Promise<Readonly<Packed>>}
 */
export async function packKey(zkey, to, options) {
    const where = "packKey", checked = readPackOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, to, [zkey]);
        // it is read to its end
        const source = await open("zkey", zkey);
        const size = await source.length(Infinity);
        const { kind, file } = await openKeyFile(source, KINDS);
        ensure(!file.packed, "ERR_OPTION", () => `${file.name}: expected a zkey, got a key that is packed already`);
        const key = await kind.open(file);
        ensure(size !== undefined, "ERR_OPTION", () => `${where}: expected a reader with its size, got one without`);
        const left = checked.proveOnly ? kind.unread.map((type) => [type, /** @type {const} */ ("omitted")]) : [];
        const ranges = planRanges(key, { ...kind.contents, ...Object.fromEntries(left) }, size);
        for (const range of ranges) if (range.kind === KIND.VALUES) checkValues(file.name, range, checked.memory);
        const curve = await curveOf(key.curve);
        const tracker = progress.only("blocks", size), { advance } = tracker;
        const whole = checked.points === "whole";
        const packed = await writeOutput(async (openSink) => {
            const sink = await openSink("packed", to);
            ensure(sink.read, "ERR_OPTION", () =>
                `${where}: expected a path or { type: "mem" }, got a stream; the index comes before what it describes`);
            const head = { curve: key.curve, size, blocks: ranges.length };
            const empty = encodeHead({ ...head, digest: new Uint8Array(DIGEST) });
            const start = FILE_HEADER + 3 * SECTION_HEADER + empty.length + ranges.length * ENTRY;
            const written = await writeBlocks({ source, curve, signal, advance }, ranges, whole, sink, start);
            const header = encodeHead({ ...head, digest: written.digest });
            const index = encodeIndex(written.blocks);
            await sink.write(frame(header, index, written.size), 0);
            return {
                bytes: start + written.size, zkeyBytes: size, digest: hexOf(written.digest),
                root: hexOf(await sha256Of(concat([header, index]))),
            };
        });
        tracker.end();
        return Object.freeze(packed);
    });
}

/** Bytes that are unpacked at a time. */
const PIECE = 1 << 23;

/**
 * The zkey that a packed key was made of: `ffturbo unpack`.
 *
 *   in      packed   path, bytes, Blob, URL or reader; to: path, { type: "mem" } or WritableStream
 *   memory  does not grow with the key, but for the values of one polynomial of a PLONK or FFLONK
 *           key
 *   throws  ERR_FILE for a file that is none, is damaged or is only to prove with, ERR_LIMIT for
 *           such values beyond options.memory; nothing is left of the output
 * @param {SourceLike} packed
 * @param {SinkLike} to
 * @param {UnpackOptions} [options]
 * @returns {Promise<Readonly<Packed>>}
 */
export async function unpackKey(packed, to, options) {
    const where = "unpackKey", checked = readUnpackOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, to, [packed]);
        const file = await open("packed", packed);
        const { head, root, blocks, source, use } = await openPacked(file, checked.memory), { size, digest } = head;
        const hash = sha256Stream();
        checkPresent(file.name, blocks);
        use(await curveOf(head.curve));
        const tracker = progress.only("blocks", size);
        await writeOutput(async (openSink) => {
            const sink = await openSink("zkey", to);
            for (let from = 0, i = 0; from < size;) { // whole blocks
                const start = from;
                do from += blocks[i++].length; while (i < blocks.length && from + blocks[i].length - start <= PIECE);
                const bytes = await source.read(start, from - start, signal);
                hash.update(bytes);
                await sink.write(bytes, start);
                tracker.advance(bytes.length);
                signal.throwIfAborted();
            }
            ensure(sameBytes(new Uint8Array(hash.digest()), digest), "ERR_FILE", () =>
                `${file.name}: expected a zkey with the digest ${hexOf(digest)}, got another one; packKey has not made the file`);
        });
        tracker.end();
        const bytes = await file.length(Infinity) ?? 0;
        return Object.freeze({ bytes, zkeyBytes: size, digest: hexOf(digest), root: hexOf(root) });
    });
}
