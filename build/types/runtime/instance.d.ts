export type Code = string | Uint8Array | ArrayBuffer | WebAssembly.Module;
/**
 * @typedef {string | Uint8Array | ArrayBuffer | WebAssembly.Module} Code packed as in src/wasm, bytes, or compiled
 *   elsewhere (edge runtimes allow only that)
 */
/**
 * By brand, because a module may come from another realm.
 * @param {unknown} code
 * @returns {code is WebAssembly.Module}
 */
export declare const isModule: (code: unknown) => code is WebAssembly.Module;
/** Bytes before the DEFLATE stream of a packed module; they hold the module's length. */
export declare const PACKED_HEAD = 4;
/**
 * The bytes of a generated module.
 * @param {string} code - base64 of the length as u32, then DEFLATE
 * @throws {RangeError} when it is something else
 */
export declare function unpack(code: string): Uint8Array<ArrayBufferLike>;
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
