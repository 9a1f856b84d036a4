import type { Anatomy } from "./anatomy.js";
/**
 * Bodies in which each run of copies is replaced by one instruction, and the segment that these instructions read.
 * @param {Anatomy} anatomy - recognised
 * @param {number} first - body that may have runs
 * @returns {{ bodies: Map<number, Uint8Array>, segment: Uint8Array } | undefined} undefined if there are none
 */
export declare function tablesOf(anatomy: Anatomy, first: number): {
    bodies: Map<number, Uint8Array>;
    segment: Uint8Array;
} | undefined;
