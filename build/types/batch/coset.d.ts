import type { Bytes, Pool } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
export type CosetOptions = {
    /**
     * - LEM; default: the primitive 2n-th root of unity, or Fr.shift when n is the largest
     * domain
     */
    shift?: Uint8Array;
    /**
     * - the inputs are emptied instead of copied; in memory that our prover shares with
     * workers they become the results
     */
    consume?: boolean;
    signal?: AbortSignal;
    /**
     * - of a quotient: transforms one column after the other in one task, which takes a
     * third of the memory in workers
     */
    sequence?: boolean;
    /**
     * - its tasks come before all waiting ones that are not urgent
     */
    urgent?: boolean;
    /**
     * - called with the fraction that is done, in (0, 1]; it never
     * decreases
     */
    onFraction?: (fraction: number) => void;
};
export type Setting = {
    tm: Pool;
    Fr: WasmField1;
    /**
     * - estimated microseconds per product
     */
    us: number;
    /**
     * - lanes have transforms, and run long ones in steps
     */
    lanes: boolean;
};
/** @param {Setting} setting */
export declare function cosetTransforms(setting: Setting): {
    ifftShiftFft: (buff: Bytes, options?: CosetOptions) => Promise<Bytes>;
    cosetQuotient: (a: Bytes, b: Bytes, c: Bytes, options?: CosetOptions) => Promise<Bytes>;
};
