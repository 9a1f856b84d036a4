/**
 * Shapes of the WGSL generator. Types only; no code runs here.
 * @module gpu/wgsl/types
 */

/** @import { EdwardsParams, FieldParams, GroupParams } from "../../params/types.js" */

/**
 * What the kernels need of a record.
 * @typedef {object} CardRecord
 * @property {string} name
 * @property {Readonly<FieldParams>} fp
 * @property {Readonly<GroupParams<bigint> | EdwardsParams>} g1
 */

/**
 * What the kernels need of a curve model: programs of lines `t = a * b` (gpu/wgsl/programs), whose inputs are the
 * coordinates with 1 and 2 behind their names, and whose outputs have a 3.
 * @typedef {object} CurveModel
 * @property {readonly string[]} coordinates - of a sum, in the order of memory
 * @property {readonly string[]} affine - of the caller's points
 * @property {string} full - the sum of any two points
 * @property {string} mixed - the same, if the second is affine and not zero
 * @property {Readonly<Record<string, bigint>>} zero - the neutral element
 * @property {Readonly<Record<string, bigint>>} lifted - coordinates that an affine point does not have
 * @property {readonly string[]} odd - coordinates whose sign changes in -P
 * @property {(record: Readonly<CardRecord>) => number} k - a small constant of the programs
 * @property {(record: Readonly<CardRecord>) => Record<string, bigint>} constants - others, by their names
 * @property {string} leaving - from the coordinates here to those of the engine
 */

/**
 * @typedef {object} KernelOptions
 * @property {number} limbBits - bits of a limb
 * @property {boolean} rows - unroll the rows of a product
 * @property {"straight" | "table" | "mixed"} form - of additions. Tables compile in a fifth of the time, and are twice
 *   as fast where few invocations run, because the straight form does not fit the instruction caches; with all
 *   invocations running, the straight form takes two thirds of the time. "mixed" uses it for the sums of buckets only
 * @property {number} workgroup - invocations
 */

export {};
