export type Loom = {
    input: Uint8Array;
    output: Uint8Array;
    weave: (rows: number, parts: number) => void;
};
/**
 *   in      parts   of one length, elements of 32 bytes; their number divides WINDOW
 *   out     result  element r of part j is number r T + j
 * @param {readonly Uint8Array[]} parts
 * @param {Uint8Array} result - 4-byte aligned, as new buffers are
 */
export declare function weave(parts: readonly Uint8Array[], result: Uint8Array): Promise<void>;
