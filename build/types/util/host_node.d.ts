import type { HostFile, Timer, WorkerHandle, WorkerHandlers, WorkerRequest } from "./host_types.js";
/** @returns {boolean} whether this host can start workers at all */
export declare const hasWorkers: () => boolean;
/** Ways to start a worker from source, in the order to try them. */
export declare const workerForms: () => readonly string[];
/** Ways to start a worker from a file. */
export declare const workerUrlForms: () => readonly string[];
/** Does this host say reliably when a worker failed to start? Then silence only means that the machine is busy. */
export declare const reportsWorkerExit: () => boolean;
/**
 * @param {WorkerRequest & WorkerHandlers} request
 * @returns {WorkerHandle}
 */
export declare function createWorker({ source, url, name, onMessage, onError, onExit }: WorkerRequest & WorkerHandlers): WorkerHandle;
/**
 * What util/inflate gives, natively: a base module takes 1 ms here and 15 there, in a process that has just started. Looked
 * up at the first use: whoever builds no curve does not load zlib.
 * @param {string} text - base64; or, in the bundle of the command, "file:" and a path or "data:," and plain bytes: zlib alone takes 5 ms to load
 * @param {number} offset - of the DEFLATE stream in it
 * @returns {Uint8Array | undefined} undefined: this host cannot, or the text is not what it should be
 */
export declare function inflateText(text: string, offset: number): Uint8Array | undefined;
/**
 * Memory for all threads.
 * @param {number} length - bytes
 * @returns {SharedArrayBuffer | undefined} undefined where the realm has none
 */
export declare const sharedBuffer: (length: number) => SharedArrayBuffer | undefined;
/** Threads that this process may use: containers and affinity masks count. */
export declare const hardwareConcurrency: () => number;
/**
 * Looked up when somebody asks: node:crypto takes 9 ms to load on Node 26, and most of a proof does without.
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the system
 */
export declare function randomBytes(n: number): Uint8Array;
/**
 * @param {string} name
 * @returns {string | undefined} undefined also where reading is forbidden (Deno)
 */
export declare function env(name: string): string | undefined;
/** Settles after timers and I/O had their turn. @returns {Promise<void>} */
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
 * Every task in the queue listens to its signal, and that is no leak.
 * @param {AbortSignal} signal
 */
export declare function expectListeners(signal: AbortSignal): void;
