import type { Curve, CurveOptions } from "./types.js";
export type First = boolean | CurveOptions;
export type Plugins = (moduleBuilder: any) => unknown;
/**
 * @param {string} name - bn128, bn254, altbn128 or bls12381, in any case and with any punctuation
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export declare function getCurveFromName(name: string, singleThread?: First, plugins?: Plugins): Promise<Curve>;
/**
 * @param {bigint | number | string} q - order of the base field
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export declare function getCurveFromQ(q: bigint | number | string, singleThread?: First, plugins?: Plugins): Promise<Curve>;
/**
 * @param {bigint | number | string} r - order of the groups
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export declare function getCurveFromR(r: bigint | number | string, singleThread?: First, plugins?: Plugins): Promise<Curve>;
