/**
 * Web addresses, as every host with `fetch` reads them.
 * @module util/host_address
 */

/**
 * @param {unknown} text
 * @returns {Readonly<URL> | undefined} undefined for what is no address of the web
 */
export function parseAddress(text) {
    if (typeof text !== "string" || !/^https?:/i.test(text)) return undefined;
    try {
        return new URL(text);
    } catch {
        return undefined;
    }
}
