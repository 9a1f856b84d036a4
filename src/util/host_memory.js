/**
 * Memory given back before the garbage collector finds it. A worker that only
 * runs wasm allocates too little for a collection to start, and would keep all
 * buffers it was ever sent: as much as the proving key.
 * @module util/host_memory
 */

/**
 * Empties buffers that nobody will read again: they travel to a port that is
 * closed, where messages are dropped with what they carry.
 * @param {Iterable<ArrayBufferLike>} buffers - shared and detached ones are left alone
 */
export function freeBuffers(buffers) {
    const own = [...new Set(buffers)].filter((buffer) => Object.prototype.toString.call(buffer) === "[object ArrayBuffer]" && buffer.byteLength > 0);
    if (own.length === 0 || typeof MessageChannel !== "function") return;
    const { port1, port2 } = new MessageChannel();
    port2.close();
    port1.postMessage(null, /** @type {ArrayBuffer[]} */ (own));
    port1.close();
}
