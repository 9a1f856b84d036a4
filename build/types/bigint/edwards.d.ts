import type { EdwardsParams } from "../params/types.js";
import type { Field, Rng } from "./types.js";
import { EC } from "./curve.js";
/** @extends {EC<bigint>} */
export declare class EdwardsEC extends EC<bigint> {
    a: bigint;
    d: bigint;
    sign: "greatest" | "odd";
    /**
     * @param {Field<bigint>} F - of the coordinates
     * @param {Readonly<Pick<EdwardsParams, "a" | "d" | "sign" | "generator">>} params
     */
    constructor(F: Field<bigint>, { a, d, sign, generator }: Readonly<Pick<EdwardsParams, "a" | "d" | "sign" | "generator">>);
    /** @override @param {bigint[]} p1 @param {bigint[]} p2 @returns {bigint[]} */
    add([X1, Y1, Z1]: bigint[], [X2, Y2, Z2]: bigint[]): bigint[];
    /** @override @param {bigint[]} p @returns {bigint[]} */
    neg([X, Y, Z]: bigint[]): bigint[];
    /** @override @param {bigint[]} p @returns {bigint[]} */
    double([X, Y, Z]: bigint[]): bigint[];
    /** @override @param {bigint[]} p @param {bigint} zInv @returns {bigint[]} */
    _scale([X, Y]: bigint[], zInv: bigint): bigint[];
    /** @override @param {bigint[]} p1 @param {bigint[]} p2 */
    eq([X1, Y1, Z1]: bigint[], [X2, Y2, Z2]: bigint[]): boolean;
    /** @override @param {bigint[]} p */
    isZero([X, Y, Z]: bigint[]): boolean;
    /** Whether the coordinates satisfy the equation. @param {bigint[]} p @returns {boolean} */
    isValid(p: bigint[]): boolean;
    /** The sign in an encoding. @param {bigint} x @returns {boolean} */
    _signOf(x: bigint): boolean;
    /**
     * The point with this y and the sign of x; null if there is none.
     * @override
     * @param {bigint} y
     * @param {boolean} signed
     * @returns {bigint[] | null}
     */
    _lift(y: bigint, signed: boolean): bigint[] | null;
    /**
     * A random point of the curve, or of the subgroup if `cofactor` is set.
     * @override
     * @param {Rng} rng
     * @returns {bigint[]} affine
     */
    fromRng(rng: Rng): bigint[];
    /**
     * @override
     * @param {"toRprLE" | "toRprBE" | "toRprLEM" | "toRprBEM"} method
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {bigint[]} p
     */
    _write(method: "toRprLE" | "toRprBE" | "toRprLEM" | "toRprBEM", buff: Uint8Array, o: number, p: bigint[]): void;
    /**
     * @override
     * @param {"fromRprLE" | "fromRprBE" | "fromRprLEM" | "fromRprBEM"} method
     * @param {Uint8Array} buff
     * @param {number} [o]
     */
    _read(method: "fromRprLE" | "fromRprBE" | "fromRprLEM" | "fromRprBEM", buff: Uint8Array, o?: number): bigint[];
    /** @override @param {Uint8Array} buff @param {number} o @param {bigint[]} p */
    toRprLEJM(buff: Uint8Array, o: number, p: bigint[]): void;
    /**
     * F.n8 bytes: y, little-endian, with the sign of x in the highest bit.
     * @override
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {bigint[]} p
     */
    toRprCompressed(buff: Uint8Array, o: number, p: bigint[]): void;
    /**
     * @override
     * @param {Uint8Array} buff - see `toRprCompressed`
     * @param {number} [o]
     * @returns {bigint[]} affine
     * @throws {Error} "Invalid Point!" if no point has this encoding: y of p or more is none
     */
    fromRprCompressed(buff: Uint8Array, o?: number): bigint[];
    /** @override @param {Uint8Array} buff @param {number} [o] @returns {bigint[]} */
    fromRprUncompressed(buff: Uint8Array, o?: number): bigint[];
    /** Big-endian x and y. @override @param {Uint8Array} buff @param {number} o @param {bigint[]} p */
    toRprUncompressed(buff: Uint8Array, o: number, p: bigint[]): void;
}
/**
 * The same group as y^2 = x^3 + a x + b: with A = 2 (ae + d) / (ae - d) and B = 4 / (ae - d), where ae is a of the
 * Edwards curve, B v^2 = u^3 + A u^2 + u for u = (1 + y) / (1 - y), v = u / x; then X = B (u + A / 3), Y = B^2 v.
 * Points of additions on lanes are in this form, where an addition with a shared inversion takes fewer products than
 * any on the Edwards form.
 *
 *   source  Bernstein, Birkner, Joye, Lange, Peters 2008, theorem 3.2
 * @param {bigint} p
 * @param {Readonly<Pick<EdwardsParams, "a" | "d">>} curve
 * @returns {{ a: bigint, b: bigint, B: bigint, shift: bigint }} X = B u + shift, Y = B^2 u / x
 */
export declare function weierstrassOf(p: bigint, { a, d }: Readonly<Pick<EdwardsParams, "a" | "d">>): {
    a: bigint;
    b: bigint;
    B: bigint;
    shift: bigint;
};
