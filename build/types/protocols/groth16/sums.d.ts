import type { Context } from "./context.js";
export type Sum = {
    phase: Part;
    /**
     * - G1 or G2
     */
    G: import("../../curves/types.js").PointGroup;
    section: number;
    pointBytes: number;
    scalars: Uint8Array;
    /**
     * - points of the section before the first scalar's
     */
    start: number;
    /**
     * - the whole section, if it was read before the scalars were known
     */
    ahead?: Promise<Uint8Array>;
};
/** The sums of a proof: where their points are, and of which group. */
export declare const PARTS: Readonly<{
    readonly A: {
        readonly section: 5;
        readonly group: "G1";
    };
    readonly B1: {
        readonly section: 6;
        readonly group: "G1";
    };
    readonly B2: {
        readonly section: 7;
        readonly group: "G2";
    };
    readonly C: {
        readonly section: 8;
        readonly group: "G1";
    };
    readonly H: {
        readonly section: 9;
        readonly group: "G1";
    };
}>;
export type Part = keyof typeof PARTS;
/** @typedef {keyof typeof PARTS} Part */
/** @param {import("./zkey.js").Zkey} zkey @param {Part} part @returns {number} bytes of an affine point */
export declare const pointBytesOf: ({ sG1, sG2 }: import("./zkey.js").Zkey, part: Part) => number;
/**
 * @param {Context} context
 * @param {Part} part
 * @param {Uint8Array} scalars
 * @param {{ start?: number, ahead?: Promise<Uint8Array> }} [more] - start: points of the section before the first
 *   scalar's
 */
export declare const sumPart: (context: Context, part: Part, scalars: Uint8Array, { start, ahead }?: {
    start?: number;
    ahead?: Promise<Uint8Array>;
}) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumA: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumB1: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context */
export declare const sumB2: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** Private signals have points in C. @param {import("./zkey.js").Zkey} zkey @returns {number} signals before them */
export declare const firstPrivate: ({ nPublic }: import("./zkey.js").Zkey) => number;
/** @param {Context} context */
export declare const sumC: (context: Context) => Promise<Uint8Array<ArrayBufferLike>>;
/** @param {Context} context @param {Promise<Uint8Array>} quotient - on the coset; the points are there when it is */
export declare function sumH(context: Context, quotient: Promise<Uint8Array>): Promise<Uint8Array<ArrayBufferLike>>;
