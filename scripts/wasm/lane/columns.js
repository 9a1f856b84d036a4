/**
 * Columns of a sum of limb products: locals of a function, each of which
 * starts from something when the first product comes into it.
 * @module scripts/wasm/lane/columns
 */
/** @import { FunctionText, LocalType } from "./text.js" */
import { get } from "../wat.js";
import { ladd, lsub } from "./words.js";

/** @typedef {(a: string, b: string) => string} Binary */

/**
 * @typedef {object} ColumnOptions
 * @property {(c: number) => string | undefined} [start] - what column c starts from; from what
 *   comes in, by default
 * @property {(c: number) => string} [local] - name of the local of column c
 * @property {boolean} [open] - all columns are there already
 * @property {LocalType} [type]
 * @property {Binary} [plus]
 * @property {Binary} [minus]
 */

export class Columns {
    /**
     * @param {FunctionText} fn
     * @param {ColumnOptions} [options]
     */
    constructor(fn, options = {}) {
        const { start, local, open = false, type = "v128", plus = ladd, minus = lsub } = options;
        this.fn = fn;
        this.start = start ?? (() => undefined);
        this.local = local ?? ((/** @type {number} */ c) => `s${c}`);
        this.open = open;
        this.type = type;
        this.plus = plus;
        this.minus = minus;
        /** @type {Set<number>} */
        this.started = new Set();
    }

    /** @param {number} c */
    at(c) {
        return get(this.local(c));
    }

    /** @param {number} c @param {string} value */
    put(c, value) {
        this.fn.set(this.local(c), value, this.type);
        this.started.add(c);
    }

    /**
     * @param {number} c
     * @param {string} value
     * @param {boolean} [negative] - takes it off instead
     */
    add(c, value, negative = false) {
        const old = this.open || this.started.has(c) ? this.at(c) : this.start(c);
        this.put(c, old === undefined ? value : (negative ? this.minus : this.plus)(old, value));
    }
}
