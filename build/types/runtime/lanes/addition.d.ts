/**
 * Lists of affine additions on lanes, with one shared inversion per batch: the
 * calls of the kernels in scripts/wasm/msm_lane in their order, for whoever
 * makes the lists.
 * @module runtime/lanes/addition
 */
/** @import { Linked } from "./msm.js" */
import type { Linked } from "./msm.js";
/** Additions per shared inversion. */
export declare const BATCH = 1024;
/**
 * @param {Pick<Linked, "lane" | "layout" | "address" | "base">} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 */
export declare function batchAddition({ lane, layout, address, base }: Pick<Linked, "lane" | "layout" | "address" | "base">, degree: 1 | 2): Readonly<{
    addAll: (list: number, m: number, buffer: number) => void;
    bufferBytes: number;
}>;
