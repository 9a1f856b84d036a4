/**
 * Ceremonies: contributions to Groth16 keys, beacons, and verification keys; the files are those of snarkjs, byte for
 * byte. Public as ffturbo/ceremony.
 * @module ceremony
 */
/** @typedef {import("../../files/sink.js").SinkLike} Sink where a key is written to */
/** @typedef {import("../../files/source.js").SourceLike} Source where a file is read from */
/** @typedef {import("./contribute.js").Contributed} Contributed */
/** @typedef {import("./options.js").BeaconOptions} BeaconOptions */
/** @typedef {import("./options.js").CeremonyOptions} CeremonyOptions */
/** @typedef {import("./options.js").ContributeOptions} ContributeOptions */
export { ProverError } from "../../files/errors.js";
export { applyBeaconToKey, contributeToKey } from "./contribute.js";
export { formatHash } from "./contributions.js";
export { setupFflonk } from "./setup/fflonk.js";
export { setupGroth16 } from "./setup/groth16.js";
export { setupPlonk } from "./setup/plonk.js";
export { exportVerificationKey } from "./verification_key.js";
