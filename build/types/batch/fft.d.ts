import type { Logger, Pool } from "./types.js";
import type { CallOptions } from "./options.js";
import type { WasmField1 } from "../engine/field.js";
export type Group = {
    /**
     * - "frm", "g1m", "g2m"
     */
    prefix: string;
    /**
     * - of Fr
     */
    n8?: number;
    /**
     * - of G1 and G2
     */
    F?: {
        n8: number;
    };
};
export type TransformOptions = {
    /**
     * - the input is emptied instead of copied
     */
    consume?: boolean;
    signal?: AbortSignal;
};
export type Setting = {
    tm: Pool;
    Fr: WasmField1;
    /**
     * - Fr itself, G1 or G2
     */
    G: Group;
    /**
     * - estimated microseconds per butterfly
     */
    us: number;
    /**
     * - lanes can compute every second result alone
     */
    halves: boolean;
};
export type Arguments = [any, any, any, Logger, string | undefined];
/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {Group} G - Fr itself, G1 or G2
 * @param {number} us - estimated microseconds per butterfly
 * @param {boolean} [halves] - lanes can compute every second result alone
 */
export declare function fourierTransforms(tm: Pool, Fr: WasmField1, G: Group, us: number, halves?: boolean): {
    fft: (
    /** @type {any} */ buff: any, 
    /** @type {any} */ inType: any, 
    /** @type {any} */ outType: any, 
    /** @type {Logger} */ logger: Logger, 
    /** @type {string | undefined} */ loggerTxt: string | undefined, 
    /** @type {boolean | TransformOptions} */ options?: boolean | TransformOptions) => Promise<any>;
    ifft: (
    /** @type {any} */ buff: any, 
    /** @type {any} */ inType: any, 
    /** @type {any} */ outType: any, 
    /** @type {Logger} */ logger: Logger, 
    /** @type {string | undefined} */ loggerTxt: string | undefined, 
    /** @type {boolean | TransformOptions} */ options?: boolean | TransformOptions) => Promise<any>;
    lagrangeEvaluations: (
    /** @type {any} */ buff: any, 
    /** @type {any} */ inType: any, 
    /** @type {any} */ outType: any, 
    /** @type {Logger} */ logger: Logger, 
    /** @type {string | undefined} */ loggerTxt: string | undefined, 
    /** @type {CallOptions} */ options?: CallOptions) => Promise<any>;
};
