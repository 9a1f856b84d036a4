/**
 * Ceremonies: powers of tau, contributions to Groth16 keys, beacons, and verification keys; the
 * files are those of snarkjs, byte for byte. Public as ffturbo-snarkjs/ceremony.
 * @module ffturbo-snarkjs/ceremony
 */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").SinkLike} Sink where a key is written to */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").SourceLike} Source where a file is read from */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").VerificationKey} VerificationKey */
/** @typedef {import("./contribute.js").Contributed} Contributed */
/** @typedef {import("./tau/contribute.js").TauContributed} TauContributed */
/** @typedef {import("./tau/verify.js").TauContribution} TauContribution */
/** @typedef {import("./tau/verify.js").TauVerdict} TauVerdict */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").NamedOptions} NamedOptions */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").WeaknessReason} WeaknessReason */
/** @typedef {import("./verify/key.js").KeyVerdict} KeyVerdict */
/** @typedef {import("./verify/chain.js").CheckedContribution} CheckedContribution */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").CeremonyOptions} CeremonyOptions */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").ContributeOptions} ContributeOptions */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").EntropyOptions} EntropyOptions */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").ImportOptions} ImportOptions */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").InsecureOptions} InsecureOptions */
/** @typedef {import("../../../../src/internal/snarkjs_ceremony.js").VerifyOptions} VerifyOptions */
export { ProverError } from "../../../../src/internal/snarkjs_ceremony.js";
export { contributeToBellman } from "./bellman/contribute.js";
export { exportBellman } from "./bellman/export.js";
export { importBellman } from "./bellman/import.js";
export { applyBeaconToKey, contributeToKey } from "./contribute.js";
export { formatHash } from "../../../../src/internal/snarkjs_ceremony.js";
export { applyBeaconToPowersOfTau, contributeToPowersOfTau, newPowersOfTau } from "./tau/contribute.js";
export { contributeToChallenge, exportChallenge, importResponse } from "./tau/exchange.js";
export { exportPowersOfTau } from "./tau/json.js";
export { convertPowersOfTau, preparePhase2, truncatePowersOfTau } from "./tau/prepare.js";
export { verifyPowersOfTau } from "./tau/verify.js";
export { exportKeyJson } from "./key_json.js";
export { setupFflonk, setupGroth16, setupPlonk } from "../../../../src/internal/snarkjs_ceremony.js";
export { verifyKeyFromInit, verifyKeyFromR1cs } from "./verify/key.js";
export { exportVerificationKey } from "../../../../src/internal/snarkjs_ceremony.js";
