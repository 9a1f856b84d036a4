/**
 * What the functions of this folder work with: places for elements, and the lists that are run
 * between products.
 *
 * A *unit* here is one of Fp2: two units of Fp in a row, an element in each lane. An element of
 * Fp12, the sum of c_j w^j with w^6 = 1 + u, is three units, (c0, c1), (c2, c3), (c4, c5): lane 0
 * is the part of it in Fp6, and lane 1 that times w.
 *
 *   bounds  what `linear` writes is a factor; what a product writes is not, until `linear` has read
 *           it (scripts/wasm/msm_lane/proof.js, LaneProof.sums)
 * @module kernels/pairing/context
 */
/** @import { Linked } from "../../runtime/link.js" */
/** @import { Arena } from "../../runtime/memory.js" */
/** @import { Form, Sum } from "./forms.js" */
import { interleaves } from "../../runtime/tiers.js";
import { elementAt, listOf, sumsOf } from "./forms.js";

/**
 * What is read of the record of a curve.
 * @typedef {object} PairingRecord
 * @property {string} family
 * @property {bigint} seed
 * @property {{ nonResidue: bigint, xi: readonly bigint[], twist: string }} tower
 * @property {{ b: bigint }} g1
 * @property {{ loop: bigint }} pairing
 */

/** A list in memory. @typedef {{ at: number, end: number }} List */

/**
 * @typedef {object} PairingContext
 * @property {PairingRecord} record
 * @property {any} base - functions of the base module
 * @property {any} kernels - of the lane module
 * @property {Arena} arena
 * @property {number} unit - bytes
 * @property {number} n2 - bytes of an element of Fp2 in the base module
 * @property {(units: number) => number} alloc - a place for units of Fp2
 * @property {(bytes: number) => number} allocBytes
 * @property {(address: number, lane: number) => Form} element
 * @property {(from: number, j: number) => [Form, Form]} lanes - both elements of unit j of a row of
 *   units
 * @property {(to: number, first: Form, second: Form) => Sum[]} sums - of a unit
 * @property {(...sums: Sum[][]) => List} list
 * @property {(list: List) => void} run
 * @property {(x: number, y: number, count: number, z: number) => void} mul
 * @property {(x: number, count: number, z: number) => void} sqr
 * @property {(x: number, y: number, count: number, z: number) => void} mul1 - units of Fp
 * @property {(from: number, to: number, units: number) => void} copy
 * @property {(first: number, second: number, unit: number) => void} enter - elements of Fp2 of the
 *   base module, one for each lane; what it leaves is no factor
 * @property {(unit: number, first: number, second: number) => void} leave - the other way; the unit
 *   is a factor
 */

/**
 * Whether the formulas of this folder are those of a curve, and its lanes have the kernels for
 * them.
 * @param {PairingRecord} record
 * @param {any} layout - of its lane module
 */
export const pairsOnLanes = ({ family, tower }, layout) =>
    Boolean(layout.sums) && family === "bls12" && tower.twist === "M" && tower.nonResidue === -1n &&
    tower.xi.join() === "1,1";

/**
 * @param {PairingRecord} record
 * @param {any} base - functions of the base module
 * @param {Linked} lane - the module of points, linked with it
 * @param {Arena} arena - of their memory
 * @returns {PairingContext}
 */
export function openPairing(record, base, { kernels, address, layout }, arena) {
    const { unitBytes, packed, sums: { mostWeight, toLane } } = layout, unit = 2 * unitBytes;
    const mul = kernels[interleaves() && kernels.f2_mulTogether ? "f2_mulTogether" : "f2_mul"];
    const mul1 = kernels.f1_mulTogether ?? kernels.f1_mul;
    kernels.use(2, 0);
    const alloc = (/** @type {number} */ units) => arena.alloc(units * unit);
    const put = (/** @type {Uint8Array} */ bytes) => {
        const at = arena.alloc(bytes.length);
        arena.u8().set(bytes, at);
        return { at, end: at + bytes.length };
    };
    const spare = alloc(1);
    const element = elementAt(unitBytes);
    return {
        record, base, kernels, arena, unit, n2: 2 * packed, alloc, allocBytes: arena.alloc,
        element,
        lanes: (from, j) => [element(from + j * unit, 0), element(from + j * unit, 1)],
        sums: (to, first, second) => sumsOf(unitBytes, to, first, second),
        list: (...all) => put(listOf(all.flat(), mostWeight)),
        run: ({ at, end }) => kernels.linear(at, end),
        mul, sqr: kernels.f2_sqr, mul1,
        copy: (from, to, units) => { arena.u8().copyWithin(to, from, from + units * unit); },
        enter(first, second, to) {
            kernels.unpack(first, second, spare);
            mul1(spare, address + toLane, 2, to);
        },
        leave: (from, first, second) => kernels.out(from, first, second - first),
    };
}
