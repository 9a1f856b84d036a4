/**
 * The public names: those of ffjavascript 0.3.1, and builders of further curves. Importing has no
 * effect.
 * @module index
 */
/** @typedef {import("./batch/options.js").MsmOptions} MsmOptions */
/** @typedef {import("./batch/types.js").Bytes} Bytes */
/** @typedef {import("./batch/fft.js").TransformOptions} TransformOptions */
/**
 * @template T
 * @typedef {import("./bigint/types.js").Field<T>} Field
 */
/** @typedef {import("./bigint/types.js").Rng} Rng */
/**
 * @template E
 * @typedef {import("./bigint/fft.js").FFT<E>} FFT
 */
/** @typedef {import("./bigint/polynomial.js").Polynomial} Polynomial */
/** @typedef {import("./bigint/scalar.js").Scalarish} Scalarish */
/** @typedef {import("./bigint/utils.js").Printable} Printable */
/** @typedef {import("./curves/lookup.js").First} CurveChoice */
/** @typedef {import("./curves/types.js").Curve} Curve */
/** @typedef {import("./curves/types.js").CurveOptions} CurveOptions */
/** @typedef {import("./curves/types.js").BaseField} BaseField */
/** @typedef {import("./curves/types.js").ScalarField} ScalarField */
/** @typedef {import("./curves/types.js").PointGroup} PointGroup */
/** @typedef {import("./curves/types.js").WasmField2} WasmField2 */
/** @typedef {import("./curves/types.js").WasmField3} WasmField3 */
/** @typedef {import("./curves/types.js").ThreadManager} ThreadManager */
/** @typedef {import("./curves/types.js").Plugins} Plugins */
/** @typedef {import("./plugins/module_builder.js").ModuleBuilder} ModuleBuilder */
export { BigBuffer } from "./util/bigbuffer.js";
export { ChaCha } from "./util/chacha.js";
export { EC } from "./bigint/curve.js";
export { F1Field, ZqField } from "./bigint/field.js";
export { F2Field } from "./bigint/field2.js";
export { F3Field } from "./bigint/field3.js";
export { PolField } from "./bigint/polynomial.js";
export * as Scalar from "./bigint/scalar.js";
export * as utils from "./bigint/utils.js";
export { buildBls12377, buildBls12381, buildBn128 } from "./curves/builders.js";
export { getCurveFromName, getCurveFromQ, getCurveFromR } from "./curves/lookup.js";
