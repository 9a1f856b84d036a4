import type { LaneLayout, Linked } from "./msm.js";
import type { Binding } from "../link.js";
import { createMultiples } from "./multiples.js";
/** Fewer points than this go to the base module: an inversion and the joining of a batch cost a step what some ten doublings there do. */
export declare const LEAST_POINTS = 16;
export type Scratch = ReturnType<ReturnType<typeof createMultiples>["scratch"]>;
/** @typedef {ReturnType<ReturnType<typeof createMultiples>["scratch"]>} Scratch */
/**
 * Generators of the work; each `yield` comes after less than a few ms.
 * @param {Linked} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 * @param {boolean} [together] - products run interleaved
 */
export declare function createGroupSteps(linked: Linked, degree: 1 | 2, together?: boolean): Readonly<{
    batchApplyKey: (input: number, n: number, first: number, inc: number, out: number) => Generator<void, void, any>;
    batchApplyKeyMixed: (input: number, n: number, first: number, inc: number, out: number) => Generator<void, void, any>;
    fftJoin: (x: number, y: number, n: number, first: number, inc: number) => Generator<void, void, any>;
    fftFinal: (p: number, n: number, factor: number) => Generator<void, void, any>;
    fft: (p: number, n: number) => Generator<void, void, any>;
    ifft: (p: number, n: number) => Generator<void, void, any>;
}>;
/**
 * The functions of the base module that lanes do faster; few points, and sizes that are none, stay there.
 * @param {Binding<LaneLayout>} binding
 * @returns {Record<string, Function>}
 */
export declare function bindGroups({ kernels, base, arena, address, layout, linked }: Binding<LaneLayout>): Record<string, Function>;
