/**
 * Buffers of one proof that hold secrets: each is cleared as soon as it is not needed, and all that are left when the
 * proof ends, however it ends.
 * @module protocols/fflonk/vault
 */
import { clear } from "../../util/bytes.js";

/**
 * @typedef {object} Vault
 * @property {<T extends Uint8Array>(list: T) => T} keep - from now on until it is dropped, or the proof ends
 * @property {(...lists: Uint8Array[]) => void} drop - clears them
 */

/** @param {Uint8Array[]} secrets - of the context, which are cleared at the end @returns {Readonly<Vault>} */
export const openVault = (secrets) => Object.freeze({
    keep(list) {
        secrets.push(list);
        return list;
    },
    drop(...lists) {
        for (const list of lists) {
            const at = secrets.indexOf(list);
            if (at >= 0) secrets.splice(at, 1);
            clear(list);
        }
    },
});
