/**
 * Packed keys: the same key in half the bytes, in blocks that are read and checked one by one.
 * Every prover takes them in place of a zkey, once this is imported. Public as ffturbo-keys/packed.
 * @module ffturbo-keys/packed
 */
import { registerPacked } from "../../../src/internal/keys_packed.js";
import { openPacked } from "./packed/source.js";

/** @typedef {import("../../../src/internal/keys_packed.js").SinkLike} Sink where a key is written to */
/** @typedef {import("../../../src/internal/keys_packed.js").SourceLike} Source where a file is read from */
/** @typedef {import("../../../src/internal/keys_packed.js").ProverCode} ProverCode */
/** @typedef {import("./packed/options.js").PackOptions} PackOptions */
/** @typedef {import("./packed/options.js").UnpackOptions} UnpackOptions */
/** @typedef {import("./packed/pack.js").Packed} Packed */
/** @typedef {import("./packed/reader.js").PackedReader} PackedReader */

export { ProverError } from "../../../src/internal/keys_packed.js";
export { packKey, unpackKey } from "./packed/pack.js";
export { openPackedKey } from "./packed/reader.js";

registerPacked((source, head) => openPacked(source, 0, head));
