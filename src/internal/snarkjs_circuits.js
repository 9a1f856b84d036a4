/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_circuits
 */
/** @typedef {import("../circuits/combination.js").Combination} Combination */
/** @typedef {import("../circuits/facts.js").CircuitFacts} CircuitFacts */
/** @typedef {import("../circuits/names.js").Names} Names */
/** @typedef {import("../circuits/names.js").SignalList} SignalList */
/** @typedef {import("../circuits/options.js").CircuitOptions} CircuitOptions */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../files/binfile.js").Ignored} Ignored */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/r1cs.js").ConstraintBatch} ConstraintBatch */
/** @typedef {import("../files/r1cs.js").R1cs} R1cs */
/** @typedef {import("../files/r1cs.js").Stretch} Stretch */
/** @typedef {import("../files/sink.js").SinkLike} SinkLike */
/** @typedef {import("../files/source.js").Source} Source */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/with_sources.js").Tools} Tools */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../files/witness/log.js").CircuitError} CircuitError */
/** @typedef {import("../files/witness/program.js").Witness} Witness */
/** @typedef {import("../files/witness/trace.js").Stopped} Stopped */
export { openCheck } from "../batch/constraints.js";
export { inShared } from "../batch/in_shared.js";
export { runsHere } from "../batch/submit.js";
export { sidesOf, termsOf } from "../circuits/combination.js";
export { r1csFacts } from "../circuits/facts.js";
export { fullName, listOf, madeOnce, openNames } from "../circuits/names.js";
export { readOptions } from "../circuits/options.js";
export { defaultOptions } from "../curves/config.js";
export { identifyByOrder } from "../curves/known.js";
export { scalarCurve, threadsFor } from "../curves/prover_curve.js";
export { allocate, ensure, ProverError } from "../files/errors.js";
export { openR1cs, readAgain, readConstraints, readLabels, readStretches } from "../files/r1cs.js";
export { readGates, readGateUses } from "../files/r1cs_gates.js";
export { writeTogether } from "../files/sink.js";
export { readSymLines } from "../files/sym.js";
export { withSources } from "../files/with_sources.js";
export { integerOf, isRecord } from "../files/witness/inputs.js";
export { cellReader } from "../files/witness/trace.js";
export { calculateWitness } from "../files/witness_calculator.js";
export { checkValues, checkWitnessFits, openWtns, readValues } from "../files/wtns.js";
export { clear, isBytes, readLE, writeLE } from "../util/bytes.js";
export { counted, describe, messageOf } from "../util/check.js";
export { yieldToEventLoop } from "../util/host.js";
export { freeBuffers } from "../util/host_memory.js";
export { decodeText, encodeText } from "../util/text.js";
