/**
 * Ceremonies: powers of tau, contributions to Groth16 keys, beacons, and verification keys; the
 * files are those of snarkjs, byte for byte. Public as ffturbo/ceremony.
 * @module ceremony
 */
/** @typedef {import("../../files/sink.js").SinkLike} Sink where a key is written to */
/** @typedef {import("../../files/source.js").SourceLike} Source where a file is read from */
/** @typedef {import("../verification_key.js").VerificationKey} VerificationKey */
/** @typedef {import("./contribute.js").Contributed} Contributed */
/** @typedef {import("./tau/contribute.js").TauContributed} TauContributed */
/** @typedef {import("./tau/verify.js").TauContribution} TauContribution */
/** @typedef {import("./tau/verify.js").TauVerdict} TauVerdict */
/** @typedef {import("../setup/options.js").NamedOptions} NamedOptions */
/** @typedef {import("../key/weakness.js").WeaknessReason} WeaknessReason */
/** @typedef {import("./verify/key.js").KeyVerdict} KeyVerdict */
/** @typedef {import("./verify/chain.js").CheckedContribution} CheckedContribution */
/** @typedef {import("../setup/options.js").CeremonyOptions} CeremonyOptions */
/** @typedef {import("../setup/options.js").ContributeOptions} ContributeOptions */
/** @typedef {import("../setup/options.js").EntropyOptions} EntropyOptions */
/** @typedef {import("../setup/options.js").ImportOptions} ImportOptions */
/** @typedef {import("../setup/options.js").InsecureOptions} InsecureOptions */
/** @typedef {import("../setup/options.js").VerifyOptions} VerifyOptions */
export { ProverError } from "../../files/errors.js";
export { contributeToBellman } from "./bellman/contribute.js";
export { exportBellman } from "./bellman/export.js";
export { importBellman } from "./bellman/import.js";
export { applyBeaconToKey, contributeToKey } from "./contribute.js";
export { formatHash } from "../setup/contribution.js";
export { applyBeaconToPowersOfTau, contributeToPowersOfTau, newPowersOfTau } from "./tau/contribute.js";
export { contributeToChallenge, exportChallenge, importResponse } from "./tau/exchange.js";
export { exportPowersOfTau } from "./tau/json.js";
export { convertPowersOfTau, preparePhase2, truncatePowersOfTau } from "./tau/prepare.js";
export { verifyPowersOfTau } from "./tau/verify.js";
export { exportKeyJson } from "./key_json.js";
export { setupFflonk, setupGroth16, setupPlonk } from "../setup.js";
export { verifyKeyFromInit, verifyKeyFromR1cs } from "./verify/key.js";
export { exportVerificationKey } from "../verification_key.js";
