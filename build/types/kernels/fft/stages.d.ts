import type { FftContext } from "./context.js";
export type Stages = Generator<number, void>;
/** Work, counted in fours of elements that went through a stage. @typedef {Generator<number, void>} Stages */
/** All of it, for a transform of 2^lg elements. @param {number} lg */
export declare const workOf: (lg: number) => number;
/** Memory for the pairs of 2^lg elements, freed when the task ends. @param {FftContext} on @param {number} lg */
export declare const pairs: ({ arena, layout }: FftContext, lg: number) => number;
/**
 * Stage 0.
 * @param {FftContext} on
 * @param {number} p - 2^lg elements
 * @param {number} data - their pairs
 * @param {number} lg
 * @returns {Stages}
 */
export declare function first({ lane, layout: { pairBytes, elementBytes } }: FftContext, p: number, data: number, lg: number): Stages;
/**
 * The same, in steps.
 * @param {FftContext} on
 * @param {number} at
 * @param {number} size
 * @param {number} from
 * @param {number} block
 * @param {number} lg
 * @returns {Stages}
 */
export declare function stagesInSteps(on: FftContext, at: number, size: number, from: number, block: number, lg: number): Stages;
/**
 * Stages 0 .. levels-1 on 2^lg elements at p, to pairs at `to`, none of them loose: the instance that goes on with them
 * may have another wide table.
 * @param {FftContext} on
 * @param {number} p
 * @param {number} to
 * @param {number} lg
 * @param {number} levels - 1 at least
 * @returns {Stages}
 */
export declare function firstStages(on: FftContext, p: number, to: number, lg: number, levels: number): Stages;
/**
 * Takes the elements at p through all stages but the last, to pairs at `data`.
 * @param {FftContext} on
 * @param {number} p
 * @param {number} data
 * @param {number} lg
 * @returns {Stages}
 */
export declare function toPairs(on: FftContext, p: number, data: number, lg: number): Stages;
export type Twiddles = {
    w: number;
    mask: number;
};
export type Outputs = {
    inverse: boolean;
    flip: number;
    add: number;
    scale: number;
};
/** Twiddles of a last stage. @typedef {{ w: number, mask: number }} Twiddles */
/**
 * Output j goes to index (j ^ flip) + add; an inverse is divided by 2^scale.
 * @typedef {{ inverse: boolean, flip: number, add: number, scale: number }} Outputs
 */
/**
 * The last stage, which writes elements to p.
 * @param {FftContext} on
 * @param {number} data - 2^(lg-1) pairs
 * @param {number} p
 * @param {Twiddles} twiddles
 * @param {number} lg
 * @param {Outputs} outputs
 * @returns {Stages}
 */
export declare function last({ lane }: FftContext, data: number, p: number, { w, mask }: Twiddles, lg: number, { inverse, flip, add, scale }: Outputs): Stages;
/**
 * The last stage, which writes pairs in the order that a first stage takes.
 * @param {FftContext} on
 * @param {number} data
 * @param {number} to
 * @param {Twiddles} twiddles
 * @param {number} lg
 * @returns {Stages}
 */
export declare function lastToPairs({ lane }: FftContext, data: number, to: number, { w, mask }: Twiddles, lg: number): Stages;
