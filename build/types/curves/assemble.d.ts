import type { BaseModule, CurveOptions } from "./types.js";
export type CurveShape = {
    name: "bn128" | "bls12381";
    /**
     * - absent when it is 1
     */
    cofactorG1?: bigint;
    cofactorG2: bigint;
    cofactorG1Bytes: number;
    cofactorG2Bytes: number;
};
/**
 * @param {CurveShape} shape
 * @param {BaseModule} base
 * @param {CurveOptions & import("./build.js").Hints} options
 * @param {(curve: object) => void} onTerminate - called first, once
 */
export declare function assemble(shape: CurveShape, base: BaseModule, { warm, ...options }: CurveOptions & import("./build.js").Hints, onTerminate: (curve: object) => void): Promise<any>;
