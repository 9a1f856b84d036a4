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
/**
 * A key, and its curve as soon as the header names it, because workers take longer to start than the witness to open.
 * @param {Promise<import("../../files/source.js").Source>} source
 * @param {ReturnType<typeof readOptions>} options
 */
export declare function openKey(source: Promise<import("../../files/source.js").Source>, options: ReturnType<typeof readOptions>): {
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
/**
 * Opens sources for body and closes them afterwards, whatever happens.
 * @template T
 * @param {ReturnType<typeof readOptions>} options
 * @param
 *   {(tools: { open: (name: string, value: SourceLike) => Promise<import("../../files/source.js").Source>, controller:
 *   AbortController, progress: Progress }) => Promise<T>}
 *   body
 * @returns {Promise<T>}
 */
export declare function withSources<T>({ signal: outer, readTimeout, memory, onProgress }: ReturnType<typeof readOptions>, body: (tools: {
    open: (name: string, value: SourceLike) => Promise<import("../../files/source.js").Source>;
    controller: AbortController;
    progress: Progress;
}) => Promise<T>): Promise<T>;
