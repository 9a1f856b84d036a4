import type { ThreadManager, Scalarish, Rng } from "./types.js";
import { FieldOperations } from "./operations.js";
/**
 * Elements are n8 bytes, little-endian Montgomery with R = 2^(8 n8), reduced.
 */
export declare class WasmField1 extends FieldOperations {
    p: bigint;
    n8: number;
    type: string;
    m: number;
    half: bigint;
    bitLength: number;
    mask: bigint;
    n64: number;
    n32: number;
    nqr: Uint8Array<ArrayBufferLike>;
    shift: any;
    shiftInv: Uint8Array<ArrayBufferLike>;
    s: number;
    /** @type {Uint8Array[]} w[i] is a primitive 2^i-th root of unity */
    w: Uint8Array[];
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "frm" or "f1m"
     * @param {number} n8 - bytes per element
     * @param {bigint} p - the modulus
     */
    constructor(tm: ThreadManager, prefix: string, n8: number, p: bigint);
    /** @returns {Uint8Array} */
    smallestNonSquare(): Uint8Array;
    /** p - 1 = 2^s t, w[s] = nqr^t, w[i - 1] = w[i]^2. */
    prepareRoots(): void;
    /** @param {Uint8Array} a */
    isSquare(a: Uint8Array): any;
    /**
     * @param {Uint8Array} a
     * @returns {Uint8Array} the root that is not negative
     * @throws {Error} a is not a square: the loop in the module would not end
     */
    sqrt(a: Uint8Array): Uint8Array;
    /**
     * @param {Uint8Array | Scalarish} a - bytes are not checked and returned as the same object
     * @param {number} [b] - radix of a string, 10 or 16
     * @returns {Uint8Array} a mod p
     */
    e(a: Uint8Array | Scalarish, b?: number): Uint8Array;
    /**
     * @param {bigint} value - >= 0
     * @returns {Uint8Array} its lowest n8 bytes, plain little-endian
     */
    encode(value: bigint): Uint8Array;
    /**
     * @param {Uint8Array} a
     * @param {number} [radix]
     * @returns {string} of the value in [0, p), never signed
     */
    toString(a: Uint8Array, radix?: number): string;
    /**
     * Rejection sampling; the words drawn are the Montgomery form itself.
     * @param {Rng} rng
     * @returns {Uint8Array}
     */
    fromRng(rng: Rng): Uint8Array;
    /**
     * @param {Uint8Array} a
     * @returns {bigint} in [0, p)
     */
    toObject(a: Uint8Array): bigint;
    /**
     * The inverse of toObject, which behaves as in ffjavascript: a string is read as HEX
     * digits ("17" is 23), bits above 8 n8 are dropped, a negative number gives zero.
     * @param {bigint | number | string} a
     * @returns {Uint8Array} a mod p
     */
    fromObject(a: bigint | number | string): Uint8Array;
    /**
     * @param {Uint8Array} buff - n8 plain little-endian bytes are written here
     * @param {number} off
     * @param {Uint8Array} a
     */
    toRprLE(buff: Uint8Array, off: number, a: Uint8Array): void;
    /**
     * @param {Uint8Array} buff - n8 plain big-endian bytes are written here
     * @param {number} off
     * @param {Uint8Array} a
     */
    toRprBE(buff: Uint8Array, off: number, a: Uint8Array): void;
    /**
     * @param {Uint8Array} buff
     * @param {number} [off]
     * @returns {Uint8Array} the element whose plain little-endian bytes are at off
     */
    fromRprLE(buff: Uint8Array, off?: number): Uint8Array;
}
