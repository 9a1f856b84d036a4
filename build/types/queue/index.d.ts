export type QueueCode = import("./failures.js").QueueCode;
export type JobState = import("./prover.js").JobState;
export type ProofJob = import("./prover.js").ProofJob;
export type Prover = import("./prover.js").Prover;
export type ProverOptions = import("./prover.js").ProverOptions;
export type QueueResult = import("./prover.js").QueueResult;
export type ReferenceLike = import("./references.js").ReferenceLike;
export type ProofRequest = import("./request.js").ProofRequest;
export type Scratch = import("./request.js").Scratch;
export type Blame = import("./tasks.js").Blame;
export type ProofWorker = import("./worker.js").ProofWorker;
export type WorkerEvent = import("./worker.js").WorkerEvent;
export type WorkerOptions = import("./worker.js").WorkerOptions;
/**
 * Proofs as jobs on several machines, over Redis. Public as ffturbo/queue; needs the packages bullmq and ioredis.
 * @module queue
 */
/** @typedef {import("./failures.js").QueueCode} QueueCode */
/** @typedef {import("./prover.js").JobState} JobState */
/** @typedef {import("./prover.js").ProofJob} ProofJob */
/** @typedef {import("./prover.js").Prover} Prover */
/** @typedef {import("./prover.js").ProverOptions} ProverOptions */
/** @typedef {import("./prover.js").QueueResult} QueueResult */
/** @typedef {import("./references.js").ReferenceLike} ReferenceLike */
/** @typedef {import("./request.js").ProofRequest} ProofRequest */
/** @typedef {import("./request.js").Scratch} Scratch */
/** @typedef {import("./tasks.js").Blame} Blame */
/** @typedef {import("./worker.js").ProofWorker} ProofWorker */
/** @typedef {import("./worker.js").WorkerEvent} WorkerEvent */
/** @typedef {import("./worker.js").WorkerOptions} WorkerOptions */
export { ProverError } from "../protocols/groth16/index.js";
export { QueueError } from "./failures.js";
export { createProver } from "./prover.js";
export { createWorker } from "./worker.js";
