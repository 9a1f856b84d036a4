import type { Functions, Linked, Machine } from "../types.js";
export type FieldLayout = {
    /**
     * - group of the functions; "frm" when absent
     */
    prefix?: string;
    /**
     * - of an element in the base module
     */
    elementBytes: number;
    /**
     * - how many elements kernels take at a time: two pairs
     */
    step: number;
    /**
     * - of two elements on lanes
     */
    pairBytes: number;
    /**
     * - how many chains of products an inversion computes side by side
     */
    chains: number;
    /**
     * - per table entry
     */
    twiddleBytes: number;
    /**
     * - per wide entry
     */
    wideBytes: number;
    /**
     * - offset of the factor to Montgomery form, a table entry
     */
    factor: number;
    /**
     * - offset of two factors for the rows of wide entries
     */
    rowFactors: number;
    /**
     * - offset of the part that the wide factor leaves out
     */
    leftOut: number;
    /**
     * - 0 on tiers whose wide factor leaves nothing out
     */
    leftOutBytes: number;
    /**
     * - offset of a place for the factor as a wide entry, and the part that it leaves out
     */
    wideFactor: number;
    /**
     * - offset of the element, in the form of the base module, that turns products of lanes into
     * those of the base module
     */
    adjust: number;
};
export type FieldContext = {
    arena: import("../../runtime/memory.js").Arena;
    lane: Functions;
    layout: FieldLayout;
    /**
     * - of the base module
     */
    field: Functions;
    /**
     * - of the static area
     */
    address: number;
    /**
     * - address of the factor to Montgomery form
     */
    wideFactor: number;
    /**
     * - products by one factor
     */
    scale: Functions[string];
};
/**
 * What a lane module says about a field (generated). Offsets are in the static area.
 * @typedef {object} FieldLayout
 * @property {string} [prefix] - group of the functions; "frm" when absent
 * @property {number} elementBytes - of an element in the base module
 * @property {number} step - how many elements kernels take at a time: two pairs
 * @property {number} pairBytes - of two elements on lanes
 * @property {number} chains - how many chains of products an inversion computes side by side
 * @property {number} twiddleBytes - per table entry
 * @property {number} wideBytes - per wide entry
 * @property {number} factor - offset of the factor to Montgomery form, a table entry
 * @property {number} rowFactors - offset of two factors for the rows of wide entries
 * @property {number} leftOut - offset of the part that the wide factor leaves out
 * @property {number} leftOutBytes - 0 on tiers whose wide factor leaves nothing out
 * @property {number} wideFactor - offset of a place for the factor as a wide entry, and the part that it leaves out
 * @property {number} adjust - offset of the element, in the form of the base module, that turns products of lanes into
 *   those of the base module
 */
/**
 * @typedef {object} FieldContext
 * @property {import("../../runtime/memory.js").Arena} arena
 * @property {Functions} lane
 * @property {FieldLayout} layout
 * @property {Functions} field - of the base module
 * @property {number} address - of the static area
 * @property {number} wideFactor - address of the factor to Montgomery form
 * @property {Functions[string]} scale - products by one factor
 */
/**
 * @param {Machine} machine
 * @param {Linked} linked
 * @returns {FieldContext}
 */
export declare function openField({ base, arena }: Machine, { kernels: lane, address, layout }: Linked): FieldContext;
