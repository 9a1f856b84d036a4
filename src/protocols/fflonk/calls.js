/**
 * Proving with FFLONK keys alone. It names the steps of this protocol and nothing else of the catalogue, so that an
 * application that only proves need not contain the rest.
 * @module protocols/fflonk/calls
 */
import { keyInfoWith } from "../key/info.js";
import { fullProveWith, proveWith } from "../key/prove.js";
import { createProverWith } from "../key/prover.js";
import { effortsOf } from "./efforts.js";
import { factsOf, weaknessOf } from "./info.js";
import { loadOf } from "./memory.js";
import { checkAllPoints, checkHeaderPoints } from "./points.js";
import { blame, holds, make } from "./prove.js";
import { KIND } from "./zkey.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { Protocol } from "../protocol.js" */
/** @import { Phase } from "./efforts.js" */
/** @import { Proof } from "./proof.js" */
/** @import { Zkey } from "./zkey.js" */

/** @typedef {import("../key/options.js").ProveOptions<Phase>} ProveOptions */
/** @typedef {import("../key/prove.js").ProveResult<Proof, Phase>} ProveResult */
/** @typedef {import("../key/prover.js").Prover<Proof, Phase>} Prover */
/** @typedef {import("../key/prover.js").ProverOptions<Phase>} ProverOptions */
/** @typedef {import("../key/prover.js").CallOptions<Phase>} CallOptions */

/** Keys and proofs. @type {Readonly<Pick<Protocol<Zkey>, keyof typeof KIND | "memory" | "weakness" | "steps">>} */
export const prover = Object.freeze({
    ...KIND,
    memory: loadOf,
    weakness: weaknessOf,
    steps: Object.freeze({
        groups: Object.freeze(/** @type {const} */ (["G1"])),
        checkHeader: checkHeaderPoints, efforts: effortsOf, checkPoints: checkAllPoints, make, holds, blame,
    }),
});

/**
 *   in      zkey, witness: a path, bytes, a Blob or File, a URL, or a reader (offset, length)
 *   out     the proof and the public signals, as snarkjs writes them
 *   memory  about options.memory; more only if the polynomials of the proof take more
 *   throws  a ProverError with a code, or the reason of the signal; nothing is left running
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function prove(zkey, witness, options) {
    return proveWith([prover], zkey, witness, options);
}

/**
 * Calculates the witness with the circuit's own program, then proves.
 *   in      inputs by signal name; circuit.wasm and key from the same kinds of sources as prove takes
 * @param {import("../../files/witness/inputs.js").Inputs} inputs
 * @param {ProgramLike} wasm - compiled by circom 2
 * @param {SourceLike} zkey
 * @param {ProveOptions} [options]
 * @returns {Promise<ProveResult>}
 */
export async function fullProve(inputs, wasm, zkey, options) {
    return fullProveWith([prover], inputs, wasm, zkey, options);
}

/**
 * A prover for many proofs with one key, or for one that must not wait. The key stays open, what was read of it is
 * kept as far as `memory` allows that beside a proof, and workers stay. Up to a domain of 2^15 it first makes two
 * proofs of random values, so that engines have optimized everything before it is needed.
 *   in      zkey: as prove takes it; options: wasm for fullProve, and those of its proofs
 *   out     a prover, which the caller closes; its calls take signal, onProgress, timings, check and onLog
 *   throws  as prove does for the key, as createWitnessCalculator does for the program
 * @param {SourceLike} zkey
 * @param {ProverOptions} [options]
 * @returns {Promise<Readonly<Prover>>}
 */
export async function createProver(zkey, options) {
    return createProverWith([prover], zkey, options);
}

/**
 * @typedef {object} ZkeyInfo
 * @property {string} protocol
 * @property {string} curve
 * @property {number} signals - including the constant one, and those that the set-up added
 * @property {number} publicSignals
 * @property {number} constraints - rows of the domain that are used
 * @property {number} domainSize
 * @property {number} additions - signals that the set-up added
 * @property {number | undefined} bytes - of the file
 * @property {Readonly<Record<string, number>>} sections - bytes of each
 * @property {number} threads - workers that a proof has: fewer than asked for where memory allows no more
 * @property {number} fixedMemory - bytes that `memory` must allow at least: the witness, and polynomials of the proof
 * @property {number} expectedMemory - bytes of the whole process at its peak
 * @property {Readonly<import("../key/weakness.js").Weakness>} [weakness] - why anybody can forge proofs of it
 */

/**
 * @param {SourceLike} zkey
 * @param {Pick<ProveOptions, "threads" | "memory" | "readTimeout" | "signal">} [options]
 * @returns {Promise<ZkeyInfo>}
 * @throws {ProverError} when it is not an FFLONK key
 */
export async function zkeyInfo(zkey, options) {
    return keyInfoWith([{ ...prover, info: factsOf }], zkey, options);
}
