import { readOptions } from "./options.js";
import type { Inputs } from "../../files/witness/inputs.js";
import type { Witness } from "../../files/witness/program.js";
import type { ProveOptions } from "./options.js";
/** @import { Inputs } from "../../files/witness/inputs.js" */
/** @import { Witness } from "../../files/witness/program.js" */
/** @import { ProveOptions } from "./options.js" */
/**
 * Where a circuit's program runs: in a worker that starts as those of the curve do, or on this thread if the caller
 * wants no workers.
 * @param {Pick<ProveOptions, "threads" | "curve">} options
 */
export declare function placeOptions({ threads, curve }: Pick<ProveOptions, "threads" | "curve">): {
    createWorker: ((init: any) => any) | undefined;
    workerUrl: string | URL | undefined;
    here: boolean;
};
/** @param {ReturnType<typeof readOptions>} options */
export declare const limitOptions: ({ witnessTimeout, witnessMemory, onLog, rewrite }: ReturnType<typeof readOptions>) => {
    timeout: 600000;
    memory: number;
    onLog: ((line: string) => void) | undefined;
    rewrite: true;
};
/**
 * Runs the circuit's own program, in a worker where there is one.
 * @param {Uint8Array | WebAssembly.Module} wasm - compiled by circom 2; for bytes, the limit witnessMemory applies
 *   before any code runs, for a compiled module once it has started
 * @param {Inputs} inputs - by signal name
 * @param
 *   {Pick<ProveOptions, "threads" | "signal" | "onLog" | "rewrite" | "witnessTimeout" | "witnessMemory"> & { name?:
 *   string }}
 *   [options] - name: of the file, for messages
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_INPUT when the circuit refuses its inputs, ERR_LIMIT when its program takes too long or too
 *   much memory; or the reason of the signal
 */
export declare function calculateWitness(wasm: Uint8Array | WebAssembly.Module, inputs: Inputs, options?: Pick<ProveOptions, "threads" | "signal" | "onLog" | "rewrite" | "witnessTimeout" | "witnessMemory"> & {
    name?: string;
}): Promise<Witness>;
/**
 * What is known about a circuit's program: which field functions it has, and whether ours replace them when it runs.
 * @param {Uint8Array} wasm - compiled by circom 2
 * @returns {Readonly<import("../../files/circuit/rewrite.js").WitnessInfo>} rewritten, prime and generator; or the
 *   reason why not
 * @throws {ProverError} ERR_OPTION for anything but bytes
 */
export declare function witnessInfo(wasm: Uint8Array): Readonly<import("../../files/circuit/rewrite.js").WitnessInfo>;
/**
 * The circuit's program with our field functions. It calculates the same witnesses, and also runs in snarkjs,
 * circom_runtime and circom's own calculator.
 * @param {Uint8Array} wasm - compiled by circom 2; not changed
 * @returns {Uint8Array}
 * @throws {ProverError} ERR_FILE when its field functions are not recognised, with the reason
 */
export declare function optimizeCircuit(wasm: Uint8Array): Uint8Array;
/**
 * The file of a witness, such as the `witness.wtns` of snarkjs.
 * @param {Pick<Witness, "values" | "n8" | "r">} witness - as calculateWitness returns it
 * @returns {Uint8Array}
 */
export declare const encodeWitness: ({ values, n8, r }: Pick<Witness, "values" | "n8" | "r">) => Uint8Array;
/**
 * A circuit's program for many witnesses. It is compiled once, and its instance is kept for the next inputs, with its
 * memory reset. An instance that is not used for a second and a half is released, and a new one started when needed.
 * @param {Uint8Array | WebAssembly.Module} wasm - compiled by circom 2
 * @param {Pick<ProveOptions, "threads" | "onLog" | "rewrite" | "witnessTimeout" | "witnessMemory"> & { name?: string }}
 *   [options] - of all its witnesses; name: of the file, for messages
 * @returns {Promise<Readonly<import("../../files/witness_calculator.js").Calculator>>} calculate(inputs,
 *   { signal, onLog }), info, close
 * @throws {ProverError} ERR_FILE when it is not the module of a circuit
 */
export declare function createWitnessCalculator(wasm: Uint8Array | WebAssembly.Module, options?: Pick<ProveOptions, "threads" | "onLog" | "rewrite" | "witnessTimeout" | "witnessMemory"> & {
    name?: string;
}): Promise<Readonly<import("../../files/witness_calculator.js").Calculator>>;
