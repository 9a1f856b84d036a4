import type { Linked } from "../runtime/link.js";
import type { Kernels } from "./types.js";
/**
 * @param {WebAssembly.Exports} exports - of the base module
 * @param {WebAssembly.Memory} memory
 * @param {readonly Linked[]} [linked] - the lanes that are linked with it
 * @returns {Kernels}
 * @throws {Error} when a lane names an unknown driver
 */
export declare function openKernels(exports: WebAssembly.Exports, memory: WebAssembly.Memory, linked?: readonly Linked[]): Kernels;
