/**
 * The servers of a delegated proof: who they are, and one exchange with each. They may be anybody:
 * an answer is taken only if it has exactly the bytes that were asked for, in time.
 * @module delegate/servers
 */
import {
    bodyChunks, decodeText, describe, ensure, linked, orAborted, parseAddress, ProverError, reasonOf, release, request,
    startDeadline,
} from "../../../../src/internal/keys_delegate.js";

/**
 * Where a server finds the key: a path of its own, or an address that it may read from.
 * @typedef {{ path: string, sha256?: string } | { url: string, sha256: string }} KeyReference
 */

/**
 * @typedef {object} Server
 * @property {string | { href: string }} url - of `ffturbo serve`, without `/delegate`
 * @property {string} token - of a tenant
 * @property {KeyReference} zkey
 */

/**
 * What is known of a server.
 * @typedef {Readonly<{ name: string, origin: string, url: string, token: string }>} Known
 */

/** Names of hosts that are this machine. */
const HERE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the caller takes a risk. @typedef {"refuse" | "allow"} Choice */

const isText = (/** @type {unknown} */ v) => typeof v === "string" && v !== "";

/** @param {string} where @param {any} zkey @returns {string} the query */
function readKey(where, zkey) {
    const { path, url, sha256 } = Object(zkey);
    ensure(
        isText(path) !== isText(url) && (isText(path) || isText(sha256)),
        "ERR_OPTION",
        () => `${where}: expected zkey to be { path } or { url, sha256 } of the key as the server finds it, got ${describe(zkey)}`,
    );
    ensure(
        sha256 === undefined || (typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256)),
        "ERR_OPTION",
        () => `${where}: expected sha256 as 64 small hexadecimal digits, got ${describe(sha256)}`,
    );
    const key = isText(path) ? `path=${encodeURIComponent(path)}` : `url=${encodeURIComponent(url)}`;
    return sha256 === undefined ? key : `${key}&sha256=${encodeURIComponent(sha256)}`;
}

/** @param {string} where @param {any} server @param {Choice} plainHttp @returns {Known} */
function readServer(where, server, plainHttp) {
    const { url, token, zkey } = Object(server);
    const address = parseAddress(url?.href ?? url);
    ensure(address, "ERR_OPTION", () => `${where}: expected url to be an http(s) address, got ${describe(url)}`);
    const { origin, pathname, protocol, hostname, username, password } = address;
    ensure(
        username === "" && password === "",
        "ERR_OPTION",
        () => `${where}: expected an address without a password, got one with it; give the token as token`,
    );
    ensure(
        protocol === "https:" || HERE.test(hostname) || plainHttp === "allow",
        "ERR_OPTION",
        () => `${where}: expected https, got ${origin}: whoever sees what both servers get sees the witness; plainHttp: "allow" permits it`,
    );
    ensure(
        typeof token === "string" && /^[\x21-\x7e]{1,512}$/.test(token),
        "ERR_OPTION",
        () => `${where}: expected token to be 1 to 512 visible characters, got ${typeof token === "string" ? "others" : describe(token)}`,
    );
    const query = readKey(where, zkey);
    const base = `${origin}${pathname.replace(/\/$/, "")}`;
    return Object.freeze({ name: `server ${base}`, origin, url: `${base}/delegate?${query}`, token });
}

/**
 * @param {string} where
 * @param {unknown} servers
 * @param {{ sameOrigin: Choice, plainHttp: Choice }} allowed
 * @returns {[Known, Known]}
 * @throws {ProverError} ERR_OPTION
 */
export function readServers(where, servers, { sameOrigin, plainHttp }) {
    ensure(
        Array.isArray(servers) && servers.length === 2,
        "ERR_OPTION",
        () => `${where}: expected servers to be a list of two, got ${Array.isArray(servers) ? servers.length : describe(servers)}`,
    );
    const [one, other] = servers.map((server, i) => readServer(`${where}: servers[${i}]`, server, plainHttp));
    ensure(
        one.origin !== other.origin || sameOrigin === "allow",
        "ERR_OPTION",
        () => `${where}: expected two servers that do not know each other, got ${one.origin} twice: together they see the witness; sameOrigin: "allow" permits it`,
    );
    return [one, other];
}

/** Bytes of an answer that is an error, of which its message is shown. */
const MOST_ERROR = 4096;

/** @param {Known} server @param {string} expected @param {string} got @param {unknown} [cause] */
const failure = ({ name }, expected, got, cause) =>
    new ProverError("ERR_READ", `${name}: expected ${expected}, got ${got}`, cause === undefined ? undefined : { cause });

/**
 * The body of an answer.
 * @param {Response} response
 * @param {number} most
 * @returns {Promise<{ bytes: Uint8Array, more: boolean }>} more: it has more than these bytes,
 *   which are not read
 */
async function bodyOf(response, most) {
    const bytes = new Uint8Array(most);
    let size = 0;
    for await (const chunk of bodyChunks(response)) {
        if (size + chunk.length > most) return { bytes, more: true };
        bytes.set(chunk, size);
        size += chunk.length;
    }
    return { bytes: bytes.subarray(0, size), more: false };
}

/**
 * What a server says of its refusal: it may say anything.
 * @param {Response} response
 * @returns {Promise<string>}
 */
async function complaintOf(response) {
    try {
        const { bytes } = await bodyOf(response, MOST_ERROR);
        const { message } = JSON.parse(decodeText(bytes)).error;
        return typeof message === "string" ? `: ${message.replace(/[^\x20-\x7e]+/g, " ").slice(0, 300)}` : "";
    } catch {
        return "";
    }
}

/** @param {Known} server @param {Response} response @throws {ProverError} */
async function checkStatus(server, response) {
    const { status, type } = response;
    if (status === 200) return;
    if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
        release(response);
        throw failure(server, "four points", "a redirect, which is not followed");
    }
    throw failure(server, "four points", `HTTP status ${status}${await complaintOf(response)}`);
}

/**
 * Sends a share, and returns the answer.
 * @param {Known} server
 * @param {Uint8Array} share
 * @param {{ size: number, timeout: number, signal: AbortSignal }} options - size: bytes of the
 *   answer
 * @returns {Promise<Uint8Array>}
 * @throws {ProverError} ERR_READ
 */
export async function askServer(server, share, { size, timeout, signal: outer }) {
    const { controller, unlink } = linked(outer), { signal } = controller, { url, token } = server;
    const cancel = startDeadline(timeout, () =>
        controller.abort(failure(server, `an answer within ${timeout} ms`, "none")));
    const exchange = async () => {
        const response = await request(url, {
            method: "POST", redirect: "manual", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
            body: /** @type {BodyInit} */ (share), signal,
        });
        await checkStatus(server, response);
        const { bytes, more } = await bodyOf(response, size);
        if (more || bytes.length !== size)
            throw failure(server, `an answer of ${size} bytes`, more ? "more" : `${bytes.length}`);
        return bytes;
    };
    try {
        return await orAborted(exchange(), signal); // a host's fetch may be late to notice an abort
    } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (error instanceof ProverError) throw error;
        throw failure(server, "an answer", reasonOf(error), error);
    } finally {
        cancel();
        unlink();
        controller.abort(); // ends what is left of the exchange
    }
}
