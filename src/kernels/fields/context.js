/**
 * A field on the lanes of an instance. It is opened once.
 * @module kernels/fields/context
 */
/** @import { Functions, Linked, Machine } from "../types.js" */
import { interleaves } from "../../runtime/tiers.js";
import { operations } from "../operations.js";

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
 * @property {number} wideFactor - offset of a place for the factor as a wide entry, and the part
 *   that it leaves out
 * @property {number} adjust - offset of the element, in the form of the base module, that turns
 *   products of lanes into those of the base module
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
export function openField({ base, arena }, { kernels: lane, address, layout }) {
    const wideFactor = address + layout.wideFactor;
    const leftOut = address + layout.leftOut;
    lane.widen(address + layout.factor, wideFactor, 1, address + layout.rowFactors);
    arena.u8().copyWithin(wideFactor + layout.wideBytes, leftOut, leftOut + layout.leftOutBytes);
    const scale = interleaves() && lane.scaleTwo ? lane.scaleTwo : lane.scaleAll;
    return { arena, lane, layout, field: operations(base, layout.prefix ?? "frm"), address, wideFactor, scale };
}

/**
 * Operations on many elements, in a module that a task links.
 * @typedef {object} ManyContext
 * @property {import("../../runtime/memory.js").Arena} arena
 * @property {Functions} many - of that module
 * @property {number} size - bytes of an element
 */

/**
 * @param {Machine} machine
 * @param {Linked} linked
 * @returns {ManyContext}
 */
export const openMany = ({ arena }, { kernels, layout }) => ({ arena, many: kernels, size: layout.elementBytes });
