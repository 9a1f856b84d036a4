/**
 * The one error code for memory that the host refuses: code that meets it gives up at once instead
 * of trying again.
 * @module util/out_of_memory
 */

/** `code` of the error. */
export const OUT_OF_MEMORY = "ERR_MEMORY";

/**
 * @param {string} message
 * @param {unknown} [cause]
 * @returns {RangeError & { code: string }}
 */
export const outOfMemory = (message, cause) =>
    Object.assign(new RangeError(message, { cause }), { code: OUT_OF_MEMORY });
