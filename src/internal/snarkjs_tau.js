/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_tau
 */
/** @typedef {import("../protocols/setup/randomness.js").Beacon} Beacon */
export { isProverCurve } from "../curves/brand.js";
export { formatHash } from "../protocols/setup/contribution.js";
export { hexOf, isArrayBuffer } from "../util/bytes.js";
