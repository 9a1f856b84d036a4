import type { Binding } from "../link.js";
import type { Arena } from "../memory.js";
import type { Segment } from "./msm_plan.js";
export type Functions = Record<string, (...args: number[]) => number>;
export type LaneLayout = {
    lanes: number;
    /**
     * - per group
     */
    entries: number;
    /**
     * - of a field element at rest
     */
    bytes: number;
    unitBytes: number;
    /**
     * - bytes of a field element in the base module
     */
    packed: number;
    /**
     * - of r
     */
    scalarBits: number;
    /**
     * - where joined products are exchanged
     */
    join: number;
    /**
     * - tables of the splits in 2 (and 4) parts, offsets among the constants of the bookkeeping module
     */
    g1: number[];
    g2: number[];
};
export type Split = {
    parts: number;
    table: number;
    /**
     * - of a part
     */
    max: number;
};
export type Linked = {
    lane: Functions;
    layout: LaneLayout;
    /**
     * - of the lane module's static area
     */
    address: number;
    buckets: Functions;
    base: Functions;
    arena: Arena;
};
export type MsmKernel = ((bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number) => void) & {
    steps: (bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number) => Generator<void, void>;
};
export type Kind = Segment & {
    low: number;
    high: number;
    count: number;
    split?: Split;
};
export type Term = {
    bit: number;
    at: number;
};
/**
 * Same arguments and result as the base module's `multiexpAffine`, and which of how many shares of the work: the results
 * of all shares add up to the sum. `steps` is the same, a few ms at a time.
 * @typedef {((bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number) => void) &
 *     { steps: (bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number) => Generator<void, void> }} MsmKernel
 */
/** Scalars of the classes from low to high, each cut by the split where there is one. @typedef {Segment & { low: number, high: number, count: number, split?: Split }} Kind */
/** A sum that is left at the end: 2^bit times an affine point. @typedef {{ bit: number, at: number }} Term */
/**
 * The MSM of one group.
 * @param {Linked} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 * @param {{ endomorphism: boolean, parts?: number, window?: number, together?: boolean, onPhase?: (name: string) => void }} options - parts: of a scalar
 * @returns {MsmKernel}
 */
export declare function createMsm(linked: Linked, degree: 1 | 2, { endomorphism, parts, window, together, onPhase }: {
    endomorphism: boolean;
    parts?: number;
    window?: number;
    together?: boolean;
    onPhase?: (name: string) => void;
}): MsmKernel;
/**
 * Driver of the lanes `msm_*`: the functions of the base module's MSM with lanes, by the names that options choose.
 * @param {Binding<LaneLayout>} binding
 * @returns {Record<string, MsmKernel>}
 */
export declare function bindMsm({ kernels, base, arena, address, layout, linked }: Binding<LaneLayout>): Record<string, MsmKernel>;
