import type { Context } from "./context.js";
import type { Zkey } from "./zkey.js";
/**
 * The points of the header: each on its curve, none at infinity.
 * @param {Zkey} zkey
 * @param {any} curve
 */
export declare function checkHeaderPoints({ file, points, curve: known }: Zkey, curve: any): void;
/**
 * Every point of every section: on its curve, with canonical coordinates. Slow; for keys of unknown origin.
 * @param {Context} context
 */
export declare function checkAllPoints({ zkey: { file, curve: known }, curve, progress, signal }: Context): Promise<void>;
/**
 * Is the point a multiple of the generator? The order times it is zero.
 * @param {any} curve
 * @param {any} G
 * @param {Uint8Array} point - affine, on the curve
 */
export declare const isInSubgroup: (curve: any, G: any, point: Uint8Array) => any;
