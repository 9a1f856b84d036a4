/**
 * Bodies of answers.
 * @module files/body
 */

/**
 * The body in network chunks; it is cancelled if the caller stops early.
 * @param {Response} response
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
export async function* bodyChunks(response) {
    if (!response.body) { // a host without streams, or an answer without a body
        yield new Uint8Array(await response.arrayBuffer());
        return;
    }
    const reader = response.body.getReader();
    try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
        reader.cancel().catch(() => {});
    }
}
