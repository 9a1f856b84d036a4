import type { ProveOptions } from "./options.js";
import type { PhaseTiming, Progress } from "./progress.js";
import type { Proof } from "./proof.js";
import type { SourceLike } from "./source.js";
export type ProveResult = {
    proof: Proof;
    /**
     * - decimal
     */
    publicSignals: string[];
    /**
     * - on request
     */
    timings?: readonly PhaseTiming[];
    /**
     * - on request, with timings: what it ran on
     */
    engine?: Readonly<{
        tier: string;
        threads: number;
    }>;
};
export type WitnessInput = {
    name: string;
    n8: number;
    r: bigint;
    count: number;
    values: (progress: Progress, signal: AbortSignal) => Promise<Uint8Array>;
};
/**
 *   in      zkey, witness: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
 *   out     the proof and the public signals, as snarkjs writes them
 *   memory  options.memory, about; more only where the witness and the domain alone take more
 *   throws  a ProverError with a code, or the reason of the signal; nothing is left running
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export declare function prove(zkey: SourceLike, witness: SourceLike, options?: ProveOptions): Promise<ProveResult>;
/**
 * Calculates the witness with the circuit's own program, then proves.
 *   in      inputs by signal name; circuit.wasm and key from the same kinds of sources as prove takes
 * @param {import("./witness_calculator.js").Inputs} inputs
 * @param {SourceLike | WebAssembly.Module} wasm - compiled by circom 2
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export declare function fullProve(inputs: import("./witness_calculator.js").Inputs, wasm: SourceLike | WebAssembly.Module, zkey: SourceLike, options?: ProveOptions): Promise<ProveResult>;
