import type { Logger, Pool } from "./types.js";
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
/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {Group} G - Fr itself, G1 or G2
 * @param {number} us - estimated microseconds per butterfly
 * @param {boolean} [halves] - lanes can do every second result by itself
 */
export declare function fourierTransforms(tm: Pool, Fr: WasmField1, G: Group, us: number, halves?: boolean): {
    fft: (/** @type {any} */ buff: any, /** @type {any} */ inType: any, /** @type {any} */ outType: any, /** @type {Logger} */ logger: Logger, /** @type {string | undefined} */ loggerTxt: string | undefined, consume?: boolean) => Promise<any>;
    ifft: (/** @type {any} */ buff: any, /** @type {any} */ inType: any, /** @type {any} */ outType: any, /** @type {Logger} */ logger: Logger, /** @type {string | undefined} */ loggerTxt: string | undefined, consume?: boolean) => Promise<any>;
    lagrangeEvaluations: (/** @type {any} */ buff: any, /** @type {any} */ inType: any, /** @type {any} */ outType: any, /** @type {Logger} */ logger: Logger, /** @type {string | undefined} */ loggerTxt: string | undefined) => Promise<any>;
};
