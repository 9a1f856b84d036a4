/**
 * Shapes of the curve room. Types only; no code runs here.
 * @module curves/types
 */
export type Layout = {
    pq: number;
    pr: number;
    pG1gen: number;
    pG1zero: number;
    pG1b: number;
    pG2gen: number;
    pG2zero: number;
    pG2b: number;
    pOneT: number;
    prePSize: number;
    preQSize: number;
    n8q: number;
    n8r: number;
    q: string;
    r: string;
};
export type BaseModule = {
    /**
     * - base64, bytes or compiled
     */
    code: string | Uint8Array | WebAssembly.Module;
    layout: Readonly<Layout>;
    /**
     * - roots of non-residues end (our own kernels); a module built for a plugin loops for ever
     */
    guarded: boolean;
};
export type CurveOptions = {
    /**
     * - everything in this thread; the curve is fresh and not cached
     */
    singleThread?: boolean;
    /**
     * - how many workers; default: what the host can run at once
     */
    threads?: number;
    /**
     * - lane tier
     */
    tier?: "auto" | "fma" | "simd" | "scalar";
    /**
     * - makes the worker where a string source is not allowed
     */
    createWorker?: (init: any) => any;
    /**
     * - where the worker script is served
     */
    workerUrl?: string | URL;
    /**
     * - compiled or raw base modules by curve name
     */
    modules?: Record<string, WebAssembly.Module | Uint8Array>;
    logger?: any;
    /**
     * - milliseconds a worker stays after its last task
     */
    terminationTimeout?: number;
};
/**
 * Where a base module keeps its constants, and its sizes.
 * @typedef {object} Layout
 * @property {number} pq
 * @property {number} pr
 * @property {number} pG1gen
 * @property {number} pG1zero
 * @property {number} pG1b
 * @property {number} pG2gen
 * @property {number} pG2zero
 * @property {number} pG2b
 * @property {number} pOneT
 * @property {number} prePSize
 * @property {number} preQSize
 * @property {number} n8q
 * @property {number} n8r
 * @property {string} q
 * @property {string} r
 */
/**
 * @typedef {object} BaseModule
 * @property {string | Uint8Array | WebAssembly.Module} code - base64, bytes or compiled
 * @property {Readonly<Layout>} layout
 * @property {boolean} guarded - roots of non-residues end (our own kernels); a module built for a plugin loops for ever
 */
/**
 * @typedef {object} CurveOptions
 * @property {boolean} [singleThread] - everything in this thread; the curve is fresh and not cached
 * @property {number} [threads] - how many workers; default: what the host can run at once
 * @property {"auto" | "fma" | "simd" | "scalar"} [tier] - lane tier
 * @property {(init: any) => any} [createWorker] - makes the worker where a string source is not allowed
 * @property {string | URL} [workerUrl] - where the worker script is served
 * @property {Record<string, WebAssembly.Module | Uint8Array>} [modules] - compiled or raw base modules by curve name
 * @property {any} [logger]
 * @property {number} [terminationTimeout] - milliseconds a worker stays after its last task
 */
export {};
