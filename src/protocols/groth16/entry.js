/**
 * Proving with Groth16 keys alone. It names the steps of this protocol and nothing else of the
 * catalogue, so that an application that only proves need not contain the rest.
 * @module protocols/groth16/entry
 */
import { createProverOf, fullProveOf, proveOf, zkeyInfoOf } from "../key/entry.js";
import { costsOf } from "./costs.js";
import { factsOf, weaknessOf } from "./info.js";
import { footprintOf } from "./memory.js";
import { checkAllPoints, checkHeaderPoints } from "./points.js";
import { diagnose, verifyProof, createProof } from "./prove.js";
import { KIND } from "./zkey.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { Inputs } from "../../files/witness/inputs.js" */
/** @import { ProverRow } from "../protocol.js" */
/** @import { Phase } from "./costs.js" */
/** @import { Proof } from "./proof.js" */
/** @import { Zkey } from "./zkey.js" */

/** @typedef {import("../key/options.js").ProveOptions<Phase>} ProveOptions */
/** @typedef {import("../key/prove.js").ProveResult<Proof, Phase>} ProveResult */
/** @typedef {import("../key/prover.js").Prover<Proof, Phase>} Prover */
/** @typedef {import("../key/prover.js").ProverOptions<Phase>} ProverOptions */
/** @typedef {import("../key/prover.js").CallOptions<Phase>} CallOptions */

/** Keys and proofs. @type {Readonly<ProverRow<Zkey>>} */
export const prover = Object.freeze({
    ...KIND,
    memory: footprintOf,
    weakness: weaknessOf,
    info: factsOf,
    steps: Object.freeze({
        groups: Object.freeze(/** @type {const} */ (["G1", "G2"])),
        checkHeader: checkHeaderPoints,
        costs: costsOf,
        checkPoints: checkAllPoints,
        createProof,
        verifyProof,
        diagnose,
    }),
});

/**
 * @typedef {object} ZkeyInfo
 * @property {string} protocol
 * @property {string} curve
 * @property {number} signals - including the constant one
 * @property {number} publicSignals
 * @property {number | undefined} constraints - undefined if the key is not ordered as snarkjs
 *   orders it
 * @property {number} domainSize
 * @property {number} coefficients - number of non-zero ones, of A and B
 * @property {number | undefined} bytes - of the file
 * @property {Readonly<Record<string, number>>} sections - bytes of each
 * @property {number} threads - workers that a proof has: fewer than asked for where memory allows
 *   no more
 * @property {number} fixedMemory - bytes that `memory` must allow at least: the witness and three
 *   columns on the domain
 * @property {number} expectedMemory - bytes of the whole process at its peak
 * @property {Readonly<import("../key/weakness.js").Weakness>} [weakness] - why anybody can forge
 *   proofs of it; of a key that comes from a server without ranges, by its points alone
 */

/**
 * Proves with a key and a witness.
 * @type {(zkey: SourceLike, witness: SourceLike, options?: ProveOptions) => Promise<ProveResult>}
 */
export const prove = /* @__PURE__ */ proveOf(prover);

/**
 * Calculates the witness, then proves.
 * @type {(inputs: Inputs, wasm: ProgramLike, zkey: SourceLike, options?: ProveOptions) =>
 *   Promise<ProveResult>}
 */
export const fullProve = /* @__PURE__ */ fullProveOf(prover);

/**
 * A prover for many proofs with one key.
 * @type {(zkey: SourceLike, options?: ProverOptions) => Promise<Readonly<Prover>>}
 */
export const createProver = /* @__PURE__ */ createProverOf(prover);

/**
 * What a key says about itself.
 * @type {(zkey: SourceLike, options?: Pick<ProveOptions, "threads" | "memory" | "readTimeout"
 *   | "signal">) => Promise<ZkeyInfo>}
 */
export const zkeyInfo = /* @__PURE__ */ zkeyInfoOf(prover);
