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
};
/** @param {Context} context */
export declare const sumA: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumB1: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumB2: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare function sumC(context: Context): Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context @param {Uint8Array} scalars - of the quotient on the coset */
export declare const sumH: (context: Context, scalars: Uint8Array) => Promise<Uint8Array<ArrayBufferLike>>;
