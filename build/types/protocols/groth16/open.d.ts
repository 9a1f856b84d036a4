import type { readOptions } from "./options.js";
import type { Progress } from "../../files/progress.js";
import type { SourceLike } from "../../files/source.js";
import type { Zkey } from "./zkey.js";
export type WitnessInput = {
    name: string;
    n8: number;
    r: bigint;
    count: number;
    values: (progress: Progress, signal: AbortSignal) => Promise<Uint8Array>;
};
/** @import { readOptions } from "./options.js" */
/** @import { Progress } from "../../files/progress.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { Zkey } from "./zkey.js" */
/**
 * A witness that is in memory or can be read.
 * @typedef {object} WitnessInput
 * @property {string} name
 * @property {number} n8
 * @property {bigint} r
 * @property {number} count
 * @property {(progress: Progress, signal: AbortSignal) => Promise<Uint8Array>} values
 */
/**
 * Up to this size a new process has proved on one thread before workers would have started:
 * 227 ms against 300 at 2^8, 339 against 561 at 2^12 (two busy cores, Node 20). A page is
 * blocked too briefly to be noticed.
 * @param {Zkey} zkey
 */
export declare const isBrief: ({ nVars, domainSize }: Zkey) => boolean;
/**
 * Up to this size this thread sums too, in the place of one worker, if the proof is the first of the process: 0.94 of
 * the processor time at 2^12 and 2^15 (two quiet cores, Node 26).
 * @param {Zkey} zkey
 */
export declare const isShort: ({ nVars, domainSize }: Zkey) => boolean;
/**
 * A key, and its curve as soon as the header names it, because workers take longer to start than the witness to open.
 * @param {Pick<Tools, "open" | "atEnd">} tools
 * @param {SourceLike} source
 * @param {ReturnType<typeof readOptions>} options
 */
export declare function openKey({ open, atEnd }: Pick<Tools, "open" | "atEnd">, source: SourceLike, options: ReturnType<typeof readOptions>): {
    key: Promise<Zkey>;
    curve: Promise<import("../../curves/types.js").Curve>;
};
/**
 * @param {string} where
 * @param {Zkey} zkey
 * @param {import("../../curves/types.js").Curve} curve
 */
export declare function checkCurve(where: string, zkey: Zkey, curve: import("../../curves/types.js").Curve): void;
/** @param {import("../../files/wtns.js").Wtns} wtns @returns {WitnessInput} */
export declare const witnessOf: (wtns: import("../../files/wtns.js").Wtns) => WitnessInput;
export type Tools = {
    open: (name: string, value: SourceLike) => Promise<import("../../files/source.js").Source>;
    controller: AbortController;
    progress: Progress;
    /**
     * - called when the body has ended, however it ended
     */
    atEnd: (undo: () => Promise<void>) => void;
};
/**
 * @typedef {object} Tools
 * @property {(name: string, value: SourceLike) => Promise<import("../../files/source.js").Source>} open
 * @property {AbortController} controller
 * @property {Progress} progress
 * @property {(undo: () => Promise<void>) => void} atEnd - called when the body has ended, however it ended
 */
/**
 * Opens sources for body and closes them afterwards, whatever happens.
 * @template T
 * @param {ReturnType<typeof readOptions>} options
 * @param {(tools: Tools) => Promise<T>} body
 * @returns {Promise<T>}
 */
export declare function withSources<T>({ signal: outer, readTimeout, memory, onProgress }: ReturnType<typeof readOptions>, body: (tools: Tools) => Promise<T>): Promise<T>;
