import type { Context } from "./context.js";
/**
 * @param {Context} context - its witness and columns are not used
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_POINT or ERR_FILE when the key is damaged, with the place
 */
export declare function examineKey(context: Context): Promise<void>;
