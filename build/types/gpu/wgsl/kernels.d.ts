import type { CurveRecord } from "../../params/types.js";
import type { KernelOptions } from "./types.js";
/** Names of the parameters of a dispatch, in the order of the uniform buffer. */
export declare const PARAMETERS: readonly ["n", "bits", "half", "first", "span", "threads", "source", "words"];
/**
 * @param {Readonly<CurveRecord>} record - its g1 has one of the known models
 * @param {KernelOptions} options
 * @returns {{ sources: Record<string, string>, pointWords: number, sumWords: number, coordinateWords: number }}
 */
export declare function kernelsOf(record: Readonly<CurveRecord>, options: KernelOptions): {
    sources: Record<string, string>;
    pointWords: number;
    sumWords: number;
    coordinateWords: number;
};
