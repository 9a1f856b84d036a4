/**
 * The entry of a protocol: what callers do with its keys. Each call is made from the protocol's row
 * alone, so that an application that only proves contains neither the rest of the catalogue nor the
 * other calls.
 * @module protocols/key/entry
 */
import { keyFactsWith } from "./info.js";
import { fullProveWith } from "./full_prove.js";
import { proveWith } from "./prove.js";
import { createProverWith } from "./prover.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { Inputs } from "../../files/witness/inputs.js" */
/** @import { ProverRow } from "../protocol.js" */
/** @import { ProveOptions } from "./options.js" */
/** @import { ProveResult } from "./prove.js" */
/** @import { Prover, ProverOptions } from "./prover.js" */

/**
 * @template P - a proof
 * @template {string} F - the name of a phase
 * @param {Readonly<ProverRow>} protocol
 */
export const proveOf = (protocol) =>
    /**
     *   in      zkey, witness: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
     *   out     the proof and the public signals, as snarkjs writes them
     *   memory  about options.memory; more only if what is held in any case takes more: the
     *           witness, and the columns on the domain or the polynomials of the proof. Parts of
     *           the key that are needed several times are kept if that much is allowed, and
     *           otherwise read again
     *   throws  a ProverError with a code, or the reason of the signal; nothing is left running
     * @param {SourceLike} zkey
     * @param {SourceLike} witness - a wtns file
     * @param {ProveOptions<F>} [options]
     * @returns {Promise<ProveResult<P, F>>}
     */
    async function prove(zkey, witness, options) {
        return proveWith([protocol], zkey, witness, options);
    };

/**
 * @template P - a proof
 * @template {string} F - the name of a phase
 * @param {Readonly<ProverRow>} protocol
 */
export const fullProveOf = (protocol) =>
    /**
     * Calculates the witness with the circuit's own program, then proves.
     *   in      inputs by signal name; circuit.wasm and key from the same kinds of sources as prove
     *           takes
     * @param {Inputs} inputs
     * @param {ProgramLike} wasm - compiled by circom 2
     * @param {SourceLike} zkey
     * @param {ProveOptions<F>} [options]
     * @returns {Promise<ProveResult<P, F>>}
     */
    async function fullProve(inputs, wasm, zkey, options) {
        return fullProveWith([protocol], inputs, wasm, zkey, options);
    };

/**
 * @template P - a proof
 * @template {string} F - the name of a phase
 * @param {Readonly<ProverRow>} protocol
 */
export const createProverOf = (protocol) =>
    /**
     * A prover for many proofs with one key, or for one that must not wait. The key stays open,
     * what was read of it is kept as far as `memory` allows that beside a proof, and workers stay.
     * Up to a domain of 2^15 it first makes two proofs of random values, so that engines have
     * optimized everything before it is needed.
     *   in      zkey: as prove takes it; options: wasm for fullProve, and those of its proofs
     *   out     a prover, which the caller closes; its calls take signal, onProgress, timings,
     *           check and onLog
     *   throws  as prove does for the key, as createWitnessCalculator does for the program
     * @param {SourceLike} zkey
     * @param {ProverOptions<F>} [options]
     * @returns {Promise<Readonly<Prover<P, F>>>}
     */
    async function createProver(zkey, options) {
        return createProverWith([protocol], zkey, options);
    };

/**
 * @template {string} F - the name of a phase
 * @template I - what a key says about itself
 * @param {Readonly<ProverRow>} protocol
 */
export const zkeyInfoOf = (protocol) =>
    /**
     * What a key says about itself, and how much memory proving with it takes.
     * @param {SourceLike} zkey
     * @param {Pick<ProveOptions<F>, "threads" | "memory" | "readTimeout" | "signal">} [options]
     * @returns {Promise<I>}
     * @throws {ProverError} when it is no key of this protocol
     */
    async function zkeyInfo(zkey, options) {
        return (await keyFactsWith([protocol], zkey, options)).info;
    };
