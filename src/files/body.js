/**
 * Bodies of answers.
 * @module files/body
 */
import { freeBuffers } from "../util/host_memory.js";
import { bodyOver } from "../util/signals.js";

/**
 * Bytes of the buffer that all chunks of a body come in, where the host fills one that it is given.
 */
const CHUNK = 1 << 18;

/**
 * Chunks in one buffer: new ones would fill the memory of a page, where a collection comes after
 * hundreds of megabytes.
 * @param {ReadableStreamBYOBReader} reader
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* intoOne(reader) {
    let buffer = new ArrayBuffer(CHUNK);
    for (;;) {
        const { value, done } = await reader.read(new Uint8Array(buffer));
        if (value) ({ buffer } = value);
        if (done) break;
        yield value;
    }
    freeBuffers([buffer]);
}

/**
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* asTheyCome(reader) {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @returns {ReadableStreamBYOBReader | undefined} of bytes, not of objects
 */
function byteReader(body) {
    try {
        return body.getReader({ mode: "byob" });
    } catch {
        return undefined;
    }
}

/**
 * The body in network chunks; it is cancelled if the caller stops early.
 * @param {Response} response
 * @returns {AsyncGenerator<Uint8Array, void>} a chunk is only there until the next one is asked for
 */
export async function* bodyChunks(response) {
    try {
        if (response.body) yield* streamChunks(response.body);
        // a host without streams, or an answer without a body
        else yield new Uint8Array(await response.arrayBuffer());
    } finally {
        bodyOver(response);
    }
}

/** @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<Uint8Array, void>} */
async function* streamChunks(body) {
    const bytes = byteReader(body);
    const reader = bytes ?? body.getReader();
    try {
        yield* bytes ? intoOne(bytes) : asTheyCome(/** @type {ReadableStreamDefaultReader<Uint8Array>} */ (reader));
    } finally {
        reader.cancel().catch(() => {});
    }
}

/** Releases the connection of an answer that is not wanted. @param {Response} response */
export function release(response) {
    response.body?.cancel().catch(() => {});
    bodyOver(response);
}
