import type { RawSource, SourceOptions } from "./source.js";
/**
 * @param {string} name - the address
 * @param {SourceOptions} options
 * @returns {Promise<RawSource>}
 */
export declare function openUrl(name: string, { signal }: SourceOptions): Promise<RawSource>;
