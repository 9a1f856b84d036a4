/**
 * Writes a sectioned file (zkey, ptau, r1cs, wtns) to a sink, one section after the other, in
 * memory that does not grow with the file. The length of a section and their number are written
 * when they are known: where all are known before the first byte of them, the file is written
 * strictly in order, as a stream takes it.
 * @module files/binwriter
 */
import { freeWhole } from "../util/host_memory.js";
import { FILE_HEADER, fileHeader, SECTION_HEADER, sectionHeader } from "./sections.js";

/** @import { BinFile } from "./binfile.js" */
/** @import { Sink } from "./sink.js" */

/**
 * One call at a time: each is made when the one before has succeeded.
 * @typedef {object} BinWriter
 * @property {(type: number, size?: number) => Promise<void>} begin - the next section, in any order
 *   of types, and its bytes, if they are known
 * @property {(bytes: Uint8Array) => Promise<void>} write - to the section; the bytes may be used
 *   again once it settles
 * @property {() => Promise<void>} end - of the section
 * @property {(type: number, offset: number, length: number) => Promise<Uint8Array>} read - bytes of
 *   a section that was ended; only where the sink can be read
 * @property {() => Promise<void>} finish - after the last section
 */

/**
 * What sections are written to.
 * @typedef {Pick<BinWriter, "begin" | "write" | "end">} SectionWriter
 */

/**
 * Bytes that are gathered before they are written, so that single numbers and points do not cost a
 * call each.
 */
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
 * @param {{ magic: string, version: number, count?: number }} kind - count: of sections, if it is
 *   known
 * @returns {BinWriter}
 */
export function createBinWriter(sink, { magic, version, count }) {
    const out = sequence(sink);
    const types = new Set();
    /** Where sections start that were ended. @type {Map<number, number>} */
    const starts = new Map();
    /** The section that is being written: where it starts, and its bytes, if they are known. */
    let open = /** @type {{ start: number, size: number | undefined } | undefined} */ (undefined);
    const expect = (/** @type {unknown} */ ok, /** @type {string} */ what, /** @type {string} */ got) => {
        if (!ok) throw new Error(`${sink.name}: expected ${what}, got ${got}`);
    };
    const inSection = (/** @type {string} */ what) => {
        expect(open, "a section to be begun first", what);
        return /** @type {NonNullable<typeof open>} */ (open);
    };
    const between = (/** @type {string} */ what) => expect(!open, "the section to be ended first", what);
    let ready = true;
    const alone = async (/** @type {() => Promise<void>} */ work) => {
        expect(ready, "one call after the other", "one before the last had succeeded");
        ready = false;
        await work();
        ready = true;
    };
    const headOnce = async () => { if (types.size === 0) await out.write(fileHeader(magic, version, count ?? 0)); };
    return Object.freeze({
        begin: (type, size) => alone(async () => {
            between("the beginning of another one");
            expect(!types.has(type), `section ${type} once`, "it again");
            await headOnce();
            types.add(type);
            await out.write(sectionHeader(type, size ?? 0));
            open = { start: out.position(), size };
            starts.set(type, open.start);
        }),
        write: (bytes) => alone(async () => {
            inSection("bytes");
            await out.write(bytes);
        }),
        end: () => alone(async () => {
            const { start, size: promised } = inSection("an end");
            const size = out.position() - start;
            expect(promised === undefined || promised === size, `${promised} bytes in the section`, `${size}`);
            if (promised === undefined) {
                await out.flush();
                await sink.write(sectionHeader(0, size).subarray(4), start - SECTION_HEADER + 4);
            }
            open = undefined;
        }),
        read: async (type, offset, length) => {
            const start = starts.get(type);
            expect(start !== undefined && sink.read, `section ${type} in a place that can be read`, "none");
            await out.flush();
            return /** @type {NonNullable<Sink["read"]>} */ (sink.read)(Number(start) + offset, length);
        },
        finish: () => alone(async () => {
            between("the end of the file");
            await headOnce();
            await out.flush();
            expect(count === undefined || count === types.size, `${count} sections`, `${types.size}`);
            if (count !== undefined) return;
            await sink.write(fileHeader(magic, version, types.size).subarray(8), FILE_HEADER - 4);
        }),
    });
}

/**
 * Copies a section as it is, or its first bytes.
 * @param {SectionWriter} writer
 * @param {BinFile} file
 * @param {number} type
 * @param {AbortSignal} [signal]
 * @param {number} [size] - bytes, at most all of it
 */
export async function copySection(writer, file, type, signal, size = file.sections.get(type)?.size ?? 0) {
    await writer.begin(type, size);
    for (let at = 0; at < size; at += PIECE) {
        const bytes = await file.read(type, at, Math.min(PIECE, size - at), signal);
        await writer.write(bytes);
        if (file.fresh) freeWhole(bytes);
    }
    await writer.end();
}
