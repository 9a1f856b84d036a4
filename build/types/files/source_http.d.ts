import type { RawSource, SourceOptions } from "./source.js";
export type Ranged = {
    /**
     * - the first bytes
     */
    head: Uint8Array;
    /**
     * - of the file, if the server states it
     */
    size: number | undefined;
    /**
     * - strong entity tag of the file at the time it was opened
     */
    tag?: string;
    /**
     * - responses to range requests have status 200 and only the requested bytes, as from
     * chrome-extension:
     */
    sliced: boolean;
};
/**
 * @param {string} name - the address
 * @param {SourceOptions} options - the signal ends reads that are still under way
 * @returns {Promise<RawSource>}
 */
export declare function openUrl(name: string, options: SourceOptions): Promise<RawSource>;
