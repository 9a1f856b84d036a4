import type { Inputs } from "./witness/inputs.js";
import type { Place } from "./witness/places.js";
import type { Witness } from "./witness/program.js";
import type { WayOptions } from "../util/worker_ways.js";
export type CalculatorOptions = {
    /**
     * - of the file, for messages
     */
    name?: string;
    /**
     * - called with each line of log(); what it throws ends the calculation
     */
    onLog?: (line: string) => void;
    /**
     * - milliseconds
     */
    timeout?: number;
    /**
     * - bytes that the program may have
     */
    memory?: number;
    signal?: AbortSignal;
    /**
     * - the bytes of the module may be detached
     */
    consume?: boolean;
    /**
     * - put our field functions into the module if circom's are recognised; default true
     */
    rewrite?: boolean;
};
import type { WitnessInfo } from "./circuit/rewrite.js";
/**
 * What is known about a circuit's program, and whether our field functions will replace circom's in it.
 * @param {Uint8Array} code - circuit.wasm
 * @returns {Readonly<WitnessInfo>}
 */
export declare const infoOf: (code: Uint8Array) => Readonly<WitnessInfo>;
/**
 * The faster program, for snarkjs, circom_runtime and circom's own calculator.
 * @param {Uint8Array} code - circuit.wasm
 * @returns {Uint8Array}
 * @throws {ProverError} ERR_FILE when its field functions are not recognised
 */
export declare function fasterProgram(code: Uint8Array): Uint8Array;
/**
 * Runs the circuit's program at this place: in a worker, which is terminated when the time is up or the signal aborts,
 * or on this thread, where nothing can interrupt it.
 * @param {Place} place
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {CalculatorOptions} options
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_INPUT when the circuit refuses its inputs, ERR_LIMIT when it takes too long or too much
 *   memory
 */
export declare function calculateAt(place: Place, code: Uint8Array | WebAssembly.Module, inputs: Inputs, { name, onLog, timeout, memory, signal, consume, rewrite }: CalculatorOptions): Promise<Witness>;
/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {CalculatorOptions & WayOptions & { here?: boolean }} [options] - here: on this thread
 * @returns {Promise<Witness>}
 * @throws {ProverError} as calculateAt
 */
export declare function calculateWitness(code: Uint8Array | WebAssembly.Module, inputs: Inputs, { createWorker, workerUrl, here, ...options }?: CalculatorOptions & WayOptions & {
    here?: boolean;
}): Promise<Witness>;
export type Calculator = {
    calculate: (inputs: Inputs, options?: {
        signal?: AbortSignal;
        onLog?: (line: string) => void;
    }) => Promise<Witness>;
    info: Readonly<WitnessInfo>;
    /**
     * - releases the program; a calculation that is under way goes on
     */
    close: () => void;
};
/**
 * A circuit's program for many inputs. It is compiled once, and its instance is kept from one witness to the next as
 * long as its thread lives; its memory is reset for each witness.
 * @param {Uint8Array | WebAssembly.Module} wasm - circuit.wasm
 * @param {Omit<CalculatorOptions, "signal" | "consume"> & WayOptions & { here?: boolean }} [options]
 * @returns {Promise<Readonly<Calculator>>}
 * @throws {ProverError} as calculateAt
 */
export declare function openCalculator(wasm: Uint8Array | WebAssembly.Module, options?: Omit<CalculatorOptions, "signal" | "consume"> & WayOptions & {
    here?: boolean;
}): Promise<Readonly<Calculator>>;
