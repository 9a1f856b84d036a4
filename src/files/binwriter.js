/**
 * Writes a sectioned file (zkey, ptau, r1cs, wtns) to a sink, one section after the other, in memory that does not grow
 * with the file. The length of a section and their number are written when they are known.
 * @module files/binwriter
 */
import { FILE_HEADER, fileHeader, SECTION_HEADER, sectionHeader } from "./sections.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { Sink } from "./sink.js" */

/**
 * One call at a time: each is made when the one before has succeeded.
 * @typedef {object} BinWriter
 * @property {(type: number) => Promise<void>} begin - the next section, in any order of types
 * @property {(bytes: Uint8Array) => Promise<void>} write - to the section; the bytes may be used again once it settles
 * @property {() => Promise<void>} end - of the section
 * @property {() => Promise<void>} finish - after the last section
 */

/** Bytes that are gathered before they are written, so that single numbers and points do not cost a call each. */
const GATHERED = 1 << 16;

/** Bytes of a section that are copied at a time. */
const PIECE = 1 << 22;

/** A sink in the order of the bytes. @param {Sink} sink */
function sequence(sink) {
    const gathered = new Uint8Array(GATHERED);
    let fill = 0, at = 0; // `at` is where the gathered bytes go
    const flush = async () => {
        if (fill === 0) return;
        await sink.write(gathered.subarray(0, fill), at);
        at += fill;
        fill = 0;
    };
    return {
        position: () => at + fill,
        flush,
        async write(/** @type {Uint8Array} */ bytes) {
            if (fill + bytes.length > GATHERED) await flush();
            if (bytes.length <= GATHERED) {
                gathered.set(bytes, fill);
                fill += bytes.length;
            } else {
                await sink.write(bytes, at);
                at += bytes.length;
            }
        },
    };
}

/**
 * @param {Sink} sink - nothing was written to it
 * @param {{ magic: string, version: number }} kind
 * @returns {BinWriter}
 */
export function createBinWriter(sink, { magic, version }) {
    const out = sequence(sink), types = new Set();
    /** Where the section starts that is being written. @type {number | undefined} */
    let start;
    const expect = (/** @type {unknown} */ ok, /** @type {string} */ what, /** @type {string} */ got) => {
        if (!ok) throw new Error(`${sink.name}: expected ${what}, got ${got}`);
    };
    const inSection = (/** @type {string} */ what) => {
        expect(start !== undefined, "a section to be begun first", what);
        return /** @type {number} */ (start);
    };
    const between = (/** @type {string} */ what) => expect(start === undefined, "the section to be ended first", what);
    let ready = true;
    const alone = async (/** @type {() => Promise<void>} */ work) => {
        expect(ready, "one call after the other", "one before the last had succeeded");
        ready = false;
        await work();
        ready = true;
    };
    const headOnce = async () => { if (types.size === 0) await out.write(fileHeader(magic, version, 0)); };
    return Object.freeze({
        begin: (type) => alone(async () => {
            between("the beginning of another one");
            expect(!types.has(type), `section ${type} once`, "it again");
            await headOnce();
            types.add(type);
            await out.write(sectionHeader(type, 0));
            start = out.position();
        }),
        write: (bytes) => alone(async () => {
            inSection("bytes");
            await out.write(bytes);
        }),
        end: () => alone(async () => {
            const from = inSection("an end"), size = out.position() - from;
            await out.flush();
            await sink.write(sectionHeader(0, size).subarray(4), from - SECTION_HEADER + 4);
            start = undefined;
        }),
        finish: () => alone(async () => {
            between("the end of the file");
            await headOnce();
            await out.flush();
            await sink.write(fileHeader(magic, version, types.size).subarray(8), FILE_HEADER - 4);
        }),
    });
}

/**
 * Copies a section as it is.
 * @param {BinWriter} writer
 * @param {BinFile} file
 * @param {number} type
 * @param {AbortSignal} [signal]
 */
export async function copySection(writer, file, type, signal) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(type));
    await writer.begin(type);
    for (let at = 0; at < size; at += PIECE)
        await writer.write(await file.read(type, at, Math.min(PIECE, size - at), signal));
    await writer.end();
}
