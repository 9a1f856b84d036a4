import type { CardRecord, KernelOptions } from "./types.js";
/** Names of the parameters of a dispatch, in the order of the uniform buffer. */
export declare const PARAMETERS: readonly ["n", "bits", "half", "first", "span", "threads", "source", "words"];
/**
 * @param {Readonly<CardRecord>} record - its g1 has one of the known models
 * @param {KernelOptions} options
 * @returns {{ sources: Record<string, string>, pointWords: number, sumWords: number, coordinateWords: number }}
 */
export declare function kernelsOf(record: Readonly<CardRecord>, options: KernelOptions): {
    sources: Record<string, string>;
    pointWords: number;
    sumWords: number;
    coordinateWords: number;
};
