import type { LaneLayout, Linked } from "./msm.js";
import type { Binding } from "../link.js";
import { createMultiples } from "./multiples.js";
/**
 * Fewer points than this, by degree, go to the base module: the inversion and the joining of a batch cost a step what some
 * ten doublings there do. Base / lanes, times of batchApplyKeyMixed for 8, 16, 32, 64, 256 points: bn128 G1 fma 0.68 1.20 1.27 1.90 2.49,
 * simd 0.60 0.87 1.14 1.31 1.50, scalar 0.52 0.76 0.91 1.01 1.11; bn128 G2 fma 1.11 1.54 2.04 2.39 2.79, scalar 0.75 0.92 1.07 1.16 1.25;
 * bls12381 G1 fma 0.74 1.07 1.19 1.63 2.06, scalar 0.48 0.66 0.76 0.84 0.93; bls12381 G2 fma 1.43 1.96 2.58 2.83 3.22.
 */
export declare const LEAST_POINTS: Readonly<{
    1: 24;
    2: 12;
}>;
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
