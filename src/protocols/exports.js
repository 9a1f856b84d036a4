/**
 * What is exported of keys and proofs of any protocol: what contracts on a chain need.
 * @module protocols/exports
 */
import { ensure } from "../files/errors.js";
import { describe } from "../util/check.js";
import { readInsecureOptions } from "./setup/options.js";
import { verificationKeyFor } from "./verification_key.js";
import { isOf, isJsonObject } from "./json.js";

/** @import { SourceLike } from "../files/source.js" */
/** @import { InsecureOptions } from "./setup/options.js" */
/** @import { Protocol } from "./protocol.js" */

/**
 * Whose verification key or proof it is: it says so, or has the members of one.
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {"vkey" | "proof"} kind
 * @param {unknown} json
 */
export const protocolOf = (rows, kind, json) =>
    (isJsonObject(json) ? rows.find(({ name, marks }) => isOf(json, name, marks[kind])) : undefined);

/**
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {SourceLike | object} key - a proving key, or a verification key
 * @param {InsecureOptions} [options]
 * @returns {Promise<string>} a contract
 */
export async function solidityVerifierWith(rows, key, options) {
    const where = "exportSolidityVerifier", { curve, insecure } = readInsecureOptions(where, options);
    const row = protocolOf(rows, "vkey", key);
    if (row) return row.solidity.contract(/** @type {object} */ (key), { curve, insecure });
    const vkey = await verificationKeyFor(where, /** @type {SourceLike} */ (key), options);
    return /** @type {Readonly<Protocol>} */ (protocolOf(rows, "vkey", vkey)).solidity.contract(vkey, { curve, insecure });
}

/**
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {unknown} proof
 * @param {unknown} publicSignals
 * @returns {string} arguments of verifyProof
 */
export function solidityCallDataWith(rows, proof, publicSignals) {
    const row = protocolOf(rows, "proof", proof);
    const names = rows.map(({ name }) => name).join(" or ");
    ensure(row, "ERR_OPTION", () =>
        `exportSolidityCallData: expected a ${names} proof, got ${isJsonObject(proof) ? `protocol ${describe(proof.protocol)}` : describe(proof)}`);
    return row.solidity.callData(proof, publicSignals);
}
