import type { Linked, Machine } from "../types.js";
import type { FieldContext, FieldLayout } from "../fields/context.js";
export type RootLayout = {
    /**
     * - offset of two table entries in the static area: 1, the root of unity of order 2^maxLog
     */
    entries: number;
    /**
     * - offset of a place for maxLog entries
     */
    roots: number;
    /**
     * - offset of a place for four entries
     */
    work: number;
    /**
     * - there is a kernel without products for blocks with twiddle 1
     */
    skipsOne: boolean;
    maxLog: number;
};
export type FftLayout = FieldLayout & RootLayout;
export type Tables = {
    /**
     * - address of `entries` powers of the root, in bit-reversed order
     */
    table: number;
    entries: number;
    /**
     * - address of the first `wideEntries` of them, as wide entries
     */
    wideTable: number;
    wideEntries: number;
    /**
     * - how many wide entries have room
     */
    wideRoom: number;
};
export type FftContext = FieldContext & Tables & {
    layout: FftLayout;
    given: number;
    roots: number;
    byRows: boolean;
};
/**
 * @typedef {object} RootLayout
 * @property {number} entries - offset of two table entries in the static area: 1, the root of unity of order 2^maxLog
 * @property {number} roots - offset of a place for maxLog entries
 * @property {number} work - offset of a place for four entries
 * @property {boolean} skipsOne - there is a kernel without products for blocks with twiddle 1
 * @property {number} maxLog
 */
/** @typedef {FieldLayout & RootLayout} FftLayout */
/**
 * @typedef {object} Tables
 * @property {number} table - address of `entries` powers of the root, in bit-reversed order
 * @property {number} entries
 * @property {number} wideTable - address of the first `wideEntries` of them, as wide entries
 * @property {number} wideEntries
 * @property {number} wideRoom - how many wide entries have room
 */
/**
 * @typedef {FieldContext & Tables & { layout: FftLayout, given: number, roots: number, byRows: boolean }} FftContext
 *     given, roots: addresses of what the layout names; byRows: wide entries are read row by row
 */
/** @param {Machine} machine @param {Linked} linked @returns {FftContext} */
export declare function openFft(machine: Machine, linked: Linked): FftContext;
