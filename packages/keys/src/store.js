/**
 * Files that are kept on a device, such as proving keys: addressed by what they contain, checked
 * whenever they are read, and usable while they come. Public as ffturbo-keys/store.
 * @module ffturbo-keys/store
 */
import { createStore } from "./store/open.js";

/** @typedef {import("./store/shared_download.js").FetchReader} FetchReader */
/** @typedef {import("./store/shared_download.js").KeptReader} KeptReader */
/** @typedef {import("./store/download.js").FetchProgress} FetchProgress */
/** @typedef {import("./store/download.js").Kept} Kept */
/** @typedef {import("./store/options.js").FetchOptions} FetchOptions */
/** @typedef {import("./store/options.js").GetOptions} GetOptions */
/** @typedef {import("./store/options.js").StoreOptions} StoreOptions */
/** @typedef {import("./store/open.js").Store} Store */
/** @typedef {import("./store/open.js").StoredFile} StoredFile */
/** @typedef {import("./store/open.js").StoreUsage} StoreUsage */
/** @typedef {import("../../../src/internal/keys.js").ProverCode} ProverCode */
/** @typedef {import("../../../src/internal/keys.js").Reader} Reader */
/** @typedef {import("../../../src/internal/keys.js").SourceLike} Source */
export { ProverError } from "../../../src/internal/keys.js";

/**
 * Opens the store of this name, which other tabs and processes may have open as well.
 * @param {StoreOptions} [options]
 * @returns {Promise<Store>} frozen
 * @throws {ProverError} ERR_OPTION; ERR_WRITE for a folder that others may use
 */
export const openStore = (options = {}) => createStore(options);
