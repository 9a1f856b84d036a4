/**
 * The host as browsers, web workers, extensions, edge runtimes and hardened
 * realms provide it. Every global is looked up when it is needed and may be
 * absent.
 * @module util/host_web
 */
import { adoptWorker } from "./host_worker.js";
import { fetchUntil } from "./signals.js";

/** @import { WorkerHandle, WorkerHandlers, WorkerRequest, Timer } from "./host_types.js" */

/**
 * In a worker in Firefox (153), `new Worker` sometimes blocks its thread forever: in every tenth
 * case while another worker that was started there ends, otherwise once in about a hundred starts,
 * from a file, a blob or data alike. A blocked thread cannot report anything, so no worker is
 * started there unless the caller does it (`createWorker`).
 */
const mayBlock = () => "InternalError" in globalThis && !("document" in globalThis);

/** @returns {boolean} whether this host can start workers at all, and does so reliably */
export const hasWorkers = () => typeof Worker === "function" && !mayBlock();

/**
 * Ways to start a worker from source, in the order to try them. A Content-Security-Policy may
 * forbid either.
 */
export const workerForms = () => Object.freeze(["blob", "data"]);

/** Ways to start a worker from a file, which may be a module or a classic script. */
export const workerUrlForms = () => Object.freeze(["module", "classic"]);

/** Does this host reliably report workers that fail to start? Browsers do not in every case. */
export const reportsWorkerExit = () => false;

/**
 * @param {string} source
 * @param {string | undefined} name
 * @returns {{ worker: Worker, release: () => void }}
 */
function fromBlob(source, name) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const release = () => URL.revokeObjectURL(address);
    try {
        return { worker: new Worker(address, { name }), release };
    } catch (error) {
        release();
        throw error;
    }
}

/** @param {WorkerRequest} request */
function open({ source, url, form, name }) {
    const release = () => {};
    if (url !== undefined)
        return { worker: new Worker(url, { name, type: form === "classic" ? "classic" : "module" }), release };
    if (form !== "data") return fromBlob(source, name);
    return {
        worker: new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`, { name }),
        release,
    };
}

/**
 * @param {WorkerRequest & WorkerHandlers} request
 * @returns {WorkerHandle}
 * @throws {Error} when the host refuses at once; a policy may also refuse later, through onError
 */
export function createWorker({ onMessage, onError, onExit, ...request }) {
    const { worker, release } = open(request);
    return adoptWorker(worker, {
        onMessage: (data) => { release(); onMessage(data); }, // revoking twice is allowed and free
        onError: (error) => { release(); onError(error); },
        onExit,
    });
}

/**
 * Browsers can inflate only asynchronously.
 * @type {(text: string, offset: number) => Uint8Array | undefined}
 */
export const inflateText = () => undefined;

/**
 * Memory that all threads share, on pages that may post it to their workers.
 * @param {number} length - bytes
 * @returns {SharedArrayBuffer | undefined}
 */
export const sharedBuffer = (length) =>
    globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === "function"
        ? new SharedArrayBuffer(length)
        : undefined;

/** Threads that the browser reports; 2 where it reports nothing. */
export const hardwareConcurrency = () => globalThis.navigator?.hardwareConcurrency || 2;

/**
 * Browsers hash only what is whole, asynchronously, and with other functions.
 * @type {(name: string) => import("./host_types.js").HostHash | undefined}
 */
export const nativeHash = () => undefined;

/**
 * SHA-256 of a whole, by the browser. Pages that came without encryption do not have it.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array> | undefined}
 */
export const digestHere = (bytes) =>
    globalThis.crypto?.subtle?.digest("SHA-256", /** @type {Uint8Array<ArrayBuffer>} */ (bytes))
        .then((digest) => new Uint8Array(digest));

/**
 * Raw DEFLATE of bytes.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array | undefined>} undefined where the browser has none
 */
export async function deflate(bytes) {
    if (typeof CompressionStream !== "function") return undefined;
    const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Browsers inflate only asynchronously; util/inflate.js does it here.
 * @type {(bytes: Uint8Array, length: number) => Uint8Array | undefined}
 */
export const inflateHere = () => undefined;

export { now } from "./host_clock.js";
export { webRandomBytes as randomBytes } from "./host_crypto.js";

/**
 * @param {string} name
 * @returns {string | undefined} bundlers and edge runtimes may offer `process.env`; browsers do not
 */
export function env(name) {
    try {
        return globalThis.process?.env?.[name];
    } catch {
        return undefined;
    }
}

/** Settles after other tasks of the event loop have run. @returns {Promise<void>} */
export function yieldToEventLoop() {
    if (typeof MessageChannel === "function") { // setTimeout would wait 4 ms once nested
        return new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => { port1.close(); resolve(); };
            port2.postMessage(0);
        });
    }
    if (typeof setTimeout === "function") return new Promise((resolve) => { setTimeout(resolve, 0); });
    return Promise.resolve();
}

/**
 * @param {number} ms
 * @param {() => void} callback
 * @returns {Timer} where there are no timers, the callback is never called
 */
export function startTimer(ms, callback) {
    const timer = globalThis.setTimeout?.(callback, ms);
    return Object.freeze({ cancel: () => globalThis.clearTimeout?.(timer), ref() {}, unref() {} });
}

/**
 * There is no file system here; a path is the address of a resource.
 * @type {(path: string | URL) => Promise<import("./host_types.js").HostFile> | null}
 */
export const openFile = () => null;

/** @type {(path: string) => Promise<import("./host_types.js").HostOutput> | null} */
export const createFile = () => null;

/** There are no files, so none are the same. @type {(a: string, b: string) => boolean} */
export const sameFile = () => false;

/**
 * @param {string} address - relative ones start from the page
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 * @throws {Error} where the host has no fetch
 */
export async function request(address, init) {
    if (typeof globalThis.fetch !== "function") throw new Error("request: expected a host with fetch, got none");
    return fetchUntil(address, init);
}

/**
 * Do requests of this page pass through a service worker?
 * @returns {boolean} false where it cannot be seen
 */
export function hasServiceWorker() {
    try {
        return Boolean(globalThis.navigator?.serviceWorker?.controller);
    } catch { // of a page in a sandbox
        return false;
    }
}
