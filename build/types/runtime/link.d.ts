import { bindField } from "./lanes/field.js";
import { bindFft } from "./lanes/fft.js";
import type { Arena } from "./memory.js";
export type Lane = {
    /**
     * - for messages
     */
    name: string;
    /**
     * - who calls its kernels
     */
    driver: keyof typeof DRIVERS;
    module: WebAssembly.Module;
    /**
     * - packed like a module (instance.js), or bytes, or "", copied to the start of its static area; its size too, unless the layout gives a `staticSize`
     */
    constants: string | Uint8Array;
    /**
     * - what the driver needs to know of the kernels
     */
    layout: any;
};
export type Binding<Layout> = {
    /**
     * - of the lane module
     */
    kernels: WebAssembly.Exports;
    /**
     * - of the base module
     */
    base: WebAssembly.Exports;
    arena: Arena;
    /**
     * - of the static area
     */
    address: number;
    layout: Layout;
    /**
     * - kernels of the lanes before this one, by name
     */
    linked: Record<string, WebAssembly.Exports>;
};
/**
 * @typedef {object} Lane
 * @property {string} name - for messages
 * @property {keyof typeof DRIVERS} driver - who calls its kernels
 * @property {WebAssembly.Module} module
 * @property {string | Uint8Array} constants - packed like a module (instance.js), or bytes, or "", copied to the start of its static area; its size too, unless the layout gives a `staticSize`
 * @property {any} layout - what the driver needs to know of the kernels
 */
/**
 * What a driver works with.
 * @template Layout
 * @typedef {object} Binding
 * @property {WebAssembly.Exports} kernels - of the lane module
 * @property {WebAssembly.Exports} base - of the base module
 * @property {Arena} arena
 * @property {number} address - of the static area
 * @property {Layout} layout
 * @property {Record<string, WebAssembly.Exports>} linked - kernels of the lanes before this one, by name
 */
/**
 * A driver gives functions by the name that CALL commands use; a library gives none, it serves later lanes. One that keeps
 * tables between tasks has a `prepare`, which takes the same parameters and is
 * called while nothing of a task is allocated.
 */
declare const DRIVERS: Readonly<{
    fft: typeof bindFft;
    field: typeof bindField;
    library: () => {};
    msm: typeof bindPoints;
    plain: typeof bindPlain;
}>;
/** All that the lanes of a curve do with points. @param {Binding<import("./lanes/msm.js").LaneLayout>} binding */
declare function bindPoints(binding: Binding<import("./lanes/msm.js").LaneLayout>): {
    [x: string]: Function | import("./lanes/msm.js").MsmKernel;
};
/**
 * For kernels that need no driver: `layout` maps names in CALL commands to exports.
 * @param {Binding<Record<string, string>>} binding
 * @returns {Record<string, Function>}
 * @throws {Error} when one is missing
 */
declare function bindPlain({ kernels, layout }: Binding<Record<string, string>>): Record<string, Function>;
/**
 * Functions by the name that CALL commands use.
 * @param {WebAssembly.Exports} base
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Record<string, Function>>}
 * @throws {Error} for a driver that is not known
 */
export declare function linkLanes(base: WebAssembly.Exports, memory: WebAssembly.Memory, lanes: readonly Lane[]): Promise<Record<string, Function>>;
export {};
