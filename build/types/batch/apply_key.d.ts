import type { Bytes, Pool } from "./types.js";
import type { CallOptions } from "./options.js";
import type { WasmField1 } from "../engine/field.js";
/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {{ prefix: string, F?: { n8: number }, n8?: number }} G - Fr itself, G1 or G2
 * @param {number} us - estimated microseconds per element
 */
export declare function keyApplier(tm: Pool, Fr: WasmField1, G: {
    prefix: string;
    F?: {
        n8: number;
    };
    n8?: number;
}, us: number): (buff: Bytes, first: any, inc: any, inType?: string, outType?: string, options?: CallOptions) => Promise<Bytes>;
