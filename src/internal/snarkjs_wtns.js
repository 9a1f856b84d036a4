/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_wtns
 */
/** @typedef {import("../files/source.js").ProgramLike} ProgramLike */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../files/witness/program.js").Witness} Witness */
export { F1Field } from "../bigint/field.js";
export { identifyByOrder } from "../curves/known.js";
export { getCurveFromR } from "../curves/lookup.js";
export { describeIgnored } from "../files/describe.js";
export { ProverError } from "../files/errors.js";
export { writeTogether } from "../files/sink.js";
export { calculateWitness, encodeWitness } from "../protocols/key/witness.js";
export { clear } from "../util/bytes.js";
export { messageOf } from "../util/check.js";
