import { TYPE } from "./instructions.js";
import type { Signature } from "./binary.js";
import type { Code, CodeBuilder } from "./code_builder.js";
export type ValueType = keyof typeof TYPE;
export type Data = Uint8Array | readonly number[];
/** One function of the module. */
export declare class FunctionBuilder {
    #private;
    /** @param {string} name @param {(name: string) => number} functionIndex */
    constructor(name: string, functionIndex: (name: string) => number);
    /** @param {string} name @param {ValueType} type */
    addParam(name: string, type: ValueType): void;
    /**
     * @param {string} name
     * @param {ValueType} type
     * @param {number} [length] - number of locals in a row; the name is that of the first
     */
    addLocal(name: string, type: ValueType, length?: number): void;
    /** @param {ValueType} type */
    setReturnType(type: ValueType): void;
    /** @param {...Code} code - appended */
    addCode(...code: Code[]): void;
    /** @returns {CodeBuilder} */
    getCodeBuilder(): CodeBuilder;
    /** @returns {Signature} */
    get signature(): Signature;
    /** @returns {number[]} its entry in the code section */
    get body(): number[];
}
export type Surroundings = {
    /**
     * - those of the base module; the plugin may call all of them
     */
    functions: ReadonlyMap<string, Signature>;
    /**
     * - address of the first byte of memory that belongs to the plugin
     */
    free: number;
    /**
     * - constants of the curve, under the names that plugins use
     */
    modules: Record<string, object>;
};
/**
 * @typedef {object} Surroundings
 * @property {ReadonlyMap<string, Signature>} functions - those of the base module; the plugin may call all of them
 * @property {number} free - address of the first byte of memory that belongs to the plugin
 * @property {Record<string, object>} modules - constants of the curve, under the names that plugins use
 */
export declare class ModuleBuilder {
    #private;
    /** Next byte that `alloc` gives. */
    free: number;
    modules: Record<string, object>;
    /** @param {Surroundings} surroundings */
    constructor({ functions, free, modules }: Surroundings);
    /** @param {string} name - new in the module and in the curve @returns {FunctionBuilder} */
    addFunction(name: string): FunctionBuilder;
    /** The curve's module imports nothing but its memory, so there is no function to import. @returns {never} */
    addIimportFunction(): never;
    /** @param {string} name @param {string} [exportName] - the same when absent */
    exportFunction(name: string, exportName?: string): void;
    /** @param {string} name - of a function of type (i32, i32) -> (); its number is the count of those before it */
    addFunctionToTable(name: string): void;
    /**
     * @param {number | Data} length - bytes, or the content
     * @param {Data} [content] - bytes to put at the start; the rest is zeros
     * @returns {number} address
     */
    alloc(length: number | Data, content?: Data): number;
    /** @param {string} string @returns {number} address of its UTF-8 bytes and a zero */
    allocString(string: string): number;
    /** @param {number} address @param {Data} bytes - written there when the module is instantiated */
    addData(address: number, bytes: Data): void;
    /** Does nothing: the memory is the curve's and grows as needed. It exists because plugins call it. */
    setMemory(): void;
    /**
     * @returns {Uint8Array} a module that imports `env.memory` and the functions of the base module as `base.*`
     */
    build(): Uint8Array;
}
