import type { CallOptions } from "./options.js";
import type { Pool } from "./types.js";
import type { WasmField1 } from "../engine/field.js";
import type { WasmCurve } from "../engine/group.js";
/**
 * @param {Pool} tm
 * @param {WasmField1} Fr
 * @param {WasmCurve} G
 * @param {number} us - estimated microseconds per butterfly
 */
export declare function groupTransforms(tm: Pool, Fr: WasmField1, G: WasmCurve, us: number): {
    fftMix: (buff: Uint8Array, options?: CallOptions) => Promise<Uint8Array<ArrayBuffer>>;
    fftJoin: (b1: Uint8Array, b2: Uint8Array, first: any, inc: any, options?: CallOptions) => Promise<Uint8Array<ArrayBuffer>[]>;
    fftFinal: (buff: Uint8Array, factor: any, options?: CallOptions) => Promise<Uint8Array<ArrayBuffer>>;
};
