import type { Source } from "./source.js";
export type Section = {
    offset: number;
    size: number;
};
export type BinFile = {
    name: string;
    /**
     * - nobody else has what is read
     */
    fresh: boolean;
    version: number;
    sections: ReadonlyMap<number, Section>;
    /**
     * - from a
     * section
     */
    read: (type: number, offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array>;
};
export type BinKind = {
    magic: string;
    versions: number[];
    /**
     * - the known ones, with their names for messages
     */
    sections: Readonly<Record<number, string>>;
    required: number[];
};
/**
 * @param {Source} source
 * @param {BinKind} kind
 * @returns {Promise<BinFile>}
 */
export declare function openBinFile(source: Source, kind: BinKind): Promise<BinFile>;
/**
 * @param {BinFile} file
 * @param {number} type
 * @param {string} what
 * @param {number} expected - bytes
 */
export declare function checkSectionSize(file: BinFile, type: number, what: string, expected: number): void;
