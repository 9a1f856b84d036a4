/**
 * What ffturbo-keys uses of this package for delegated proofs. It is no interface for others: it changes
 * from one version to the next, and the package asks for exactly this one.
 * @module internal/keys_delegate
 */
/** @template {string} P @typedef {import("../files/progress.js").ProgressReport<P>} ProgressReport */
/** @template {string} P @typedef {import("../protocols/key/options.js").ProveOptions<P>} ProveOptions */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/source.js").ProgramLike} ProgramLike */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/with_sources.js").Tools} Tools */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../protocols/groth16/context.js").Context} Context */
/** @typedef {import("../protocols/groth16/msms.js").Part} Part */
/** @typedef {import("../protocols/groth16/proof.js").Proof} Proof */
/** @typedef {import("../protocols/groth16/split.js").PartOptions} PartOptions */
/** @typedef {import("../protocols/groth16/verify.js").VerificationKey} VerificationKey */
/** @typedef {import("../protocols/groth16/zkey.js").Zkey} Zkey */
/** @typedef {import("../util/options.js").Rules} Rules */
export { pointwise } from "../batch/field_ops.js";
export { openSecrets } from "../batch/secrets.js";
export { knownCurve } from "../curves/known.js";
export { bodyChunks, release } from "../files/body.js";
export { ensure, ProverError } from "../files/errors.js";
export { reasonOf } from "../files/http.js";
export { joinFirstFailure, linked, orAborted, startDeadline } from "../files/stop.js";
export { checkValues, checkWitnessFits, openWtns, readValues } from "../files/wtns.js";
export { buildABC } from "../protocols/groth16/coefficients.js";
export { costsOf } from "../protocols/groth16/costs.js";
export { footprintOf } from "../protocols/groth16/memory.js";
export { firstPrivate, msmPart, PARTS, pointBytesOf } from "../protocols/groth16/msms.js";
export { encodeProof } from "../protocols/groth16/proof.js";
export { blind, quotientOf, verifyProof, withColumns } from "../protocols/groth16/prove.js";
export { withKey } from "../protocols/groth16/split.js";
export { openVkey, verify } from "../protocols/groth16/verify.js";
export { withSharedColumns } from "../protocols/key/buffers.js";
export { checkMemory } from "../protocols/key/memory.js";
export { warmUp } from "../protocols/key/open.js";
export { RULES } from "../protocols/key/options.js";
export { isInSubgroup, isOnCurve } from "../protocols/key/points.js";
export { readModule } from "../protocols/key/program.js";
export { publicOf, selfVerify } from "../protocols/key/prove.js";
export { calculateWitness } from "../protocols/key/witness.js";
export { concat, isBytes } from "../util/bytes.js";
export { BLOCK, chachaWords } from "../util/chacha_words.js";
export { describe } from "../util/check.js";
export { fullPoint, POINT_OF_G2, VALUE, widthOf } from "../util/costs.js";
export { request, yieldToEventLoop } from "../util/host.js";
export { parseAddress } from "../util/host_address.js";
export { givenOptions } from "../util/options.js";
export { drawFactor, getRandomBytes } from "../util/random.js";
export { decodeText } from "../util/text.js";
export { isBelow } from "../util/words.js";
