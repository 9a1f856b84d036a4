/**
 * Brings bytes to a device through one mapped buffer that is kept. queue.writeBuffer takes new memory for each call,
 * and the system clears that: 64 MiB took 57 to 70 ms with it, and 10 this way (NVIDIA H100, Dawn, Node 20). Node 20
 * also ends with a fault if writeBuffer is handed shared memory.
 * @module gpu/upload
 */
export type Uploader = {
    write: (buffer: any, bytes: Uint8Array) => Promise<void>;
    forget: () => Promise<void>;
};
/** @typedef {{ write: (buffer: any, bytes: Uint8Array) => Promise<void>, forget: () => Promise<void> }} Uploader */
/**
 * @param {any} device - GPUDevice
 * @returns {Uploader} write: bytes may be shared, and are a multiple of 4; forget: clears what write has left behind
 */
export declare function createUploader(device: any): Uploader;
