/**
 * The catalogue: a row for each protocol, and what is done with keys of any of them. Pool, queue and command know
 * protocols only from here.
 * @module protocols
 */
import { ensure } from "../files/errors.js";
import { describe } from "../util/check.js";
import { groth16 } from "./groth16/protocol.js";
import { keyInfoWith } from "./key/info.js";
import { fullProveWith, proveWith } from "./key/prove.js";

/** @import { Inputs } from "../files/witness/inputs.js" */
/** @import { SourceLike } from "../files/source.js" */
/** @import { Protocol, Split } from "./protocol.js" */

export { ProverError } from "../files/errors.js";

/** @type {readonly Readonly<Protocol>[]} */
export const PROTOCOLS = Object.freeze([groth16]);

/** What callers get from any of them: a line here, and a member of these unions, for each. */
/** @typedef {"groth16"} ProtocolName */
/** @typedef {import("./groth16/index.js").Phase} Phase */
/** @typedef {import("./groth16/index.js").ProgressReport} ProgressReport */
/** @typedef {import("./groth16/index.js").ProveOptions} ProveOptions */
/** @typedef {import("./groth16/index.js").ProveResult} ProveResult */
/** @typedef {import("./groth16/index.js").PublicSignals} PublicSignals */
/** @typedef {import("./groth16/index.js").VerificationKey} VerificationKey */
/** @typedef {import("./groth16/index.js").ZkeyInfo} ZkeyInfo */
/** @typedef {import("./groth16/index.js").Part} Part */
/** @typedef {import("./groth16/index.js").Range} Range */
/** @typedef {import("./groth16/index.js").PartialSum} PartialSum */
/** @typedef {import("./groth16/index.js").SumFailure} SumFailure */

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
 * @param {SourceLike | WebAssembly.Module} wasm
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function fullProve(inputs, wasm, zkey, options) {
    return fullProveWith(PROTOCOLS, inputs, wasm, zkey, options);
}

/**
 * @param {SourceLike} zkey
 * @param {Pick<ProveOptions, "threads" | "memory" | "readTimeout" | "signal">} [options]
 * @returns {Promise<ZkeyInfo>}
 */
export async function zkeyInfo(zkey, options) {
    return keyInfoWith(PROTOCOLS, zkey, options);
}

/**
 * @param {any} vkey - a verification key of any of the protocols, which it names
 * @param {PublicSignals} publicSignals
 * @param {object} proof
 * @param {{ reason?: boolean }} [options]
 * @returns {Promise<any>} any: as the protocol's own
 */
export async function verify(vkey, publicSignals, proof, options) {
    ensure(
        typeof vkey === "object" && vkey !== null && !Array.isArray(vkey),
        "ERR_OPTION",
        () => `verify: expected a verification key, got ${describe(vkey)}`,
    );
    const protocol = protocolNamed(vkey.protocol), names = PROTOCOLS.map(({ name }) => name).join(" or ");
    ensure(
        protocol,
        "ERR_FILE",
        () => `verify: expected a ${names} verification key, got protocol ${describe(vkey.protocol)}`,
    );
    return protocol.verify(vkey, publicSignals, proof, options);
}

/**
 * How proofs with a key are split.
 * @param {{ protocol: string }} info - of the key
 * @returns {Readonly<Split>}
 * @throws {ProverError} ERR_OPTION when they cannot be
 */
export function splitOf({ protocol }) {
    const split = protocolNamed(protocol)?.split;
    ensure(
        split,
        "ERR_OPTION",
        () => `split: expected a key of a protocol whose proofs have parts, got one of ${protocol}`,
    );
    return split;
}
