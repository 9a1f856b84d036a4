/**
 * From bytes to a running instance. A module is compiled once per program and
 * posted to workers compiled.
 * @module runtime/instance
 */
/** @typedef {Uint8Array | ArrayBuffer | WebAssembly.Module} Code bytes, or compiled elsewhere (edge runtimes allow only that) */
export type Code = Uint8Array | ArrayBuffer | WebAssembly.Module;
/**
 * By brand, because a module may come from another realm.
 * @param {unknown} code
 * @returns {code is WebAssembly.Module}
 */
export declare const isModule: (code: unknown) => code is WebAssembly.Module;
/**
 * @param {Code} code
 * @returns {Promise<WebAssembly.Module>}
 */
export declare function compile(code: Code): Promise<WebAssembly.Module>;
/**
 * @param {WebAssembly.Module} module - imports nothing but `env.memory`
 * @param {WebAssembly.Memory} memory
 */
export declare const instantiate: (module: WebAssembly.Module, memory: WebAssembly.Memory) => Promise<WebAssembly.Instance>;
