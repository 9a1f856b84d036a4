/**
 * Arguments as callers of snarkjs write them: files, options of proving, loggers.
 * @module snarkjs/arguments
 */
import { isBytes, printLine } from "../../../src/internal/snarkjs.js";

/** @import { ProgressReport, SinkLike, SourceLike } from "../../../src/internal/snarkjs.js" */
/** @import { FileLike, Logger } from "./types.js" */

/** Bytes of a page of `bigMem`, as snarkjs expects them. */
const PAGE = 1 << 22;

/** @param {readonly Uint8Array[]} pages @returns {SourceLike} */
function readerOf(pages) {
    const size = pages.reduce((sum, { length }) => sum + length, 0);
    return {
        size,
        fresh: true,
        read(/** @type {number} */ offset, /** @type {number} */ length) {
            const bytes = new Uint8Array(length);
            let start = 0;
            for (const page of pages) {
                const from = Math.max(offset, start);
                const to = Math.min(offset + length, start + page.length);
                if (from < to) bytes.set(page.subarray(from - start, to - start), from - offset);
                start += page.length;
            }
            return bytes;
        },
    };
}

/**
 * @param {any} file - any: anything of the caller
 * @returns {any} what the rooms read; checked there
 */
export function sourceOf(file) {
    if (file?.type === "file") return file.fileName;
    if (file?.type !== "mem" && file?.type !== "bigMem") return file;
    return Array.isArray(file.data) && file.data.every(isBytes) ? readerOf(file.data) : file.data;
}

/** @param {Uint8Array} bytes */
const pagesOf = (bytes) => Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, i) =>
    bytes.subarray(i * PAGE, (i + 1) * PAGE));

/**
 * @template T
 * @param {any} file - any: anything of the caller
 * @param {(sink: SinkLike) => Promise<T>} write
 * @returns {Promise<T>}
 */
export async function toSink(file, write) {
    if (file?.type === "file") return write(file.fileName);
    if (file?.type !== "bigMem") return write(file);
    const target = /** @type {{ type: "mem", data?: Uint8Array }} */ ({ type: "mem" }), result = await write(target);
    file.data = pagesOf(/** @type {Uint8Array} */ (target.data));
    return result;
}

/**
 * How far it is, for a logger that listens.
 * @param {Logger} logger
 * @returns {{ onProgress?: (report: ProgressReport<any>) => void }} any: the phases of the room
 */
export function progressTo(logger) {
    const debug = logger?.debug?.bind(logger);
    return debug ? { onProgress: ({ phase, done, total }) => debug(`${phase}: ${done}/${total}`) } : {};
}

/** What a circuit writes with log() is printed, whatever the logger. */
export const CIRCUIT_LOG = Object.freeze({ onLog: printLine });

/**
 * Options of MSMs in snarkjs: all ways have the same results, and ours are chosen by measured
 * rules.
 */
const WAYS = Object.freeze(["auto", "enabled", "disabled"]);

/**
 * @param {string} where - for the message, as snarkjs has it
 * @param {any} options - any: anything of the caller
 * @param {Logger} [logger] - gets how far the proof is
 * @returns {{ threads?: number, check?: boolean, onProgress?: (report: ProgressReport<any>) => void
 *   }}
 * @throws {Error} for a way of summing that there is none of
 */
export function proverOptions(where, options, logger) {
    for (const name of ["msmBatching", "msmGlv", "msmGls"]) {
        const way = options?.[name];
        if (way !== undefined && !WAYS.includes(way))
            throw new Error(`${where}: invalid ${name} ${JSON.stringify(way)} (expected "auto", "enabled" or "disabled")`);
    }
    const { singleThread, check } = options ?? {};
    return { ...(singleThread && { threads: 0 }), ...(check !== undefined && { check }), ...progressTo(logger) };
}
