/**
 * What the copies of the package in a realm share (ES module, CommonJS, nested versions): an object
 * under a registered symbol of globalThis. In a frozen realm each copy has its own.
 * @module util/realm
 */

/** Those of this copy. @type {Map<symbol, any>} */
const own = new Map();

/**
 * @template {object} T
 * @param {string} name
 * @param {number} version - incremented when the shape of the object changes, so that other versions
 *   of the package use another one
 * @param {() => T} make
 * @returns {T}
 */
export function ofRealm(name, version, make) {
    const key = Symbol.for(`ffturbo.${name}.${version}`);
    const found = /** @type {Record<symbol, T>} */ (/** @type {unknown} */ (globalThis))[key] ?? own.get(key);
    if (found) return found;
    const made = make();
    own.set(key, made);
    try {
        Object.defineProperty(globalThis, key, { value: made, configurable: true });
    } catch { /* frozen */ }
    return made;
}
