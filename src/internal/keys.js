/**
 * What ffturbo-keys uses of this package. It is no interface for others: it changes from one version
 * to the next, and the package asks for exactly this one.
 * @module internal/keys
 */
/** @typedef {import("../batch/types.js").Pool} Pool */
/** @typedef {import("../curves/known.js").KnownCurve} KnownCurve */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../curves/types.js").WasmCurve} WasmCurve */
/** @typedef {import("../files/binfile.js").BinFile} BinFile */
/** @typedef {import("../files/binfile.js").BinKind} BinKind */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @template {string} P @typedef {import("../files/progress.js").ProgressReport<P>} ProgressReport */
/** @typedef {import("../files/read_cache.js").Held} Held */
/** @typedef {import("../files/sink.js").Sink} Sink */
/** @typedef {import("../files/sink.js").SinkLike} SinkLike */
/** @typedef {import("../files/source.js").Reader} Reader */
/** @typedef {import("../files/source.js").Source} Source */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/with_sources.js").Tools} Tools */
/** @typedef {import("../protocols/key/header.js").Key} Key */
/** @typedef {import("../protocols/key/header.js").KeyKind} KeyKind */
/** @typedef {import("../protocols/key/header.js").SectionContent} SectionContent */
/** @typedef {import("../protocols/key/packed.js").PackedKey} PackedKey */
/** @typedef {import("../util/host_types.js").HostHash} HostHash */
/** @typedef {import("../util/host_types.js").HostLock} HostLock */
/** @typedef {import("../util/host_types.js").HostStorage} HostStorage */
/** @typedef {import("../util/host_types.js").HostWhole} HostWhole */
/** @typedef {import("../util/options.js").Rules} Rules */
export { inFlight } from "../batch/submit.js";
export { expandTriples, foldTriples, tripleBytes, tripleParts } from "../batch/triples.js";
export { identifyCurve, knownNames } from "../curves/known.js";
export { proverCurve } from "../curves/prover_curve.js";
export { HEAD, openBinFile } from "../files/binfile.js";
export { ensure, ProverError, toProverError } from "../files/errors.js";
export { readHeader } from "../files/header.js";
export { inOrder } from "../files/in_order.js";
export { ReadCache } from "../files/read_cache.js";
export { FILE_HEADER, fileHeader, SECTION_HEADER, sectionHeader } from "../files/sections.js";
export { openSource } from "../files/source.js";
export { linked, orAborted } from "../files/stop.js";
export { KIND as fflonk } from "../protocols/fflonk/zkey.js";
export { KIND as groth16 } from "../protocols/groth16/zkey.js";
export { openKeyFile } from "../protocols/key/header.js";
export { DEFAULTS, RULES } from "../protocols/key/options.js";
export { MAGIC, registerPacked } from "../protocols/key/packed.js";
export { KIND as plonk } from "../protocols/plonk/zkey.js";
export { refuseInputs, withCeremony } from "../protocols/setup/open.js";
export { concat, copyBytes, hexOf, isBytes, sameBytes, writeLE } from "../util/bytes.js";
export { describe, messageOf } from "../util/check.js";
export { sha256, sha256Of, sha256Stream } from "../util/hashes.js";
export { deflate, digestHere, inflateHere, startTimer } from "../util/host.js";
export { freeBuffers, freeWhole } from "../util/host_memory.js";
export { openStorage } from "../util/host_storage.js";
export { inflate } from "../util/inflate.js";
export { abortSignal, call, givenOptions, milliseconds } from "../util/options.js";
export { threadPace } from "../util/pace.js";
export { getRandomBytes } from "../util/random.js";
export { createController, onAbort } from "../util/signals.js";
export { takesTriples } from "../util/sixth_roots.js";
export { decodeText, encodeText } from "../util/text.js";
