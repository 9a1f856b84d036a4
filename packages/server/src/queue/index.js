/**
 * Proofs as jobs on several machines, over Redis. Public as ffturbo-server/queue; needs the packages
 * bullmq and ioredis.
 * @module ffturbo-server/queue
 */
/** @typedef {import("../failures.js").QueueCode} QueueCode */
/** @typedef {import("../jobs.js").JobState} JobState */
/** @typedef {import("../jobs.js").ListedJob} ListedJob */
/** @typedef {import("../jobs.js").ListOptions} ListOptions */
/** @typedef {import("../jobs.js").ProofJob} ProofJob */
/** @typedef {import("../jobs.js").Prover} Prover */
/** @typedef {import("./prover.js").ProverOptions} ProverOptions */
/** @typedef {import("../jobs.js").QueueResult} QueueResult */
/** @typedef {import("../references.js").ReferenceLike} ReferenceLike */
/** @typedef {import("../request.js").ProofRequest} ProofRequest */
/** @typedef {import("../request.js").Scratch} Scratch */
/** @typedef {import("../request.js").SubmitOptions} SubmitOptions */
/** @typedef {import("../proof_jobs.js").Blame} Blame */
/** @typedef {import("./worker.js").ProofStats} ProofStats */
/** @typedef {import("./worker.js").ProofWorker} ProofWorker */
/** @typedef {import("./worker.js").WorkerEvent} WorkerEvent */
/** @typedef {import("./worker.js").WorkerOptions} WorkerOptions */
export { ProverError } from "../../../../src/internal/server.js";
export { QueueError } from "../failures.js";
export { createProver } from "./prover.js";
export { createWorker } from "./worker.js";
