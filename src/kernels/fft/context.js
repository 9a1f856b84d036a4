/**
 * A field with FFTs on the lanes of an instance, and its tables of twiddles, which grow while
 * the instance lives.
 * @module kernels/fft/context
 */
/** @import { Linked, Machine } from "../types.js" */
/** @import { FieldContext, FieldLayout } from "../fields/context.js" */
import { interleaves } from "../../runtime/tiers.js";
import { openField } from "../fields/context.js";
import { makeRoots } from "./twiddles.js";

/**
 * @typedef {object} RootLayout
 * @property {number} entries - offset of two table entries in the static area: 1, the root of unity
 *   of order 2^maxLog
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
 * @typedef {FieldContext & Tables & { layout: FftLayout, given: number, roots: number, byRows:
 *   boolean }} FftContext
 *     given, roots: addresses of what the layout names; byRows: wide entries are read row by row
 */

/** @param {Machine} machine @param {Linked} linked @returns {FftContext} */
export function openFft(machine, linked) {
    const { address, layout, kernels } = linked;
    const on = {
        ...openField(machine, linked), layout,
        given: address + layout.entries, roots: address + layout.roots, byRows: interleaves() || !kernels.wideColumns,
        table: 0, entries: 0, wideTable: 0, wideEntries: 0, wideRoom: 0,
    };
    makeRoots(on);
    return on;
}
