/**
 * The host as Node, Deno and Bun give it.
 *
 * Workers come from `node:worker_threads` through a thin adapter of our own
 * and not through the package `web-worker`, because that has no `unref` (an
 * idle pool would keep the program alive), no exit event (a killed worker
 * would never be noticed), and on Deno and Bun dispatches again the error
 * event of the host, which throws there.
 * @module util/host_node
 */
import { Worker } from "node:worker_threads";
import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import * as os from "node:os";
import { performance } from "node:perf_hooks";
import { clearTimeout, setImmediate, setTimeout } from "node:timers"; // not those of the realm: test runners fake them, or imitate a page's
import { webRandomBytes } from "./host_crypto.js";
import { adoptWorker } from "./host_worker.js";

/** @import { HostFile, Timer, WorkerHandle, WorkerHandlers, WorkerRequest } from "./host_types.js" */

/** Hands the port to the worker under one name: a string has no `import`, and `process.getBuiltinModule` is younger than Node 20.0. */
const PORT = 'globalThis.ffturboPort = (typeof require === "function" ? require : process.getBuiltinModule)("node:worker_threads").parentPort;\n';

/** @returns {boolean} whether this host can start workers at all */
export const hasWorkers = () => typeof Worker === "function";

/** Ways to start a worker from source, in the order to try them. */
export const workerForms = () => Object.freeze(["eval"]);

/** Ways to start a worker from a file. */
export const workerUrlForms = () => Object.freeze(["url"]);

/** Does this host say reliably when a worker failed to start? Then silence only means that the machine is busy. */
export const reportsWorkerExit = () => true;

/**
 * @param {WorkerRequest & WorkerHandlers} request
 * @returns {WorkerHandle}
 */
export function createWorker({ source, url, name, onMessage, onError, onExit }) {
    const code = url === undefined ? source : `import(${JSON.stringify(String(url))});`;
    // execArgv: flags of the program (loaders, --import, --input-type) are not meant for this source
    const worker = new Worker(PORT + code, { eval: true, execArgv: [], name });
    return adoptWorker(worker, { onMessage, onError, onExit });
}

/**
 * What util/inflate gives, natively: a base module takes 1 ms here and 15 there, in a process that has just started. Looked
 * up at the first use: whoever builds no curve does not load zlib.
 * @param {string} text - base64; or, in the bundle of the command, "file:" and a path or "data:," and plain bytes: zlib alone takes 5 ms to load
 * @param {number} offset - of the DEFLATE stream in it
 * @returns {Uint8Array | undefined} undefined: this host cannot, or the text is not what it should be
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
 * Memory for all threads.
 * @param {number} length - bytes
 * @returns {SharedArrayBuffer | undefined} undefined where the realm has none
 */
export const sharedBuffer = (length) => (typeof SharedArrayBuffer === "function" ? new SharedArrayBuffer(length) : undefined);

/** Threads that this process may use: containers and affinity masks count. */
export const hardwareConcurrency = () => (os.availableParallelism?.() ?? os.cpus().length) || 2;

/**
 * Looked up when somebody asks: node:crypto takes 9 ms to load on Node 26, and most of a proof does without.
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the system
 */
export function randomBytes(n) {
    const native = process.getBuiltinModule?.("node:crypto"); // Node 20.16
    return native ? native.randomFillSync(new Uint8Array(n)) : webRandomBytes(n);
}

/**
 * @param {string} name
 * @returns {string | undefined} undefined also where reading is forbidden (Deno)
 */
export function env(name) {
    try {
        return process.env[name];
    } catch {
        return undefined;
    }
}

/** Settles after timers and I/O had their turn. @returns {Promise<void>} */
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
    return Object.freeze({ cancel: () => clearTimeout(timer), ref: () => { timer.ref(); }, unref: () => { timer.unref(); } });
}

/** Longest single read: libuv takes an i32. */
const LONGEST_READ = 2 ** 30;

/**
 * @param {import("node:fs/promises").FileHandle} file
 * @param {number} offset
 * @param {number} length
 * @returns {Promise<Uint8Array>} shorter at the end of the file
 */
async function readRange(file, offset, length) {
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer); // a buffer of its own, not cleared first
    let done = 0;
    while (done < length) {
        const { bytesRead } = await file.read(bytes, done, Math.min(LONGEST_READ, length - done), offset + done);
        if (bytesRead === 0) return bytes.subarray(0, done);
        done += bytesRead;
    }
    return bytes;
}

/**
 * @param {string | URL} path
 * @returns {Promise<HostFile> | null}
 */
export function openFile(path) {
    return (async () => {
        const file = await open(path, "r");
        const stats = await file.stat();
        if (!stats.isFile()) {
            await file.close();
            throw new Error(stats.isDirectory() ? "a folder" : "something that is not a plain file");
        }
        return { size: stats.size, read: (offset, length) => readRange(file, offset, length), close: () => file.close() };
    })();
}

/**
 * @param {string} address
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export const request = (address, init) => fetch(address, init);

/**
 * Every task in the queue listens to its signal, and that is no leak.
 * @param {AbortSignal} signal
 */
export function expectListeners(signal) {
    if (signal instanceof EventTarget) setMaxListeners(0, signal);
}
