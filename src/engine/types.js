/**
 * Shapes shared by the engine classes. Types only; no code runs here.
 * @module engine/types
 */

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
 * What fromRng draws from: ChaCha, or a SecretStream.
 * @typedef {object} Rng
 * @property {(out: Int32Array) => void} [draw] - as many words, without integers on the way
 * @property {() => bigint} nextU64
 * @property {() => boolean} nextBool
 */

/**
 * What Scalar.e turns into an integer.
 * @typedef {bigint | number | string | boolean} Scalarish
 */

export {};
