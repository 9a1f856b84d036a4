import type { Curve, CurveOptions, Plugins } from "./types.js";
export type First = boolean | CurveOptions;
/**
 * @param {string} name - its name or an alias, in upper or lower case and with any punctuation
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
 * @throws {Error} "Curve not supported: ...", also if several curves are over this field
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
