/**
 * Square roots by Tonelli and Shanks in any finite field, by its multiplication alone. Used
 * for F12, for which the module has no square root; slow (tens of milliseconds) and exact.
 * @module engine/sqrt
 */
export type RootField = {
    prefix: string;
    /**
     * - degree over the prime field
     */
    m: number;
    /**
     * - the field below
     */
    F: any;
    one?: Uint8Array;
    zero?: Uint8Array;
    mul: (a: Uint8Array, b: Uint8Array) => Uint8Array;
    square: (a: Uint8Array) => Uint8Array;
    eq: (a: Uint8Array, b: Uint8Array) => boolean;
    isZero: (a: Uint8Array) => boolean;
    exp: (a: Uint8Array, e: bigint) => Uint8Array;
    join: (parts: Uint8Array[]) => Uint8Array;
};
/**
 * @param {RootField} field - of odd order q = p^m
 * @param {Uint8Array} a
 * @returns {Uint8Array} one of the two roots of a
 * @throws {Error} a is not a square
 */
export declare function sqrtGeneric(field: RootField, a: Uint8Array): Uint8Array;
