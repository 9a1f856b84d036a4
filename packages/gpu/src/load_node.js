/**
 * WebGPU where the host has no navigator.gpu: the optional package `webgpu`. package.json maps
 * `#gpu` to this file on Node and Bun.
 * @module gpu/load_node
 */
import { globals, messageOf } from "../../../src/internal/gpu.js";

/**
 * @returns {Promise<any>} the object that has requestAdapter
 * @throws {Error} if neither the host nor the package has one
 */
export async function loadGpu() {
    const own = globals.navigator?.gpu;
    if (own) return own;
    try {
        const name = "webgpu"; // a package that may be missing: bundlers and types leave it alone
        const { create } = await import(/* @vite-ignore */ name);
        return create([]);
    } catch (error) {
        throw new Error(
            `useGpu: expected WebGPU, got none: install the package webgpu (${messageOf(error)})`,
        );
    }
}
