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
     * - offset of table entries in the static area: the factor to Montgomery form, two factors for the rows of wide entries; behind them what the wide factor leaves out
     */
    factor: number;
    /**
     * - offset of room for the factor as a wide entry
     */
    wideFactor: number;
    /**
     * - per wide entry
     */
    wideBytes: number;
    /**
     * - offset of the element that makes products of lanes those of the base module, in its form
     */
    adjust: number;
    pairBytes: number;
    twiddleBytes: number;
    /**
     * - products that the inversion runs side by side
     */
    chains: number;
};
export type Kernels = Record<string, (...args: number[]) => number>;
/**
 * What a field has that is transformed: products by the powers of an element.
 * @param {Binding<FieldLayout>} binding
 * @returns {Record<string, Function>}
 */
export declare function bindScalars({ kernels: exports, base: baseExports, arena, address, layout }: Binding<FieldLayout>): Record<string, Function>;
/**
 * The functions of the base module that lanes do faster, under the same names.
 * What does not make a pair goes to the base module.
 * @param {Binding<FieldLayout>} binding
 * @returns {Record<string, Function>}
 */
export declare function bindField({ kernels: exports, base: baseExports, arena, address, layout }: Binding<FieldLayout>): Record<string, Function>;
