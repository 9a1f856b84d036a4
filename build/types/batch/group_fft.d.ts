import type { CallOptions } from "./options.js";
import type { Bytes, Pool } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
import type { WasmCurve } from "../engine/group.js";
/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {WasmCurve} G
 * @param {number} us - estimated microseconds per butterfly
 */
export declare function groupTransforms(tm: Pool, Fr: WasmField1, G: WasmCurve, us: number): {
    fftMix: (buff: Bytes, options?: CallOptions) => Promise<Bytes>;
    fftJoin: (b1: Bytes, b2: Bytes, first: any, inc: any, options?: CallOptions) => Promise<Bytes[]>;
    fftFinal: (buff: Bytes, factor: any, options?: CallOptions) => Promise<Bytes>;
};
