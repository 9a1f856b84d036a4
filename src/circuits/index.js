/**
 * Tools for those who write circuits. Public as ffturbo/circuits.
 * @module circuits
 */
/** @typedef {import("./check.js").CheckReport} CheckReport */
/** @typedef {import("./check.js").FailingConstraint} FailingConstraint */
/** @typedef {import("./expect.js").ExpectedSignals} ExpectedSignals */
/** @typedef {import("./names.js").SignalList} SignalList */
/** @typedef {import("./facts.js").CircuitFacts} CircuitFacts */
/** @typedef {import("./export.js").ExportOptions} ExportOptions */
/** @typedef {import("./export.js").R1csJson} R1csJson */
/** @typedef {import("./check.js").SignalValue} SignalValue */
/** @typedef {import("./options.js").CircuitOptions} CircuitOptions */
/** @typedef {import("./witness.js").Calculation} Calculation */
/** @typedef {import("./witness.js").WitnessLike} WitnessLike */
/** @typedef {import("../files/binfile.js").Ignored} Ignored */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/sink.js").SinkLike} Sink */
/** @typedef {import("../files/source.js").SourceLike} Source */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../files/witness/program.js").Witness} Witness */
export { ProverError } from "../files/errors.js";
export { check } from "./check.js";
export { debugWitness } from "./debug.js";
export { expectConstraintsHold, expectWitness } from "./expect.js";
export { r1csToJson, writeR1csJson, writeWtnsJson, wtnsToJson } from "./export.js";
export { r1csFacts } from "./facts.js";
export { printR1cs } from "./print.js";
export { describeCheck, describeUnset } from "./text.js";
