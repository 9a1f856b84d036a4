/**
 * Tools for those who write circuits. Public as ffturbo-snarkjs/circuits.
 * @module ffturbo-snarkjs/circuits
 */
/** @typedef {import("./check.js").CheckReport} CheckReport */
/** @typedef {import("./check.js").FailingConstraint} FailingConstraint */
/** @typedef {import("./expect.js").ExpectedSignals} ExpectedSignals */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").SignalList} SignalList */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").CircuitFacts} CircuitFacts */
/** @typedef {import("./export.js").ExportOptions} ExportOptions */
/** @typedef {import("./export.js").R1csJson} R1csJson */
/** @typedef {import("./check.js").SignalValue} SignalValue */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").CircuitOptions} CircuitOptions */
/** @typedef {import("./witness.js").Calculation} Calculation */
/** @typedef {import("./witness.js").WitnessLike} WitnessLike */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").Ignored} Ignored */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").ProverCode} ProverCode */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").SinkLike} Sink */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").SourceLike} Source */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").Inputs} Inputs */
/** @typedef {import("../../../../src/internal/snarkjs_circuits.js").Witness} Witness */
export { ProverError } from "../../../../src/internal/snarkjs_circuits.js";
export { check } from "./check.js";
export { debugWitness } from "./debug.js";
export { expectConstraintsHold, expectWitness } from "./expect.js";
export { r1csToJson, writeR1csJson, writeWtnsJson, wtnsToJson } from "./export.js";
export { r1csFacts } from "../../../../src/internal/snarkjs_circuits.js";
export { printR1cs } from "./print.js";
export { describeCheck, describeUnset } from "./text.js";
