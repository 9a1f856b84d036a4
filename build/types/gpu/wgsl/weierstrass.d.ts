/**
 * The curve model y^2 = x^3 + b in homogeneous coordinates, x = X/Z, y = Y/Z: complete additions without branches, so
 * that equal, opposite and infinite points need no care (Renes, Costello, Batina, eprint 2015/1060, algorithms 7 and
 * 8), for curves without points of order two.
 * @module gpu/wgsl/weierstrass
 */
/** @import { GroupParams } from "../../params/types.js" */
/** What the kernels need of a curve model. @type {Readonly<import("./types.js").CurveModel>} */
export declare const weierstrass: Readonly<import("./types.js").CurveModel>;
