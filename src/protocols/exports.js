/**
 * What is exported of keys and proofs of any protocol: verification keys, and what contracts on a chain need.
 * @module protocols/exports
 */
import { ensure } from "../files/errors.js";
import { describe } from "../util/check.js";
import { withCeremony } from "./ceremony/open.js";
import { readInsecureOptions } from "./ceremony/options.js";
import { isOf, isRecord } from "./json.js";
import { openKeyFile } from "./key/header.js";
import { refuseWeak } from "./key/weakness.js";

/** @import { SourceLike } from "../files/source.js" */
/** @import { InsecureOptions } from "./ceremony/options.js" */
/** @import { Protocol } from "./protocol.js" */

/**
 * What it takes to export the verification key of a protocol.
 * @typedef {Pick<Protocol, keyof import("./key/header.js").KeyKind | "weakness" | "vkeyWeakness" | "verificationKey">}
 *   Exported
 */

/**
 * Whose verification key or proof it is: it says so, or has the members of one.
 * @param {readonly Readonly<Protocol>[]} rows
 * @param {"vkey" | "proof"} kind
 * @param {unknown} json
 */
export const protocolOf = (rows, kind, json) =>
    (isRecord(json) ? rows.find(({ name, marks }) => isOf(json, name, marks[kind])) : undefined);

/**
 * @param {readonly Readonly<Exported>[]} rows
 * @param {SourceLike} zkey
 * @param {InsecureOptions} [options]
 * @param {string} [where]
 * @returns {Promise<any>} the verification key
 */
export async function verificationKeyWith(rows, zkey, options, where = "exportVerificationKey") {
    const checked = readInsecureOptions(where, options), { insecure } = checked;
    return withCeremony(where, checked, async ({ open, controller: { signal }, curveOf }) => {
        const { kind, file } = await openKeyFile(await open("zkey", zkey), rows), key = await kind.open(file);
        const curve = await curveOf(key.curve);
        file.packed?.use(curve);
        refuseWeak(where, await kind.weakness(key, async () => curve, signal), insecure);
        const vkey = await kind.verificationKey(key, curve, signal);
        if (!insecure) refuseWeak(where, await kind.vkeyWeakness(vkey), insecure);
        return vkey;
    });
}

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
    const vkey = await verificationKeyWith(rows, /** @type {SourceLike} */ (key), options, where);
    return /** @type {Readonly<Protocol>} */ (protocolOf(rows, "vkey", vkey)).solidity.contract(vkey, { curve, insecure });
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
