/**
 * Proving with PLONK keys alone. It names the steps of this protocol and nothing else of the
 * catalogue, so that an application that only proves need not contain the rest.
 * @module protocols/plonk/entry
 */
import { createProverOf, fullProveOf, proveOf, zkeyInfoOf } from "../key/entry.js";
import { diagnose, verifyProof } from "./check.js";
import { costsOf } from "./costs.js";
import { factsOf, weaknessOf } from "./info.js";
import { footprintOf } from "./memory.js";
import { checkAllPoints, checkHeaderPoints } from "./points.js";
import { createProof } from "./prove.js";
import { KIND } from "./zkey.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { Inputs } from "../../files/witness/inputs.js" */
/** @import { ProverRow } from "../protocol.js" */
/** @import { Phase } from "./costs.js" */
/** @import { Proof } from "./json.js" */
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
        groups: Object.freeze(/** @type {const} */ (["G1"])),
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
 * @property {number} signals - of the witness, including the constant one
 * @property {number} publicSignals
 * @property {number} constraints - rows of gates
 * @property {number} domainSize
 * @property {number} additions - wires that the setup added
 * @property {number | undefined} bytes - of the file
 * @property {Readonly<Record<string, number>>} sections - bytes of each
 * @property {number} threads - workers that a proof has: fewer than asked for where memory allows
 *   no more
 * @property {number} fixedMemory - bytes that `memory` must allow at least
 * @property {number} expectedMemory - bytes of the whole process at its peak
 * @property {Readonly<import("../key/weakness.js").Weakness>} [weakness] - why anybody can forge
 *   proofs of it
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
