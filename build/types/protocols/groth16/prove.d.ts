import type { Context } from "./context.js";
import type { ProveOptions } from "./options.js";
import type { PhaseTiming } from "../../files/progress.js";
import type { Proof } from "./proof.js";
import type { SourceLike } from "../../files/source.js";
import type { Zkey } from "./zkey.js";
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
     * - what it ran on; together with timings
     */
    engine?: Readonly<{
        tier: string;
        threads: number;
    }>;
};
/**
 *   in      A w, B w and their product on the domain; they are overwritten or emptied
 *   out     the scalars of the sum over H, canonical LE
 * @param {Context} context
 * @param {Uint8Array[]} abc
 * @returns {Promise<Uint8Array>}
 */
export declare function quotientOf(context: Context, [a, b, c]: Uint8Array[]): Promise<Uint8Array>;
/**
 * Optimizes the kernels of transforms on one worker while another sums coefficients. In a short proof this thread would
 * do it.
 * @param {Context} context
 */
export declare function warmUp({ zkey, curve, tm, signal }: Context): Promise<void> | undefined;
/**
 * The parts of the proof that do not need C and H: pi_a and pi_b, affine, and what they contribute to pi_c. Workers sum
 * over H at the same time.
 * @param {Context} context
 * @param {Promise<Uint8Array>} sumOfA
 * @param {Promise<Uint8Array>} sumOfB1
 * @param {Promise<Uint8Array>} sumOfB2
 */
export declare function blind({ zkey: { points }, curve: { Fr, G1, G2 } }: Context, sumOfA: Promise<Uint8Array>, sumOfB1: Promise<Uint8Array>, sumOfB2: Promise<Uint8Array>): Promise<{
    piA: Uint8Array<ArrayBufferLike>;
    piB: Uint8Array<ArrayBufferLike>;
    cross: Uint8Array<ArrayBufferLike>;
}>;
/**
 * Does the work with the witness and the columns in memory that workers share, if that is possible; the context's own
 * witness is gone then.
 * @template T
 * @param {Context} context
 * @param {(context: Context) => Promise<T>} work
 */
export declare function inCommon<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T>;
/** @param {Zkey} zkey @param {Uint8Array} values @returns {string[]} */
export declare const publicOf: ({ nPublic, curve: { n8r } }: Zkey, values: Uint8Array) => string[];
/**
 * The proof as any verifier will see it: does it verify?
 * @param {Context} context
 * @param {{ proof: Proof, publicSignals: string[] }} result
 */
export declare function holds({ zkey: { file, nPublic, sG1, points }, curve, progress, signal }: Context, result: {
    proof: Proof;
    publicSignals: string[];
}): Promise<boolean>;
/**
 * Whose fault it is that a proof does not verify: the key's, or else the witness's.
 * @param {Context} context
 * @param {string} name - of the witness
 * @returns {Promise<never>}
 */
export declare function blameKeyOrWitness(context: Context, name: string): Promise<never>;
/**
 *   in      zkey, witness: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
 *   out     the proof and the public signals, as snarkjs writes them
 *   memory  about options.memory; more only if the witness and the columns on the domain take more
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
 * @param {import("../../files/witness/inputs.js").Inputs} inputs
 * @param {SourceLike | WebAssembly.Module} wasm - compiled by circom 2
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export declare function fullProve(inputs: import("../../files/witness/inputs.js").Inputs, wasm: SourceLike | WebAssembly.Module, zkey: SourceLike, options?: ProveOptions): Promise<ProveResult>;
