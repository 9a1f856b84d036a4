/**
 * Shapes shared by the engine classes. Types only; no code runs here.
 * @module engine/types
 */
export type WasmField1 = import("./field.js").WasmField1;
export type WasmField2 = import("./extension.js").WasmField2;
export type WasmField3 = import("./extension.js").WasmField3;
export type WasmField = WasmField1 | WasmField2 | WasmField3;
export type ThreadManager = {
    instance: {
        exports: Record<string, (...args: number[]) => number>;
    };
    memory: WebAssembly.Memory;
    u8: Uint8Array;
    alloc: (length: number) => number;
};
export type Rng = {
    nextU64: () => bigint;
    nextBool: () => boolean;
};
export type Scalarish = bigint | number | string | boolean;
/** @typedef {import("./field.js").WasmField1} WasmField1 */
/** @typedef {import("./extension.js").WasmField2} WasmField2 */
/** @typedef {import("./extension.js").WasmField3} WasmField3 */
/** @typedef {WasmField1 | WasmField2 | WasmField3} WasmField */
/**
 * The part of the thread manager that single operations need.
 * @typedef {object} ThreadManager
 * @property {{ exports: Record<string, (...args: number[]) => number> }} instance
 * @property {WebAssembly.Memory} memory
 * @property {Uint8Array} u8
 * @property {(length: number) => number} alloc
 */
/**
 * What fromRng draws from: ChaCha.
 * @typedef {object} Rng
 * @property {() => bigint} nextU64
 * @property {() => boolean} nextBool
 */
/**
 * What Scalar.e turns into an integer.
 * @typedef {bigint | number | string | boolean} Scalarish
 */
export {};
