/**
 * What ffturbo-keys uses of this package for its store. It is no interface for others: it changes
 * from one version to the next, and the package asks for exactly this one.
 * @module internal/keys
 */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/read_cache.js").Held} Held */
/** @typedef {import("../files/source.js").Reader} Reader */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/source.js").Source} Source */
/** @typedef {import("../util/host_types.js").HostHash} HostHash */
/** @typedef {import("../util/host_types.js").HostLock} HostLock */
/** @typedef {import("../util/host_types.js").HostStorage} HostStorage */
/** @typedef {import("../util/host_types.js").HostWhole} HostWhole */
/** @typedef {import("../util/options.js").Rules} Rules */
export { ensure, ProverError } from "../files/errors.js";
export { ReadCache } from "../files/read_cache.js";
export { openSource } from "../files/source.js";
export { linked, orAborted } from "../files/stop.js";
export { concat, copyBytes, hexOf, isBytes } from "../util/bytes.js";
export { describe, messageOf } from "../util/check.js";
export { sha256, sha256Stream } from "../util/hashes.js";
export { digestHere, startTimer } from "../util/host.js";
export { freeBuffers, freeWhole } from "../util/host_memory.js";
export { openStorage } from "../util/host_storage.js";
export { abortSignal, call, givenOptions, milliseconds } from "../util/options.js";
export { threadPace } from "../util/pace.js";
export { getRandomBytes } from "../util/random.js";
export { createController, onAbort } from "../util/signals.js";
export { decodeText, encodeText } from "../util/text.js";
