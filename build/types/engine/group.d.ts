import type { ThreadManager, Scalarish, Rng, WasmField1, WasmField2 } from "./types.js";
/**
 * Affine x, y and jacobian X, Y, Z (x = X/Z^2, y = Y/Z^3), coordinates little-endian Montgomery.
 * Zero is all zero bytes in affine form and (0, 1, 0) in jacobian form.
 */
export declare class WasmCurve {
    #private;
    tm: ThreadManager;
    prefix: string;
    F: import("./field.js").WasmField1 | import("./extension.js").WasmField2;
    pOp1: number;
    pOp2: number;
    pOp3: number;
    zero: Uint8Array<ArrayBufferLike>;
    zeroAffine: Uint8Array<ArrayBufferLike>;
    one: Uint8Array<ArrayBufferLike>;
    g: Uint8Array<ArrayBufferLike>;
    oneAffine: Uint8Array<ArrayBufferLike>;
    gAffine: Uint8Array<ArrayBufferLike>;
    cofactor: Uint8Array<ArrayBufferLike> | undefined;
    negone: Uint8Array<ArrayBufferLike>;
    two: Uint8Array<ArrayBufferLike>;
    b: Uint8Array<ArrayBufferLike> | undefined;
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "g1m" or "g2m"
     * @param {WasmField1 | WasmField2} F - the field of the coordinates
     * @param {number} pGen - where the module keeps the generator, jacobian
     * @param {number} pGb - where the module keeps the constants of the equation: b of y^2 = x^3 + b
     * @param {Uint8Array} [cofactor] - little-endian; absent when it is 1
     */
    constructor(tm: ThreadManager, prefix: string, F: WasmField1 | WasmField2, pGen: number, pGb: number, cofactor?: Uint8Array);
    /** @param {number} pGb */
    setEquation(pGb: number): void;
    /** The x of the mark (x, 0), which is no point, that CtoLEM gives for bytes that encode none. */
    get noX(): Uint8Array;
    /**
     * @param {Uint8Array} a
     * @param {string} where - export, for the message
     * @returns {boolean} jacobian, not affine
     * @throws {Error} "invalid point size"
     */
    isJacobian(a: Uint8Array, where: string): boolean;
    /** @param {string} opName @returns {Function} */
    kernel(opName: string): Function;
    /** @param {number} p @param {Uint8Array} a */
    put(p: number, a: Uint8Array): void;
    /**
     * @param {string} opName - export without the prefix
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} jacobian
     */
    op2(opName: string, a: Uint8Array, b: Uint8Array): Uint8Array;
    /**
     * @param {string} opName
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    op2bool(opName: string, a: Uint8Array, b: Uint8Array): boolean;
    /** @param {string} opName @param {Uint8Array} a @returns {Uint8Array} jacobian */
    op1(opName: string, a: Uint8Array): Uint8Array;
    /** @param {string} opName @param {Uint8Array} a @returns {Uint8Array} affine */
    op1Affine(opName: string, a: Uint8Array): Uint8Array;
    /** @param {string} opName @param {Uint8Array} a */
    op1Bool(opName: string, a: Uint8Array): boolean;
    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} jacobian
     */
    add(a: Uint8Array, b: Uint8Array): Uint8Array;
    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} a - b, jacobian
     */
    sub(a: Uint8Array, b: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a @returns {Uint8Array} in the form of a */
    neg(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a @returns {Uint8Array} jacobian */
    double(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a */
    isZero(a: Uint8Array): boolean;
    /**
     * @param {Uint8Array} a
     * @param {Scalarish | Uint8Array} s - little-endian bytes of any length, or what Scalar.e takes; may be negative
     * @returns {Uint8Array} s a, jacobian
     */
    timesScalar(a: Uint8Array, s: Scalarish | Uint8Array): Uint8Array;
    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} s - element of Fr, Montgomery
     * @returns {Uint8Array} s a, jacobian
     */
    timesFr(a: Uint8Array, s: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a @param {Uint8Array} b */
    eq(a: Uint8Array, b: Uint8Array): boolean;
    /** @param {Uint8Array} a @returns {Uint8Array} the same object if it is already affine */
    toAffine(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a @returns {Uint8Array} the same object if it is already jacobian */
    toJacobian(a: Uint8Array): Uint8Array;
    /**
     * The flags in the first byte of an encoded point. A field of 8 n8 - 1 bits has no room for that of infinity,
     * which is then all zero.
     */
    get flags(): number;
    /**
     * Writes big-endian x without y, and two flags: 0x80 for y being the greater root, 0x40 for infinity.
     * @param {Uint8Array} arr
     * @param {number} offset
     * @param {Uint8Array} a
     */
    toRprCompressed(arr: Uint8Array, offset: number, a: Uint8Array): void;
    /**
     * @param {Uint8Array} arr
     * @param {number} [offset]
     * @returns {Uint8Array} affine
     * @throws {Error} no point of the curve has this x
     */
    fromRprCompressed(arr: Uint8Array, offset?: number): Uint8Array;
    /** @param {Uint8Array} encoded - compressed, not infinity; the module would look for a root forever */
    requireY(encoded: Uint8Array): void;
    /**
     * Writes big-endian x, y.
     * @param {Uint8Array} arr
     * @param {number} offset
     * @param {Uint8Array} a
     */
    toRprUncompressed(arr: Uint8Array, offset: number, a: Uint8Array): void;
    /**
     * @param {Uint8Array} arr
     * @param {number} [offset]
     * @returns {Uint8Array} affine; the curve equation is not checked
     */
    fromRprUncompressed(arr: Uint8Array, offset?: number): Uint8Array;
    /** @param {Uint8Array} a @returns {Uint8Array} */
    toUncompressed(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} arr @param {number} offset @param {Uint8Array} a */
    toRprLEM(arr: Uint8Array, offset: number, a: Uint8Array): void;
    /** @param {Uint8Array} arr @param {number} [offset] @returns {Uint8Array} affine */
    fromRprLEM(arr: Uint8Array, offset?: number): Uint8Array;
    /**
     * @param {Uint8Array} arr
     * @param {number | undefined} offset
     * @param {number} length
     * @param {string} where
     */
    cut(arr: Uint8Array, offset: number | undefined, length: number, where: string): Uint8Array<ArrayBuffer>;
    /** @param {Uint8Array} a @param {number} i @returns {Uint8Array} */
    coordinate(a: Uint8Array, i: number): Uint8Array;
    /** @param {Uint8Array} a @param {number} [radix] @returns {string} the raw coordinates */
    toString(a: Uint8Array, radix?: number): string;
    /** @param {Uint8Array} a @returns {boolean} whether it is on the curve; the subgroup is not checked */
    isValid(a: Uint8Array): boolean;
    /**
     * @param {Rng} rng
     * @returns {Uint8Array} affine when the cofactor is 1, else jacobian
     */
    fromRng(rng: Rng): Uint8Array;
    /** @param {Uint8Array} a @returns {any[]} [x, y, z] as bigint, or arrays of them */
    toObject(a: Uint8Array): any[];
    /**
     * @param {readonly any[]} a - [x, y] or [x, y, z]; strings are read as HEX digits
     * @returns {Uint8Array} affine if z is 1 or absent, zeroAffine itself if z is 0, otherwise jacobian
     */
    fromObject(a: readonly any[]): Uint8Array;
    /** @param {Uint8Array | readonly any[]} a - bytes are returned as the same object */
    e(a: Uint8Array | readonly any[]): Uint8Array<ArrayBufferLike>;
    /** @param {Uint8Array} a @returns {Uint8Array} */
    x(a: Uint8Array): Uint8Array;
    /** @param {Uint8Array} a @returns {Uint8Array} */
    y(a: Uint8Array): Uint8Array;
}
