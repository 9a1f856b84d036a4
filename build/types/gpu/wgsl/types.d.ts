/**
 * Shapes of the WGSL generator. Types only; no code runs here.
 * @module gpu/wgsl/types
 */
import type { EdwardsParams, FieldParams, GroupParams } from "../../params/types.js";
export type CardRecord = {
    name: string;
    fp: Readonly<FieldParams>;
    g1: Readonly<GroupParams<bigint> | EdwardsParams>;
};
export type CurveModel = {
    /**
     * - of a sum, in the order of memory
     */
    coordinates: readonly string[];
    /**
     * - of the caller's points
     */
    affine: readonly string[];
    /**
     * - the sum of two points, for all pairs of points
     */
    full: string;
    /**
     * - the same, where the second is affine and not zero
     */
    mixed: string;
    /**
     * - the neutral element
     */
    zero: Readonly<Record<string, bigint>>;
    /**
     * - coordinates that an affine point does not have
     */
    lifted: Readonly<Record<string, bigint>>;
    /**
     * - coordinates whose sign changes in -P
     */
    odd: readonly string[];
    /**
     * - a small constant of the programs
     */
    k: (record: Readonly<CardRecord>) => number;
    /**
     * - others, by their names
     */
    constants: (record: Readonly<CardRecord>) => Record<string, bigint>;
    /**
     * - from the coordinates here to those of the engine
     */
    leaving: string;
};
export type KernelOptions = {
    /**
     * - bits of a limb
     */
    limbBits: number;
    /**
     * - unroll the rows of a product
     */
    rows: boolean;
    /**
     * - of additions. Tables compile in a fifth of the time, and are twice
     * as fast where few invocations run, because the straight form does not fit the caches for instructions; where all
     * run, it takes two thirds of the time. "mixed" takes the straight form for the sums of buckets alone
     */
    form: "straight" | "table" | "mixed";
    /**
     * - invocations
     */
    workgroup: number;
};
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
 * @property {string} full - the sum of two points, for all pairs of points
 * @property {string} mixed - the same, where the second is affine and not zero
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
 *   as fast where few invocations run, because the straight form does not fit the caches for instructions; where all
 *   run, it takes two thirds of the time. "mixed" takes the straight form for the sums of buckets alone
 * @property {number} workgroup - invocations
 */
export {};
