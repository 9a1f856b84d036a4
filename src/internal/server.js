/**
 * What ffturbo-server uses of this package. It is no interface for others: it changes from one version
 * to the next, and the package asks for exactly this one.
 * @module internal/server
 */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/source.js").ProgramLike} ProgramLike */
/** @typedef {import("../files/source.js").Reader} Reader */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../index.js").Curve} Curve */
/** @typedef {import("../protocols/index.js").KeyFacts} KeyFacts */
/** @typedef {import("../protocols/index.js").MsmFailure} MsmFailure */
/** @typedef {import("../protocols/index.js").Part} Part */
/** @typedef {import("../protocols/index.js").PartialMsm} PartialMsm */
/** @typedef {import("../protocols/index.js").ProgressReport} ProgressReport */
/** @typedef {import("../protocols/index.js").ProtocolName} ProtocolName */
/** @typedef {import("../protocols/index.js").ProveOptions} ProveOptions */
/** @typedef {import("../protocols/index.js").ProveResult} ProveResult */
/** @typedef {import("../protocols/index.js").Range} Range */
/** @typedef {import("../protocols/index.js").VerificationKey} VerificationKey */
/** @typedef {import("../protocols/key/weakness.js").Weakness} Weakness */
/** @typedef {import("../util/host_types.js").HostFile} HostFile */
/** @typedef {import("../util/options.js").Rule} Rule */
import { readRange as readOpenFile } from "../util/host_node.js";

export { createBudget } from "../files/budget.js";
export { ensure, ProverError } from "../files/errors.js";
export { ask } from "../files/http.js";
export { ReadCache } from "../files/read_cache.js";
export { linked, orAborted } from "../files/stop.js";
export { measureInputs } from "../files/witness/inputs.js";
export { getCurveFromName } from "../index.js";
export { FairList } from "../pool/fair_list.js";
export {
    combine, curveOfKey, fullProve, isLate, isPart, keyFacts, msmRange, planRanges, PROTOCOLS, prove,
    quotientScalars, verify, verifyStream, zkeyInfo,
} from "../protocols/index.js";
export { INSECURE } from "../protocols/key/weakness.js";
export { concat, isBytes } from "../util/bytes.js";
export { describe, errorCode, messageOf } from "../util/check.js";
export { exactJson, parseExactJson } from "../util/exact_json.js";
export { hardwareConcurrency, openFile, yieldToEventLoop } from "../util/host.js";
export {
    abortSignal, anything, call, count, flag, givenOptions, milliseconds, oneOf, record, text,
} from "../util/options.js";
export { onAbort } from "../util/signals.js";

/**
 * Of an open file, without the name of its type: not every project has the types of Node.
 * @type {(held: { file: any }, offset: number, length: number) => Promise<Uint8Array>}
 */
export const readRange = readOpenFile;
