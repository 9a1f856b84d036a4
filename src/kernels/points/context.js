/**
 * One group on the lanes of an instance, which every function of this folder and of the MSM works
 * with. Opened once.
 * @module kernels/points/context
 */
/** @import { Functions, Machine } from "../types.js" */
import { interleaves } from "../../runtime/tiers.js";
import { operations } from "../operations.js";

/**
 * What a lane module says about itself (generated: scripts/wasm/msm_lane/layout.js). Sizes are in
 * bytes.
 * @typedef {object} PointLayout
 * @property {number} lanes
 * @property {number} unitBytes - of an element of Fp on each lane
 * @property {number} entries - additions per group of entries
 * @property {number} packed - of a coordinate of G1 in the base module
 * @property {number} scalarBits - of r
 * @property {number} scalarBytes
 * @property {number} join - where joined products are exchanged, in the static area
 * @property {{ g1: PointBytes, g2: PointBytes }} points
 */

/**
 * A point P of the curve has order r if and only if e_image P = times (sum of of[h] e_h P), e_0 ..
 * e_3 = 1, phi, psi, phi psi. Of small magnitudes: of; times: in decimal.
 * @typedef {{ image: number, of: number[], times: string }} Membership
 */

/**
 * @typedef
 *   {Record<"affine" | "jacobian" | "point" | "dualRecord" | "firstRef" | "nextRef" | "group"
 *   | "products", number> & { whole: boolean, member?: Membership }}
 *   PointBytes whole: every point of the curve has order r. member: what tells whether a point of
 *   the curve has; absent where nothing does
 */

/**
 * What the bookkeeping module says about itself, and about the constants of the curve in its static
 * area (generated).
 * @typedef {object} Bookkeeping
 * @property {Record<"nothing" | "one" | "minusOne" | "short" | "minusShort" | "full", number>}
 *   classes
 * @property {Record<"counts" | "wide" | "shortBits" | "fullBits" | "size", number>} stats
 * @property {number} itemBytes
 * @property {number} wideItemBytes
 * @property {Record<"A" | "B" | "dst" | "slot" | "size", number>} entry
 * @property {Record<"negate" | "yBefore" | "double" | "address", number>} ref
 * @property {Record<"next" | "start" | "more" | "size", number>} state
 * @property {number} window - bits of a window of signed digits
 * @property {{ max: number }} splitTable
 * @property {number[]} g1 - tables of the splits in 2 (and 4) parts, offsets in the static area
 * @property {number[]} g2
 */

/**
 * How scalars split along endomorphisms: two parts along phi(x, y) = (beta x, y), or four along phi
 * and psi.
 * @typedef {object} Split
 * @property {number} parts
 * @property {number} table
 * @property {number} max - largest magnitude of a part
 */

/**
 * @typedef {object} PointContext
 * @property {1 | 2} degree - 1: G1, 2: G2
 * @property {boolean} together - products are computed two at a time, interleaved
 * @property {import("../../runtime/memory.js").Arena} arena
 * @property {Functions} lane - kernels of the curve on its tier
 * @property {Functions} buckets - kernels that move scalars and refs, for every curve
 * @property {PointLayout} layout
 * @property {Bookkeeping} shared - layout of `buckets`
 * @property {PointBytes} bytes
 * @property {Record<"A" | "B" | "D" | "S" | "size", number>} entryWords - fields of an entry of a
 *   list, in words, because millions are written per second
 * @property {Functions} point - of the base module, for this group
 * @property {Functions} coordinate - of the base module, for the field of its coordinates
 * @property {Functions} prime - of the base module, for Fp
 * @property {Functions} scalar - of the base module, for Fr
 * @property {Split[]} splits - none on a curve without endomorphisms
 * @property {number} order - address of r
 * @property {number} joined - address where joined products are exchanged
 */

/**
 * @param {Machine} machine - with a lane of each driver "msm" and "library"
 * @param {1 | 2} degree
 * @param {boolean} [together]
 * @returns {PointContext}
 */
export function openPoints({ base, arena, lanes }, degree, together = interleaves()) {
    const { kernels: lane, layout, address } = lanes.msm,
        { kernels: buckets, layout: shared, address: tables } = lanes.library;
    const name = /** @type {"g1" | "g2"} */ (`g${degree}`), { A, B, dst, slot, size } = shared.entry;
    return {
        degree,
        together,
        arena,
        lane,
        buckets,
        layout,
        shared,
        bytes: layout.points[name],
        entryWords: { A: A / 4, B: B / 4, D: dst / 4, S: slot / 4, size: size / 4 },
        point: operations(base, `${name}m`),
        coordinate: operations(base, `f${degree}m`),
        prime: operations(base, "f1m"),
        scalar: operations(base, "frm"),
        splits: shared[name].map((/** @type {number} */ offset, /** @type {number} */ i) => {
            const table = tables + offset,
                view = new DataView(arena.u8().buffer);
            return { parts: 2 + 2 * i, table, max: view.getFloat64(table + shared.splitTable.max, true) };
        }),
        order: tables, // the constants start with r
        joined: address + layout.join,
    };
}
