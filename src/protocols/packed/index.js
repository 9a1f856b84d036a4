/**
 * Packed keys: the same key in half the bytes, in blocks that are read and checked one by one.
 * Every prover takes them in place of a zkey. Public as ffturbo/packed.
 * @module packed
 */
import { KIND as fflonk } from "../fflonk/zkey.js";
import { KIND as groth16 } from "../groth16/zkey.js";
import { KIND as plonk } from "../plonk/zkey.js";
import { packWith } from "./pack.js";

/** @typedef {import("../../files/sink.js").SinkLike} Sink where a key is written to */
/** @typedef {import("../../files/source.js").SourceLike} Source where a file is read from */
/** @typedef {import("../../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("./options.js").PackOptions} PackOptions */
/** @typedef {import("./options.js").UnpackOptions} UnpackOptions */
/** @typedef {import("./pack.js").Packed} Packed */
/** @typedef {import("./reader.js").PackedReader} PackedReader */

export { ProverError } from "../../files/errors.js";
export { unpackKey } from "./pack.js";
export { openPackedKey } from "./reader.js";

/** The keys that are packed. */
const KINDS = Object.freeze([groth16, plonk, fflonk]);

/**
 * The same key in fewer bytes: `ffturbo pack`. It is compared with what it gives back while it is
 * made.
 *
 *   in      zkey     path, bytes, Blob, URL or reader; to: path or { type: "mem" }
 *   memory  does not grow with the key, but for the values of one polynomial of a PLONK or FFLONK
 *           key
 *   throws  ERR_FILE for a file that is no key, ERR_LIMIT for such values beyond options.memory;
 *           nothing is left of the output
 * @param {Source} zkey
 * @param {Sink} to
 * @param {PackOptions} [options]
 * @returns {Promise<Readonly<Packed>>}
 */
export const packKey = (zkey, to, options) => packWith(KINDS, zkey, to, options);
