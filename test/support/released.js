/** Memory that is released by hand (util/host_memory.js). */

/**
 * @template T
 * @param {() => Promise<T>} call
 * @returns {Promise<{ result: T, released: number[] }>} released: bytes of each buffer on this thread, in order
 */
export async function withReleased(call) {
    const { postMessage } = MessagePort.prototype, released = [];
    MessagePort.prototype.postMessage = function (message, transfers) {
        if (message === null) released.push(...transfers.map(({ byteLength }) => byteLength));
        return postMessage.call(this, message, transfers);
    };
    try {
        return { result: await call(), released };
    } finally {
        MessagePort.prototype.postMessage = postMessage;
    }
}
