/** Bytes of a cache line; also the widest alignment that a kernel needs. */
export declare const LANE_ALIGN = 64;
export type Lane = {
    /**
     * - for messages
     */
    name: string;
    /**
     * - the name of the driver that calls its kernels
     */
    driver: string;
    module: WebAssembly.Module;
    /**
     * - packed like a module (instance.js), or bytes, or ""; they are copied to
     * the start of its static area, which has their size unless the layout gives a `staticSize`
     */
    constants: string | Uint8Array;
    /**
     * - what the driver needs to know about the kernels
     */
    layout: any;
};
export type Linked = {
    name: string;
    driver: string;
    /**
     * - exports of the module: functions of numbers
     */
    kernels: any;
    /**
     * - of the static area
     */
    address: number;
    layout: any;
};
/**
 * @param {WebAssembly.Exports} base
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Linked[]>}
 */
export declare function linkLanes(base: WebAssembly.Exports, memory: WebAssembly.Memory, lanes: readonly Lane[]): Promise<Linked[]>;
