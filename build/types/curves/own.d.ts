import type { CurveOptions } from "./types.js";
export type KnownCurve = {
    name: "bn128" | "bls12381";
    q: bigint;
    r: bigint;
    /**
     * - bytes of an element of the base field
     */
    n8q: number;
    n8r: number;
    /**
     * - the largest domain is 2^s
     */
    s: number;
};
/** @param {bigint} q - order of the base field @returns {KnownCurve | undefined} */
export declare const identifyCurve: (q: bigint) => KnownCurve | undefined;
/** @param {string} name @returns {KnownCurve | undefined} */
export declare const knownCurve: (name: string) => KnownCurve | undefined;
/** @param {any} curve @returns {boolean} whether it is of this engine, in a version that this prover can talk to */
export declare const isOwnCurve: (curve: any) => boolean;
/**
 * @param {"bn128" | "bls12381"} name
 * @param {CurveOptions} options - none: the curve that everybody shares, if it is ours
 * @param {{ brief?: boolean }} [work] - brief: done on this thread before a worker would have started; otherwise workers are on their way when this promises
 * @returns {Promise<any>}
 */
export declare function ownCurve(name: "bn128" | "bls12381", options: CurveOptions, { brief }?: {
    brief?: boolean;
}): Promise<any>;
