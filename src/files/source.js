/**
 * Where files come from: a path, bytes, a Blob, a URL, or a reader of the caller. All become the
 * same kind of object: a name, a size if it is known, and exact reads.
 * @module files/source
 */
import { copyInTurns } from "../util/copies.js";
import { isBigBuffer } from "../util/bigbuffer.js";
import { isArrayBuffer, isBytes } from "../util/bytes.js";
import { describe, messageOf } from "../util/check.js";
import { openFile } from "../util/host.js";
import { ensure, ProverError } from "./errors.js";
import { MOST_WHOLE, openResponse, openUrl } from "./source_http.js";
import { linked, orAborted, orStalled } from "./stop.js";

/**
 * @typedef {(offset: number, length: number) => Uint8Array | Promise<Uint8Array>} Reader
 * returns exactly the bytes [offset, offset + length); may have a property `size`, the length of
 * the file in bytes
 */

/**
 * An answer to a request, as fetch gives it, with its body unread.
 * @typedef {{ readonly ok: boolean, readonly status: number, readonly bodyUsed: boolean,
 *   arrayBuffer: () => Promise<ArrayBuffer> }} ResponseLike
 */

/**
 * Bytes as snarkjs has them.
 * @typedef {{ type: "mem", data?: Uint8Array | ArrayBuffer }} MemoryLike
 */

/**
 * @typedef {string | Uint8Array | ArrayBuffer | Blob | URL | ResponseLike | MemoryLike | Reader
 *   | { read: Reader, size?: number, fresh?: boolean }} SourceLike
 * a path (in a browser a URL as text), bytes, a Blob or File, a URL, a Response, or a reader;
 * fresh: no other code keeps the bytes that it returns, so secret ones are cleared after use
 */

/**
 * The program of a circuit: a file, or compiled.
 * @typedef {SourceLike | (WebAssembly.Module & object)} ProgramLike
 */

/**
 * What all kinds of sources have in common, before checks.
 * @typedef {object} RawSource
 * @property {string} name - for messages
 * @property {number | undefined} size - bytes; undefined if it is not known
 * @property {Reader} read
 * @property {boolean} [fresh] - the caller alone has what it returns
 * @property {string} [version] - what a server calls this state of the file
 * @property {(limit: number) => Promise<number>} [length] - where the size only becomes known while
 *   reading: the bytes of the file, or the bytes that have arrived once these are more than
 *   `limit`; none beyond it is then read
 * @property {() => Promise<void>} [close]
 * @property {boolean} [inOrder] - bytes come after all bytes before them
 */

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {boolean} fresh - the caller alone has what is read
 * @property {number | undefined} size
 * @property {string | undefined} version - what a server calls this state of the file: another one
 *   is another file
 * @property {(offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array>} read -
 *   exactly these bytes, in a new buffer
 * @property {(limit: number) => Promise<number | undefined>} length - bytes of the file; more than
 *   `limit` if it is longer than that, where the caller reads none beyond it; undefined if it
 *   cannot be known
 * @property {() => Promise<void>} close
 * @property {boolean} [inOrder] - bytes come after all bytes before them: the end takes as long as
 *   the file
 */

/**
 * @typedef {object} SourceOptions
 * @property {AbortSignal} [signal]
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails
 * @property {{ bytes: number }} [room] - how many bytes may be kept of bodies that have to be kept
 *   as a whole, by default MOST_WHOLE; sources with the same object share them
 * @property {RequestCache} [cache] - what a page's own cache has to do with it
 * @property {(answered: boolean) => boolean} [retries] - of a caller that keeps what it reads: will
 *   it ask again after a failure that may pass, of an answer or without one? Then no request for
 *   the whole file follows
 */

/** @param {any} value */
const isAddress = (value) => typeof value?.href === "string" && typeof value.protocol === "string";

/** @param {any} value */
const isBlob = (value) =>
    typeof value?.slice === "function" && typeof value.arrayBuffer === "function" && typeof value.size === "number";

/** @param {any} value */
const isResponse = (value) =>
    typeof value?.arrayBuffer === "function" && typeof value.bodyUsed === "boolean" && typeof value.ok === "boolean";

/**
 * Bytes that come in a buffer, or in a record of snarkjs; anything else as it is.
 * @param {any} value
 * @returns {unknown}
 */
function bare(value) {
    const inner = value?.type === "mem" && value.data !== undefined && !isBlob(value) ? value.data : value;
    return isArrayBuffer(inner) ? new Uint8Array(inner) : inner;
}

/** @param {unknown} size @param {string} name */
function checkSize(size, name) {
    ensure(
        size === undefined || (Number.isSafeInteger(size) && Number(size) >= 0),
        "ERR_OPTION",
        () => `${name}: expected size to be a number of bytes, got ${describe(size)}`,
    );
    return /** @type {number | undefined} */ (size);
}

/** @param {string} path @param {SourceOptions} options @returns {Promise<RawSource>} */
async function fromText(path, options) {
    if (/^(https?:\/\/|blob:|data:)/i.test(path)) return openUrl(path, options);
    const opened = openFile(path);
    if (!opened) return openUrl(path, options); // without a file system the path is a URL
    try {
        return { name: path, fresh: true, ...(await opened) };
    } catch (error) {
        throw new ProverError("ERR_READ", `${path}: expected a file that can be read, got ${messageOf(error)}`, {
            cause: error,
        });
    }
}

/** @param {any} url @param {SourceOptions} options @returns {Promise<RawSource>} */
async function fromAddress(url, options) {
    if (url.protocol !== "file:") return openUrl(url.href, options);
    const opened = openFile(url);
    ensure(opened, "ERR_OPTION", () => `${url.href}: expected an address that this host can read, got a file`);
    try {
        return { name: decodeURIComponent(url.pathname), ...(await opened) };
    } catch (error) {
        throw new ProverError("ERR_READ", `${url.href}: expected a file that can be read, got ${messageOf(error)}`, {
            cause: error,
        });
    }
}

/**
 * @param {string} name
 * @param {any} value
 * @param {SourceOptions} options
 * @returns {Promise<RawSource>}
 */
async function open(name, value, options) {
    if (typeof value === "string") return fromText(value, options);
    if (isBytes(value))
        return { name, size: value.length, read: async (offset, length) => value.subarray(offset, offset + length) };
    if (isResponse(value)) return openResponse(value.url || name, value, options);
    if (isBigBuffer(value))
        return {
            name,
            size: value.byteLength,
            read: async (offset, length) => /** @type {Uint8Array} */ (value.slice(offset, offset + length)),
        };
    if (isAddress(value)) return fromAddress(value, options);
    if (isBlob(value))
        return {
            name: value.name || name,
            size: value.size,
            read: async (offset, length) => new Uint8Array(await value.slice(offset, offset + length).arrayBuffer()),
        };
    if (typeof value === "function")
        return {
            name,
            size: checkSize(value.size, name),
            read: async (offset, length) => value(offset, length),
        };
    if (typeof value?.read === "function")
        return {
            name,
            fresh: value.fresh === true,
            size: checkSize(value.size, name),
            read: async (offset, length) => value.read(offset, length),
        };
    throw new ProverError(
        "ERR_OPTION",
        `${name}: expected a path, a Uint8Array, an ArrayBuffer, a Blob, a URL, a Response or a reader (offset, length), got ${describe(value)}`,
    );
}

/** @param {Uint8Array} bytes @returns {Uint8Array} in a buffer of its own */
function own(bytes) {
    const whole =
        bytes.buffer.byteLength === bytes.length &&
        Object.prototype.toString.call(bytes.buffer) === "[object ArrayBuffer]";
    return whole && Object.getPrototypeOf(bytes) === Uint8Array.prototype
        ? bytes
        : Uint8Array.prototype.slice.call(bytes);
}

/**
 * The source that is being opened. If the wait is given up, a source that opens later is closed
 * here, because no caller gets it.
 * @param {Promise<RawSource>} opening
 * @param {(opening: Promise<RawSource>) => Promise<RawSource>} wait - may reject before the opening
 *   settles
 */
async function opened(opening, wait) {
    try {
        return await wait(opening);
    } catch (error) {
        // the caller gets the reason of giving up
        opening.then((late) => late.close?.()).catch(() => {});
        throw error;
    }
}

/**
 * @param {string} name - what the caller calls it, for messages
 * @param {unknown} given
 * @param {SourceOptions} [options]
 * @returns {Promise<Source>} which the caller closes
 */
export async function openSource(name, given, options = {}) {
    const value = bare(given);
    const { signal, readTimeout = Infinity } = options;
    const stalled = (/** @type {string} */ what) =>
        `${name}: expected ${what} within ${readTimeout} ms, got no answer; check where it is read from, or raise readTimeout`;
    const { controller, unlink } = linked(signal);
    const opening = open(name, value, { ...options, signal: controller.signal });
    const raw = await opened(opening, (pending) =>
        orStalled(orAborted(pending, signal), readTimeout, () => stalled("it to open")),
    ).catch((error) => {
        unlink();
        controller.abort(error); // ends reads under way, whose results are not used
        throw error;
    });
    const mutable = isBytes(value);
    return Object.freeze({
        name: raw.name,
        fresh: raw.fresh === true,
        inOrder: raw.inOrder === true,
        size: raw.size,
        version: raw.version,
        async read(
            /** @type {number} */ offset,
            /** @type {number} */ length,
            /** @type {AbortSignal | undefined} */ stop = signal,
        ) {
            if (length === 0) return new Uint8Array(0);
            const where = `${raw.name}: expected ${length} bytes from offset ${offset}`;
            ensure(
                raw.size === undefined || offset + length <= raw.size,
                "ERR_FILE",
                () => `${where}, got the end of the file at ${raw.size}; the file is truncated, fetch it again`,
            );
            let bytes;
            try {
                bytes = await orStalled(orAborted(Promise.resolve(raw.read(offset, length)), stop), readTimeout, () =>
                    stalled(`${length} bytes from offset ${offset}`),
                );
            } catch (error) {
                if (stop?.aborted || error instanceof ProverError) throw error;
                throw new ProverError("ERR_READ", `${where}, got ${messageOf(error)}`, { cause: error });
            }
            ensure(isBytes(bytes), "ERR_READ", () => `${where} as a Uint8Array, got ${describe(bytes)}`);
            ensure(
                bytes.length === length,
                "ERR_FILE",
                () =>
                    `${where}, got ${bytes.length}; the file is truncated, or its reader gives other ranges than it is asked for`,
            );
            return mutable ? copyInTurns(bytes, 0, length) : own(bytes);
        },
        async length(/** @type {number} */ limit) {
            if (!raw.length) return raw.size;
            return orStalled(orAborted(raw.length(limit), signal), readTimeout, () => stalled("its end"));
        },
        async close() {
            unlink();
            controller.abort(new Error(`${raw.name}: closed`));
            await raw.close?.();
        },
    });
}

/**
 * All of a file that is used as a whole, such as a program.
 * @param {Source} source
 * @returns {Promise<Uint8Array>}
 * @throws {ProverError} ERR_LIMIT for one of more than MOST_WHOLE bytes: a server may claim any
 *   length
 */
export async function readWhole(source) {
    const length = await source.length(MOST_WHOLE);
    ensure(length !== undefined, "ERR_OPTION", () => `${source.name}: expected a reader with a size, got one without`);
    ensure(length <= MOST_WHOLE, "ERR_LIMIT", () =>
        `${source.name}: expected a file of at most ${MOST_WHOLE} bytes, got a longer one`);
    return source.read(0, length);
}
