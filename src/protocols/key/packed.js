/**
 * Tells a packed key from a zkey. What reads one is in another package, which registers it when it
 * is imported.
 * @module protocols/key/packed
 */
import { readHead } from "../../files/binfile.js";
import { ensure } from "../../files/errors.js";
import { ofRealm } from "../../util/realm.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { Source } from "../../files/source.js" */

/** How a packed key begins. */
export const MAGIC = "ffky";

/**
 * @typedef {object} PackedKey
 * @property {Source} source - the zkey that it was made of; points are read once it has a curve
 * @property {(curve: Curve) => void} use - the curve that points are calculated on
 * @property {Readonly<PackedFacts>} facts
 */

/**
 * @typedef {object} PackedFacts
 * @property {number} [zkeyBytes] - of the zkey that a packed key was made of
 * @property {string} [root] - what names a packed key: the SHA-256 of its header and index,
 *   hexadecimal
 * @property {true} [proveOnly] - of a packed key without what no prover reads
 */

/**
 * @callback OpenPacked
 * @param {Source} source - which the caller closes
 * @param {Uint8Array} head - how it begins
 * @returns {Promise<PackedKey>}
 */

const hook = () => ofRealm("packed", 1, () => ({ open: /** @type {OpenPacked | undefined} */ (undefined) }));

/** The first one stays. @param {OpenPacked} open */
export const registerPacked = (open) => { hook().open ??= open; };

/**
 * The zkey that a source is, or that it was made of.
 * @param {Source} source
 * @returns {Promise<{ zkey: Source, head?: Uint8Array, packed?: PackedKey }>} head: of the zkey, if
 *   it was read
 * @throws {ProverError} ERR_FILE for a packed key where no package reads it
 */
export async function unpacked(source) {
    const head = await readHead(source);
    if (String.fromCharCode(...head.subarray(0, MAGIC.length)) !== MAGIC) return { zkey: source, head };
    const { open } = hook();
    ensure(open, "ERR_FILE", () =>
        `${source.name}: expected a zkey, got a packed key; to read it, import "ffturbo-keys/packed" first`);
    const packed = await open(source, head);
    return { zkey: packed.source, packed };
}
