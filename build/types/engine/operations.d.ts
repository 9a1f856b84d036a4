import type { ThreadManager, Scalarish, Rng } from "./types.js";
/**
 * Any integer argument in the form that the wasm module takes.
 * @param {Scalarish | Uint8Array} value
 * @returns {{ negative: boolean, bytes: Uint8Array }} magnitude, little-endian, at least one byte
 */
export declare function magnitude(value: Scalarish | Uint8Array): {
    negative: boolean;
    bytes: Uint8Array;
};
/**
 * Elements are n8 bytes, little-endian Montgomery, reduced. Results are new arrays.
 */
export declare class FieldOperations {
    #private;
    tm: ThreadManager;
    prefix: string;
    pOp1: number | undefined;
    pOp2: number | undefined;
    pOp3: number | undefined;
    zero: Uint8Array<ArrayBufferLike> | undefined;
    one: Uint8Array<ArrayBufferLike> | undefined;
    negone: any;
    two: any;
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - of the wasm exports
     */
    constructor(tm: ThreadManager, prefix: string);
    /** Reserves the slots and reads the constants. Called once, when n8 is set. */
    prepare(): void;
    /**
     * @param {number} pointer
     * @param {Uint8Array} a
     * @param {string} opName - for the message
     */
    put(pointer: number, a: Uint8Array, opName: string): void;
    /**
     * The element at the start of `a`: callers of ffjavascript may pass longer buffers, whose rest is not read.
     * @param {Uint8Array} a
     * @param {string} opName
     */
    check(a: Uint8Array, opName: string): Uint8Array<ArrayBufferLike>;
    /**
     * @param {string} opName - export without the prefix, e.g. "_add"
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    op2(opName: string, a: Uint8Array, b: Uint8Array): any;
    /**
     * @param {string} opName
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    op2Bool(opName: string, a: Uint8Array, b: Uint8Array): any;
    /**
     * @param {string} opName
     * @param {Uint8Array} a
     */
    op1(opName: string, a: Uint8Array): any;
    /**
     * @param {string} opName
     * @param {Uint8Array} a
     */
    op1Bool(opName: string, a: Uint8Array): any;
    /** @param {string} opName @returns {Function} */
    kernel(opName: string): Function;
    /**
     * What the subclass and prepare() add to this object; they are not set in this constructor
     * only because that would change the order of the object's keys.
     * @returns {{ tm: ThreadManager, n8: number, pOp1: number, pOp2: number, pOp3: number }}
     */
    slots(): {
        tm: ThreadManager;
        n8: number;
        pOp1: number;
        pOp2: number;
        pOp3: number;
    };
    /** @param {Uint8Array} a @param {Uint8Array} b */
    add(a: Uint8Array, b: Uint8Array): any;
    /** @param {Uint8Array} a @param {Uint8Array} b */
    eq(a: Uint8Array, b: Uint8Array): any;
    /** @param {Uint8Array} a */
    isZero(a: Uint8Array): any;
    /** @param {Uint8Array} a @param {Uint8Array} b */
    sub(a: Uint8Array, b: Uint8Array): any;
    /** @param {Uint8Array} a */
    neg(a: Uint8Array): any;
    /**
     * @param {Uint8Array} a
     * @returns {Uint8Array} a^-1; zero for zero
     */
    inv(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a */
    toMontgomery(a: Uint8Array): any;
    /** @param {bigint} value - >= 0; its bits above 8 n8 are dropped @returns {Uint8Array} value in Montgomery form */
    integerToMontgomery(value: bigint): Uint8Array;
    /** @param {Uint8Array} a */
    fromMontgomery(a: Uint8Array): any;
    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a: Uint8Array, b: Uint8Array): any;
    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} a / b; zero when b is zero
     */
    div(a: Uint8Array, b: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a */
    square(a: Uint8Array): any;
    /** @param {Uint8Array} a */
    isNegative(a: Uint8Array): any;
    /**
     * @param {Uint8Array} a
     * @param {Scalarish | Uint8Array} b - little-endian bytes of any length, or what Scalar.e takes; negative: power of
     *   the inverse
     * @returns {Uint8Array} a^b; 0^0 = 1
     */
    exp(a: Uint8Array, b: Scalarish | Uint8Array): Uint8Array;
    /**
     * @abstract
     * @param {Rng} _rng
     * @returns {Uint8Array}
     */
    fromRng(_rng: Rng): Uint8Array;
    /** @returns {Uint8Array} uniform, from the cryptographic generator of the process */
    random(): Uint8Array;
}
