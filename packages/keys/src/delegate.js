/**
 * Groth16 proofs with the help of two servers that learn nothing of the witness. Public as
 * ffturbo-keys/delegate.
 * @module ffturbo-keys/delegate
 */
/** @typedef {import("../../../src/internal/keys_delegate.js").Curve} Curve */
/** @typedef {import("../../../src/internal/keys_delegate.js").ProverCode} ProverCode */
/** @typedef {import("../../../src/internal/keys_delegate.js").ProgressReport<DelegatePhase>} ProgressReport */
/**
 * @typedef {import("../../../src/internal/keys_delegate.js").SourceLike} Source where a key, a witness or a
 *   circuit's program is read from
 */
/** @typedef {import("../../../src/internal/keys_delegate.js").Inputs} Inputs */
/** @typedef {import("../../../src/internal/keys_delegate.js").Proof} Proof */
/** @typedef {import("../../../src/internal/keys_delegate.js").VerificationKey} VerificationKey */
/** @typedef {import("./delegate/delegate.js").DelegatePhase} DelegatePhase */
/** @typedef {import("./delegate/delegate.js").DelegateOptions} DelegateOptions */
/** @typedef {import("./delegate/delegate.js").DelegateResult} DelegateResult */
/** @typedef {import("./delegate/servers.js").KeyReference} KeyReference */
/** @typedef {import("./delegate/servers.js").Server} Server */
/** @typedef {import("../../../src/internal/keys_delegate.js").PartOptions} PartOptions */
export { ProverError } from "../../../src/internal/keys_delegate.js";
export { delegateProof } from "./delegate/delegate.js";
export { msmShare, shareBytes } from "./delegate/serve.js";
