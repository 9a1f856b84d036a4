/**
 * References of a job to files, by path or URL, with the hash of their bytes; small files are part of the job itself.
 * The submitter's references are read and checked here.
 * @module queue/references
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { URL } from "node:url";
import { orAborted } from "../files/stop.js";
import { isBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { ensure, ProverError } from "./errors.js";

/**
 * A reference to a file in a job.
 * @typedef {Readonly<{ url: string, sha256: string } | { path: string, sha256: string } | { bytes: string }>} Reference
 *   bytes: base64
 */

/**
 * A reference by the submitter: a path (which is hashed now, unless its sha256 is given), a URL with the sha256 of its
 * content, or bytes.
 * @typedef {{ url: string | { href: string }, sha256: string }} Address
 * @typedef {string | Uint8Array | { path: string, sha256?: string } | Address | { bytes: string }} ReferenceLike
 */

const ADDRESS = /^https?:\/\//i;
const SHA256 = /^[0-9a-f]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @param {Uint8Array} bytes @returns {string} */
export const sha256Of = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** @param {string} path @returns {Promise<string>} */
async function sha256OfFile(path) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash);
    return hash.digest("hex");
}

/** @param {string} path @returns {Promise<string>} changes if the file is replaced or written to */
export async function identityOf(path) {
    const { dev, ino, size, mtimeMs } = await stat(path);
    return `${path}:${dev}:${ino}:${size}:${mtimeMs}`;
}

/** Remembers the hashes of files, by their identity. */
export function createHashes() {
    /** @type {Map<string, Promise<string>>} */
    const known = new Map();
    return {
        /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<string>} */
        async of(path, signal) {
            const identity = await identityOf(path);
            let hash = known.get(identity);
            if (!hash) { // without the caller's signal, because others may wait for the same file
                hash = sha256OfFile(path);
                known.set(identity, hash);
                hash.catch(() => known.delete(identity));
                for (const old of known.keys()) { // the oldest are dropped first
                    if (known.size <= HASHES) break;
                    known.delete(old);
                }
            }
            return orAborted(hash, signal);
        },
    };
}

/** How many hashes are remembered. */
const HASHES = 1000;

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
    const text = String(address);
    if (!ADDRESS.test(text) || !URL.canParse(text)) refuse(what, "an http(s) address", "another text");
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
    checkAllowed(what, { path: full, sha256: "" }, allow); // before it is opened: a refusal says nothing about a file
    const hash = await hashes.of(full).catch((error) => {
        throw new ProverError("ERR_READ", `${what}: expected a file that can be read, or its sha256, got ${error.code}`);
    });
    return { path: full, sha256: hash };
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
 * @param {{ hashes: Hashes, inline: number, allow?: readonly string[] }} options - inline: bytes that may be part of
 *   the job; allow: places that may be read now, to hash a file
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
        checkSize(what, Math.floor((bytes.length * 3) / 4), inline);
        return { bytes };
    }
    return refuse(what, "a path, { url, sha256 }, { path, sha256 } or bytes", describe(value));
}

/**
 * Checks that a place may be read. A folder allows everything in it, a URL all URLs that begin with it.
 * @param {string} what
 * @param {Reference} reference
 * @param {readonly string[] | undefined} allow - undefined allows every place
 * @throws {ProverError} ERR_OPTION
 */
export function checkAllowed(what, reference, allow) {
    if (allow === undefined || "bytes" in reference) return;
    const ok = allow.some((place) =>
        "url" in reference
            ? ADDRESS.test(place) && URL.canParse(place) && isUnder(new URL(place), new URL(reference.url))
            : !ADDRESS.test(place) && `${resolve(reference.path)}`.startsWith(withSlash(resolve(place))));
    ensure(
        ok,
        "ERR_OPTION",
        () => `${what}: expected a file in one of the ${allow.length} places that are allowed, got another`,
    );
}

/** @param {string} folder */
const withSlash = (folder) => (folder.endsWith(sep) ? folder : folder + sep);

/** @param {URL} place @param {URL} address */
const isUnder = (place, address) =>
    place.origin === address.origin && address.username === "" && address.password === "" &&
    (address.pathname === place.pathname ||
        address.pathname.startsWith(place.pathname.endsWith("/") ? place.pathname : `${place.pathname}/`));
