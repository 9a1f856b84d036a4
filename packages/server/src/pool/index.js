/**
 * Many proofs in one process. Public as ffturbo-server/pool; needs no other package.
 * @module ffturbo-server/pool
 */
/** @typedef {import("./local.js").LocalProverOptions} LocalProverOptions */
/** @typedef {import("../delegated.js").ReadShare} ReadShare */
/** @typedef {import("../delegated.js").MsmShare} MsmShare */
/** @typedef {import("../options.js").Priority} Priority */
/** @typedef {import("../../../../src/internal/server.js").ProveResult} ProveResult */
/** @typedef {import("../../../../src/internal/server.js").VerificationKey} VerificationKey */
/** @typedef {import("../jobs.js").ListedJob} ListedJob */
/** @typedef {import("../jobs.js").ListOptions} ListOptions */
/** @typedef {import("../jobs.js").ProofJob} ProofJob */
/** @typedef {import("../jobs.js").Prover} Prover */
/** @typedef {import("../queue/worker.js").ProofStats} ProofStats */
/** @typedef {import("../references.js").ReferenceLike} ReferenceLike */
/** @typedef {import("../request.js").ProofRequest} ProofRequest */
/** @typedef {import("../request.js").SubmitOptions} SubmitOptions */
/** @typedef {import("./prover_pool.js").Resources} Resources */
/** @typedef {import("./prover_pool.js").PoolOptions} PoolOptions */
/** @typedef {import("./prover_pool.js").PoolProveOptions} PoolProveOptions */
/** @typedef {import("./prover_pool.js").PoolStats} PoolStats */
/** @typedef {import("./prover_pool.js").ProverPool} ProverPool */
/** @typedef {import("./prover_pool.js").TurnOptions} TurnOptions */
export { ProverError } from "../../../../src/internal/server.js";
export { createLocalProver } from "./local.js";
export { createProverPool } from "./prover_pool.js";
