/**
 * The binary format of WebAssembly, as far as a plugin's module needs it.
 * Source: WebAssembly Core Specification, chapter 5 (binary format).
 * @module plugins/binary
 */
import { encodeSigned as signed, encodeUnsigned as unsigned } from "../util/wasm_binary.js";
export { signed, unsigned };
export type Signature = {
    params: readonly number[];
    results: readonly number[];
};
export declare const SECTION: Readonly<{
    type: 1;
    import: 2;
    function: 3;
    table: 4;
    export: 7;
    element: 9;
    code: 10;
    data: 11;
}>;
/** Kinds of imports and exports. */
export declare const KIND: Readonly<{
    function: 0;
    memory: 2;
}>;
/** @param {string} text @returns {number[]} its length and its UTF-8 bytes */
export declare function name(text: string): number[];
/** @param {readonly (readonly number[])[]} items @returns {number[]} how many, and all of them */
export declare const vector: (items: readonly (readonly number[])[]) => number[];
/** @param {Signature} signature @returns {number[]} */
export declare const functionType: ({ params, results }: Signature) => number[];
/**
 * @param {readonly (readonly [id: number, parts: readonly (Uint8Array | readonly number[])[]])[]} sections - in the
 *   order of
 *     the format; an empty one is left out
 * @returns {Uint8Array} the module
 */
export declare function joinSections(sections: readonly (readonly [id: number, parts: readonly (Uint8Array | readonly number[])[]])[]): Uint8Array;
/**
 * The functions that a module exports.
 * @param {Uint8Array} bytes - a valid module that imports no function
 * @returns {Map<string, Signature>}
 */
export declare function exportedFunctions(bytes: Uint8Array): Map<string, Signature>;
