import type { CurveBase } from "./types.js";
import type { Code } from "../runtime/instance.js";
/**
 * @param {Readonly<CurveBase>} base - of a curve with a pairing
 * @param {Code} [module] - compiled elsewhere, for hosts that cannot compile
 */
export declare function buildVerifier({ record, code, layout }: Readonly<CurveBase>, module?: Code): Promise<any>;
/**
 * @param {string} name
 * @returns {Promise<any>} the verifier of the curve, built once; after a failure it is tried again
 */
export declare function verifierOf(name: string): Promise<any>;
