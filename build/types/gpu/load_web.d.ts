/**
 * WebGPU in pages, workers and Deno.
 * @module gpu/load_web
 */
/**
 * @returns {Promise<any>} navigator.gpu
 * @throws {Error} if this host has none
 */
export declare function loadGpu(): Promise<any>;
