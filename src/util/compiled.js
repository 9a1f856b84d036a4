/**
 * What WebAssembly has compiled.
 * @module util/compiled
 */

/**
 * By brand, because a module may come from another realm.
 * @param {unknown} code
 * @returns {code is WebAssembly.Module}
 */
export const isCompiled = (code) => Object.prototype.toString.call(code) === "[object WebAssembly.Module]";
