/**
 * WebGPU in pages, workers and Deno.
 * @module gpu/load_web
 */
import { globals } from "../../../src/internal/gpu.js";

/**
 * @returns {Promise<any>} navigator.gpu
 * @throws {Error} if this host has none
 */
export async function loadGpu() {
    const own = globals.navigator?.gpu;
    if (own) return own;
    throw new Error("useGpu: expected WebGPU, got none: this browser has no navigator.gpu, or the page is not secure");
}
