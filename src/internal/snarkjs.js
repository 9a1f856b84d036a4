/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs
 */
/** @typedef {import("../curves/types.js").BaseField} BaseField */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../curves/types.js").PointGroup} PointGroup */
/** @typedef {import("../curves/types.js").ScalarField} ScalarField */
/** @typedef {import("../curves/types.js").ThreadManager} ThreadManager */
/** @typedef {import("../curves/types.js").WasmField2} WasmField2 */
/** @typedef {import("../curves/types.js").WasmField3} WasmField3 */
/** @template {string} P @typedef {import("../files/progress.js").ProgressReport<P>} ProgressReport */
/** @typedef {import("../files/sink.js").SinkLike} SinkLike */
/** @typedef {import("../files/source.js").MemoryLike} MemoryLike */
/** @typedef {import("../files/source.js").ProgramLike} ProgramLike */
/** @typedef {import("../files/source.js").Reader} Reader */
/** @typedef {import("../files/source.js").ResponseLike} ResponseLike */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../files/witness/inputs.js").Inputs} Inputs */
/** @typedef {import("../protocols/json.js").Reason} Reason */
/** @typedef {import("../protocols/json.js").Verdict} Verdict */
/** @typedef {import("../protocols/key/weakness.js").Weakness} Weakness */
export { curveByAnyName } from "../curves/known.js";
export { getCurveFromName, getCurveFromQ, getCurveFromR } from "../curves/lookup.js";
export { ProverError } from "../files/errors.js";
export { openSource, readWhole } from "../files/source.js";
export { isBytes } from "../util/bytes.js";
export { describe, messageOf } from "../util/check.js";
export { printLine } from "../util/host_console.js";
