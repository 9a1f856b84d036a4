/**
 * Shapes of the WGSL generator. Types only; no code runs here.
 * @module gpu/wgsl/types
 */

/** @import { EdwardsParams, FieldParams, Fp2Element } from "../../../../src/internal/gpu.js" */
/** @import { GroupParams, TowerParams } from "../../../../src/internal/gpu.js" */
/** @import { Step } from "./programs.js" */

/**
 * What the kernels need of a record.
 * @typedef {object} GpuRecord
 * @property {string} name
 * @property {Readonly<FieldParams>} fp
 * @property {Readonly<FieldParams>} fr
 * @property {Readonly<TowerParams>} [tower] - of curves with g2
 * @property {Readonly<GroupParams<bigint> | EdwardsParams>} g1
 * @property {Readonly<GroupParams<Fp2Element>>} [g2]
 */

/**
 * A group whose sums a GPU computes.
 * @typedef {object} GpuGroup
 * @property {"G1" | "G2"} key - its name on a curve
 * @property {Readonly<FieldParams>} fp
 * @property {bigint} nonResidue - u^2, if coordinates are elements of Fp2; else not used
 * @property {Readonly<GroupParams<bigint> | GroupParams<Fp2Element> | EdwardsParams>} params
 */

/**
 * A curve model: programs of lines `t = a * b` (gpu/wgsl/programs) over the field of the
 * coordinates, whose inputs are the coordinates with 1 and 2 behind their names, and whose outputs
 * have a 3.
 * @typedef {object} CurveModel
 * @property {readonly string[]} coordinates - of a sum, in the order of memory
 * @property {readonly string[]} affine - of the caller's points
 * @property {string} full - the sum of any two points
 * @property {string} mixed - the same, if the second is affine and not zero
 * @property {Readonly<Record<string, bigint>>} zero - the neutral element
 * @property {Readonly<Record<string, bigint>>} lifted - coordinates that an affine point does not
 *   have
 * @property {readonly string[]} odd - coordinates whose sign changes in -P
 * @property {(params: any) => bigint | Fp2Element} k - a constant of the programs; over Fp it is
 *   small
 * @property {(params: any) => Record<string, bigint>} constants - others, by their names
 * @property {string} leaving - from the coordinates here to those of the engine
 */

/**
 * What the kernels need of a group: the same over Fp, where a coordinate in Fp2 is two.
 * @typedef {object} GroupModel
 * @property {readonly string[]} coordinates
 * @property {readonly string[]} affine
 * @property {readonly Step[]} full
 * @property {readonly Step[]} mixed
 * @property {Readonly<Record<string, bigint>>} zero
 * @property {Readonly<Record<string, bigint>>} lifted
 * @property {readonly string[]} odd
 * @property {number} k
 * @property {Readonly<Record<string, bigint>>} constants
 * @property {readonly Step[]} leaving
 * @property {readonly string[]} y - the parts of y
 * @property {readonly string[]} z - the parts of z: only of infinity they may all be zero
 */

/**
 * @typedef {object} KernelOptions
 * @property {number} limbBits - bits of a limb
 * @property {boolean} rows - unroll the rows of a product
 * @property {"straight" | "table" | "mixed"} form - of additions. Tables compile in a fifth of the
 *   time, and are twice as fast where few invocations run, because the straight form does not fit
 *   the instruction caches; with all invocations running, the straight form takes two thirds of the
 *   time. "mixed" uses it for the sums of buckets only
 * @property {number} workgroup - invocations
 */

export {};
