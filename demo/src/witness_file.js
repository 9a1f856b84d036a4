/** What the samples share: numbers of the field of bn128, and the file that a witness calculator would have written. */
import { encodeWitness } from "./protocols.js";

/** The order of the scalar field of bn128. */
export const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
export const WORD_BYTES = 31;
const N8 = 32;

/** Bytes as one number, the first is the lowest. @param {Uint8Array} bytes - at most 31 @returns {bigint} */
export const numberOf = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);

/** @param {bigint[]} wires - all of a circuit, in its order @returns {Uint8Array} */
export function fileOf(wires) {
    const values = new Uint8Array(N8 * wires.length), view = new DataView(values.buffer);
    wires.forEach((wire, i) => {
        for (let part = 0; part < 4; part++) view.setBigUint64(N8 * i + 8 * part, wire >> BigInt(64 * part), true);
    });
    return encodeWitness({ values, n8: N8, r: R });
}

/**
 * The key and the verification key that the site has beside the page.
 * @param {string} folder - of the sample
 * @returns {Promise<{ zkey: Uint8Array, vkey: object }>} bytes, because a proof reads them faster than a Blob
 */
export async function fetchKeys(folder) {
    const [zkey, vkey] = await Promise.all([`${folder}/circuit.zkey`, `${folder}/vkey.json`].map(async (path) => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: expected the sample's file, got status ${answer.status}`);
        return answer;
    }));
    return { zkey: new Uint8Array(await zkey.arrayBuffer()), vkey: await vkey.json() };
}
