/**
 * The global object, of whose members a host may lack any.
 * @module util/globals
 */

// any: the types know members of pages alone
export const globals = /** @type {any} */ (globalThis);
