/**
 * Files that are kept on a device, such as proving keys: addressed by what they contain, checked
 * whenever they are read, and usable while they come. Public as ffturbo/store.
 * @module store
 */
import { createStore } from "./store.js";

/** @typedef {import("./shared_download.js").FetchReader} FetchReader */
/** @typedef {import("./shared_download.js").KeptReader} KeptReader */
/** @typedef {import("./download.js").FetchProgress} FetchProgress */
/** @typedef {import("./download.js").Kept} Kept */
/** @typedef {import("./options.js").FetchOptions} FetchOptions */
/** @typedef {import("./options.js").GetOptions} GetOptions */
/** @typedef {import("./options.js").StoreOptions} StoreOptions */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").StoredFile} StoredFile */
/** @typedef {import("./store.js").StoreUsage} StoreUsage */
/** @typedef {import("../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("../files/source.js").Reader} Reader */
/** @typedef {import("../files/source.js").SourceLike} Source */
export { ProverError } from "../files/errors.js";

/**
 * Opens the store of this name, which other tabs and processes may have open as well.
 * @param {StoreOptions} [options]
 * @returns {Promise<Store>} frozen
 * @throws {ProverError} ERR_OPTION; ERR_WRITE for a folder that others may use
 */
export const openStore = (options = {}) => createStore(options);
