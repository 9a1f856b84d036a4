/**
 * Releases memory before the garbage collector would. A worker that only runs
 * wasm allocates too little on the heap for a collection to start, and would keep
 * all buffers that it was ever sent, which may be as much as the proving key.
 * @module util/host_memory
 */

/** Those that are this thread's own. @param {Iterable<ArrayBufferLike>} buffers */
const ownOf = (buffers) => [...new Set(buffers)].filter(
    (buffer) => Object.prototype.toString.call(buffer) === "[object ArrayBuffer]" && buffer.byteLength > 0,
);

/**
 * Clears buffers of which some may have held a secret: memory that is released keeps what is in it.
 * @param {Iterable<ArrayBufferLike>} buffers - shared and detached ones are left alone
 */
export function clearBuffers(buffers) {
    for (const buffer of ownOf(buffers)) new Uint8Array(buffer).fill(0);
}

/**
 * Releases buffers that are not read again: they are transferred to a port
 * that is closed, which drops messages and what they carry.
 * @param {Iterable<ArrayBufferLike>} buffers - shared and detached ones are left alone
 */
export function freeBuffers(buffers) {
    const own = ownOf(buffers);
    if (own.length === 0 || typeof MessageChannel !== "function") return;
    const { port1, port2 } = new MessageChannel();
    port2.close();
    port1.postMessage(null, /** @type {ArrayBuffer[]} */ (own));
    port1.close();
}

/**
 * Releases bytes that are not read again: in a page a collection would come after hundreds of
 * megabytes.
 * @param {Uint8Array} bytes - left alone if they are a part of a buffer, which may have what others
 *   read
 */
export function freeWhole(bytes) {
    if (bytes.byteLength === bytes.buffer.byteLength) freeBuffers([bytes.buffer]);
}
