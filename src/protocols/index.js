/**
 * The catalogue: a row for each protocol, and what is done with keys of any of them. Pool, queue
 * and command know protocols only from here.
 * @module protocols
 */
import { knownNames } from "../curves/known.js";
import { ensure } from "../files/errors.js";
import { openSource } from "../files/source.js";
import { describe } from "../util/check.js";
import { protocolOf, solidityCallDataWith, solidityVerifierWith } from "./exports.js";
import { fflonk } from "./fflonk/protocol.js";
import { groth16 } from "./groth16/protocol.js";
import { openKeyFile } from "./key/header.js";
import { keyFactsWith } from "./key/info.js";
import { fullProveWith } from "./key/full_prove.js";
import { proveWith } from "./key/prove.js";
import { pairingCurve } from "./key/verifier.js";
import { plonk } from "./plonk/protocol.js";

/** @import { Inputs } from "../files/witness/inputs.js" */
/** @import { ProgramLike, SourceLike } from "../files/source.js" */
/** @import { Protocol, Split } from "./protocol.js" */

export { ProverError } from "../files/errors.js";
export { exportVerificationKey } from "./verification_key.js";

/** @type {readonly Readonly<Protocol>[]} */
export const PROTOCOLS = Object.freeze([groth16, plonk, fflonk]);

/** What callers get from any of them: a line here, and a member of these unions, for each. */
/** @typedef {"groth16" | "plonk" | "fflonk"} ProtocolName */
/**
 * @typedef {import("./groth16/index.js").Phase | import("./plonk/index.js").Phase
 *   | import("./fflonk/index.js").Phase} Phase
 */
/** @typedef {import("../files/progress.js").ProgressReport<Phase>} ProgressReport */
/** @typedef {import("./key/options.js").ProveOptions<Phase>} ProveOptions */
/**
 * @typedef {import("./groth16/index.js").Proof | import("./plonk/index.js").Proof
 *   | import("./fflonk/index.js").Proof} Proof
 */
/** @typedef {import("./key/prove.js").ProveResult<Proof, Phase>} ProveResult */
/** @typedef {import("./groth16/index.js").PublicSignals} PublicSignals */
/** @typedef {import("./verification_key.js").VerificationKey} VerificationKey */
/**
 * @typedef
 *   {import("./groth16/index.js").ZkeyInfo | import("./plonk/index.js").ZkeyInfo
 *   | import("./fflonk/index.js").ZkeyInfo} ZkeyInfo
 */
/** @typedef {import("./groth16/split.js").PartOptions} PartOptions */
/** @typedef {import("./groth16/index.js").Part} Part */
/** @typedef {import("./groth16/index.js").Range} Range */
/** @typedef {import("./groth16/index.js").PartialMsm} PartialMsm */
/** @typedef {import("./groth16/index.js").MsmFailure} MsmFailure */

/** @param {unknown} name @returns {Readonly<Protocol> | undefined} */
export const protocolNamed = (name) => PROTOCOLS.find((protocol) => protocol.name === name);

/**
 * @param {SourceLike} zkey
 * @param {SourceLike} witness
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function prove(zkey, witness, options) {
    return proveWith(PROTOCOLS, zkey, witness, options);
}

/**
 * @param {Inputs} inputs
 * @param {ProgramLike} wasm
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function fullProve(inputs, wasm, zkey, options) {
    return fullProveWith(PROTOCOLS, inputs, wasm, zkey, options);
}

/** @typedef {import("./key/info.js").KeyFacts & { info: ZkeyInfo }} KeyFacts */

/**
 * @param {SourceLike} zkey
 * @param {Pick<ProveOptions, "threads" | "memory" | "readTimeout" | "signal">} [options]
 * @returns {Promise<KeyFacts>}
 */
export const keyFacts = async (zkey, options) => keyFactsWith(PROTOCOLS, zkey, options);

/** @param {Parameters<typeof keyFacts>} args @returns {Promise<ZkeyInfo>} */
export const zkeyInfo = async (...args) => (await keyFacts(...args)).info;

/**
 * The name of the protocol whose verification key or proof it is; undefined for what has not the
 * members of one.
 * @param {"vkey" | "proof"} kind
 * @param {any} json - any: anything of the caller
 */
export function protocolOfJson(kind, json) {
    const row = protocolOf(PROTOCOLS, kind, json);
    return row && json[row.marks[kind]] !== undefined ? row.name : undefined;
}

/** @param {any} vkey - any: anything of the caller @param {string} where */
function ofKey(vkey, where) {
    ensure(
        typeof vkey === "object" && vkey !== null && !Array.isArray(vkey),
        "ERR_OPTION",
        () => `${where}: expected a verification key, got ${describe(vkey)}`,
    );
    const protocol = protocolOf(PROTOCOLS, "vkey", vkey);
    const names = PROTOCOLS.map(({ name }) => name).join(" or ");
    ensure(
        protocol,
        "ERR_FILE",
        () => `${where}: expected a ${names} verification key, got protocol ${describe(vkey.protocol)}`,
    );
    return protocol;
}

/**
 * @param {any} vkey - a verification key of any of the protocols
 * @param {PublicSignals} publicSignals
 * @param {object} proof
 * @param {{ reason?: boolean, insecure?: boolean }} [options]
 * @returns {Promise<any>} any: as the protocol's own
 */
export async function verify(vkey, publicSignals, proof, options) {
    return ofKey(vkey, "verify").verify(vkey, publicSignals, proof, options);
}

/**
 * Why anybody can forge proofs of a verification key; undefined for one of which no reason shows.
 * @param {any} vkey - any: anything of the caller
 * @returns {Promise<Readonly<import("./key/weakness.js").Weakness> | undefined>}
 * @throws {ProverError} as verify does of a key
 */
export const vkeyWeakness = async (vkey) => ofKey(vkey, "vkeyWeakness").vkeyWeakness(vkey);

/**
 * The name of the curve of a verification key, which is one with a pairing.
 * @param {any} vkey - any: anything of the caller
 * @param {string} where
 * @returns {string}
 * @throws {ProverError}
 */
export function curveOfKey(vkey, where) {
    ofKey(vkey, where);
    const { curve } = vkey, known = pairingCurve(curve);
    ensure(known, "ERR_CURVE", () => `${where}: expected a key for ${knownNames()}, got curve ${describe(curve)}`);
    return known.name;
}

/**
 * Many proofs under one key, of any of the protocols, that come one after the other: an answer for
 * each, in their order.
 * @param {any} vkey
 * @param {Iterable<any> | AsyncIterable<any>} items - { publicSignals, proof } each
 * @param {{ reason?: boolean, insecure?: boolean, signal?: AbortSignal, curve?: unknown }}
 *   [options] - signal: its reason is thrown between batches; the others as of verify
 * @returns {AsyncGenerator<any, void, undefined>} any: as the protocol's own
 */
export const verifyStream = (vkey, items, options) =>
    ofKey(vkey, "verifyStream").verifyStream(vkey, items, options);

/**
 * The source of a contract, in Solidity and under the MIT licence, that verifies the proofs of one
 * key on a chain with the precompiles of EIP-196 and EIP-197. It is called as snarkjs's contracts
 * are.
 * @param {SourceLike | VerificationKey} key - a proving key, or its verification key
 * @param {import("./setup/options.js").InsecureOptions} [options]
 * @returns {Promise<string>}
 * @throws {ProverError} ERR_CURVE for a key of a curve without precompiles, ERR_KEY for one that
 *   anybody can forge proofs of; otherwise as verify does of its key
 */
export const exportSolidityVerifier = async (key, options) => solidityVerifierWith(PROTOCOLS, key, options);

/**
 * The arguments of verifyProof of such a contract, as text that can be pasted into a call.
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {PublicSignals} publicSignals
 * @returns {string} as snarkjs writes them
 * @throws {ProverError} ERR_OPTION for what is not a proof with its signals
 */
export const exportSolidityCallData = (proof, publicSignals) => solidityCallDataWith(PROTOCOLS, proof, publicSignals);

/**
 * @param {{ protocol: string }} info - of a key
 * @returns {Readonly<Split>}
 * @throws {ProverError} ERR_OPTION when proofs with it have no parts
 */
function splitOf({ protocol }) {
    const split = protocolNamed(protocol)?.split;
    ensure(
        split,
        "ERR_OPTION",
        () => `split: expected a key of a protocol whose proofs have parts, got one of ${protocol}`,
    );
    return split;
}

/**
 * How proofs with this key are split: only the number of its protocol is read.
 * @param {SourceLike} zkey
 * @param {Pick<ProveOptions, "signal" | "readTimeout">} [options]
 */
async function splitFor(zkey, { signal, readTimeout } = {}) {
    const source = await openSource("zkey", zkey, { signal, readTimeout });
    try {
        return splitOf({ protocol: (await openKeyFile(source, PROTOCOLS)).kind.name });
    } finally {
        await source.close();
    }
}

/**
 * Ranges of points with about equal costs, for the MSMs of a proof in parts.
 * @param {Pick<ZkeyInfo, "protocol" | "signals" | "publicSignals" | "domainSize">} info - of the
 *   key
 * @param {number} msms - the wanted number
 * @returns {Range[]}
 */
export const planRanges = (info, msms) => /** @type {Range[]} */ (splitOf(info).plan(info, msms));

/** Is it the name of an MSM? @param {unknown} name */
export const isPart = (name) => PROTOCOLS.some(({ split }) => split?.parts.includes(/** @type {string} */ (name)));

/** Is it an MSM over scalars that are calculated first? @param {{ part: string }} range */
export const isLate = (range) => PROTOCOLS.some(({ split }) => split?.isLate(range));

/**
 * @param {SourceLike} zkey
 * @param {SourceLike} witness
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} the scalars of the late MSMs
 */
export async function quotientScalars(zkey, witness, options) {
    return (await splitFor(zkey, options)).scalars(zkey, witness, options);
}

/**
 * @param {SourceLike} zkey
 * @param {SourceLike} scalars
 * @param {Range} range
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} affine
 */
export async function msmRange(zkey, scalars, range, options) {
    return (await splitFor(zkey, options)).msm(zkey, scalars, range, options);
}

/**
 * @param {SourceLike} zkey
 * @param {SourceLike} witness
 * @param {readonly PartialMsm[]} msms
 * @param {PartOptions & Pick<ProveOptions, "check"> & { quotient?: SourceLike }} [options]
 * @returns {Promise<ProveResult>}
 */
export async function combine(zkey, witness, msms, options) {
    return (await splitFor(zkey, options)).combine(zkey, witness, msms, options);
}
