/**
 * What is exported of keys and proofs of any protocol: verification keys, and what contracts on a chain need.
 * @module protocols/exports
 */
import { ensure } from "../files/errors.js";
import { describe } from "../util/check.js";
import { withCeremony } from "./ceremony/open.js";
import { readOptions } from "./ceremony/options.js";
import { isOf, isRecord } from "./json.js";
import { openKeyFile } from "./key/header.js";

/** @import { SourceLike } from "../files/source.js" */
/** @import { CeremonyOptions } from "./ceremony/options.js" */
/** @import { KeyKind } from "./key/header.js" */
/** @import { Protocol } from "./protocol.js" */

/**
 * Whose verification key or proof it is: it says so, or has the members of one.
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {"vkey" | "proof"} kind
 * @param {unknown} json
 */
export const protocolOf = (rows, kind, json) =>
    (isRecord(json) ? rows.find(({ name, marks }) => isOf(json, name, marks[kind])) : undefined);

/**
 * @param {readonly Pick<Protocol, keyof KeyKind | "verificationKey">[]} rows
 * @param {SourceLike} zkey
 * @param {CeremonyOptions} [options]
 * @returns {Promise<any>} the verification key
 */
export async function verificationKeyWith(rows, zkey, options) {
    const where = "exportVerificationKey";
    return withCeremony(where, readOptions(where, options), async ({ open, controller: { signal }, curveOf }) => {
        const { kind, file } = await openKeyFile(await open("zkey", zkey), rows), key = await kind.open(file);
        const curve = await curveOf(key.curve);
        file.packed?.use(curve);
        return kind.verificationKey(key, curve, signal);
    });
}

/**
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {SourceLike | object} key - a proving key, or a verification key
 * @param {CeremonyOptions} [options]
 * @returns {Promise<string>} a contract
 */
export async function solidityVerifierWith(rows, key, options) {
    const { curve } = readOptions("exportSolidityVerifier", options);
    const row = protocolOf(rows, "vkey", key);
    if (row) return row.solidity.contract(/** @type {object} */ (key), { curve });
    const vkey = await verificationKeyWith(rows, /** @type {SourceLike} */ (key), options);
    return /** @type {Readonly<Protocol>} */ (protocolOf(rows, "vkey", vkey)).solidity.contract(vkey, { curve });
}

/**
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {unknown} proof
 * @param {unknown} publicSignals
 * @returns {string} arguments of verifyProof
 */
export function solidityCallDataWith(rows, proof, publicSignals) {
    const row = protocolOf(rows, "proof", proof), names = rows.map(({ name }) => name).join(" or ");
    ensure(row, "ERR_OPTION", () =>
        `exportSolidityCallData: expected a ${names} proof, got ${isRecord(proof) ? `protocol ${describe(proof.protocol)}` : describe(proof)}`);
    return row.solidity.callData(proof, publicSignals);
}
