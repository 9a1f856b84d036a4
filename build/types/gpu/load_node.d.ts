/**
 * WebGPU where the host has no navigator.gpu: the optional package `webgpu`. package.json maps `#gpu` to this on Node
 * and Bun.
 * @module gpu/load_node
 */
/**
 * @returns {Promise<any>} what has requestAdapter
 * @throws {Error} if neither the host nor the package has it
 */
export declare function loadGpu(): Promise<any>;
