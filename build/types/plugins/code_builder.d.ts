import { BINARY, LOAD, STORE, UNARY } from "./instructions.js";
export type Code = number[];
export type Integer = number | bigint | string;
export type Scope = {
    localIndex: (name: string) => number;
    functionIndex: (name: string) => number;
};
export type Unary = {
    [name in keyof typeof UNARY]: (operand: Code) => Code;
};
export type Binary = {
    [name in keyof typeof BINARY]: (left: Code, right: Code) => Code;
};
export type Load = {
    [name in keyof typeof LOAD]: (address: Code, offset?: number, align?: number) => Code;
};
export type StoreAtOnce = (address: Code, value: Code) => Code;
export type StoreWithOffset = (address: Code, offset: number, value: Code) => Code;
export type StoreAligned = (address: Code, offset: number, align: number, value: Code) => Code;
export type Store = {
    [name in keyof typeof STORE]: StoreAtOnce & StoreWithOffset & StoreAligned;
};
export type CodeBuilder = Unary & Binary & Load & Store & ReturnType<typeof control>;
/** @typedef {number[]} Code bytes of instructions */
/** @typedef {number | bigint | string} Integer what BigInt() takes */
/**
 * What a code builder asks the function and the module around it for.
 * @typedef {object} Scope
 * @property {(name: string) => number} localIndex
 * @property {(name: string) => number} functionIndex
 */
/** @typedef {{ [name in keyof typeof UNARY]: (operand: Code) => Code }} Unary */
/** @typedef {{ [name in keyof typeof BINARY]: (left: Code, right: Code) => Code }} Binary */
/** @typedef {{ [name in keyof typeof LOAD]: (address: Code, offset?: number, align?: number) => Code }} Load */
/** @typedef {(address: Code, value: Code) => Code} StoreAtOnce */
/** @typedef {(address: Code, offset: number, value: Code) => Code} StoreWithOffset */
/** @typedef {(address: Code, offset: number, align: number, value: Code) => Code} StoreAligned */
/** @typedef {{ [name in keyof typeof STORE]: StoreAtOnce & StoreWithOffset & StoreAligned }} Store */
/** @typedef {Unary & Binary & Load & Store & ReturnType<typeof control>} CodeBuilder */
/** Index of the type (i32, i32) -> (), which `call_indirect` calls. */
export declare const INDIRECT_TYPE = 0;
/** @param {Scope} scope */
declare const control: ({ localIndex, functionIndex }: Scope) => {
    getLocal: (/** @type {string} */ name: string) => number[];
    setLocal: (/** @type {string} */ name: string, /** @type {Code} */ value: Code) => number[];
    teeLocal: (/** @type {string} */ name: string, /** @type {Code} */ value: Code) => number[];
    i32_const: (/** @type {Integer} */ value: Integer) => number[];
    i64_const: (/** @type {Integer} */ value: Integer) => number[];
    call: (/** @type {string} */ name: string, /** @type {Code[]} */ ...operands: Code[]) => number[];
    /** Calls a function of type (i32, i32) -> () by its number in the table. */
    call_indirect: (/** @type {Code} */ index: Code, /** @type {Code[]} */ ...operands: Code[]) => number[];
    if: (/** @type {Code} */ condition: Code, /** @type {Code} */ then: Code, /** @type {Code} */ otherwise?: Code) => number[];
    block: (/** @type {Code[]} */ ...body: Code[]) => number[];
    loop: (/** @type {Code[]} */ ...body: Code[]) => number[];
    br: (/** @type {number} */ depth: number) => number[];
    br_if: (/** @type {number} */ depth: number, /** @type {Code} */ condition: Code) => number[];
    ret: (/** @type {Code} */ value?: Code) => number[];
    drop: (/** @type {Code} */ value: Code) => number[];
    unreachable: () => 0[];
    current_memory: () => number[];
    /** Adds no code; a note for readers of the plugin. */
    comment: () => Code;
};
/** @param {Scope} scope @returns {CodeBuilder} */
export declare function createCodeBuilder(scope: Scope): CodeBuilder;
export {};
