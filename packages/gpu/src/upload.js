/**
 * Uploads bytes to a device through one mapped buffer that is kept. queue.writeBuffer takes new
 * memory for each call, which the system has to clear: 64 MiB took 57 to 70 ms with it, and 10 ms
 * this way (NVIDIA H100, Dawn, Node 20). Besides, Node 20 crashes if writeBuffer is given shared
 * memory.
 * @module gpu/upload
 */

/** Flags of WebGPU: their names are on a global that Node does not have. */
const MAP_WRITE = 2, COPY_SRC = 4, WRITE = 2;

/** Bytes of the buffer. 4 to 16 MiB took the same time, 64 MiB took longer. */
const STAGING = 1 << 24;

/** Fewer bytes are not worth the wait for a mapping. */
const SHORT = 1 << 18;

/**
 * @typedef {{ write: (buffer: any, bytes: Uint8Array) => Promise<void>, forget: () => Promise<void>
 *   }} Uploader
 */

/**
 * @param {any} device - GPUDevice
 * @returns {Uploader} write: the bytes may be shared, and their number is a multiple of 4; forget:
 *   clears what write has left behind
 */
export function createUploader(device) {
    /** @type {any} */
    let staging;
    let left = 0;
    const fill = async (/** @type {(memory: Uint8Array) => void} */ change) => {
        staging ??= device.createBuffer({ size: STAGING, usage: MAP_WRITE | COPY_SRC, label: "staging" });
        await staging.mapAsync(WRITE);
        change(new Uint8Array(staging.getMappedRange()));
        staging.unmap();
    };
    return {
        async write(buffer, bytes) {
            if (bytes.length <= SHORT) {
                // a copy, which is not shared
                device.queue.writeBuffer(buffer, 0, new Uint8Array(bytes));
                return;
            }
            for (let at = 0; at < bytes.length; at += STAGING) {
                const part = bytes.subarray(at, at + STAGING);
                await fill((memory) => memory.set(part));
                left = Math.max(left, part.length);
                const encoder = device.createCommandEncoder();
                encoder.copyBufferToBuffer(staging, 0, buffer, at, part.length);
                device.queue.submit([encoder.finish()]);
            }
        },
        async forget() {
            if (left) await fill((memory) => memory.fill(0, 0, left));
            left = 0;
        },
    };
}
