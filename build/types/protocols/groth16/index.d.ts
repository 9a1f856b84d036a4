export type Curve = import("../../curves/types.js").Curve;
export type ProverCode = import("../../files/errors.js").ProverCode;
export type Phase = import("../../files/progress.js").Phase;
export type PhaseTiming = import("../../files/progress.js").PhaseTiming;
export type ProgressReport = import("../../files/progress.js").ProgressReport;
export type Source = import("../../files/source.js").SourceLike;
export type Inputs = import("../../files/witness/inputs.js").Inputs;
export type Witness = import("../../files/witness/program.js").Witness;
export type ZkeyInfo = import("./info.js").ZkeyInfo;
export type ProveOptions = import("./options.js").ProveOptions;
export type Proof = import("./proof.js").Proof;
export type ProveResult = import("./prove.js").ProveResult;
export type Reason = import("../../bigint/groth16_json.js").Reason;
export type Verdict = import("../../bigint/groth16_json.js").Verdict;
export type PublicSignals = import("./verify.js").PublicSignals;
export type VerificationKey = import("./verify.js").VerificationKey;
export type VerifyOptions = import("./verify.js").VerifyOptions;
/**
 * Groth16 for the files that circom and snarkjs make. Public as ffturbo/groth16.
 * @module prover
 */
/** @typedef {import("../../curves/types.js").Curve} Curve */
/** @typedef {import("../../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../../files/progress.js").Phase} Phase */
/** @typedef {import("../../files/progress.js").PhaseTiming} PhaseTiming */
/** @typedef {import("../../files/progress.js").ProgressReport} ProgressReport */
/**
 * @typedef {import("../../files/source.js").SourceLike} Source where a key, a witness or a circuit's program is read
 *   from
 */
/** @typedef {import("../../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../../files/witness/program.js").Witness} Witness */
/** @typedef {import("./info.js").ZkeyInfo} ZkeyInfo */
/** @typedef {import("./options.js").ProveOptions} ProveOptions */
/** @typedef {import("./proof.js").Proof} Proof */
/** @typedef {import("./prove.js").ProveResult} ProveResult */
/** @typedef {import("../../bigint/groth16_json.js").Reason} Reason */
/** @typedef {import("../../bigint/groth16_json.js").Verdict} Verdict */
/** @typedef {import("./verify.js").PublicSignals} PublicSignals */
/** @typedef {import("./verify.js").VerificationKey} VerificationKey */
/** @typedef {import("./verify.js").VerifyOptions} VerifyOptions */
export { ProverError } from "../../files/errors.js";
export { fullProve, prove } from "./prove.js";
export type PartialSum = import("./split.js").PartialSum;
export type Part = import("./split.js").Part;
export type Range = import("./split.js").Range;
export type SumFailure = import("./split.js").SumFailure;
/** @typedef {import("./split.js").PartialSum} PartialSum */
/** @typedef {import("./split.js").Part} Part */
/** @typedef {import("./split.js").Range} Range */
/** @typedef {import("./split.js").SumFailure} SumFailure */
export { combine, quotientScalars, sumRange } from "./split.js";
export { verify } from "./verify.js";
export { zkeyInfo } from "./info.js";
export { calculateWitness, createWitnessCalculator, encodeWitness, optimizeCircuit, witnessInfo } from "./witness.js";
