/**
 * How a job refers to files: by path or URL, with the hash of their bytes; small files are part of
 * the job itself. The submitter's references are read and checked here.
 * @module server/references
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import { URL } from "node:url";
import {
    describe, ensure, errorCode, isBytes, orAborted, ProverError, ReadCache,
} from "../../../src/internal/server.js";
import { ADDRESS, openIn } from "./allowlist.js";

/**
 * The members of a FileHandle of node:fs/promises that are used: callers may lack the types of
 * Node.
 * @typedef {object} OpenFile
 * @property {() => Promise<{ dev: number, ino: number, size: number, mtimeMs: number, ctimeMs:
 *   number }>} stat
 * @property {(options: { start: number, autoClose: boolean, signal?: AbortSignal }) =>
 *   AsyncIterable<any>} createReadStream
 * @property {() => Promise<void>} close
 */

/**
 * A reference to a file in a job.
 * @typedef {Readonly<{ url: string, sha256: string } | { path: string, sha256: string } | { bytes:
 *   string }>} Reference bytes: base64
 */

/**
 * A reference from the submitter: a path (whose file is hashed now, unless its sha256 is given), a
 * URL with the sha256 of its content, or bytes.
 * @typedef {{ url: string | { href: string }, sha256: string }} Address
 * @typedef {string | Uint8Array | { path: string, sha256?: string } | Address | { bytes: string }}
 *   ReferenceLike
 */

const SHA256 = /^[0-9a-f]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @param {Uint8Array} bytes @returns {string} */
export const sha256Of = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The hash of the file that a reference names. @param {Reference} reference @returns {string} */
export const hashNamed = (reference) =>
    ("bytes" in reference ? sha256Of(Buffer.from(reference.bytes, "base64")) : reference.sha256);

/** @param {OpenFile} file @param {AbortSignal} [signal] - of Node @returns {Promise<string>} */
export async function sha256OfFile(file, signal) {
    const hash = createHash("sha256");
    const options = { start: 0, autoClose: false, ...(signal && { signal }) };
    for await (const chunk of file.createReadStream(options)) hash.update(chunk);
    return hash.digest("hex");
}

/**
 * @param {OpenFile} file
 * @returns {Promise<string>} changes if the file is written to, even if its owner resets the time
 *   of the last write
 */
async function identityOf(file) {
    const { dev, ino, size, mtimeMs, ctimeMs } = await file.stat();
    return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** How many hashes are remembered. */
const HASHES = 1000;

/** Remembers the hashes of files, by their identity. */
export function createHashes() {
    /** @type {ReadCache<string, string>} */
    const known = new ReadCache({ most: HASHES });
    /** @type {WeakMap<OpenFile, Promise<unknown>>} */
    const reading = new WeakMap();
    return {
        /** @param {OpenFile} file @param {AbortSignal} [signal] @returns {Promise<string>} */
        async of(file, signal) {
            // without the caller's signal, because others may wait for the same file
            const load = () => {
                const hash = sha256OfFile(file);
                reading.set(file, hash.catch(() => {}));
                return hash;
            };
            return orAborted(known.read(await identityOf(file), { load }), signal);
        },
        /**
         * Closes the file, once its hash is done: others may wait for it.
         * @param {OpenFile} file
         */
        async close(file) {
            await reading.get(file);
            await file.close();
        },
    };
}

/** @typedef {ReturnType<typeof createHashes>} Hashes */

/** @param {string} what @param {string} expected @param {string} got @returns {never} */
const refuse = (what, expected, got) => {
    throw new ProverError("ERR_OPTION", `${what}: expected ${expected}, got ${got}`);
};

/** @param {string} what @param {unknown} hash @returns {string} */
function checkHash(what, hash) {
    if (typeof hash !== "string" || !SHA256.test(hash))
        refuse(what, "sha256 as 64 small hexadecimal digits", describe(hash));
    return /** @type {string} */ (hash);
}

/** @param {string} what @param {any} address @param {unknown} sha256 */
function readAddress(what, address, sha256) {
    if (sha256 === undefined) refuse(what, "an address with its sha256, as { url, sha256 }", "none");
    const text = typeof address === "string" ? address : address.href;
    if (!isAddress(text)) refuse(what, "an http(s) address", "another text");
    return { url: new URL(text).href, sha256: checkHash(what, sha256) };
}

/**
 * @param {string} what
 * @param {string} path
 * @param {unknown} sha256
 * @param {{ hashes: Hashes, allow?: readonly string[] }} options
 */
async function readPath(what, path, sha256, { hashes, allow }) {
    const full = resolve(path);
    if (sha256 !== undefined) return { path: full, sha256: checkHash(what, sha256) };
    try {
        const { file } = await openIn(what, full, allow);
        try {
            return { path: full, sha256: await hashes.of(file) };
        } finally {
            await hashes.close(file);
        }
    } catch (error) {
        const code = errorCode(error);
        throw code === "ERR_OPTION" ? error : new ProverError(
            "ERR_READ", `${what}: expected a file that can be read, or its sha256, got ${code ?? "an error"}`,
        );
    }
}

/** @param {string} what @param {number} size @param {number} inline */
function checkSize(what, size, inline) {
    ensure(
        size <= inline,
        "ERR_LIMIT",
        () => `${what}: expected at most ${inline} bytes inside a job, got ${size}; give a path or an address`,
    );
}

/**
 * @param {string} what - what the file is, for messages
 * @param {any} value - a ReferenceLike
 * @param {{ hashes: Hashes, inline: number, allow?: readonly string[] }} options - inline: the most
 *   bytes that may be part of the job; allow: locations where a file may be read now, to hash it
 * @returns {Promise<Reference>}
 * @throws {ProverError} ERR_OPTION, ERR_LIMIT, ERR_READ; the messages have no URLs and no contents
 */
export async function readReference(what, value, options) {
    const { inline } = options;
    if (typeof value === "string")
        return ADDRESS.test(value)
            ? readAddress(what, value, undefined)
            : readPath(what, value, undefined, options);
    if (isBytes(value)) {
        checkSize(what, value.length, inline);
        return { bytes: Buffer.from(value.buffer, value.byteOffset, value.length).toString("base64") };
    }
    const { path, url, bytes, sha256 } = Object(value);
    if (typeof path === "string" && path !== "") return readPath(what, path, sha256, options);
    if (typeof url === "string" || typeof url?.href === "string") return readAddress(what, url, sha256);
    if (typeof bytes === "string" && BASE64.test(bytes)) {
        checkSize(what, Buffer.byteLength(bytes, "base64"), inline);
        return { bytes };
    }
    return refuse(what, "a path, { url, sha256 }, { path, sha256 } or bytes", describe(value));
}

/**
 * Is this a reference in the form that jobs have? Anything may come from Redis.
 * @param {any} value
 * @returns {value is Reference}
 */
export function isReference(value) {
    const { path, url, bytes, sha256 } = Object(value);
    if ([path, url, bytes].filter((one) => one !== undefined).length !== 1) return false;
    if (bytes !== undefined) return typeof bytes === "string" && BASE64.test(bytes);
    return typeof sha256 === "string" && SHA256.test(sha256) && (path === undefined ? isAddress(url) : isPath(path));
}

/** @param {unknown} url */
export const isAddress = (url) => typeof url === "string" && ADDRESS.test(url) && URL.canParse(url);

/** @param {unknown} path */
export const isPath = (path) => typeof path === "string" && isAbsolute(path) && !path.includes("\0");
