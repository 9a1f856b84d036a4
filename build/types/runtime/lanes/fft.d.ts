/**
 * FFT over Fr on lanes: drives the kernels of the lane FFT module, in place on
 * 32-byte elements, with the results of the base module's `frm_fft` and
 * `frm_ifft`.
 *
 * Twiddles are built once per size and kept for the life of the instance.
 * `prepare` does that; it must run while the allocator is at rest, so that the
 * table lies below everything that a task allocates and frees.
 * @module runtime/lanes/fft
 */
import type { Binding } from "../link.js";
export type OwnLayout = {
    /**
     * - offset of two table entries in the static area: 1, the root of unity of order 2^maxLog
     */
    entries: number;
    /**
     * - offset of room for maxLog entries, and four for work
     */
    roots: number;
    /**
     * - blocks with twiddle 1 have a kernel without products
     */
    skipsOne: boolean;
    maxLog: number;
};
export type FftLayout = OwnLayout & import("./field.js").FieldLayout;
export type Kernels = Record<string, (...args: number[]) => number>;
/**
 * @typedef {object} OwnLayout
 * @property {number} entries - offset of two table entries in the static area: 1, the root of unity of order 2^maxLog
 * @property {number} roots - offset of room for maxLog entries, and four for work
 * @property {boolean} skipsOne - blocks with twiddle 1 have a kernel without products
 * @property {number} maxLog
 */
/** @typedef {OwnLayout & import("./field.js").FieldLayout} FftLayout */
/** @typedef {Record<string, (...args: number[]) => number>} Kernels */
export declare class LaneFft {
    kernels: Kernels;
    arena: import("../memory.js").Arena;
    given: number;
    factor: number;
    roots: number;
    layout: FftLayout;
    table: number;
    entries: number;
    wideTable: number;
    wideRoom: number;
    wideEntries: number;
    byRows: boolean;
    /**
     * @param {Binding<FftLayout>} binding
     */
    constructor({ kernels, arena, address, layout }: Binding<FftLayout>);
    /** Entry 0 is 1, entry j is the primitive 2^(j+1)-th root of unity, which is T[2^(j-1)]: the square of the one after it. */
    makeRoots(): void;
    /**
     * Builds the table up to `count` entries.
     * @param {number} count - power of two
     */
    grow(count: number): void;
    /** Before a transform that reads `count` entries. @param {number} count - power of two */
    ready(count: number): void;
    /** Room for so many entries of the wide table; those that are there stay. @param {number} count */
    makeRoom(count: number): void;
    /** More of the wide table, up to what a transform that reads `count` entries would use. @param {number} count */
    widen(count: number): void;
    /**
     * Stages `from` .. lg-2 on the 2^size elements of pairs at `at`, depth
     * first, whose block number in stage `from` is `block`; then what the last
     * stage will not find in the table.
     * @param {number} at
     * @param {number} size
     * @param {number} from
     * @param {number} block
     * @param {number} lg
     */
    stages(at: number, size: number, from: number, block: number, lg: number): void;
    /**
     * The same, a step at a time.
     * @param {number} at
     * @param {number} size
     * @param {number} from
     * @param {number} block
     * @param {number} lg
     * @returns {Generator<void, void>}
     */
    stagesInSteps(at: number, size: number, from: number, block: number, lg: number): Generator<void, void>;
    /**
     * One stage on `blocks` blocks from number `block` on. Block 0 has twiddle 1.
     * @param {number} at
     * @param {number} half - pairs in half a block
     * @param {number} block
     * @param {number} blocks
     * @param {number} after - stages to come before the last: every other one may be loose, where the next finds all its twiddles in the wide table
     */
    stage(at: number, half: number, block: number, blocks: number, after: number): void;
    /** @param {boolean} loose */
    wideKernel(loose: boolean): (...args: number[]) => number;
    /**
     * Stage 0.
     * @param {number} p - 2^lg elements
     * @param {number} data - their pairs
     * @param {number} lg
     */
    first(p: number, data: number, lg: number): Generator<void, void, any>;
    /**
     * Elements at p to pairs at `data`, through all stages but the last.
     * @param {number} p
     * @param {number} data
     * @param {number} lg
     */
    toPairs(p: number, data: number, lg: number): Generator<void, void, any>;
    /**
     * Scratch for the pairs of 2^lg elements; the task's end frees it.
     * @param {number} lg
     */
    scratch(lg: number): number;
    /**
     * Transform of n elements in place, natural order in and out.
     * @param {number} p - address of n elements, canonical Montgomery
     * @param {number} n - power of two
     * @param {boolean} inverse
     */
    transform(p: number, n: number, inverse: boolean): Generator<void, void, any>;
    /**
     * Where a last stage finds its twiddles, the first of which is number `index` of `count`.
     * @param {number} index
     * @param {number} count
     */
    twiddles(index: number, count: number): {
        w: number;
        mask: number;
    };
    /**
     * The last stage, to elements at p.
     * @param {number} data - 2^(lg-1) pairs
     * @param {number} p
     * @param {{ w: number, mask: number }} twiddles - of the stage
     * @param {number} lg
     * @param {{ inverse: boolean, flip: number, add: number, scale: number }} how - output j goes to index (j ^ flip) + add; an inverse is divided by 2^scale
     */
    last(data: number, p: number, { w, mask }: {
        w: number;
        mask: number;
    }, lg: number, { inverse, flip, add, scale }: {
        inverse: boolean;
        flip: number;
        add: number;
        scale: number;
    }): Generator<void, void, any>;
    /**
     * Half of a transform of n elements: the n / 2 results of even or odd
     * index, from all n elements. After stage 0 the two are independent.
     * @param {number} p - n elements; the results go to its start
     * @param {number} n - power of two
     * @param {number} odd - 0 or 1
     * @param {boolean} inverse
     */
    half(p: number, n: number, odd: number, inverse: boolean): Generator<void, void, any>;
    /**
     * Coefficients from values, times the powers of the primitive 2n-th root,
     * values again: the values on the coset, in place.
     *
     * The inverse leaves F[k] = n c[-k]. With e[0] = F[0] / n and e[k] = -F[k] / n
     * the wanted value X[m] is Y[n - 1 - m], where Y is the coset transform of e,
     * since the 2n-th root to the n-th power is -1.
     * @param {number} p
     * @param {number} n - power of two
     */
    shiftToCoset(p: number, n: number): Generator<void, void, any>;
}
/**
 * The functions of the base module that lanes do faster, under the same names.
 * Sizes that lanes do not cover go to the base module.
 * @param {Binding<FftLayout>} binding
 */
export declare function bindFft(binding: Binding<FftLayout>): {
    frm_fft: ((_p: number, n: number) => void) & {
        steps: (_p: number, n: number) => Generator<void, void>;
        prepare: (_p: number, n: number) => void;
    };
    frm_ifft: ((_p: number, n: number) => void) & {
        steps: (_p: number, n: number) => Generator<void, void>;
        prepare: (_p: number, n: number) => void;
    };
    frm_ifftShiftFft: ((_p: number, n: number, _one: number, _shift: number, isRoot: number) => void) & {
        steps: (_p: number, n: number, _one: number, _shift: number, isRoot: number) => Generator<void, void>;
        prepare: (_p: number, n: number, _one: number, _shift: number, isRoot: number) => void;
    };
    frm_fftHalf: ((p: number, n: number, odd: number, inverse: number) => void) & {
        steps: (p: number, n: number, odd: number, inverse: number) => Generator<void, void>;
        prepare: (p: number, n: number, odd: number, inverse: number) => void;
    };
};
