/**
 * Tools for those who write circuits. Public as ffturbo/circuits.
 * @module circuits
 */
/** @typedef {import("./check.js").CheckReport} CheckReport */
/** @typedef {import("./check.js").FailingConstraint} FailingConstraint */
/** @typedef {import("./check.js").SignalList} SignalList */
/** @typedef {import("./check.js").SignalValue} SignalValue */
/** @typedef {import("./options.js").CircuitOptions} CircuitOptions */
/** @typedef {import("./witness.js").Calculation} Calculation */
/** @typedef {import("./witness.js").WitnessLike} WitnessLike */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/source.js").SourceLike} Source */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../files/witness/program.js").Witness} Witness */
export { ProverError } from "../files/errors.js";
export { check } from "./check.js";
export { describeCheck } from "./text.js";
