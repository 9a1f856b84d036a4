/**
 * Where the constants of vectors lie, 16 bytes each: functions load those they
 * use into locals before their bodies (`once` in text.js says why).
 * @module scripts/wasm/lane/constants
 */
/** @import { FunctionText } from "./text.js" */
/** @import { LaneModule } from "./module.js" */

/**
 * Gives a function a constant under a name that is the same in all functions; the local that holds
 * it, as text.
 * @typedef {{ v128: (fn: FunctionText, name: string, bytes: Uint8Array) => string }} Constants
 */

/** @param {number} offset - from the base */
const load = (offset) => `(v128.load offset=${offset} (global.get $base))`;

/** Constants of a module for one field: they are in its data. @implements {Constants} */
export class ModuleConstants {
    /** @param {LaneModule} module */
    constructor(module) {
        this.module = module;
    }

    /** @type {Constants["v128"]} */
    v128(fn, name, bytes) {
        return fn.once(`k_${name}`, load(this.module.data(bytes)), "v128");
    }
}

/**
 * Constants of a module for many fields: who instantiates it puts a table at the base. Their order
 * is that in which functions ask for them, which is the same for all fields.
 * @implements {Constants}
 */
export class ConstantTable {
    constructor() {
        /** @type {Map<string, Uint8Array>} */
        this.values = new Map();
    }

    /** @type {Constants["v128"]} */
    v128(fn, name, bytes) {
        const known = this.values.get(name);
        if (known && known.join() !== bytes.join()) throw new Error(`lane constants: expected one value of ${name}, got two`);
        if (!known) this.values.set(name, bytes);
        return fn.once(`k_${name}`, load(16 * [...this.values.keys()].indexOf(name)), "v128");
    }

    /** All of them, in order. */
    bytes() {
        return Uint8Array.from([...this.values.values()].flatMap((value) => [...value]));
    }
}
