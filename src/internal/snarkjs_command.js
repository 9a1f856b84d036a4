/**
 * What the commands of ffturbo-snarkjs use of this package. It is no interface for others: it
 * changes from one version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_command
 */
export { FILE_HEADER, SECTION_HEADER } from "../files/sections.js";
export { openSource } from "../files/source.js";
export { exportSolidityCallData, exportSolidityVerifier } from "../protocols/index.js";
export { encodeWitness } from "../protocols/witness.js";
export { counted } from "../util/check.js";
