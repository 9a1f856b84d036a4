/**
 * Shapes of the group kernels. Types only; no code runs here.
 * @module scripts/wasm/group/types
 */
/** @import { Field, FieldValue } from "../types.js" */
/** @import { WasmModule } from "../module.js" */

/**
 * What to build: a curve over a field, y^2 = x^3 + b or a x^2 + y^2 = 1 + d x^2 y^2.
 * @typedef {object} GroupParams
 * @property {string} name - prefix of the functions: g1m, g2m
 * @property {Field} field - of the coordinates
 * @property {"weierstrass" | "edwards"} [model] - weierstrass by default
 * @property {FieldValue} [b]
 * @property {bigint} [a]
 * @property {bigint} [d]
 * @property {"greatest" | "odd"} [sign] - of x, in compressed points of the model edwards
 * @property {readonly [FieldValue, FieldValue]} generator - affine
 * @property {Field} scalars - the field of mulFr; its characteristic is the order of the subgroup
 * @property {boolean} [subgroup] - true: add inGroup (the curve has a cofactor that callers check)
 */

/**
 * What differs between the forms of a curve. Points are affine (x, y), or of three coordinates (X,
 * Y, Z), which names call jacobian: weierstrass, all zero bytes for affine infinity, jacobian x =
 * X/Z^2 and y = Y/Z^3, (0, 1, 0) for infinity; edwards, affine zero is (0, 1), projective x = X/Z
 * and y = Y/Z, zero is (0, 1, 1).
 * @typedef {object} GroupModel
 * @property {readonly bigint[]} zero - of three coordinates
 * @property {0 | 1} odd - the affine coordinate that changes its sign in a negative point
 * @property {(module: WasmModule, field: Field, equation: Equation) => Partial<Group>} constants -
 *   of the equation
 * @property {(module: WasmModule, group: Group) => void} addPoint
 * @property {(module: WasmModule, group: Group) => void} addAddition
 * @property {(module: WasmModule, group: Group, point: number, flags: number) => void}
 *   addCompression
 * @property {(group: Group) => void} addInCurve
 * @property {(group: Group) => void} addBuckets - adds bucket_zero bucket_add bucket_addAffine
 *   bucket_toJacobian
 * @property {(module: WasmModule, group: Group) => void} addModelChange - to the form that lanes
 *   have, where it differs
 * @property {(group: Group) => number} bucketBytes
 * @property {(group: Group, x: string, inverse: string, power: string, z: string) => string[]}
 *   divide - the affine point at local z, of the point at local x and 1 / Z; power: scratch
 * @property {(group: Group) => number} flags - in the first byte of an encoded point
 */

/** @typedef {Pick<GroupParams, "model" | "b" | "a" | "d" | "sign">} Equation */

/**
 * A group in the module, for later parts. Coordinates are canonical LEM.
 * @typedef {object} Group
 * @property {string} name
 * @property {Field} field
 * @property {Field} scalars
 * @property {Readonly<GroupModel>} model
 * @property {FieldValue} [b] - weierstrass
 * @property {number} [bAt] - its address
 * @property {bigint} [a] - edwards, with d and sign
 * @property {bigint} [d]
 * @property {"greatest" | "odd"} [sign]
 * @property {number} [aAt] - address of a, with d behind it
 * @property {number} [dAt]
 * @property {number} [oneAt]
 * @property {number} zeroAt - address of infinity, jacobian
 * @property {number} generatorAt - address of the generator, jacobian
 * @property {number} n8 - bytes of a coordinate
 * @property {number} affine - bytes of an affine point, 2 n8
 * @property {number} jacobian - bytes of a point of three coordinates, 3 n8
 * @property {ReturnType<typeof import("./formula.js").formulas>} formula
 * @property {string[]} functions - internal names, without the prefix
 * @property {(name: string, ...args: (string | number)[]) => string} f - call of a field function
 * @property {(name: string, ...args: (string | number)[]) => string} g - call of a function of the
 *   group
 * @property {(f: import("../module.js").FunctionText) => void} func - adds `{name}_{f.name}`
 */

export {};
