/**
 * Shapes of the group kernels. Types only; no code runs here.
 * @module scripts/wasm/group/types
 */
/** @import { Field, FieldValue } from "../types.js" */

/**
 * What to build: y^2 = x^3 + b over a field.
 * @typedef {object} GroupParams
 * @property {string} name - prefix of the functions: g1m, g2m
 * @property {Field} field - of the coordinates
 * @property {FieldValue} b
 * @property {readonly [FieldValue, FieldValue]} generator - affine
 * @property {Field} scalars - the field of mulFr; its characteristic is the order of the subgroup
 * @property {boolean} [subgroup] - true: add inGroup (the curve has a cofactor that callers check)
 */

/**
 * A group in the module, for later parts. Points are affine (x, y), all
 * zero bytes for infinity, or jacobian (X, Y, Z) with x = X/Z^2 and y = Y/Z^3,
 * (0, 1, 0) for infinity. Coordinates are canonical LEM.
 * @typedef {object} Group
 * @property {string} name
 * @property {Field} field
 * @property {Field} scalars
 * @property {FieldValue} b
 * @property {number} bAt - address of b
 * @property {number} zeroAt - address of infinity, jacobian
 * @property {number} generatorAt - address of the generator, jacobian
 * @property {number} n8 - bytes of a coordinate
 * @property {number} affine - bytes of an affine point, 2 n8
 * @property {number} jacobian - bytes of a jacobian point, 3 n8
 * @property {ReturnType<typeof import("./formula.js").formulas>} formula
 * @property {string[]} functions - internal names, without the prefix
 * @property {(name: string, ...args: (string | number)[]) => string} f - call of a field function
 * @property {(name: string, ...args: (string | number)[]) => string} g - call of a function of the group
 * @property {(f: import("../module.js").FunctionText) => void} func - adds `{name}_{f.name}`
 */

export {};
