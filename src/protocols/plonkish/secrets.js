/**
 * What a proof holds of its witness.
 * @module protocols/plonkish/secrets
 */
import { clear } from "../../util/bytes.js";
import { freeBuffers } from "../../util/host_memory.js";

/** Clears lists that are not read again, and gives their memory back. @param {...Uint8Array} lists */
export function release(...lists) {
    lists.forEach(clear);
    freeBuffers(lists.map(({ buffer }) => buffer));
}
