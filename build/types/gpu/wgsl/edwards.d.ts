/**
 * The curve model -x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates, x = X/Z, y = Y/Z, and X Y / Z: one addition for
 * all pairs of points (Hisil, Wong, Carter, Dawson, eprint 2008/522, add-2008-hwcd-3), also for those of even order, as
 * -1 is a square and d is none.
 * @module gpu/wgsl/edwards
 */
/** @import { EdwardsParams } from "../../params/types.js" */
/** What the kernels need of a curve model. @type {Readonly<import("./types.js").CurveModel>} */
export declare const edwards: Readonly<import("./types.js").CurveModel>;
