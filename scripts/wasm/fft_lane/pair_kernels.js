/**
 * What kernels over pairs share, for any tier.
 * @module scripts/wasm/fft_lane/pair_kernels
 */
/** @import { FunctionText } from "../lane/text.js" */
/** @import { PairArithmetic } from "../lane/types.js" */
import { get } from "../wat.js";

/** Bytes of an element in the base module. */
export const ELEMENT = 32;

/**
 * @typedef {object} Kernel
 * @property {string} name
 * @property {string} params
 * @property {(f: FunctionText) => void} write
 */

export class PairKernels {
    /** @param {PairArithmetic} pairs */
    constructor(pairs) {
        this.pairs = pairs;
        // bytes of a pair, of a table entry, of an entry of the wide table
        this.PAIR = pairs.unitBytes;
        this.ENTRY = pairs.twiddleBytes;
        this.WIDE = pairs.wideBytes;
        this.names = Array.from({ length: pairs.vectors }, (_, i) => i);
    }

    /** Names of the locals of a pair. @param {string} x */
    vectors(x) {
        return this.names.map((k) => `${x}${k}`);
    }

    /**
     * A pair into locals.
     * @param {FunctionText} f
     * @param {string} ptr
     * @param {string} x
     * @param {number} [offset]
     */
    load(f, ptr, x, offset = 0) {
        this.vectors(x).forEach((v, k) => f.v128(v, this.pairs.load(get(ptr), offset, k)));
    }

    /** @param {FunctionText} f @param {string} ptr @param {string} x @param {number} [offset] */
    store(f, ptr, x, offset = 0) {
        this.vectors(x).forEach((v, k) => f.emit(this.pairs.store(get(ptr), offset, k, get(v))));
    }

    /** @param {FunctionText} f @param {string} ptr @param {string} x */
    storeNormal(f, ptr, x) {
        this.norm(f, x);
        this.store(f, ptr, x);
    }

    /** @param {FunctionText} f @param {string} x */
    norm(f, x) {
        this.pairs.norm(f, this.vectors(x));
    }

    /** z = x + y. @param {FunctionText} f @param {string} z @param {string} x @param {string} y */
    add(f, z, x, y) {
        this.names.forEach((k) => f.v128(`${z}${k}`, this.pairs.add(get(`${x}${k}`), get(`${y}${k}`))));
    }

    /** z = x - y. @param {FunctionText} f @param {string} z @param {string} x @param {string} y */
    sub(f, z, x, y) {
        this.names.forEach((k) => f.v128(`${z}${k}`, this.pairs.difference(f, k, get(`${x}${k}`), get(`${y}${k}`))));
    }

    /**
     * a = (x0, y0), b = (x1, y1).
     * @param {FunctionText} f @param {string} a @param {string} b @param {string} x @param {string}
     *   y
     */
    zip(f, a, b, x, y) {
        for (const k of this.names)
            this.pairs
                .zipped(get(`${x}${k}`), get(`${y}${k}`))
                .forEach((value, lane) => f.v128(`${lane ? b : a}${k}`, value));
    }
}
