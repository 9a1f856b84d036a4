/**
 * From bytes to a running instance. A module is compiled once per program and
 * posted to workers compiled.
 * @module runtime/instance
 */
/** @typedef {Uint8Array | ArrayBuffer | WebAssembly.Module} Code bytes, or compiled elsewhere (edge runtimes allow only that) */

/**
 * By brand, because a module may come from another realm.
 * @param {unknown} code
 * @returns {code is WebAssembly.Module}
 */
export const isModule = (code) => Object.prototype.toString.call(code) === "[object WebAssembly.Module]";

/**
 * @param {Code} code
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(code) {
    if (isModule(code)) return code;
    return WebAssembly.compile(/** @type {BufferSource} */ (code));
}

/**
 * @param {WebAssembly.Module} module - imports nothing but `env.memory`
 * @param {WebAssembly.Memory} memory
 */
export const instantiate = (module, memory) => WebAssembly.instantiate(module, { env: { memory } });
