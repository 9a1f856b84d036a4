/**
 * What ffturbo-keys uses of this package for packed keys. It is no interface for others: it changes
 * from one version to the next, and the package asks for exactly this one.
 * @module internal/keys_packed
 */
/** @template {string} P @typedef {import("../files/progress.js").ProgressReport<P>} ProgressReport */
/** @typedef {import("../batch/types.js").Pool} Pool */
/** @typedef {import("../curves/known.js").KnownCurve} KnownCurve */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../curves/types.js").WasmCurve} WasmCurve */
/** @typedef {import("../files/binfile.js").BinFile} BinFile */
/** @typedef {import("../files/binfile.js").BinKind} BinKind */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/sink.js").SinkLike} SinkLike */
/** @typedef {import("../files/sink.js").Sink} Sink */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/source.js").Source} Source */
/** @typedef {import("../files/with_sources.js").Tools} Tools */
/** @typedef {import("../protocols/key/header.js").Key} Key */
/** @typedef {import("../protocols/key/header.js").SectionContent} SectionContent */
/** @typedef {import("../protocols/key/packed.js").PackedKey} PackedKey */
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
export { orAborted } from "../files/stop.js";
export { KIND as fflonk } from "../protocols/fflonk/zkey.js";
export { KIND as groth16 } from "../protocols/groth16/zkey.js";
export { openKeyFile } from "../protocols/key/header.js";
export { DEFAULTS, RULES } from "../protocols/key/options.js";
export { MAGIC, registerPacked } from "../protocols/key/packed.js";
export { KIND as plonk } from "../protocols/plonk/zkey.js";
export { refuseInputs, withCeremony } from "../protocols/setup/open.js";
export { concat, hexOf, sameBytes, writeLE } from "../util/bytes.js";
export { sha256Of, sha256Stream } from "../util/hashes.js";
export { deflate, inflateHere } from "../util/host.js";
export { freeBuffers } from "../util/host_memory.js";
export { inflate } from "../util/inflate.js";
export { givenOptions } from "../util/options.js";
export { takesTriples } from "../util/sixth_roots.js";
