import type { Context } from "./context.js";
export type Sum = {
    phase: "A" | "B1" | "B2" | "C" | "H";
    /**
     * - G1 or G2
     */
    G: any;
    section: number;
    pointBytes: number;
    scalars: Uint8Array;
    /**
     * - the whole section, where it was read before the scalars were known
     */
    ahead?: Promise<Uint8Array>;
};
/** @param {Context} context */
export declare const sumA: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumB1: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumB2: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare function sumC(context: Context): Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context @param {Promise<Uint8Array>} quotient - on the coset; the points are there when it is */
export declare function sumH(context: Context, quotient: Promise<Uint8Array>): Promise<Uint8Array<ArrayBufferLike>>;
