/**
 * PLONK for the files that circom and snarkjs make. Public as ffturbo/plonk.
 * @module plonk
 */
/** @typedef {import("../../curves/types.js").Curve} Curve */
/** @typedef {import("../../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("./costs.js").Phase} Phase */
/** @typedef {import("../../files/progress.js").PhaseTiming<Phase>} PhaseTiming */
/** @typedef {import("../key/task_timings.js").TaskTiming} TaskTiming */
/** @typedef {import("../../files/progress.js").ProgressReport<Phase>} ProgressReport */
/**
 * @typedef {import("../../files/source.js").SourceLike} Source where a key, a witness or a
 *   circuit's program is read from
 */
/**
 * @typedef {import("../../files/source.js").ProgramLike} Program a circuit's program, as a file or
 *   compiled
 */
/** @typedef {import("../../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("./entry.js").ZkeyInfo} ZkeyInfo */
/** @typedef {import("./entry.js").ProveOptions} ProveOptions */
/** @typedef {import("./entry.js").Prover} Prover */
/** @typedef {import("./entry.js").ProverOptions} ProverOptions */
/** @typedef {import("./entry.js").CallOptions} CallOptions */
/**
 * @template {string} F
 * @typedef {import("../key/prover.js").CallOptions<F>} CallOptionsOf
 */
/** @typedef {import("./json.js").Proof} Proof */
/** @typedef {import("./entry.js").ProveResult} ProveResult */
/**
 * @template P
 * @template {string} F
 * @typedef {import("../key/prove.js").ProveResult<P, F>} ProveResultOf
 */
/** @typedef {import("../json.js").Reason} Reason */
/** @typedef {import("../json.js").Verdict} Verdict */
/** @typedef {import("../key/weakness.js").Weakness} Weakness */
/** @typedef {import("../plonkish/verify.js").Item} Item */
/** @typedef {import("../plonkish/verify.js").PublicSignals} PublicSignals */
/** @typedef {import("./verify.js").VerificationKey} VerificationKey */
/** @typedef {import("../plonkish/verify.js").VerifyOptions} VerifyOptions */
export { ProverError } from "../../files/errors.js";
export { createProver, fullProve, prove, zkeyInfo } from "./entry.js";
export { verify, verifyMany, verifyStream } from "./verify.js";
