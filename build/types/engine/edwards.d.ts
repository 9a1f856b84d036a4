import type { Rng } from "./types.js";
/**
 * EdwardsCurve: the points of a twisted Edwards curve a x^2 + y^2 = 1 + d x^2 y^2, one at a time, with the methods of
 * WasmCurve. Public as curve.G1 of the curves that have this form.
 * @module engine/edwards
 */
/** @import { Rng } from "./types.js" */
import { WasmCurve } from "./group.js";
/**
 * Affine x, y and projective X, Y, Z (x = X/Z, y = Y/Z), coordinates little-endian Montgomery; the names of methods and
 * options call the form of three coordinates jacobian on every curve. Zero is (0, 1) in affine form and (0, 1, 1) in
 * projective form: a point like others. Zero bytes are no point.
 */
export declare class EdwardsCurve extends WasmCurve {
    a: Uint8Array<ArrayBufferLike> | undefined;
    d: Uint8Array<ArrayBufferLike> | undefined;
    /** @override @param {number} pGad - where the module keeps a, and d behind it */
    setEquation(pGad: number): void;
    /** @override */
    get noX(): Uint8Array;
    /** Uncompressed points have no flags. @override */
    get flags(): number;
    /**
     * Refuses what `CtoLEM` gives for bytes that encode no point: see toRprCompressed.
     * @override
     * @param {Uint8Array} arr - y, little-endian, with the sign of x in the highest bit of the last byte
     * @param {number} [offset]
     * @returns {Uint8Array} affine
     * @throws {Error} no point of the curve has this encoding: y is not below q, or of no point, or x = 0 has a sign
     */
    fromRprCompressed(arr: Uint8Array, offset?: number): Uint8Array;
    /** 1 - y^2 over a - d y^2; no divisor is zero, as a is a square and d is none. @param {Uint8Array} y */
    squareOfX(y: Uint8Array): Uint8Array<ArrayBufferLike>;
    /** @override @param {Uint8Array} a @returns {boolean} whether it is on the curve; the subgroup is not checked */
    isValid(a: Uint8Array): boolean;
    /** @param {Uint8Array} a @returns {boolean} whether it is on the curve and of order r, or zero */
    isInSubgroup(a: Uint8Array): boolean;
    /** @override @param {Rng} rng @returns {Uint8Array} in the subgroup, projective */
    fromRng(rng: Rng): Uint8Array;
    /** @override @param {Uint8Array} a @returns {any[]} [x, y, z] as bigint */
    toObject(a: Uint8Array): any[];
}
