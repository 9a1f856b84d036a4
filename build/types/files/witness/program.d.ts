import type { Signal } from "./inputs.js";
export type Calculator = {
    memory: WebAssembly.Memory;
    getVersion: () => number;
    getFieldNumLen32: () => number;
    getSharedRWMemoryStart: () => number;
    getRawPrime: () => void;
    getWitnessSize: () => number;
    getInputSize: () => number;
    getInputSignalSize: (high: number, low: number) => number;
    setInputSignal: (high: number, low: number, index: number) => void;
    getWitness: (index: number) => void;
    getMessageChar: () => number;
    init: (sanityCheck: number) => void;
    /**
     * - of a
     * rewritten module
     */
    ffturbo_read_witness?: (from: number, to: number, window: number, destination: number) => void;
};
export type Witness = {
    /**
     * - canonical LE, one after the other
     */
    values: Uint8Array;
    n8: number;
    r: bigint;
    count: number;
};
export type ProgramOptions = {
    /**
     * - of the file, for messages
     */
    name: string;
    /**
     * - bytes that its memory and the witness may have
     */
    memory: number;
    onLog: (line: string) => void;
    /**
     * - which parts of its memory have content at the start, [from, to); if
     * absent, the program cannot be reset
     */
    initial?: [number, number][];
};
export type Program = {
    /**
     * - may be called repeatedly: init clears what was set before
     */
    calculate: (signals: Signal[]) => Witness;
    /**
     * - present size of its memory
     */
    bytes: number;
    /**
     * - restores the memory to its start; false if that is not possible
     */
    reset: () => boolean;
    /**
     * - clears the witness from its memory; it cannot calculate afterwards
     */
    wipe: () => void;
};
/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Pick<ProgramOptions, "name" | "memory">} options
 * @returns {Promise<WebAssembly.Module>} with bounds, unless `code` was already compiled
 */
export declare function compileProgram(code: Uint8Array | WebAssembly.Module, { name, memory }: Pick<ProgramOptions, "name" | "memory">): Promise<WebAssembly.Module>;
/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {ProgramOptions} options
 * @returns {Promise<Program>}
 * @throws {ProverError} ERR_FILE when it is not a witness calculator, ERR_LIMIT when it needs too much memory;
 *   calculate: ERR_INPUT when the circuit refuses its inputs
 */
export declare function openProgram(code: Uint8Array | WebAssembly.Module, options: ProgramOptions): Promise<Program>;
