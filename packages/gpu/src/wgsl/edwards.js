/**
 * The curve model -x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates, x = X/Z, y = Y/Z, and X Y /
 * Z: one addition formula for all pairs of points (Hisil, Wong, Carter, Dawson, eprint 2008/522,
 * add-2008-hwcd-3). It is complete even for points of even order, because -1 is a square and d is
 * not.
 * @module gpu/wgsl/edwards
 */
/** @import { EdwardsParams } from "../../../../src/internal/gpu.js" */

/** What both formulas do after the products of coordinates: d is 2 Z1 Z2. */
const REST = `
e = b - a; f = d - c; g = d + c; h = b + a;
x3 = e * f; y3 = g * h; xy3 = e * h; z3 = f * g`;

/** P + Q. 9 products. */
const FULL = `
a = y1 - x1; b = y2 - x2; a = a * b; b = y1 + x1; c = y2 + x2; b = b * c;
c = xy1 * xy2; c = c * twice_d; d = z1 * z2; d = d + d; ${REST}`;

/** P + Q, where Q is affine. 9 products: two of them for x y of Q. */
const MIXED = `
a = y1 - x1; b = y2 - x2; a = a * b; b = y1 + x1; c = y2 + x2; b = b * c;
c = x2 * y2; c = c * twice_d; c = xy1 * c; d = z1 + z1; ${REST}`;

/** What the kernels need of a curve model. @type {Readonly<import("./types.js").CurveModel>} */
export const edwards = Object.freeze({
    coordinates: ["x", "y", "z", "xy"],
    affine: ["x", "y"],
    full: FULL,
    mixed: MIXED,
    /** (0 : 1 : 1), X Y / Z = 0 */
    zero: { x: 0n, y: 1n, z: 1n, xy: 0n },
    /** z of a point that was affine; its x y is not used */
    lifted: { z: 1n, xy: 0n },
    /** Coordinates that change their sign in -P. */
    odd: ["x"],
    k: () => 1n,
    constants: (/** @type {EdwardsParams} */ { d }) => ({ twice_d: 2n * d }),
    /** The engine's coordinates are X, Y and Z. */
    leaving: "",
});
