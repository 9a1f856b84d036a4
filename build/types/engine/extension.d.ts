import type { ThreadManager, WasmField, Rng } from "./types.js";
import { FieldOperations } from "./operations.js";
/** What both extensions share: an element consists of its coefficients one after the other, lowest first. */
declare class WasmExtension extends FieldOperations {
    /** @type {WasmField} */ F: WasmField;
    type: string;
    /** @type {number} degree over the prime field */
    m: number;
    /** @type {number} */ n8: number;
    /** @type {number} */ n32: number;
    /** @type {number} */ n64: number;
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix
     * @param {WasmField} F - the field below
     * @param {number} degree - over F
     */
    constructor(tm: ThreadManager, prefix: string, F: WasmField, degree: number);
    /**
     * @param {Uint8Array} a
     * @param {number} i
     * @returns {Uint8Array} the i-th coefficient, a copy
     */
    coefficient(a: Uint8Array, i: number): Uint8Array;
    /** @param {Uint8Array[]} parts @returns {Uint8Array} */
    join(parts: Uint8Array[]): Uint8Array;
    /** @returns {number} how many coefficients */
    get degree(): number;
    /**
     * @param {Uint8Array | readonly any[]} a - bytes are returned as the same object; otherwise one entry per
     *   coefficient
     * @param {number} [b] - radix of strings
     * @returns {Uint8Array}
     */
    e(a: Uint8Array | readonly any[], b?: number): Uint8Array;
    /**
     * @param {Uint8Array} a
     * @param {number} [radix]
     * @returns {string}
     */
    toString(a: Uint8Array, radix?: number): string;
    /** @param {Rng} rng @returns {Uint8Array} */
    fromRng(rng: Rng): Uint8Array;
    /** @param {Uint8Array} a @returns {any[]} nested arrays of bigint, lowest coefficient first */
    toObject(a: Uint8Array): any[];
    /** @param {readonly any[]} a - nested arrays; strings are read as hex digits @returns {Uint8Array} */
    fromObject(a: readonly any[]): Uint8Array;
    /** @param {Uint8Array} a */
    c1(a: Uint8Array): Uint8Array<ArrayBufferLike>;
    /** @param {Uint8Array} a */
    c2(a: Uint8Array): Uint8Array<ArrayBufferLike>;
}
/** F[u] / (u^2 - nonresidue). */
export declare class WasmField2 extends WasmExtension {
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "f2m" or "ftm"
     * @param {WasmField} F
     */
    constructor(tm: ThreadManager, prefix: string, F: WasmField);
    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b - element of the field below
     */
    mul1(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer>;
    /**
     * @param {Uint8Array} a
     * @returns {boolean} always true in F12, as in ffjavascript; sqrt does check
     */
    isSquare(a: Uint8Array): boolean;
    /**
     * @param {Uint8Array} a
     * @returns {Uint8Array} one of the two roots
     * @throws {Error} a is not a square
     */
    sqrt(a: Uint8Array): Uint8Array;
}
/** F[v] / (v^3 - nonresidue). */
export declare class WasmField3 extends WasmExtension {
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "f6m"
     * @param {WasmField} F
     */
    constructor(tm: ThreadManager, prefix: string, F: WasmField);
    /** @param {string} what @returns {never} */
    refuse(what: string): never;
    /** @param {Uint8Array} a @returns {boolean} @throws {TypeError} always: the module has no such export */
    isSquare(a: Uint8Array): boolean;
    /** @param {Uint8Array} a @returns {Uint8Array} @throws {TypeError} always */
    sqrt(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a */
    c3(a: Uint8Array): Uint8Array<ArrayBufferLike>;
}
export {};
