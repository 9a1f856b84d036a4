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
};
export type Inputs = {
    [name: string]: unknown;
};
export type Witness = {
    /**
     * - canonical LE, side by side
     */
    values: Uint8Array;
    n8: number;
    r: bigint;
    count: number;
};
/**
 * Runs the circuit's program. It runs on this thread until it is done.
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {{ name?: string, onLog?: (line: string) => void }} [options]
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_INPUT when the circuit refuses
 */
export declare function calculateWitness(code: Uint8Array | WebAssembly.Module, inputs: Inputs, { name, onLog }?: {
    name?: string;
    onLog?: (line: string) => void;
}): Promise<Witness>;
