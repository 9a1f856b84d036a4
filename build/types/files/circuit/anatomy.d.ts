import type { Section } from "../../util/wasm_binary.js";
/** @import { Section } from "../../util/wasm_binary.js" */
/** Sections by number. */
export declare const SECTION: Readonly<{
    custom: 0;
    type: 1;
    import: 2;
    function: 3;
    global: 6;
    export: 7;
    dataCount: 12;
    code: 10;
    data: 11;
}>;
export type Anatomy = {
    bytes: Uint8Array;
    sections: Section[];
    /**
     * - of functions; their bytes as text, which is only compared and never decoded
     */
    types: string[];
    /**
     * - functions
     */
    imported: number;
    /**
     * - of each function that is not imported
     */
    typeOf: number[];
    /**
     * - of each function that is not imported
     */
    bodies: {
        at: number;
        end: number;
    }[];
    /**
     * - functions by name
     */
    exports: Map<string, number>;
    /**
     * - segments in file order; the address PASSIVE marks
     * those that are not in memory at the start
     */
    data: {
        address: number;
        at: number;
        end: number;
    }[];
};
/**
 * @param {Uint8Array} bytes
 * @returns {Anatomy}
 * @throws {RangeError} when it is truncated, or has something that no calculator of circom has
 */
export declare function anatomyOf(bytes: Uint8Array): Anatomy;
/**
 * Which parts of a program's memory have content when it starts: [from, to), in order.
 * @param {Uint8Array} bytes - circuit.wasm
 * @returns {[number, number][] | undefined} undefined if it has state outside its memory, or is not a module that we
 *   can read
 */
export declare function initialMemory(bytes: Uint8Array): [number, number][] | undefined;
