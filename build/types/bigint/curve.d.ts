import type { Field, Rng, Scalarish } from "./types.js";
/**
 * Points of a curve.
 * @template E
 */
export declare class EC<E> {
    F: Field<E>;
    /** @type {E[]} the generator, Jacobian */
    g: E[];
    /** @type {E[]} */
    zero: E[];
    /** @type {E | undefined} constant of the equation; set it before `fromRng` and `fromRprCompressed` */
    b: E | undefined;
    /** @type {Scalarish | undefined} set it when `fromRng` has to reach a subgroup */
    cofactor: Scalarish | undefined;
    /**
     * @param {Field<E>} F - of the coordinates
     * @param {E[]} g - generator: affine [x, y] or Jacobian
     */
    constructor(F: Field<E>, g: E[]);
    /** @param {E[]} p1 @param {E[]} p2 @returns {E[]} */
    add(p1: E[], p2: E[]): E[];
    /** @param {E[]} p @returns {E[]} */
    neg(p: E[]): E[];
    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    sub(a: E[], b: E[]): E[];
    /** @param {E[]} p @returns {E[]} */
    double(p: E[]): E[];
    /** @param {E[]} base @param {Scalarish} e - any integer @returns {E[]} */
    timesScalar(base: E[], e: Scalarish): E[];
    /** The same as `timesScalar`. @param {E[]} base @param {Scalarish} e @returns {E[]} */
    mulScalar(base: E[], e: Scalarish): E[];
    /** The same point with Z = 1; zero as [0, 1, 0]. @param {E[]} p @returns {E[]} */
    affine(p: E[]): E[];
    /** @param {E[]} p @param {E} zInv - 1 / Z @returns {E[]} */
    _scale(p: E[], zInv: E): E[];
    /**
     * Replaces every point of the array by its affine form, with one inversion (Montgomery's trick).
     * @param {E[][]} arr
     */
    multiAffine(arr: E[][]): void;
    /** Are they the same point, whatever their Z? @param {E[]} p1 @param {E[]} p2 @returns {boolean} */
    eq(p1: E[], p2: E[]): boolean;
    /** @param {E[]} p @returns {boolean} */
    isZero(p: E[]): boolean;
    /** The affine coordinates. @param {E[]} p @returns {string} */
    toString(p: E[]): string;
    /**
     * A random point of the curve, or of the subgroup if `cofactor` is set.
     * @param {Rng} rng
     * @returns {E[]} affine
     */
    fromRng(rng: Rng): E[];
    /**
     * The point with this x and the sign of y.
     * @param {E} x
     * @param {boolean} greatest - y is the negative one of the two
     * @param {string} where
     * @returns {E[] | null}
     */
    _lift(x: E, greatest: boolean, where: string): E[] | null;
    /**
     * Both coordinates, or zero bytes for zero.
     * @param {"toRprLE" | "toRprBE" | "toRprLEM" | "toRprBEM"} method - of the field
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {E[]} p
     */
    _write(method: "toRprLE" | "toRprBE" | "toRprLEM" | "toRprBEM", buff: Uint8Array, o: number, p: E[]): void;
    /** @param {Uint8Array} buff @param {number} o @param {number} n8 @param {string} where */
    _clear(buff: Uint8Array, o: number, n8: number, where: string): void;
    /**
     * A copy of n8 bytes.
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {number} n8
     * @param {string} where
     * @returns {Uint8Array}
     */
    _take(buff: Uint8Array, o: number, n8: number, where: string): Uint8Array;
    /**
     * Both coordinates; two zeros are the point zero.
     * @param {"fromRprLE" | "fromRprBE" | "fromRprLEM" | "fromRprBEM"} method - of the field
     * @param {Uint8Array} buff
     * @param {number} [o]
     * @returns {E[]}
     */
    _read(method: "fromRprLE" | "fromRprBE" | "fromRprLEM" | "fromRprBEM", buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprLE(buff: Uint8Array, o: number, p: E[]): void;
    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprBE(buff: Uint8Array, o: number, p: E[]): void;
    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprLEM(buff: Uint8Array, o: number, p: E[]): void;
    /**
     * X, Y and Z of the affine form; zero bytes for zero.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {E[]} p
     */
    toRprLEJM(buff: Uint8Array, o: number, p: E[]): void;
    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprBEM(buff: Uint8Array, o: number, p: E[]): void;
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLE(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBE(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLEM(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} affine */
    fromRprLEJM(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBEM(buff: Uint8Array, o?: number): E[];
    /**
     * @param {Uint8Array} buff - F.n8 bytes: x, big-endian, with the flags 0x80 (y is negative) and 0x40 (zero)
     * @param {number} [o]
     * @returns {E[]}
     * @throws {Error} "Invalid Point!" when no point has this x
     */
    fromRprCompressed(buff: Uint8Array, o?: number): E[];
    /** F.n8 bytes: see `fromRprCompressed`. @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprCompressed(buff: Uint8Array, o: number, p: E[]): void;
    /**
     * Big-endian x and y; flag 0x40 or zero bytes for zero.
     * @param {Uint8Array} buff
     * @param {number} [o]
     * @returns {E[]}
     */
    fromRprUncompressed(buff: Uint8Array, o?: number): E[];
    /**
     * See `fromRprUncompressed`; zero is written with the flag.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {E[]} p
     */
    toRprUncompressed(buff: Uint8Array, o: number, p: E[]): void;
}
