/**
 * Groth16 proofs with the help of two servers that learn nothing of the witness. Public as
 * ffturbo/delegate.
 * @module delegate
 */
/** @typedef {import("../../../curves/types.js").Curve} Curve */
/** @typedef {import("../../../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../../../files/progress.js").ProgressReport<DelegatePhase>} ProgressReport */
/**
 * @typedef {import("../../../files/source.js").SourceLike} Source where a key, a witness or a
 *   circuit's program is read from
 */
/** @typedef {import("../../../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../proof.js").Proof} Proof */
/** @typedef {import("../verify.js").VerificationKey} VerificationKey */
/** @typedef {import("./delegate.js").DelegatePhase} DelegatePhase */
/** @typedef {import("./delegate.js").DelegateOptions} DelegateOptions */
/** @typedef {import("./delegate.js").DelegateResult} DelegateResult */
/** @typedef {import("./servers.js").KeyReference} KeyReference */
/** @typedef {import("./servers.js").Server} Server */
/** @typedef {import("../split.js").PartOptions} PartOptions */
export { ProverError } from "../../../files/errors.js";
export { delegateProof } from "./delegate.js";
export { msmShare } from "./serve.js";
