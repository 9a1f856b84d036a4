import type { Source } from "./source.js";
export type FileFacts = Readonly<Record<string, string | number | bigint | undefined>>;
/** @param {Source} source @returns {Promise<FileFacts>} */
export declare function describeR1cs(source: Source): Promise<FileFacts>;
/** @param {Source} source @returns {Promise<FileFacts>} */
export declare function describePtau(source: Source): Promise<FileFacts>;
