/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_ceremony
 */
/** @typedef {import("../curves/known.js").KnownCurve} KnownCurve */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../curves/types.js").PointGroup} PointGroup */
/** @typedef {import("../files/binwriter.js").BinWriter} BinWriter */
/** @typedef {import("../files/binwriter.js").SectionWriter} SectionWriter */
/** @typedef {import("../files/point_section.js").PointSection} PointSection */
/** @typedef {import("../files/progress.js").PhaseTracker} PhaseTracker */
/** @typedef {import("../files/ptau.js").Ptau} Ptau */
/** @typedef {import("../files/sink.js").Sink} Sink */
/** @typedef {import("../files/sink.js").SinkLike} SinkLike */
/** @typedef {import("../files/source.js").Source} Source */
/** @typedef {import("../files/source.js").SourceLike} SourceLike */
/** @typedef {import("../protocols/groth16/contributions.js").Contribution} Contribution */
/** @typedef {import("../protocols/groth16/contributions.js").Mpc} Mpc */
/** @typedef {import("../protocols/groth16/zkey.js").HeaderPoints} HeaderPoints */
/** @typedef {import("../protocols/groth16/zkey.js").Zkey} Zkey */
/** @typedef {import("../protocols/key/weakness.js").Weakness} Weakness */
/** @typedef {import("../protocols/key/weakness.js").WeaknessReason} WeaknessReason */
/** @typedef {import("../protocols/setup/inputs.js").Inputs} Inputs */
/** @typedef {import("../protocols/setup/knowledge.js").Groups} Groups */
/** @typedef {import("../protocols/setup/options.js").CeremonyOptions} CeremonyOptions */
/** @typedef {import("../protocols/setup/options.js").ContributeOptions} ContributeOptions */
/** @typedef {import("../protocols/setup/options.js").EntropyOptions} EntropyOptions */
/** @typedef {import("../protocols/setup/options.js").Filled} Filled */
/** @typedef {import("../protocols/setup/options.js").ImportOptions} ImportOptions */
/** @typedef {import("../protocols/setup/options.js").InsecureOptions} InsecureOptions */
/** @typedef {import("../protocols/setup/options.js").NamedOptions} NamedOptions */
/** @typedef {import("../protocols/setup/options.js").VerifyOptions} VerifyOptions */
/** @typedef {import("../protocols/setup/randomness.js").Beacon} Beacon */
/** @typedef {import("../protocols/setup/tau/keys.js").PublicKeys} PublicKeys */
/** @typedef {import("../protocols/setup/tau/keys.js").Secrets} Secrets */
/** @typedef {import("../protocols/setup/tau/layout.js").Series} Series */
/** @typedef {import("../protocols/setup/tau/records.js").TauRecord} TauRecord */
/** @typedef {import("../protocols/verification_key.js").VerificationKey} VerificationKey */
/** @typedef {import("../util/chacha_words.js").SecretStream} SecretStream */
/** @typedef {import("../util/host_types.js").HostHash} HostHash */
export { evaluate, pointwise } from "../batch/field_ops.js";
export { openSecrets } from "../batch/secrets.js";
export { curveByAnyName, knownNames } from "../curves/known.js";
export { copySection, createBinWriter } from "../files/binwriter.js";
export { ensure, ProverError } from "../files/errors.js";
export { inOrder } from "../files/in_order.js";
export { LARGEST_POWER, openPtau, PTAU } from "../files/ptau.js";
export { writeTogether } from "../files/sink.js";
export { encodeContributions, POINTS, readContributions } from "../protocols/groth16/contributions.js";
export { weaknessOf } from "../protocols/groth16/info.js";
export { checkHeaderPoints } from "../protocols/groth16/points.js";
export { countPoints, firstPoints, powerOf, setupGroth16, writeFirstKey, writeH } from "../protocols/groth16/setup.js";
export { hashDifferences, openCircuitHash } from "../protocols/groth16/setup/circuit_hash.js";
export { KIND, openZkey, SECTION } from "../protocols/groth16/zkey.js";
export { decimals } from "../protocols/key/decimals.js";
export { pointCheck } from "../protocols/key/point_check.js";
export { isOnCurve } from "../protocols/key/points.js";
export { setupFflonk, setupPlonk } from "../protocols/setup.js";
export { BEACON, encodeParameters, formatHash, HASH, RANDOM } from "../protocols/setup/contribution.js";
export { openInputs, requirePower, requirePrepared } from "../protocols/setup/inputs.js";
export { challengePoint, hashPoint, haveSameRatio, isGood } from "../protocols/setup/knowledge.js";
export { refuseInputs, withCeremony } from "../protocols/setup/open.js";
export {
    readContributeOptions, readEntropyOptions, readImportOptions, readNamedOptions, readOptions, readVerifyOptions,
} from "../protocols/setup/options.js";
export { beaconStream, drawStream, limitBeacons, readBeacon } from "../protocols/setup/randomness.js";
export { clearSecrets, collectKeys, drawKeys, hashKeys, KEY_POINTS, keyPoint } from "../protocols/setup/tau/keys.js";
export { HASHED, pointsOf, SECRETS, SERIES } from "../protocols/setup/tau/layout.js";
export { curveOfPtau } from "../protocols/setup/tau/open.js";
export { encodeRecords, noChallenge, readRecords, responseHash } from "../protocols/setup/tau/records.js";
export { weaknessOfPowers } from "../protocols/setup/tau/weakness.js";
export { publicsOf } from "../protocols/setup/terms.js";
export { headerOf, keyWriter, writeSection } from "../protocols/setup/write_key.js";
export { exportVerificationKey } from "../protocols/verification_key.js";
export { concat, copyBytes, readLE, sameBytes, writeLE } from "../util/bytes.js";
export { BLOCK, chachaWords } from "../util/chacha_words.js";
export { counted, describe } from "../util/check.js";
export { blake2b, blake2bWithState, copyOfHash } from "../util/hashes.js";
export { yieldToEventLoop } from "../util/host.js";
export { freeBuffers, freeWhole } from "../util/host_memory.js";
export { getRandomBytes } from "../util/random.js";
export { isShared } from "../util/shared.js";
