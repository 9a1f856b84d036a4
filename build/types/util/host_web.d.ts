import type { WorkerHandle, WorkerHandlers, WorkerRequest, Timer } from "./host_types.js";
/** @returns {boolean} whether this host can start workers at all, and does so reliably */
export declare const hasWorkers: () => boolean;
/** Ways to start a worker from source, in the order to try them. A Content-Security-Policy may forbid either. */
export declare const workerForms: () => readonly string[];
/** Ways to start a worker from a file, which may be a module or a classic script. */
export declare const workerUrlForms: () => readonly string[];
/** Does this host reliably report workers that fail to start? Browsers do not in every case. */
export declare const reportsWorkerExit: () => boolean;
/**
 * @param {WorkerRequest & WorkerHandlers} request
 * @returns {WorkerHandle}
 * @throws {Error} when the host refuses at once; a policy may also refuse later, through onError
 */
export declare function createWorker({ onMessage, onError, onExit, ...request }: WorkerRequest & WorkerHandlers): WorkerHandle;
/**
 * Browsers can inflate only asynchronously.
 * @type {(text: string, offset: number) => Uint8Array | undefined}
 */
export declare const inflateText: (text: string, offset: number) => Uint8Array | undefined;
/**
 * Memory that all threads share, on pages that may post it to their workers.
 * @param {number} length - bytes
 * @returns {SharedArrayBuffer | undefined}
 */
export declare const sharedBuffer: (length: number) => SharedArrayBuffer | undefined;
/** Threads that the browser reports; 2 where it reports nothing. */
export declare const hardwareConcurrency: () => number;
export { now } from "./host_clock.js";
export { webRandomBytes as randomBytes } from "./host_crypto.js";
/**
 * @param {string} name
 * @returns {string | undefined} bundlers and edge runtimes may offer `process.env`; browsers do not
 */
export declare function env(name: string): string | undefined;
/** Settles after other tasks of the event loop have run. @returns {Promise<void>} */
export declare function yieldToEventLoop(): Promise<void>;
/**
 * @param {number} ms
 * @param {() => void} callback
 * @returns {Timer} where there are no timers, the callback is never called
 */
export declare function startTimer(ms: number, callback: () => void): Timer;
/**
 * There is no file system here; a path is the address of a resource.
 * @type {(path: string | URL) => Promise<import("./host_types.js").HostFile> | null}
 */
export declare const openFile: (path: string | URL) => Promise<import("./host_types.js").HostFile> | null;
/**
 * @param {string} address - relative ones start from the page
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 * @throws {Error} where the host has no fetch
 */
export declare function request(address: string, init: RequestInit): Promise<Response>;
/**
 * Does nothing: only Node warns about many listeners.
 * @type {(signal: AbortSignal) => void}
 */
export declare const expectListeners: (signal: AbortSignal) => void;
