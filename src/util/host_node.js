/**
 * The host as Node, Deno and Bun give it.
 *
 * Workers come from `node:worker_threads` through our own thin adapter and not
 * through the package `web-worker`, which has no `unref` (see docs/decisions.md).
 * @module util/host_node
 */
import { Worker } from "node:worker_threads";
import { constants, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import * as os from "node:os";
import { performance } from "node:perf_hooks";
import * as util from "node:util";
// not the globals of the realm: test runners fake them, or imitate those of a page
import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { secretBytes } from "./bytes.js";
import { webRandomBytes } from "./host_crypto.js";
import { adoptWorker } from "./host_worker.js";
import { readInto } from "./host_files.js";
import { fetchUntil } from "./signals.js";

export { createFile, sameFile } from "./host_files.js";

/** @import { HostFile, HostHash, Timer, WorkerHandle, WorkerHandlers, WorkerRequest } from "./host_types.js" */

/**
 * Gives the worker its port as a global: source that runs from a string cannot `import`, and Node
 * 20.0 does not have `process.getBuiltinModule` yet.
 */
const PORT =
    'globalThis.ffturboPort = (typeof require === "function" ? require : process.getBuiltinModule)("node:worker_threads").parentPort;\n';

/** @returns {boolean} whether this host can start workers at all */
export const hasWorkers = () => typeof Worker === "function";

/** Ways to start a worker from source, in the order to try them. */
export const workerForms = () => Object.freeze(["eval"]);

/** Ways to start a worker from a file. */
export const workerUrlForms = () => Object.freeze(["url"]);

/**
 * Does this host reliably report workers that fail to start? If so, no answer only means that the
 * machine is busy.
 */
export const reportsWorkerExit = () => true;

/**
 * @param {WorkerRequest & WorkerHandlers} request
 * @returns {WorkerHandle}
 */
export function createWorker({ source, url, name, onMessage, onError, onExit }) {
    const code = url === undefined ? source : `import(${JSON.stringify(String(url))});`;
    // execArgv: the flags of the program (loaders, --import, --input-type) are not meant for this
    // source. stdout, stderr: our workers print nothing, and each that is connected adds listeners
    // to the program's streams.
    const worker = new Worker(PORT + code, { eval: true, execArgv: [], name, stdout: true, stderr: true });
    return adoptWorker(worker, { onMessage, onError, onExit });
}

/**
 * The same as util/inflate, natively: in a process that has just started, a base module takes 1 ms
 * here and 15 ms there. zlib is looked up at the first use, so that programs that build no curve do
 * not load it.
 * @param {string} text - base64; or, in the bundle of the command, "file:" and a path or "data:,"
 *   and plain bytes, because loading zlib alone takes 5 ms
 * @param {number} offset - where the DEFLATE stream starts in it
 * @returns {Uint8Array | undefined} undefined when this host cannot inflate, or the text is not
 *   valid
 */
export function inflateText(text, offset) {
    if (text.startsWith("file:")) return new Uint8Array(readFileSync(text.slice(5)));
    if (text.startsWith("data:,")) return new Uint8Array(Buffer.from(text.slice(6), "base64"));
    try {
        const zlib = process.getBuiltinModule("node:zlib"); // Node 20.16
        return new Uint8Array(zlib.inflateRawSync(Buffer.from(text, "base64").subarray(offset)));
    } catch {
        return undefined;
    }
}

/**
 * Raw DEFLATE of bytes.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array | undefined>} undefined where the host has none
 */
export async function deflate(bytes) {
    const zlib = process.getBuiltinModule?.("node:zlib"); // Node 20.16
    if (!zlib) return undefined;
    return new Promise((resolve, reject) => {
        zlib.deflateRaw(bytes, { level: 9 }, (error, result) =>
            (error ? reject(error) : resolve(new Uint8Array(result))));
    });
}

/**
 * The opposite, natively.
 * @param {Uint8Array} bytes
 * @param {number} length - of the result
 * @returns {Uint8Array | undefined} undefined where the host has none, and for what is damaged,
 *   which util/inflate.js refuses
 */
export function inflateHere(bytes, length) {
    try {
        const { inflateRawSync } = process.getBuiltinModule("node:zlib");
        const options = { maxOutputLength: length + 1, info: true };
        // any: what info: true gives is not in the types
        const { buffer, engine } = /** @type {any} */ (inflateRawSync(bytes, options));
        const all = buffer.length === length && engine.bytesWritten === bytes.length;
        return all ? new Uint8Array(buffer) : undefined;
    } catch {
        return undefined;
    }
}

/**
 * The system hashes in parts, see nativeHash.
 * @type {(bytes: Uint8Array) => Promise<Uint8Array> | undefined}
 */
export const digestHere = () => undefined;

/**
 * Memory that all threads share.
 * @param {number} length - bytes
 * @returns {SharedArrayBuffer | undefined} undefined where the realm has none
 */
export const sharedBuffer = (length) =>
    typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(length) : undefined;

/** Threads that this process may use, with the limits of containers and affinity masks applied. */
export const hardwareConcurrency = () => (os.availableParallelism?.() ?? os.cpus().length) || 2;

/**
 * node:crypto is loaded at the first call: it takes 9 ms to load on Node 26, and most of a proof
 * does not need it.
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the system
 */
export function randomBytes(n) {
    const native = process.getBuiltinModule?.("node:crypto"); // Node 20.16
    return native ? native.randomFillSync(secretBytes(n)) : webRandomBytes(n);
}

/**
 * A hash function of the system, which is ten times as fast as one in JavaScript.
 * @param {"blake2b512" | "sha256"} name
 * @returns {HostHash | undefined} undefined where the system has none of this name
 */
export function nativeHash(name) {
    try {
        return process.getBuiltinModule("node:crypto").createHash(name);
    } catch {
        return undefined;
    }
}

/**
 * @param {string} name
 * @returns {string | undefined} undefined when it is not set, and where reading is forbidden (Deno)
 */
export function env(name) {
    try {
        return process.env[name];
    } catch {
        return undefined;
    }
}

/** Settles after waiting timers and I/O have run. @returns {Promise<void>} */
export const yieldToEventLoop = () => new Promise((resolve) => { setImmediate(resolve); });

/** Milliseconds since some fixed moment, for differences only. */
export const now = () => performance.now();

/**
 * @param {number} ms
 * @param {() => void} callback
 * @returns {Timer}
 */
export function startTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return Object.freeze({
        cancel: () => clearTimeout(timer),
        ref: () => {
            timer.ref();
        },
        unref: () => {
            timer.unref();
        },
    });
}

/** Bytes of the longest single read: libuv takes an i32. */
const LONGEST_READ = 2 ** 30;

/** @typedef {import("node:fs/promises").FileHandle} FileHandle */

/**
 * Closes files that callers forgot. From Node 26 on a collected FileHandle ends the process, so
 * handles are kept until what reads from them is collected.
 * @type {FinalizationRegistry<FileHandle>}
 */
const forgotten = new FinalizationRegistry((file) => { file.close().catch(() => {}); });

/**
 * @param {{ file: FileHandle }} held - not the file alone, which would be closed before the end of
 *   a long read
 * @param {number} offset
 * @param {number} length
 * @returns {Promise<Uint8Array>} shorter at the end of the file; what a read that fails has got is
 *   cleared
 */
export async function readRange(held, offset, length) {
    // not from the pool, and not cleared first
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
    let done = 0;
    try {
        while (done < length) {
            const wanted = Math.min(LONGEST_READ, length - done);
            const { bytesRead } = await readInto(held.file, bytes, done, wanted, offset + done);
            if (bytesRead === 0) return bytes.subarray(0, done);
            done += bytesRead;
        }
    } catch (error) {
        bytes.fill(0);
        throw error;
    }
    return bytes;
}

/**
 * @param {string | URL} path
 * @returns {Promise<HostFile> | null}
 */
export function openFile(path) {
    return openPlain(path);
}

/** @param {string | URL} path @returns {Promise<HostFile>} */
async function openPlain(path) {
    // O_NONBLOCK: a FIFO without a writer would block its thread, and so the end of the process,
    // forever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
        const stats = await file.stat();
        if (!stats.isFile()) throw new Error(stats.isDirectory() ? "a folder" : "something that is not a plain file");
        const held = { file };
        forgotten.register(held, file, held);
        return {
            size: stats.size,
            read: (offset, length) => readRange(held, offset, length),
            close: () => {
                forgotten.unregister(held);
                return held.file.close();
            },
        };
    } catch (error) {
        await file.close();
        throw error;
    }
}

/**
 * The fetch of an imitated page may be that of Node, which takes no signals but those of Node.
 * @param {string} address
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export const request = (address, init) => fetchUntil(address, init, () => util.transferableAbortController?.());

/** There are none. @type {() => boolean} */
export const hasServiceWorker = () => false;
