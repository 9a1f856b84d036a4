/**
 * Files behind an address: ranges where the server gives them, the whole body where not.
 * @module prover/source_http
 */
import { request } from "../util/host.js";
import { messageOf, ProverError } from "./errors.js";

/** @import { RawSource, SourceOptions } from "./source.js" */

/** Asked for first: header and section table of most files lie here. */
const HEAD = 1 << 16;

/** @param {string} name @param {string} expected @param {unknown} got @param {unknown} [cause] */
const failure = (name, expected, got, cause) => new ProverError("ERR_READ", `${name}: expected ${expected}, got ${got}`, cause ? { cause } : undefined);

/**
 * @param {string} name
 * @param {Record<string, string>} headers
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function get(name, headers, signal) {
    let response;
    try {
        response = await request(name, { headers, signal });
    } catch (error) {
        if (signal?.aborted) throw error;
        const cause = /** @type {any} */ (error)?.cause;
        throw failure(name, "an answer", messageOf(error) + (cause ? `: ${messageOf(cause)}` : ""), error);
    }
    if (response.status !== 206 && response.status !== 200) {
        await response.body?.cancel();
        throw failure(name, "the file", `HTTP status ${response.status}`);
    }
    return response;
}

/** @param {Response} response @returns {{ from: number, to: number, size: number } | undefined} what a 206 carries, if it says so and nothing was recoded on the way */
function contentRange(response) {
    const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
    const encoding = response.headers.get("content-encoding");
    if (response.status !== 206 || !match || (encoding && encoding !== "identity")) return undefined;
    return { from: Number(match[1]), to: Number(match[2]) + 1, size: Number(match[3]) };
}

/**
 * The body piece by piece, so that no piece has to be larger than the engine's largest array.
 * @param {string} name
 * @param {Response} response
 * @returns {Promise<RawSource>}
 */
async function whole(name, response) {
    /** @type {{ at: number, bytes: Uint8Array }[]} */
    const pieces = [];
    let size = 0;
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        const bytes = /** @type {Uint8Array} */ (value);
        pieces.push({ at: size, bytes });
        size += bytes.length;
    }
    return { name, size, read: async (offset, length) => gather(pieces, offset, length) };
}

/** @param {{ at: number, bytes: Uint8Array }[]} pieces @param {number} offset @param {number} length */
function gather(pieces, offset, length) {
    const out = new Uint8Array(length);
    let low = 0, high = pieces.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (pieces[middle].at <= offset) low = middle;
        else high = middle;
    }
    for (let i = low; i < pieces.length && pieces[i].at < offset + length; i++) {
        const { at, bytes } = pieces[i];
        const from = Math.max(0, offset - at);
        out.set(bytes.subarray(from, Math.min(bytes.length, offset + length - at)), at + from - offset);
    }
    return out;
}

/**
 * @param {string} name - the address
 * @param {SourceOptions} options
 * @returns {Promise<RawSource>}
 */
export async function openUrl(name, { signal }) {
    const first = await get(name, { Range: `bytes=0-${HEAD - 1}` }, signal);
    const range = contentRange(first);
    if (!range || range.from !== 0) {
        if (first.status === 200) return whole(name, first);
        await first.body?.cancel();
        return whole(name, await get(name, {}, signal)); // a 206 that does not say what it is
    }
    const head = new Uint8Array(await first.arrayBuffer());
    const tag = first.headers.get("etag");
    // Only a strong tag may stand in If-Range; with it a file that changed meanwhile comes whole, status 200.
    /** @type {Record<string, string>} */
    const condition = tag && !tag.startsWith("W/") ? { "If-Range": tag } : {};
    const { size } = range;
    return {
        name, size,
        async read(offset, length) {
            if (offset + length <= head.length) return head.subarray(offset, offset + length);
            const response = await get(name, { Range: `bytes=${offset}-${offset + length - 1}`, ...condition }, signal);
            const got = contentRange(response);
            if (!got || got.from !== offset || got.size !== size) {
                await response.body?.cancel();
                throw failure(name, `bytes ${offset} to ${offset + length} of ${size}`, got ? `bytes ${got.from} to ${got.to} of ${got.size}; the file changed meanwhile` : "the whole file; it changed meanwhile, or the server stopped giving ranges");
            }
            return new Uint8Array(await response.arrayBuffer());
        },
    };
}
