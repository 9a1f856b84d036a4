/**
 * Many elements of a field of 32 bytes on lanes: conversions between plain and
 * Montgomery form, and inverses, with the results of the base module.
 * @module runtime/lanes/field
 */
import type { Binding } from "../link.js";
export type FieldLayout = {
    /**
     * - of the functions; "frm" when absent
     */
    prefix?: string;
    /**
     * - offset of the factors to and from Montgomery form in the static area
     */
    factors: number;
    pairBytes: number;
    twiddleBytes: number;
    /**
     * - products that the inversion runs side by side
     */
    chains: number;
};
export type Kernels = Record<string, (...args: number[]) => number>;
/**
 * The functions of the base module that lanes do faster, under the same names.
 * What does not make a pair goes to the base module.
 * @param {Binding<FieldLayout>} binding
 * @returns {Record<string, Function>}
 */
export declare function bindField({ kernels: exports, base: baseExports, arena, address, layout }: Binding<FieldLayout>): Record<string, Function>;
