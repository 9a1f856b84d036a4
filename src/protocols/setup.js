/**
 * Proving keys from a circuit and powers of tau, and their verification keys; the files are those of
 * snarkjs, byte for byte.
 * Public as ffturbo/setup.
 * @module setup
 */
/** @typedef {import("../files/sink.js").SinkLike} Sink where a key is written to */
/** @typedef {import("../files/source.js").SourceLike} Source where a file is read from */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("./key/weakness.js").WeaknessReason} WeaknessReason */
/** @typedef {import("./verification_key.js").VerificationKey} VerificationKey */
/** @typedef {import("./setup/options.js").CeremonyOptions} CeremonyOptions */
/** @typedef {import("./setup/options.js").InsecureOptions} InsecureOptions */
export { ProverError } from "../files/errors.js";
export { setupFflonk } from "./fflonk/setup.js";
export { setupGroth16 } from "./groth16/setup.js";
export { setupPlonk } from "./plonk/setup.js";
export { exportVerificationKey } from "./verification_key.js";
