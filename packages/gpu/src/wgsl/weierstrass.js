/**
 * The curve model y^2 = x^3 + b in homogeneous coordinates, x = X/Z, y = Y/Z: complete additions
 * without branches, so that equal, opposite and infinite points need no special treatment (Renes,
 * Costello, Batina, eprint 2015/1060, algorithms 7 and 8), for curves without points of order two.
 * @module gpu/wgsl/weierstrass
 */
/** @import { Fp2Element, GroupParams } from "../../../../src/internal/gpu.js" */

/** P + Q. 12 products. */
const FULL = `
t0 = x1 * x2; t1 = y1 * y2; t2 = z1 * z2; t3 = x1 + y1; t4 = x2 + y2; t3 = t3 * t4; t4 = t0 + t1; t3 = t3 - t4;
t4 = y1 + z1; x3 = y2 + z2; t4 = t4 * x3; x3 = t1 + t2; t4 = t4 - x3;
x3 = x1 + z1; y3 = x2 + z2; x3 = x3 * y3; y3 = t0 + t2; y3 = x3 - y3;
x3 = t0 + t0; t0 = x3 + t0; t2 = k t2; z3 = t1 + t2; t1 = t1 - t2; y3 = k y3;
x3 = t4 * y3; t2 = t3 * t1; x3 = t2 - x3; y3 = y3 * t0; t1 = t1 * z3; y3 = t1 + y3;
t0 = t0 * t3; z3 = z3 * t4; z3 = z3 + t0`;

/** P + Q, where Q is affine and not infinity. 11 products. */
const MIXED = `
t0 = x1 * x2; t1 = y1 * y2; t3 = x2 + y2; t4 = x1 + y1; t3 = t3 * t4; t4 = t0 + t1; t3 = t3 - t4;
t4 = y2 * z1; t4 = t4 + y1; y3 = x2 * z1; y3 = y3 + x1;
x3 = t0 + t0; t0 = x3 + t0; t2 = k z1; z3 = t1 + t2; t1 = t1 - t2; y3 = k y3;
x3 = t4 * y3; t2 = t3 * t1; x3 = t2 - x3; y3 = y3 * t0; t1 = t1 * z3; y3 = t1 + y3;
t0 = t0 * t3; z3 = z3 * t4; z3 = z3 + t0`;

/** What the kernels need of a curve model. @type {Readonly<import("./types.js").CurveModel>} */
export const weierstrass = Object.freeze({
    coordinates: ["x", "y", "z"],
    affine: ["x", "y"],
    full: FULL,
    mixed: MIXED,
    /** (0 : 1 : 0) */
    zero: { x: 0n, y: 1n, z: 0n },
    /** z of a point that was affine */
    lifted: { z: 1n },
    /** Coordinates that change their sign in -P. */
    odd: ["y"],
    /** The constant of the programs is 3 b. */
    k: (/** @type {GroupParams<bigint> | GroupParams<Fp2Element>} */ { b }) =>
        (typeof b === "bigint" ? 3n * b : /** @type {const} */ ([3n * b[0], 3n * b[1]])),
    constants: () => ({}),
    /** (X Z, Y Z^2, Z) is the same point in the jacobian coordinates of the engine. */
    leaving: "x = x * z; y = y * z; y = y * z",
});
