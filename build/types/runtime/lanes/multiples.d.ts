import type { Linked } from "./msm.js";
/** Points of a block: half a batch, so that the sums and the differences of a block of butterflies are one. */
export declare const BLOCK: number;
/** Bytes of a scalar. */
export declare const SCALAR = 32;
/**
 * A point on lanes is named by a ref: its address, with bit 0 to negate it; 0 is infinity. `refs`, `slots`: addresses of
 * lists of refs and of points.
 *
 * @param {Linked} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 */
export declare function createMultiples(linked: Linked, degree: 1 | 2): Readonly<{
    pointBytes: number;
    affine: number;
    jacobian: number;
    scratch: () => {
        list: number;
        buffer: number;
        table: number;
        tableRefs: number;
        products: number;
        productRefs: number;
        inputRefs: number;
        addresses: number;
        packed: number;
        count: number;
    };
    recode: (scalars: number, n: number) => Int8Array<ArrayBuffer>;
    multiply: (on: {
        list: number;
        buffer: number;
        table: number;
        tableRefs: number;
        products: number;
        productRefs: number;
        inputRefs: number;
        addresses: number;
        packed: number;
        count: number;
    }, m: number, digits: Int8Array, row: (i: number) => number) => Generator<void, void>;
    load: (on: {
        list: number;
        buffer: number;
        table: number;
        tableRefs: number;
        products: number;
        productRefs: number;
        inputRefs: number;
        addresses: number;
        packed: number;
        count: number;
    }, m: number, address: (i: number) => number, slots: number, refs: number) => void;
    store: (on: {
        list: number;
        buffer: number;
        table: number;
        tableRefs: number;
        products: number;
        productRefs: number;
        inputRefs: number;
        addresses: number;
        packed: number;
        count: number;
    }, m: number, ref: (i: number) => number, to: number) => void;
    push: (on: {
        list: number;
        buffer: number;
        table: number;
        tableRefs: number;
        products: number;
        productRefs: number;
        inputRefs: number;
        addresses: number;
        packed: number;
        count: number;
    }, words: Uint32Array, a: number, b: number, dst: number, slot: number) => void;
    flush: (on: {
        list: number;
        buffer: number;
        table: number;
        tableRefs: number;
        products: number;
        productRefs: number;
        inputRefs: number;
        addresses: number;
        packed: number;
        count: number;
    }) => void;
}>;
