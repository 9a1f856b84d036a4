import type { HostFile, Timer, WorkerHandle, WorkerHandlers, WorkerRequest } from "./host_types.js";
/** @returns {boolean} whether this host can start workers at all */
export declare const hasWorkers: () => boolean;
/** Ways to start a worker from source, in the order to try them. */
export declare const workerForms: () => readonly string[];
/** Ways to start a worker from a file. */
export declare const workerUrlForms: () => readonly string[];
/** Does this host reliably report workers that fail to start? If so, no answer only means that the machine is busy. */
export declare const reportsWorkerExit: () => boolean;
/**
 * @param {WorkerRequest & WorkerHandlers} request
 * @returns {WorkerHandle}
 */
export declare function createWorker({ source, url, name, onMessage, onError, onExit }: WorkerRequest & WorkerHandlers): WorkerHandle;
/**
 * The same as util/inflate, natively: in a process that has just started, a base module takes 1 ms here and 15 ms
 * there. zlib is looked up at the first use, so that programs that build no curve do not load it.
 * @param {string} text - base64; or, in the bundle of the command, "file:" and a path or "data:," and plain bytes,
 *   because loading zlib alone takes 5 ms
 * @param {number} offset - where the DEFLATE stream starts in it
 * @returns {Uint8Array | undefined} undefined when this host cannot inflate, or the text is not valid
 */
export declare function inflateText(text: string, offset: number): Uint8Array | undefined;
/**
 * Memory that all threads share.
 * @param {number} length - bytes
 * @returns {SharedArrayBuffer | undefined} undefined where the realm has none
 */
export declare const sharedBuffer: (length: number) => SharedArrayBuffer | undefined;
/** Threads that this process may use, with the limits of containers and affinity masks applied. */
export declare const hardwareConcurrency: () => number;
/**
 * node:crypto is loaded at the first call: it takes 9 ms to load on Node 26, and most of a proof does not need it.
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the system
 */
export declare function randomBytes(n: number): Uint8Array;
/**
 * @param {string} name
 * @returns {string | undefined} undefined when it is not set, and where reading is forbidden (Deno)
 */
export declare function env(name: string): string | undefined;
/** Settles after waiting timers and I/O have run. @returns {Promise<void>} */
export declare const yieldToEventLoop: () => Promise<void>;
/** Milliseconds since some fixed moment, for differences only. */
export declare const now: () => number;
/**
 * @param {number} ms
 * @param {() => void} callback
 * @returns {Timer}
 */
export declare function startTimer(ms: number, callback: () => void): Timer;
/**
 * @param {string | URL} path
 * @returns {Promise<HostFile> | null}
 */
export declare function openFile(path: string | URL): Promise<HostFile> | null;
/**
 * @param {string} address
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export declare const request: (address: string, init: RequestInit) => Promise<Response>;
/**
 * Tells Node not to warn: every task in the queue listens to its signal, and that is not a leak.
 * @param {AbortSignal} signal
 */
export declare function expectListeners(signal: AbortSignal): void;
